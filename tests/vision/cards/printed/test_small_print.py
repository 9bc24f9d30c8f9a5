"""Which ink on a card is taken for a mark, and which for a stain."""

import numpy as np

from vision.cards.card_letters import Glyphs
from vision.cards.card_windows import HIGH, WIDE, levels_of
from vision.cards.printed.card_marks import LIMITS
from vision.cards.printed.card_values import MOST_VALUE
from vision.cards.printed.small_print import Prints, prints_of

ROWS, COLUMNS, CLASSES = 27, 18, MOST_VALUE + 4
TWICE = MOST_VALUE + 1
Place = tuple[int, int]
LOW_LEFT, LOW_RIGHT, UP_LEFT, UP_RIGHT = (22, 2), (22, 15), (3, 2), (3, 15)
"""Rows and columns of the network's places."""


def told(*cards: dict[Place, float], red: tuple[int, int, int] = (40, 40, 200)) -> Prints:
    """What is told of cards, each with ink at some places, and the share of a 2x that the network sees there.

    red: the colour of what it takes for one, blue-green-red.
    """
    count = len(cards)
    windows = np.full((count, HIGH, WIDE, 3), 240, np.uint8)
    windows[:, 50:85, 35:62] = 20
    shares = np.zeros((2, count, CLASSES, ROWS, COLUMNS), np.float32)
    shares[:, :, -1] = 1.0
    inks = [(number, place, share) for number, card in enumerate(cards) for place, share in card.items()]
    for number, (row, column), share in inks:
        y, x = 14 + 4 * row, 14 + 4 * column
        reach = 6 if share > 0.5 else 8  # stains are larger
        windows[number, y - reach : y + reach + 1, x - reach : x + reach + 1] = red if share else (120, 170, 200)
        shares[0, number, TWICE, row, column], shares[0, number, -1, row, column] = share, 1 - share
    letters = Glyphs(np.full((count, 2), 0.5), np.full(count, 0.3), np.ones(count, bool), np.zeros((count, 2)))
    return prints_of(shares, levels_of(windows), letters, np.ones(count, bool))


def test_ink_that_other_cards_have_not_may_be_a_mark() -> None:
    """A stain on one card is ink in a place where the others have none, as a mark is."""
    prints = told({LOW_LEFT: 0.98}, {LOW_RIGHT: 0.0}, *[{}] * 3)

    assert list(prints.strange >= LIMITS.strange_size) == [True, True, False, False, False]
    assert prints.marks.argmax(axis=1).tolist() == [1, 0, 0, 0, 0]


def test_a_mark_so_pale_that_it_is_hardly_ink_is_seen() -> None:
    """Where light has all but taken its colour the network still sees it, and it is looked at from nearer."""
    prints = told({UP_RIGHT: 0.98}, *[{}] * 4, red=(232, 234, 240))

    assert prints.strange.max() == 0
    assert prints.marks.argmax(axis=1).tolist() == [1, 0, 0, 0, 0]
    assert np.isfinite(prints.spots[0, 0]).all()


def test_a_pale_mark_beside_what_looks_more_like_one_is_looked_at_from_nearer_too() -> None:
    """A clear value and a stain may look more like a mark than a pale one does: three places are looked at."""
    prints = told({LOW_LEFT: 0.6, LOW_RIGHT: 0.5, UP_LEFT: 0.4, UP_RIGHT: 0.3}, {LOW_LEFT: 0.6, UP_RIGHT: 0.01})
    looked = [{(int(y - 14) // 4, int(x - 14) // 4) for x, y in card if np.isfinite(x)} for card in prints.spots]

    assert looked == [{LOW_LEFT, LOW_RIGHT, UP_LEFT}, {LOW_LEFT}]


def valued(*cards: tuple[float, float], at: tuple[Place, Place] = (UP_LEFT, LOW_RIGHT)) -> Prints:
    """What is told of cards that show a 4 in two corners, or at two other places, with these shares."""
    count = len(cards)
    shares = np.zeros((2, count, CLASSES, ROWS, COLUMNS), np.float32)
    shares[:, :, -1] = 1.0
    for number, shown in enumerate(cards):
        for (row, column), share in zip(at, shown, strict=True):
            shares[0, number, 4, row, column], shares[0, number, -1, row, column] = share, 1 - share
    levels = levels_of(np.full((count, HIGH, WIDE, 3), 240, np.uint8))
    letters = Glyphs(np.full((count, 2), 0.5), np.full(count, 0.3), np.ones(count, bool), np.zeros((count, 2)))
    return prints_of(shares, levels, letters, np.ones(count, bool))


def test_a_value_that_is_seen_in_one_corner_only_is_covered_in_the_other() -> None:
    """A deck prints it in both: where one shows none something lies over that corner, and perhaps over the letter."""
    prints = valued((1.0, 1.0), (1.0, 0.02), (1.0, 0.6), (1.0, 1.0), (0.6, 0.02))

    assert prints.misses_value.tolist() == [False, True, False, False, False]
    assert not valued((1.0, 0.0), (1.0, 0.0), (1.0, 0.0)).misses_value.any(), "this deck has them in one corner"


def test_a_print_that_takes_up_some_steps_is_no_two_places() -> None:
    """Cards are found a little askew, and a value is seen some steps wide: none is missed beside one that is seen."""
    prints = valued((1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (1.0, 0.0), at=((3, 2), (3, 5)))

    assert not prints.misses_value.any()
    assert (prints.values.argmax(axis=1) == 4).all()
    assert (prints.values.max(axis=1) > 0.9).all()
