"""A letter that a mark tells from another one is the same a px further, or it is asked about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import B2, HERE, SIZE, evidence
from vision.geometry.rectify import SQUARE, Squared
from vision.letter_checks.steadiness import Steady
from vision.letters.classifier import Reader
from vision.letters.letter_model import BLANK, NONE, SIGN, LetterOdds, Letters, Windows
from vision.sighting import Doubt, Reading
from vision.squares.first_verdict import Findings

MIDDLE = 5 * SQUARE // 2
LETTERS = ("A", "Å", "O", "Q", "X")


class SeesGrey(Letters):
    """A reader that gives one letter as many hundredths as its window's middle is bright, and its rival the rest.

    At grey level 90 it gives the letter 0.9.
    """

    def __init__(self, letter: str, rival: str) -> None:
        """The letter that it may see, and the one that it sees else; how many windows were read in each look."""
        self.classes = (*LETTERS, BLANK, SIGN, NONE)
        self._seen = letter, rival
        self.looks: list[int] = []

    def read(self, windows: Windows) -> LetterOdds:
        """What each window's middle says."""
        self.looks.append(len(windows))
        shares = np.full((len(windows), len(self.classes)), 1e-9)
        letter, rival = (self.classes.index(name) for name in self._seen)
        shares[:, letter] = windows[:, 24, 24] / 100
        shares[:, rival] = np.maximum(1 - shares[:, letter], 1e-9)
        return LetterOdds(np.log(shares).astype(np.float32), np.zeros((len(windows), 2), np.float32))


def board(here: int, beside: int) -> Squared:
    """Nine squares: how sure a reader is in the very middle, and at all places a px and more from it, in hundredths."""
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), beside, np.uint8)
    pixels[MIDDLE, MIDDLE] = here
    return Squared(pixels, SIZE)


def doubts(
    letter: str, rival: str, first: float, *, second: tuple[int, int], alphabet: str = "AÅOQX"
) -> tuple[Doubt, ...]:
    """What is in doubt where a letter was read with so much certainty, and both readers see a board of the second's."""
    return looked(letter, rival, first, second=second, alphabet=alphabet)[0].doubts


def looked(
    letter: str, rival: str, first: float, *, second: tuple[int, int], alphabet: str = "AÅOQX"
) -> tuple[Findings, SeesGrey, SeesGrey]:
    """The findings after a look, and both readers, which count what they read."""
    one, other = SeesGrey(letter, rival), SeesGrey(letter, rival)
    steady = Steady(Reader(one, tuple(alphabet)), Reader(other, tuple(alphabet)))
    seen = replace(evidence(HERE, reading={}), read_from=board(*second))
    return steady.doubt(Findings({B2: Reading(letter, first)}, frozenset(), ()), seen), one, other


def test_what_wavers_is_asked() -> None:
    """An A that is an Å a px further is a doubt between both, with what the readers give it on average."""
    (doubt,) = doubts("A", "Å", 0.98, second=(95, 50))
    assert doubt.square == B2
    assert dict(doubt.choices) == pytest.approx({"A": 0.59, "Å": 0.41}, abs=0.001)


def test_what_is_steady_stays() -> None:
    """An A that is one a px further, too, stays sure, though no reader is quite sure of it."""
    found, _, _ = looked("A", "Å", 0.98, second=(95, 92))
    assert not found.doubts
    assert found.board == {B2: Reading("A", 0.98)}


def test_a_doubt_takes_the_letter_away() -> None:
    """What is in doubt is not on the board for sure as well."""
    found, _, _ = looked("A", "Å", 0.98, second=(95, 50))
    assert not found.board


@pytest.mark.parametrize(("first", "second"), [(0.9997, 95), (0.98, 100)])
def test_one_reader_that_is_quite_sure_will_do(first: float, second: int) -> None:
    """A letter of which either reader is quite sure where it is, is not looked at from elsewhere."""
    assert not doubts("A", "Å", first, second=(second, 50))


def test_a_q_is_an_o_with_a_mark() -> None:
    """An O that is a Q a px further is a doubt, too."""
    (doubt,) = doubts("O", "Q", 0.98, second=(95, 50))
    assert {name for name, _ in doubt.choices} == {"O", "Q"}


def test_letters_of_their_own() -> None:
    """A letter that no mark tells from another one of the game is left alone: an X, and in English an A."""
    assert not doubts("X", "O", 0.98, second=(95, 50))
    assert not doubts("A", "Å", 0.98, second=(95, 50), alphabet="AOQX")


def test_only_what_is_not_quite_sure_costs_a_look() -> None:
    """A sure letter costs no window, one of which only the first reader is not quite sure one window, others eleven."""
    for first, second, (ones, others) in ((0.9997, 95, (0, 0)), (0.98, 100, (0, 1)), (0.98, 95, (5, 6))):
        _, one, other = looked("A", "Å", first, second=(second, 95))
        assert (sum(one.looks), sum(other.looks)) == (ones, others)


def test_what_was_steady_is_not_looked_at_again() -> None:
    """At the next look nothing is read where nothing has changed; what has changed is, and so is what wavered."""
    one, other = SeesGrey("A", "Å"), SeesGrey("A", "Å")
    steady = Steady(Reader(one, LETTERS), Reader(other, LETTERS))
    found = Findings({B2: Reading("A", 0.98)}, frozenset(), ())
    asked = []
    for beside in (95, 95, 40, 40):
        steady.doubt(found, replace(evidence(HERE, reading={}), read_from=board(95, beside)))
        asked.append(sum(one.looks) + sum(other.looks))
    assert np.diff(asked, prepend=0).tolist() == [11, 0, 11, 11]


def test_a_tile_off_its_square_is_looked_at_where_it_lies() -> None:
    """The windows are moved about the tile's own middle, wherever on its square that is."""
    pixels = board(95, 50).pixels.copy()
    pixels[MIDDLE - 1 : MIDDLE + 2, MIDDLE + 3 : MIDDLE + 6] = 95
    readers = [Reader(SeesGrey("A", "Å"), LETTERS) for _ in range(2)]
    found = Findings({B2: Reading("A", 0.98)}, frozenset(), ())
    seen = evidence(HERE, reading={"A": 0.98})
    shares = replace(seen.shares, offsets=np.array([[0.0, 4 / SQUARE]]))
    told = Steady(*readers).doubt(found, replace(seen, read_from=Squared(pixels, SIZE), shares=shares))
    assert not told.doubts


def test_out_of_focus_it_is_not_asked() -> None:
    """Out of focus a letter is sure at 0.985 or 0.997 only: then it is not looked at from elsewhere."""
    readers = [Reader(SeesGrey("A", "Å"), LETTERS) for _ in range(2)]
    found = Findings({B2: Reading("A", 0.99)}, frozenset(), (), certain=0.985)
    seen = replace(evidence(HERE, reading={}), read_from=board(95, 50))
    assert Steady(*readers).doubt(found, seen) == found
    assert Steady(*readers).doubt(replace(found, certain=0.97), seen).doubts


@pytest.mark.parametrize("why", ["faded", "at_end"])
def test_in_strong_light_it_is_not_asked(why: str) -> None:
    """What strong light faded was read on a board made plain, so on this one it is not looked at from elsewhere."""
    readers = [Reader(SeesGrey("A", "Å"), LETTERS) for _ in range(2)]
    found = Findings({B2: Reading("A", 0.98)}, frozenset(), ())
    lit = np.arange(SIZE * SIZE) == HERE
    seen = replace(evidence(HERE, reading={}), read_from=board(95, 50), **{why: lit})
    assert Steady(*readers).doubt(found, seen) == found


def test_a_board_without_letters() -> None:
    """Where nothing was read there is nothing to look at."""
    found = Findings({Square(0, 0): Reading("", 0.99)}, frozenset(), ())
    readers = [Reader(SeesGrey("A", "Å"), LETTERS) for _ in range(2)]
    assert Steady(*readers).doubt(found, replace(evidence(HERE, reading={}), read_from=board(95, 50))) == found
