"""A board of which too little can be seen is refused, and the sentence says why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.square import Square
from tests.vision.test_upright import seen
from vision.refusals import BLURRED, COVERED, TOO_BRIGHT, is_mostly_doubt, refused
from vision.sighting import NotSeen, Sighting
from vision.squared import SQUARE, Squared

SIZE = 17
FIFTH = 57
"""A fifth of the squares is 57.8 of them."""


def lit(grey: int) -> Squared:
    """A board of one grey."""
    return Squared(np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), grey, np.uint8), SIZE)


DARK, WHITE = lit(120), lit(255)


@pytest.mark.parametrize(("doubts", "is_refused"), [(FIFTH, False), (FIFTH + 1, True)])
def test_a_board_that_is_mostly_in_doubt(doubts: int, *, is_refused: bool) -> None:
    """Where no letter tells the top, doubts on more than a fifth of the squares hide letters, and nobody answers them."""
    look = seen(0, 0, bare=doubts)

    assert is_mostly_doubt(look, SIZE) is is_refused
    assert refused(look, [look, look], DARK) == (COVERED if is_refused else None)


def test_a_board_that_was_not_seen_has_no_doubts() -> None:
    """What was refused already is not counted again."""
    assert not is_mostly_doubt(NotSeen("dark", "light"), SIZE)


@pytest.mark.parametrize(
    ("look", "other", "board", "why"),
    [
        (seen(0, 0, bare=5), seen(5, 0), DARK, BLURRED),
        (seen(0, 0, bare=5), seen(4, 0), DARK, None),
        (seen(0, 0, bare=5), NotSeen("blurred", "focus"), DARK, BLURRED),
        (seen(0, 0, bare=5), seen(5, 0), WHITE, TOO_BRIGHT),
        (seen(0, 0, bare=5), seen(0, 0), WHITE, TOO_BRIGHT),
        (replace(seen(0, 0, bare=5), covered=frozenset({Square(0, 0)})), seen(5, 0), WHITE, COVERED),
    ],
)
def test_why(look: Sighting, other: Sighting | NotSeen, board: Squared, why: NotSeen | None) -> None:
    """Letters seen from another side, sure or out of focus, were not seen from this one: for light, a hand, or blur."""
    assert refused(look, [seen(0, 0), other], board) == why
