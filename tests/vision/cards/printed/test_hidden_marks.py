"""Marks that may lie under another card: only where the deck prints them, as some card of the look shows."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cards.bare_prints import bare_prints
from vision.arrays import Floats
from vision.cards.card_frames import Frames
from vision.cards.card_sighting import Cell
from vision.cards.card_windows import HIGH, INSET, WIDE
from vision.cards.found.things_beside import SeenThings
from vision.cards.printed.hidden_marks import may_be_anothers, may_be_hidden, may_lie_under, under_things
from vision.cards.printed.small_print import Prints

HALF_WIDE, HALF_HIGH = 50.0, 70.0


def cards(*middles: tuple[float, float], turn: float = 0.0) -> Frames:
    """Cards 100 px wide and 140 high, turned by so many radians about the picture's corner."""
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    rights, downs = (np.tile(side, (len(middles), 1)) @ way for side in ([HALF_WIDE, 0.0], [0.0, HALF_HIGH]))
    return Frames(
        np.array(middles, float).reshape(-1, 2) @ way,
        rights,
        downs,
        np.ones(len(middles)),
        np.zeros(len(middles), bool),
    )


def at(across: float, down: float) -> tuple[float, float]:
    """A place on a card, as shares of its width and height, in px of its window."""
    return INSET[0] + across * (WIDE - 2 * INSET[0]), INSET[1] + down * (HIGH - 2 * INSET[1])


def prints(count: int, marked: int | slice, spot: tuple[float, float], share: float = 1.0) -> Prints:
    """What so many cards bear: one of them a 2x at that place, with that share."""
    marks = np.tile([1.0, 0.0, 0.0], (count, 1))
    marks[marked] = [1 - share, share, 0.0]
    spots: Floats = np.full((count, 5, 2), np.nan)
    spots[:, 0] = spot
    return bare_prints(marks, spots)


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi])
def test_a_card_that_lies_where_others_bear_their_marks_may_hide_one(turn: float) -> None:
    """The second card's upper left corner lies over or under the first one; the third lies apart, and bears a mark."""
    lying = cards((100, 100), (180, 100), (500, 100), turn=turn)

    assert may_be_hidden(lying, prints(3, 2, at(0.12, 0.1))).tolist() == [False, True, False]


def test_ink_beside_another_card_may_be_a_half_hidden_mark() -> None:
    """A mark's middle lies just beside the other card's edge: it is one only if some ink of it is seen."""
    lying = cards((100, 100), (196, 100), (500, 100))
    plain = prints(3, 2, at(0.1, 0.1))
    inked = replace(plain, strange=np.array([0.0, 0.01, 0.01]))

    assert [may_be_hidden(lying, one)[1] for one in (plain, inked)] == [False, True]


@pytest.mark.parametrize(
    ("middle", "ink", "is_hidden"), [(191.0, 0.03, False), (186.0, 0.03, True), (191.0, 0.01, True)]
)
def test_a_large_mark_that_lies_half_on_another_card_would_be_seen(
    middle: float, ink: float, *, is_hidden: bool
) -> None:
    """Its middle 1 or 6 px under the other card's edge, cards 140 px high: of a small mark too little would be left."""
    lying = cards((100, 100), (middle, 100), (500, 100))
    look = replace(prints(3, 2, at(0.08, 0.1)), strange=np.array([0.0, 0.0, ink]))

    assert may_be_hidden(lying, look)[1] == is_hidden
    look.spots[2, 1] = at(0.5, 0.9)
    assert may_be_hidden(lying, look)[1], "that ink is a stain in another place"


@pytest.mark.parametrize(("middle", "is_hidden"), [(192.0, True), (196.0, False)])
def test_a_card_that_laps_is_told_too_short(middle: float, *, is_hidden: bool) -> None:
    """O's 2x lay wholly under an X: of O so much less was seen that its mark's place seemed to lie just beside."""
    lying, place = cards((100, 100), (middle, 100), (500, 100)), np.array(at(0.11, 0.1))

    assert may_be_hidden(lying, replace(prints(3, 2, at(0.11, 0.1)), place=place))[1] == is_hidden


@pytest.mark.parametrize("turn", [0.0, 0.7, np.pi])
def test_two_cards_that_show_one_mark_may_both_have_none(turn: float) -> None:
    """The second card is found too broad, and shows the first one's mark at its edge: whose it is nothing tells."""
    lying = cards((100, 100), (190, 100), (500, 100), turn=turn)
    look = prints(3, slice(3), at(0, 0))
    look.seen_at[:] = at(0.96, 0.1), at(0.04, 0.1), at(0.96, 0.1)

    assert may_be_anothers(lying, look).tolist() == [True, True, False]
    one_alone = replace(look, closer=np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]]))
    assert not may_be_anothers(lying, one_alone).any(), "the first one seems to have none"
    assert not may_be_anothers(cards(), prints(0, slice(0), at(0, 0))).any()


def test_nothing_is_hidden_elsewhere() -> None:
    """Cards that overlap where the deck prints no mark, or lie side by side, hide none."""
    assert not may_be_hidden(cards((100, 100), (180, 100), (500, 100)), prints(3, 2, at(0.5, 0.1))).any()
    assert not may_be_hidden(cards((100, 100), (204, 100), (500, 100)), prints(3, 2, at(0.12, 0.1))).any()


@pytest.mark.parametrize(("step", "is_hidden"), [((80.0, 0.0), True), ((93.0, 0.0), False), ((0.0, 118.0), True)])
def test_where_no_card_clearly_bears_a_mark_one_may_lie_under_any_edge(
    step: tuple[float, float], *, is_hidden: bool
) -> None:
    """FRGA, laid a seventh over one another, hid G's 2x: where marks stand nobody had seen, and none was asked about.

    A mark that is in doubt itself tells no place, and where there are no cards there is nothing to hide.
    """
    look = prints(2, 0, at(0.12, 0.1), share=0.5)

    assert may_be_hidden(cards((100, 100), (100 + step[0], 100 + step[1])), look).tolist() == [is_hidden, is_hidden]
    assert not may_be_hidden(cards(), prints(0, slice(0), at(0, 0))).any()


def test_where_the_deck_prints_its_marks_one_may_be_hidden_though_none_is_seen() -> None:
    """The place is known from earlier looks, and the second card lies over or under the first one just there."""
    none = replace(prints(2, 0, at(0.12, 0.1), share=0.0), place=np.array(at(0.12, 0.1)))

    assert may_be_hidden(cards((100, 100), (180, 100)), none).tolist() == [False, True]
    assert not may_be_hidden(cards((100, 100), (204, 100)), none).any()


ABOVE, BEHIND, CORNER = (1, -1), (3, 0), (3, -1)


@pytest.mark.parametrize(
    ("place", "thing", "under"),
    [
        (at(0.8, 0.5), BEHIND, [2]),
        (at(0.8, 0.5), ABOVE, []),
        (at(0.5, 0.1), ABOVE, [1]),
        (at(0.9, 0.1), BEHIND, [2]),
        (at(0.9, 0.1), ABOVE, [0, 1]),
        (at(0.9, 0.1), CORNER, [2]),
        (at(0.1, 0.1), CORNER, []),
        (at(0.5, 0.5), BEHIND, []),
        (None, BEHIND, [2]),
        (None, ABOVE, [1]),
    ],
)
def test_a_thing_beside_the_words_may_lie_over_the_marks_at_that_edge(
    place: tuple[float, float] | None, thing: Cell, under: list[int]
) -> None:
    """It hides what stands at the edge or the corner beside it; where marks stand is unknown, at any edge."""
    word = {0: (0, 0), 1: (1, 0), 2: (2, 0)}
    told = may_lie_under(4, word, {thing}, None if place is None else np.array(place))

    assert np.flatnonzero(told).tolist() == under


@pytest.mark.parametrize(
    ("thing", "under"),
    [((60, 60, 150, 90), [True, False]), ((60, 110, 250, 140), [False, False]), ((120, 60, 250, 90), [True, True])],
    ids=["over the first one's mark", "over no mark", "over half of the first one's, and the second one's"],
)
def test_a_thing_over_the_place_for_marks_may_hide_one(thing: tuple[int, int, int, int], under: list[bool]) -> None:
    """A note of the cards' own colour lay over a 3x, beside the letter and the value; marks stand in the upper right.

    thing: left, top, right and lower edge, px.
    """
    shares, (left, top, right, low) = np.zeros((200, 300)), thing
    shares[top:low, left:right] = 0.5
    frames = cards((100, 100), (204, 100))

    told = under_things(frames, SeenThings(shares, np.zeros(2, int), np.ones(2)), np.array(at(0.75, 0.2)))

    assert told.tolist() == under
