"""The worked examples of the booklets; they count no premium squares, so the board is plain."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi_referee.rules.plays.ruling import Ruling

Judge = Callable[..., Ruling]


def words(ruling: Ruling) -> dict[str, int]:
    """The words of a ruling with their points."""
    return {word.text: word.score for word in ruling.words}


def test_lata_is_seven(judge: Judge) -> None:
    """Booklets 000 and 004, example 1: LÅTA laid across a word, using one of its letters, gives 7 points."""
    ruling = judge("K A B E L", "L9 v .ÅTA", at="H9")

    assert (ruling.score, words(ruling)) == (7, {"LÅTA": 7})


def test_elkabel_is_twelve(judge: Judge) -> None:
    """Booklets 000 and 004, example 2: KABEL made longer to ELKABEL gives 12 points."""
    ruling = judge("K A B E L", "F9 > EL.....", at="H9")

    assert (ruling.score, words(ruling)) == (12, {"ELKABEL": 12})


def test_oro_is_eighteen(judge: Judge) -> None:
    """Booklets 000 and 004, example 3: ORO under KAB makes KO, AR and BO too, 18 points in all."""
    ruling = judge("K A B E L", "H10 > ORO", at="H9")

    assert (ruling.score, words(ruling)) == (18, {"ORO": 5, "KO": 5, "AR": 2, "BO": 6})


@pytest.mark.parametrize(
    ("play", "score", "made"),
    [
        ("L9 v .VI", 4, {"OVI": 4}),
        ("B9 > ENKELI.....", 11, {"ENKELIKELLO": 11}),
    ],
)
def test_finnish_examples(judge: Judge, play: str, score: int, made: dict[str, int]) -> None:
    """Booklet 001, examples 1 and 2: OVI gives 4 points, ENKELIKELLO 11."""
    ruling = judge("K E L L O", play, at="H9", game="alfapet-fi")

    assert (ruling.score, words(ruling)) == (score, made)


def test_tie_is_seven(judge: Judge) -> None:
    """Booklet 001, example 3: TIE under ENKELIKELLO makes EI and NE too, 7 points in all."""
    ruling = judge("E N K E L I K E L L O", "A10 > TIE", at="B9", game="alfapet-fi")

    assert (ruling.score, words(ruling)) == (7, {"TIE": 3, "EI": 2, "NE": 2})


def test_a_ruling_shows_its_arithmetic(judge: Judge) -> None:
    """Every letter of a word has its square, its value and what it gave."""
    (word,) = judge("K A B E L", "L9 v .ÅTA", at="H9").words

    assert [(str(letter.square), letter.shown, letter.points) for letter in word.letters] == [
        ("L9", "L", 1),
        ("L10", "Å", 4),
        ("L11", "T", 1),
        ("L12", "A", 1),
    ]
