"""The second reader: what it takes for something else is a doubt, and it makes sure only what strong light faded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.geometry.find_board import board_of
from vision.geometry.rectify import SQUARE, Squared, square_up
from vision.letter_checks.faded_ink import Faded
from vision.letter_checks.second_network import SecondReader, second_reader
from vision.letters.classifier import Reader
from vision.letters.letter_model import BLANK, NONE, SIGN, LetterOdds, Letters, Windows
from vision.letters.reading_cache import Recent
from vision.sighting import Doubt, Reading, Why
from vision.squares.findings import Findings

C2, B1 = Square.parse("C2"), Square.parse("B1")


class SeesGrey(Letters):
    """A letter reader whose odds for an A, one with a mark and a blank are those of the grey in the window's middle."""

    def __init__(self, odds: Mapping[int, tuple[float, float, float]], marked: str = "Å") -> None:
        """Grey levels and what they are read as; how many windows were read in each look."""
        self.classes = ("A", marked, BLANK, SIGN, NONE)
        self._odds = odds
        self.looks: list[int] = []

    def read(self, windows: Windows) -> LetterOdds:
        """What each window's middle says; the rest of certainty is for no tile."""
        self.looks.append(len(windows))
        rows = [self._odds[int(window[24, 24])] for window in windows]
        odds = np.array([(*row, 0.0, 1 - sum(row)) for row in rows]) + 1e-6
        return LetterOdds(np.log(odds).astype(np.float32), *np.zeros((2, len(windows), 2), np.float32))


def board(**greys: int) -> Squared:
    """A black board of three by three squares, some of them grey."""
    pixels = np.zeros((5 * SQUARE, 5 * SQUARE, 3), np.uint8)
    for name, grey in greys.items():
        square = Square.parse(name)
        top, left = (square.row + 1) * SQUARE, (square.column + 1) * SQUARE
        pixels[top : top + SQUARE, left : left + SQUARE] = grey
    return Squared(pixels, 3)


def told(letters: Mapping[Square, str]) -> Findings:
    """Letters that the first reader is sure of."""
    return Findings({square: Reading(letter, 0.98) for square, letter in letters.items()}, frozenset(), ())


def sure(**letters: str) -> Findings:
    """The same by the squares' names."""
    return told({Square.parse(name): letter for name, letter in letters.items()})


def named(findings: Findings) -> dict[Square, str]:
    """What is sure."""
    return {square: reading.letter for square, reading in findings.board.items()}


def vouched(findings: Findings, odds: tuple[float, float, float], marked: str = "Å") -> Findings:
    """What is left when the second reader sees these odds for A, one with a mark and a blank on C2."""
    letters = SeesGrey({100: odds, 0: (0, 0, 0)}, marked)
    return SecondReader(Reader(letters, ["A", marked])).vouch(findings, board(C2=100))


class TestWhatItSays:
    """Of a letter that the first reader is sure of."""

    @pytest.mark.parametrize("agrees", [0.51, 0.9, 1.0])
    def test_what_it_sees_too_stays_sure(self, agrees: float) -> None:
        """It need not be as sure, and the first one's confidence stays."""
        assert vouched(sure(C2="A"), (agrees, 0.0, 1 - agrees)) == sure(C2="A")

    @pytest.mark.parametrize(("perhaps", "is_asked"), [(0.12, True), (0.1, False)])
    def test_what_may_have_dots_or_a_ring_for_both_is_a_doubt(self, perhaps: float, *, is_asked: bool) -> None:
        """Each alone would believe an A; together they find it only 360 times likelier than an Å."""
        found = vouched(sure(C2="A"), (1 - perhaps, perhaps, 0.0))

        assert [[name for name, _ in doubt.choices] for doubt in found.doubts] == [["A", "Å"]] * is_asked

    def test_other_marks_are_believed(self) -> None:
        """A tail below or a stroke is not lost as easily as dots: there it need only find the letter likelier."""
        assert vouched(sure(C2="A"), (0.9, 0.1, 0.0), "Ą") == sure(C2="A")

    @pytest.mark.parametrize(
        ("odds", "likeliest"),
        [((0.0, 1.0, 0.0), ["Å", "A"]), ((0.0, 0.0, 1.0), ["", "A"]), ((0.0, 0.0, 0.0), [".", "A"])],
    )
    def test_what_it_takes_for_something_else_is_a_doubt(
        self, odds: tuple[float, float, float], likeliest: list[str]
    ) -> None:
        """Another letter, a plain tile or no tile: both are asked about, each for half."""
        found = vouched(sure(C2="A"), odds)

        assert found.board == {}
        assert [doubt.square for doubt in found.doubts] == [C2]
        assert [name for name, _ in found.doubts[0].choices] == likeliest
        assert [share for _, share in found.doubts[0].choices] == pytest.approx([0.5, 0.49], abs=0.001)

    @pytest.mark.parametrize("odds", [(0.1, 0.0, 0.9), (0.2, 0.2, 0.0)])
    def test_a_blank_on_which_it_sees_no_letter_stays_sure(self, odds: tuple[float, float, float]) -> None:
        """A blank, a stop tile and bare board look alike in grey: it may take one for another."""
        findings = Findings({C2: Reading("", 1.0)}, frozenset({B1}), ())

        assert vouched(findings, odds) == findings

    def test_a_blank_on_which_it_sees_a_letter_is_a_doubt(self) -> None:
        """A J with a large 6 behind it was a sign to the first reader, and so a blank."""
        found = vouched(Findings({C2: Reading("", 1.0)}, frozenset(), ()), (0.9, 0.0, 0.1))

        assert found.board == {}
        assert [name for name, _ in found.doubts[0].choices] == ["", "A"]

    def test_it_is_not_asked_twice_in_a_look(self) -> None:
        """What even light has settled stays settled; only what a further witness made sure is new to it."""
        letters = SeesGrey({100: (0.0, 1.0, 0.0)})
        reader = SecondReader(Reader(letters, ["A", "Å"]))

        assert reader.vouch(sure(C2="A"), board(C2=100), but=[C2]) == sure(C2="A")
        assert letters.looks == []

    def test_what_has_not_changed_is_not_read_again(self) -> None:
        """A turn's look costs what was laid in that turn."""
        letters = SeesGrey({100: (1.0, 0.0, 0.0), 90: (0.0, 1.0, 0.0), 0: (0, 0, 0)})
        reader, recent = SecondReader(Reader(letters, ["A", "Å"])), Recent()
        first = reader.vouch(sure(C1="A"), board(C1=100), recent)
        again = reader.vouch(sure(C1="A", A3="Å"), board(C1=100, A3=90), recent)

        assert (first, again) == (sure(C1="A"), sure(C1="A", A3="Å"))
        assert letters.looks == [1, 1]


class TestFadedLetters:
    """Letters in doubt for strong light alone."""

    DOUBTED = Findings({}, frozenset(), (Doubt(C2, (("A", 0.495), ("", 0.25)), Why.LETTER),))
    FADED: ClassVar = {C2: Faded(Reading("A", 0.99), 0.97)}

    def settled(self, share: float) -> Findings:
        """What is left of the doubt when this reader gives the letter such a share."""
        reader = SecondReader(Reader(SeesGrey({100: (share, 1 - share, 0.0)}), ["A", "Å"]))
        return reader.settle(self.DOUBTED, self.FADED, board(C2=100))

    def test_one_that_it_is_sure_enough_of_is_read(self) -> None:
        """As the first reader named it, and as sure as that was."""
        assert self.settled(0.98) == Findings({C2: Reading("A", 0.99)}, frozenset(), ())

    def test_any_other_stays_a_doubt(self) -> None:
        """Two readers must agree, where one is not enough."""
        assert self.settled(0.96) == self.DOUBTED
        assert self.settled(0.0) == self.DOUBTED

    def test_without_any_it_is_not_asked(self) -> None:
        """In common light it costs nothing."""
        letters = SeesGrey({})

        assert SecondReader(Reader(letters, ["A"])).settle(sure(C2="A"), {}, board(C2=100)) == sure(C2="A")
        assert letters.looks == []


@pytest.mark.parametrize("name", ["from above", "dark edition", "dim", "crooked"])
def test_letters_as_they_lie_are_vouched_for_and_wrong_names_are_not(scenes: Mapping[str, Any], name: str) -> None:
    """The network itself names what lies there, and doubts each letter that is named as the next in the alphabet."""
    scene = scenes[name]
    rules = ruleset(scene.game)
    squared = square_up(scene.picture, board_of(scene.corners, rules.layout.size), rules.layout.size)
    right = {square: letter for square, letter in scene.position.letters().items() if letter}
    following = dict(zip(rules.alphabet, [*rules.alphabet[1:], rules.alphabet[0]], strict=True))
    wrong = {square: following[letter] for square, letter in right.items()}
    reader = second_reader(rules.alphabet)

    assert named(reader.vouch(told(right), squared)) == right
    assert named(reader.vouch(told(wrong), squared)) == {}
