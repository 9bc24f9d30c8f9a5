"""How cards are laid: in a grid that hangs together, alike from picture to picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.card_render import DeckStyle, Laying, PrintedCard, lay_heap, lay_pattern, lay_pile, pattern_origin
from vision.cards.card_sighting import Cell

DECK = DeckStyle(width=60.0, height=90.0)
RULED = Laying(crooked=0.0, gap=(0.0, 0.0), wander=0.0)


def pattern(*cells: Cell) -> dict[Cell, PrintedCard]:
    """An A in each cell."""
    return {cell: PrintedCard("A", 1) for cell in cells}


@pytest.mark.parametrize("turn", [0.0, 1.0, 3.5])
def test_columns_are_a_width_apart_and_rows_a_height(turn: float) -> None:
    """However the whole is turned, neighbours touch, and every card is turned with it."""
    words = lay_pattern(pattern((0, 0), (1, 0), (0, 1)), DECK, replace(RULED, turn=turn), (10.0, 20.0), 3)
    middles = {card.cell: np.array(card.middle) for card in words}

    across, down = (middles[cell] - middles[0, 0] for cell in ((1, 0), (0, 1)))

    assert middles[0, 0] == pytest.approx((10.0, 20.0))
    assert across == pytest.approx(60 * np.array([np.cos(turn), np.sin(turn)]))
    assert down == pytest.approx(90 * np.array([-np.sin(turn), np.cos(turn)]))
    assert [card.turn for card in words] == pytest.approx([turn] * 3)


def test_no_card_lies_farther_off_than_allowed() -> None:
    """Middles wander by no more than the farthest share of a card, turns by no more than twice the deviation."""
    loose = Laying(crooked=3.0, gap=(0.0, 0.0), wander=0.5, farthest=0.1)
    words = lay_pattern(pattern(*((n, 0) for n in range(40))), DECK, loose, (0.0, 0.0), 3)

    off = np.array([(card.middle[0] - 60 * (card.cell or (0, 0))[0], card.middle[1]) for card in words])

    assert np.abs(off).max(axis=0) == pytest.approx((6.0, 9.0))
    assert np.rad2deg(max(abs(card.turn) for card in words)) == pytest.approx(6.0)


def test_a_card_lies_still_as_words_are_laid_to_it() -> None:
    """A cell's card lies alike in every picture of one seed, and other seeds lay it elsewhere."""
    few, more = (lay_pattern(pattern(*cells), DECK, Laying(), (0.0, 0.0), 3) for cells in ([(0, 0)], [(-1, 0), (0, 0)]))
    other = lay_pattern(pattern((0, 0)), DECK, Laying(), (0.0, 0.0), 4)

    assert few[0] in more
    assert other[0].middle != few[0].middle


def test_a_pattern_can_be_laid_round_a_middle() -> None:
    """Its origin puts the middle of all cells where it is wanted, turned as it is."""
    cells, laying = pattern((2, -1), (3, -1), (4, -1), (4, 3)), replace(RULED, turn=0.7)

    words = lay_pattern(cells, DECK, laying, pattern_origin(cells, DECK, laying, (100.0, -50.0)), 3)

    middles = {card.cell: np.array(card.middle) for card in words}
    assert (middles[2, -1] + middles[4, 3]) / 2 == pytest.approx((100.0, -50.0))


def test_nothing_is_laid_of_no_words() -> None:
    """An empty pattern is an empty table."""
    assert lay_pattern({}, DECK, RULED, pattern_origin({}, DECK, RULED, (0.0, 0.0)), 3) == ()


@pytest.mark.parametrize(("count", "drawn"), [(1, 1), (4, 4), (60, 8)])
def test_a_pile_is_as_high_as_its_cards(count: int, drawn: int) -> None:
    """A pile of so many cards rises by their thickness, however few of them are drawn."""
    pile = lay_pile(count, DECK, (0.0, 0.0), 0.2, 7, np.random.default_rng(1))

    assert len(pile) == drawn
    assert pile[-1].foot == pytest.approx((count - 1) * 0.3)
    assert {(card.card, card.stack) for card in pile} == {(None, 7)}


def test_a_heap_lies_in_the_order_it_was_laid() -> None:
    """Cards laid aside lie one over the other, the last uppermost, in no cell."""
    cards = [PrintedCard(letter, 1) for letter in "ABC"]

    heap = lay_heap(cards, DECK, (0.0, 0.0), 0.1, 7, np.random.default_rng(1))

    assert [card.card for card in heap] == cards
    assert [card.foot for card in heap] == sorted(card.foot for card in heap)
    assert {card.cell for card in heap} == {None}
