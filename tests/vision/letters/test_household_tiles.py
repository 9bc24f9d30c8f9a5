"""What was learnt of a set of tiles: it settles doubts, raises them, and never makes a wrong letter sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.arrays import Floats
from vision.letters.classifier import Reader, Shares
from vision.letters.household_tiles import Learnt, LearntTile
from vision.letters.letter_model import SIDE, Windows

LETTERS = ("A", "O", "Q", "X")
SURE = 0.97


class Typeface(Reader):
    """A reader of windows that are all of one grey: the grey says which shape, and with it the reader's odds."""

    def __init__(self, odds: Sequence[Sequence[float]]) -> None:
        """Row for row: what the reader makes of the set's A, O, Q and X."""
        self.alphabet = LETTERS
        self._odds = np.array(odds)

    def told(self, windows: Windows) -> Shares:
        """The shares of each shape, seen in the middle."""
        return seen([int(window[SIDE // 2, SIDE // 2]) for window in windows], self._odds)


def seen(shapes: Sequence[int], odds: Floats, likeness: float = 1.0) -> Shares:
    """Tiles of these shapes as the reader sees them; less likeness is another set's tiles of the same letters."""
    letters = odds[list(shapes)]
    nothing = np.zeros(len(shapes))
    aside = np.sqrt(1 - likeness**2)
    features = np.column_stack([likeness * SHAPES[list(shapes)], np.full(len(shapes), aside)]).astype(np.float32)
    offsets = np.zeros((len(shapes), 2))
    return Shares(letters, nothing, nothing, nothing, nothing, offsets, features, np.ones(len(shapes), bool))


SHAPES = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0], [0, 0.93, 0.3676, 0], [0, 0, 0, 1]])
"""How the set's four letters look: its Q is an O with the shortest of tails."""

CONFUSED = np.array(
    [
        [0.9997, 0.0001, 0.0001, 0.0001],
        [0.0001, 0.99, 0.0098, 0.0001],
        [0.0001, 0.7, 0.2998, 0.0001],
        [0.0001, 0.0001, 0.0001, 0.9997],
    ]
)
"""A reader that knows A, O and X well and takes this set's Q for an O, though not as surely as a true O."""

CERTAIN = np.array(
    [
        [0.9997, 0.0001, 0.0001, 0.0001],
        [0.0001, 0.99, 0.0098, 0.0001],
        [0.0001, 0.985, 0.0148, 0.0001],
        [0.0001, 0.0001, 0.0001, 0.9997],
    ]
)
"""One that takes the set's Q for an O and sees no difference to speak of."""

AN_A, AN_O, A_Q, AN_X = range(4)


def tiles(names: Sequence[str] = LETTERS) -> list[LearntTile]:
    """One learnt tile of each shape, named so."""
    return [LearntTile(name, np.full((SIDE, SIDE), shape, np.uint8)) for shape, name in enumerate(names) if name]


def weighed(odds: Floats, shapes: Sequence[int], names: Sequence[str] = LETTERS, likeness: float = 1.0) -> Floats:
    """The letters' shares of tiles of these shapes after learning the set under these names."""
    return Learnt(Typeface(odds.tolist()), tiles(names)).weigh(seen(shapes, odds, likeness)).letters


def test_a_letter_taken_for_another_becomes_sure() -> None:
    """Where the reader's own odds tell two learnt letters apart, the learnt tile settles which of them it is."""
    assert weighed(CONFUSED, [AN_A, AN_X, AN_O, A_Q])[3].argmax() == A_Q
    assert weighed(CONFUSED, [AN_A, AN_X, AN_O, A_Q])[3, A_Q] >= SURE


def test_what_was_sure_and_right_stays() -> None:
    """A letter that reader and learnt tile agree on is as sure as before."""
    assert weighed(CONFUSED, [AN_A, AN_X, AN_O])[:3] == pytest.approx(CONFUSED[[AN_A, AN_X, AN_O]])


def test_a_letter_that_was_surely_wrong_becomes_a_doubt() -> None:
    """Where only the learnt tile speaks against the reader, people are asked: neither letter is sure."""
    asked = weighed(CERTAIN, [AN_A, AN_X, A_Q])[2]

    assert asked.argmax() == A_Q
    assert asked.max() < 0.6


@pytest.mark.parametrize("odds", [CONFUSED, CERTAIN])
@pytest.mark.parametrize("names", [("A", "Q", "O", "X"), ("X", "O", "Q", "A"), ("O", "A", "Q", "X")])
def test_exchanged_names_make_nothing_sure(odds: Floats, names: tuple[str, ...]) -> None:
    """A lesson whose names were exchanged leads to doubts at worst: whatever is sure afterwards was so before."""
    after = weighed(odds, [AN_A, AN_O, A_Q, AN_X], names)

    sure = np.flatnonzero(after.max(axis=1) >= SURE)
    assert all(after[row].argmax() == odds[row].argmax() and odds[row].max() >= SURE for row in sure)


def test_another_set_changes_nothing() -> None:
    """On a board whose plain tiles are unlike the learnt ones nothing is weighed: it is another set's."""
    assert weighed(CONFUSED, [AN_A, AN_X, AN_O, A_Q], likeness=0.9) == pytest.approx(CONFUSED[[AN_A, AN_X, AN_O, A_Q]])


def test_letters_that_were_not_learnt_are_not_spoken_against() -> None:
    """With half the alphabet learnt the other half is read as before."""
    only_a = ("A", "", "", "")

    assert weighed(CONFUSED, [AN_A, AN_A, AN_O, AN_X], only_a)[2:].argmax(axis=1).tolist() == [AN_O, AN_X]


def test_a_tile_seen_off_its_middle_is_left_as_it_was() -> None:
    """The comparison holds only for tiles in the middle of their window."""
    shares = replace(seen([AN_A, AN_X, AN_O, A_Q], CONFUSED), centred=np.array([True, True, True, False]))

    assert Learnt(Typeface(CONFUSED.tolist()), tiles()).weigh(shares).letters[3] == pytest.approx(CONFUSED[A_Q])


def test_which_answers_want_a_second_look() -> None:
    """An answer that another learnt letter gets as well is unclear; one that only its own gets is not."""
    assert Learnt(Typeface(CONFUSED.tolist()), tiles()).unclear.tolist() == [False, True, True, False]


def test_nothing_learnt_changes_nothing() -> None:
    """An empty set is no witness."""
    assert weighed(CONFUSED, [AN_A, A_Q], ("", "", "", "")) == pytest.approx(CONFUSED[[AN_A, A_Q]])
