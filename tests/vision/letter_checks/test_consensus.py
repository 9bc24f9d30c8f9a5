"""A letter in doubt that both readers see wherever its window is cut is sure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import B2, HERE, SIZE, evidence
from vision.geometry.rectify import SQUARE, Squared
from vision.letter_checks.consensus import Unison
from vision.letters.classifier import Reader
from vision.letters.letter_model import BLANK, NONE, SIGN, LetterOdds, Letters, Windows
from vision.sighting import Doubt, Why
from vision.squares.evidence import Evidence
from vision.squares.findings import Findings

MIDDLE = 5 * SQUARE // 2
ALPHABET = ("A", "Å", "B", "E", "I")


class Sees(Letters):
    """A reader that gives one letter as many hundredths as its window's middle is bright, and another one the rest."""

    def __init__(self, letter: str, other: str) -> None:
        """The letter that it may see, and the one that it sees else."""
        self.classes = (*ALPHABET, BLANK, SIGN, NONE)
        self._seen = self.classes.index(letter), self.classes.index(other)

    def read(self, windows: Windows) -> LetterOdds:
        """What each window's middle says."""
        shares = np.full((len(windows), len(self.classes)), 1e-9)
        shares[:, self._seen[0]] = windows[:, 24, 24] / 100
        shares[:, self._seen[1]] = np.maximum(1 - windows[:, 24, 24] / 100, 1e-9)
        return LetterOdds(np.log(shares).astype(np.float32), *np.zeros((2, len(windows), 2), np.float32))


def board(everywhere: int, corner: int | None = None) -> Squared:
    """Nine squares: how sure a reader is, in hundredths, wherever its window lies, or a px down and right of there."""
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), everywhere, np.uint8)
    if corner is not None:
        pixels[MIDDLE + 1, MIDDLE + 1] = corner
    return Squared(pixels, SIZE)


def seen(*boards: Squared, **looks: float) -> Evidence:
    """A tile seen whole, in every focus."""
    tile = {"from_empty": 1.0, "from_tile": 0.1, **looks}
    return replace(evidence(HERE, reading={"B": 0.9}, **tile), read_from=boards[0], focused=boards)


def settled(letter: str, other: str, e: Evidence, choices: tuple[tuple[str, float], ...] | None = None) -> Findings:
    """The findings once both readers were asked about a doubt between two letters."""
    readers = (Reader(Sees(letter, other), ALPHABET) for _ in range(2))
    doubt = Doubt(B2, choices or ((letter, 0.9), (other, 0.1)), Why.LETTER)
    return Unison(*readers).settle(Findings({}, frozenset(), (doubt,)), e)


def test_what_both_see_everywhere_is_sure() -> None:
    """A B that both readers give 0.98 in all nine windows is 2,400 times likelier than an E: it is no doubt."""
    found = settled("B", "E", seen(board(98)))

    assert found.doubts == ()
    assert found.board[B2].letter == "B"
    assert 0.999 < found.board[B2].confidence < 1


@pytest.mark.parametrize(
    "e",
    [
        seen(board(90)),
        seen(board(99, corner=40)),
        seen(board(99), from_tile=1.1),
    ],
    ids=["hardly sure", "another letter a px further", "a bare square"],
)
def test_else_it_stays_a_doubt(e: Evidence) -> None:
    """Both must be sure enough, everywhere, of a letter that nothing hides and of which no light has taken."""
    found = settled("B", "E", e)

    assert [doubt.square for doubt in found.doubts] == [B2]
    assert found.board == {}


@pytest.mark.parametrize(("share", "is_settled"), [(0.7, True), (0.45, False)])
def test_a_letter_that_is_hardly_likelier_stays_a_doubt(share: float, *, is_settled: bool) -> None:
    """The picture's other tiles spoke against it: a P that touched its value was a B to both readers."""
    found = settled("B", "E", seen(board(98)), (("B", share), ("E", 0.4)))

    assert (B2 in found.board) is is_settled


def test_what_may_have_lost_a_mark_must_be_surer() -> None:
    """An A may be an Å whose ring nobody sees: what is enough for a B is not for an A, and 0.995 is."""
    assert settled("A", "Å", seen(board(98))).doubts
    assert not settled("A", "Å", seen(board(100))).doubts


def test_tiles_of_many_colours_have_no_common_tint() -> None:
    """Where tiles have several colours it is the readers alone who tell that one lies there."""
    readers = [Reader(Sees("B", "E"), ALPHABET) for _ in range(2)]
    found = Findings({}, frozenset(), (Doubt(B2, (("B", 0.9), ("E", 0.1)), Why.LETTER),))

    assert Unison(*readers, coloured=True).settle(found, seen(board(98), from_tile=1.1)).doubts == ()


def test_an_i_is_asked_about() -> None:
    """Of many a letter a stem is left."""
    assert settled("I", "E", seen(board(100))).doubts


def test_whether_a_tile_lies_there_is_no_question_of_letters() -> None:
    """Where perhaps nothing lies, or a blank, no reader of letters settles it."""
    for other in (".", ""):
        assert settled("B", "E", seen(board(100)), (("B", 0.6), (other, 0.4))).doubts


def test_another_focus_may_tell() -> None:
    """A letter that is not clear as it was read is sure if two other focuses that were tried show it."""
    soft, sharp = board(90), board(100)

    assert settled("B", "E", seen(soft)).doubts
    assert settled("B", "E", seen(soft, sharp)).doubts
    assert not settled("B", "E", seen(soft, sharp, sharp)).doubts
    assert not settled("B", "E", seen(sharp, soft, soft)).doubts


def test_no_focus_may_show_another_letter() -> None:
    """A letter that is another one in a focus that was tried is in doubt, however sure it is as it was read."""
    assert settled("B", "E", seen(board(100), board(100), board(40))).doubts


def test_out_of_focus_a_letter_must_be_surer() -> None:
    """A B of 0.97 is 1,700 times likelier than an E: enough in focus, and half of what is needed else."""
    just = board(98, corner=92)

    assert not settled("B", "E", seen(just)).doubts
    assert settled("B", "E", seen(just, just)).doubts


def test_where_the_camera_moved_a_letter_must_be_surer() -> None:
    """Of a B that was moved across its stem an E is left."""
    assert not settled("B", "E", seen(board(98))).doubts
    assert settled("B", "E", replace(seen(board(98)), moved=True)).doubts
    assert not settled("B", "E", replace(seen(board(100)), moved=True)).doubts


@pytest.mark.parametrize(("side", "is_settled"), [(19.0, False), (21.0, True)])
def test_on_small_squares_nine_windows_are_no_better_than_one(side: float, *, is_settled: bool) -> None:
    """They all show the same few px: an O was a D, a Ż a Z, as surely as any."""
    found = settled("B", "E", seen(replace(board(100), side=side)))

    assert (B2 in found.board) is is_settled


def test_other_squares_are_left_alone() -> None:
    """What was found and what else is in doubt stays as it was."""
    other = Doubt(Square.parse("A1"), (("", 0.5), (".", 0.5)), Why.LETTER)
    readers = (Reader(Sees("B", "E"), ALPHABET) for _ in range(2))

    found = Unison(*readers).settle(Findings({}, frozenset({Square.parse("C3")}), (other,)), seen(board(98)))

    assert found.doubts == (other,)
    assert found.stops == {Square.parse("C3")}
