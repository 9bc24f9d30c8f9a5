"""Which ink on a card is taken for a mark, and which for a stain."""

import numpy as np

from vision.cards.card_letters import Glyphs
from vision.cards.card_windows import HIGH, WIDE, levels_of
from vision.cards.printed.card_marks import LIMITS
from vision.cards.printed.small_print import MOST_VALUE, Prints, prints_of

ROWS, COLUMNS, CLASSES = 27, 18, MOST_VALUE + 4
TWICE = MOST_VALUE + 1
Place = tuple[int, int]
LOW_LEFT, LOW_RIGHT, UP_LEFT, UP_RIGHT = (22, 2), (22, 15), (3, 2), (3, 15)
"""Rows and columns of the network's places."""


def told(*cards: dict[Place, float]) -> Prints:
    """What is told of cards, each with ink at some places, and the share of a 2x that the network sees there."""
    count = len(cards)
    windows = np.full((count, HIGH, WIDE, 3), 240, np.uint8)
    windows[:, 50:85, 35:62] = 20
    shares = np.zeros((2, count, CLASSES, ROWS, COLUMNS), np.float32)
    shares[:, :, -1] = 1.0
    inks = [(number, place, share) for number, card in enumerate(cards) for place, share in card.items()]
    for number, (row, column), share in inks:
        y, x = 14 + 4 * row, 14 + 4 * column
        reach = 6 if share > 0.5 else 8  # stains are larger
        windows[number, y - reach : y + reach + 1, x - reach : x + reach + 1] = (
            (40, 40, 200) if share else (120, 170, 200)
        )
        shares[0, number, TWICE, row, column], shares[0, number, -1, row, column] = share, 1 - share
    letters = Glyphs(np.full((count, 2), 0.5), np.full(count, 0.3), np.ones(count, bool), np.zeros((count, 2)))
    return prints_of(shares, levels_of(windows), letters, np.ones(count, bool))


def test_ink_beside_the_decks_place_for_marks_is_a_stain() -> None:
    """Two cards show where the deck prints its marks: ink elsewhere, and none there, is no mark, and the marks stay."""
    prints = told(*[{LOW_LEFT: 0.98}] * 2, *[{LOW_RIGHT: 0.0}] * 3)

    assert list(prints.strange >= LIMITS.strange_size) == [True, True, False, False, False]
    assert prints.marks.argmax(axis=1).tolist() == [1, 1, 0, 0, 0]


def test_a_lone_mark_tells_no_place() -> None:
    """One card alone may bear anything: ink elsewhere may still be a mark, and is asked."""
    prints = told({LOW_LEFT: 0.98}, *[{LOW_RIGHT: 0.0}] * 2)

    assert prints.strange[0] >= LIMITS.strange_size


def test_ink_at_the_decks_place_for_marks_is_no_stain() -> None:
    """What lies where marks are printed stays a question, however little it looks like one."""
    prints = told(*[{LOW_LEFT: 0.98}] * 2, {LOW_LEFT: 0.0}, *[{LOW_RIGHT: 0.0}] * 2)

    assert prints.strange[2] >= LIMITS.strange_size


def test_a_pale_mark_beside_what_looks_more_like_one_is_looked_at_from_nearer_too() -> None:
    """A clear value and a stain may look more like a mark than a pale one does: three places are looked at."""
    prints = told({LOW_LEFT: 0.6, LOW_RIGHT: 0.5, UP_LEFT: 0.4, UP_RIGHT: 0.3}, {LOW_LEFT: 0.6, UP_RIGHT: 0.01})
    looked = [{(int(y - 14) // 4, int(x - 14) // 4) for x, y in card if np.isfinite(x)} for card in prints.spots]

    assert looked == [{LOW_LEFT, LOW_RIGHT, UP_LEFT}, {LOW_LEFT}]


def test_a_stain_beside_a_mark_is_told_apart_from_it() -> None:
    """What tells how large a mark is must be the mark: a stain that looks a little like one lies in another place."""
    alone, stained = (
        told(*[{LOW_LEFT: 0.98}] * 2, *[{}] * 3),
        told({LOW_LEFT: 0.98, LOW_RIGHT: 0.06}, {LOW_LEFT: 0.98}, *[{}] * 3),
    )

    assert [bool(np.isnan(prints.spots[0, 1]).all()) for prints in (alone, stained)] == [True, False]
