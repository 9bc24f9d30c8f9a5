"""Where a deck prints its marks, as the cards of a look show it."""

import numpy as np
import pytest

from vision.cards.printed.deck_marks import place_of
from vision.cards.printed.small_print import Place, Prints

LOW_LEFT, UP_RIGHT = (18.0, 114.0), (78.0, 22.0)
"""Places on a card's window, px."""

Seen = tuple[tuple[float, float], float, float]
"""Where a card is looked at, and the share of a 2x over the whole card and from nearer."""

CLEAR, STAIN, NOTHING = (LOW_LEFT, 0.9, 1.0), (UP_RIGHT, 0.4, 0.99), (UP_RIGHT, 0.0, 0.01)


def place(*cards: Seen, before: tuple[float, float] | None = None, letters: int = 9) -> tuple[float, ...] | None:
    """The place that cards tell; letters: so many of them show one, the others are jokers."""
    count = len(cards)
    spots = np.full((count, 5, 2), np.nan)
    spots[:, 0] = np.array([spot for spot, _, _ in cards]).reshape(-1, 2)
    marks = np.array([[1 - far, far, 0.0] for _, far, _ in cards]).reshape(-1, 3)
    seen = np.tile([1.0, 0.0, 0.0], (count, 5, 1))
    seen[:, 0] = np.array([[1 - near, near, 0.0] for _, _, near in cards]).reshape(-1, 3)
    prints = Prints(
        np.zeros((count, 17)),
        marks,
        np.zeros(count),
        True,
        spots,
        marks,
        spots[:, 0],
        np.zeros((2, count, 2, 1, 1)),
        np.zeros((count, 1, 1), bool),
    )
    known = None if before is None else np.array(before)
    told: Place | None = place_of(prints, seen, np.arange(count) < letters, known)
    return None if told is None else tuple(told.tolist())


def test_two_clear_marks_tell_it() -> None:
    """Two cards that clearly bear one in the same place, whatever lies a little on others."""
    assert place(CLEAR, CLEAR, NOTHING) == LOW_LEFT
    assert place(CLEAR, ((22.0, 110.0), 0.8, 0.99), NOTHING) == (20.0, 112.0)


@pytest.mark.parametrize(
    "cards",
    [(CLEAR, NOTHING), (CLEAR, (LOW_LEFT, 0.6, 1.0)), (CLEAR, (LOW_LEFT, 0.9, 0.9)), (CLEAR, (UP_RIGHT, 0.9, 1.0)), ()],
    ids=["one mark", "unclear on the card", "unclear from nearer", "two places", "no cards"],
)
def test_less_tells_nothing(cards: tuple[Seen, ...]) -> None:
    """One card alone may be stained, and so may two that agree half-heartedly, or not."""
    assert place(*cards) is None


def test_what_else_may_be_a_mark_speaks_against_it() -> None:
    """A card that seems to bear a mark elsewhere and none there: the two others may be stained alike."""
    assert place(CLEAR, CLEAR, STAIN) is None
    assert place(CLEAR, CLEAR, STAIN, before=LOW_LEFT) is None


def test_it_is_remembered() -> None:
    """Once known it stays known, if nothing speaks against it, though no card bears one that is clear."""
    assert place(NOTHING, NOTHING, before=LOW_LEFT) == LOW_LEFT
    assert place(CLEAR, NOTHING, before=LOW_LEFT) == LOW_LEFT
    assert place(CLEAR, CLEAR, NOTHING, before=UP_RIGHT) == LOW_LEFT, "another deck lies there"


def test_a_jokers_picture_is_no_mark() -> None:
    """Only cards that show a letter tell: the picture of a joker may look like anything."""
    assert place(CLEAR, CLEAR, NOTHING, letters=0) is None
    assert place(STAIN, NOTHING, before=LOW_LEFT, letters=0) == LOW_LEFT
