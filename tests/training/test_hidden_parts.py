"""What is learnt of squares that something hides: whether they are hidden in part, and when what they show is not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from training.board.board_truth import BARE, BLANK, COVERED, LETTER, UNTOLD, Board
from training.board.hidden_parts import IN_PART, PERHAPS, WHOLE, Hidden
from vision.lighting.relative_look import PX

SIZE = 3
MIDDLE = slice(2 * PX, 3 * PX)
"""The px of the middle square, with a letter of one upright stroke; a blank lies left of it, the others are bare."""
ACROSS = slice(PX, 4 * PX)
"""The px of all squares of a row."""


@pytest.fixture
def hidden() -> Hidden:
    """What is hidden of that board: nothing yet."""
    side = (SIZE + 2) * PX
    pixels, truth = np.full((side, side, 3), 200, np.uint8), np.full((SIZE, SIZE), BARE, np.uint8)
    pixels[2 * PX + 2 : 3 * PX - 2, 2 * PX + 6 : 2 * PX + 10] = 30
    truth[1] = BLANK, LETTER, BARE
    return Hidden(Board(pixels, np.zeros_like(truth), truth))


def over(rows: slice, columns: slice, share: float = 1.0) -> NDArray[np.float32]:
    """How much of each px is hidden, where something lies over some rows and columns of px."""
    field = np.zeros(((SIZE + 2) * PX, (SIZE + 2) * PX), np.float32)
    field[rows, columns] = share
    return field


def rows(first: int, last: int) -> slice:
    """Some rows of px of the middle squares."""
    return slice(2 * PX + first, 2 * PX + last)


def test_what_nothing_hides_is_whole(hidden: Hidden) -> None:
    """Nothing lies over the board: a letter, a blank and a bare square are whole, and are what they are."""
    assert hidden.parts()[1].tolist() == [WHOLE, WHOLE, WHOLE]
    assert hidden.truth()[1].tolist() == [BLANK, LETTER, BARE]


def test_a_thread_over_a_stroke_leaves_a_letter_in_part(hidden: Hidden) -> None:
    """A thread of a tenth of a square hides a stroke's part: no whole letter, whatever it looks like. Others may be."""
    hidden.by_thing(over(rows(6, 8), ACROSS))
    assert hidden.parts()[1].tolist() == [PERHAPS, IN_PART, PERHAPS]
    assert hidden.truth()[1].tolist() == [UNTOLD, UNTOLD, UNTOLD]


def test_what_lies_beside_a_letter_hides_none_of_it(hidden: Hidden) -> None:
    """A thread along a tile's rim takes no ink: the letter is whole."""
    hidden.by_thing(over(rows(0, 1), slice(2 * PX, 2 * PX + 8)))
    assert hidden.parts()[1, 1] == WHOLE


def test_what_lies_over_most_of_a_square_covers_it(hidden: Hidden) -> None:
    """Under a hand no square is whole, nor told as what it is."""
    hidden.by_thing(over(rows(0, PX), ACROSS))
    assert hidden.parts()[1].tolist() == [IN_PART, IN_PART, IN_PART]
    assert hidden.truth()[1].tolist() == [COVERED, COVERED, COVERED]


@pytest.mark.parametrize(("share", "part"), [(0.5, WHOLE), (0.75, IN_PART)])
def test_ink_is_seen_through_haze(hidden: Hidden, share: float, part: int) -> None:
    """A lamp's mirror that leaves half of the contrast of a stroke's upper half hides nothing; a whiter one does."""
    hidden.by_lamp(over(rows(0, PX // 2), MIDDLE, share))
    assert hidden.parts()[1, 1] == part


def test_two_lamps_are_not_less_than_one(hidden: Hidden) -> None:
    """What one lamp hides stays hidden under a second, weaker one."""
    hidden.by_lamp(over(rows(0, PX), MIDDLE, 0.9))
    hidden.by_lamp(over(rows(0, PX), MIDDLE, 0.2))
    assert hidden.truth()[1, 1] == COVERED
    assert hidden.parts()[1, 1] == IN_PART
