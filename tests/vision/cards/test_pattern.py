"""Which cards lie edge to edge, and in which cells."""

import numpy as np
import pytest

from vision.cards.card_frames import Frames
from vision.cards.pattern import (
    aligned,
    askew,
    astray,
    between,
    crooked_beside,
    from_top_left,
    groups_of,
    hanging,
    loose,
    parted,
)

WIDE, HIGH = 60.0, 90.0


def laid(text: str, *, turn: float = 0.0, crooked: float = 0.0, gap: float = 1.0) -> Frames:
    """Cards where the text has a letter, one character a card's width and one line a card's height apart."""
    rng = np.random.default_rng(5)
    lines = text.strip("\n").splitlines()
    cells = [(column, row) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign not in ". "]
    away = np.deg2rad(turn)
    whole = np.array([[np.cos(away), -np.sin(away)], [np.sin(away), np.cos(away)]])
    turns = np.deg2rad(rng.normal(0, crooked, len(cells))) + away
    middles = np.array(cells) * [WIDE * gap, HIGH * gap] @ whole.T + 400
    rights = np.column_stack([np.cos(turns), np.sin(turns)]) * WIDE / 2
    downs = np.column_stack([-np.sin(turns), np.cos(turns)]) * HIGH / 2
    return Frames(middles, rights, downs, np.ones(len(cells)), np.zeros(len(cells), bool))


CROSS = """
..K.
LUVA
..L.
"""


@pytest.mark.parametrize("turn", [0, 33, 145, -90])
@pytest.mark.parametrize(("crooked", "gap"), [(0, 1.0), (4, 1.06), (3, 0.85)])
def test_words_that_cross_are_one_group_however_they_lie(turn: float, crooked: float, gap: float) -> None:
    """Cards a little crooked, apart or over one another keep their cells, the whole pattern turned anyhow."""
    groups = groups_of(laid(CROSS, turn=turn, crooked=crooked, gap=gap))

    assert len(groups) == 1
    assert sorted(from_top_left(groups[0].cells).values()) == [(0, 1), (1, 1), (2, 0), (2, 1), (2, 2), (3, 1)]


def test_a_card_that_lies_apart_is_a_group_of_its_own() -> None:
    """Two cards' widths away is not edge to edge."""
    groups = groups_of(laid("KUL..A"))

    assert [len(group.cells) for group in groups] == [3, 1]


@pytest.mark.parametrize("turn", [0, 33, -90])
@pytest.mark.parametrize("gap", [1.0, 1.06, 0.85])
def test_what_lies_otherwise_than_its_neighbours_is_astray(turn: float, gap: float) -> None:
    """Whether cards lie apart or overlap, they do so alike: one pushed off a third of its width is told, in widths."""
    cards = laid(CROSS, turn=turn, gap=gap)
    [group] = groups_of(cards)
    off, cell = astray(cards, group.cells), (0, 1)
    pushed = next(number for number, place in from_top_left(group.cells).items() if place == cell)
    cards.middles[pushed] -= 0.66 * cards.rights[pushed]

    assert off.max() < 0.01
    assert astray(cards, group.cells)[pushed] == pytest.approx(0.33, abs=0.01)
    assert astray(laid("K"), {0: (0, 0)}).tolist() == [0]


@pytest.mark.parametrize(("turned", "off"), [(0, 0.0), (8, 0.09), (18, 0.21)])
def test_what_lies_crooked_beside_one_card_alone_is_astray(turned: float, off: float) -> None:
    """A playing card beside one of a word's, as a joker would lie: no other two lie beside each other that way."""
    cards = laid("A.\nSK\nT.")
    turn = np.deg2rad(turned)
    away = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    [group] = groups_of(cards)
    beside = next(number for number, place in from_top_left(group.cells).items() if place == (1, 1))
    for side in (cards.rights, cards.downs):
        side[beside] = away @ side[beside]

    assert astray(cards, group.cells)[beside] == pytest.approx(off, abs=0.01)


@pytest.mark.parametrize(("pushed", "is_loose"), [(0.2, False), (0.34, True)])
def test_a_card_at_an_end_that_lies_far_off_its_neighbour_may_lie_aside(pushed: float, *, is_loose: bool) -> None:
    """Beside one card alone it may lie there by chance; between two it is one of the words."""
    cards = laid("LUVA")
    [group] = groups_of(cards)
    end = next(number for number, place in from_top_left(group.cells).items() if place == (3, 0))
    cards.middles[end] += pushed * 2 * cards.rights[end]

    assert loose(cards, group.cells) == ({end} if is_loose else set())
    assert loose(laid("K"), {0: (0, 0)}) == set()


def test_what_something_parted_from_the_words_is_told_apart() -> None:
    """A card in a cell of the words, with a covered one between, may belong to them; one askew does not."""
    straight = laid("KUL.A")
    askew = Frames(straight.middles, straight.rights.copy(), straight.downs.copy(), straight.scores, straight.backs)
    turned = np.deg2rad(40)
    way = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
    askew.rights[3], askew.downs[3] = way @ askew.rights[3], way @ askew.downs[3]

    assert parted(straight, groups_of(straight)) == {3: (4, 0)}
    assert parted(askew, groups_of(askew)) == {}


@pytest.mark.parametrize("turn", [0, 33, 145])
def test_a_card_that_lies_askew_at_a_words_end_is_told_with_its_cell(turn: float) -> None:
    """The O of KULO, turned by 40 degrees, is none of the group, but lies in the cell beside the L; the A does not."""
    cards = laid("KULO.A", turn=turn)
    away = np.deg2rad(40)
    askew = np.array([[np.cos(away), np.sin(away)], [-np.sin(away), np.cos(away)]])
    for side in (cards.rights, cards.downs):
        side[3] = side[3] @ askew
    words = groups_of(cards)[0]

    beside = crooked_beside(cards, words)

    assert len(words.cells) == 3
    assert beside.keys() == {3}
    assert [np.subtract(cell, words.cells[2]).tolist() for cell in beside[3]] == [[1, 0]]


def test_what_lies_farther_on_beside_a_card_askew_may_belong_to_the_word_as_well() -> None:
    """Three cards on, all turned crosswise, may fill the three cells on; crosswise cards far away fill none."""
    cards = laid("LUVAKUL.........ORD")
    crosswise = np.arange(10) >= 4
    for side, other in ((cards.rights, cards.downs.copy()), (cards.downs, -cards.rights.copy())):
        side[crosswise] = other[crosswise] * (0.8 if side is cards.rights else 1.2)
    groups = groups_of(cards)
    words = groups[0].cells

    assert sorted(words) == [0, 1, 2, 3]
    assert {tuple(np.subtract(cell, words[3]).tolist()) for cell in askew(cards, groups)} == {(1, 0), (2, 0), (3, 0)}


def test_between_words_and_what_is_parted_from_them_a_card_may_lie() -> None:
    """The free cells in a row or column from a parted card to the nearest other one, and none beyond or askew."""
    words = [(0, 0), (1, 0), (2, 0)]

    assert between(words, [(4, 0)]) == {(3, 0)}
    assert between(words, [(1, 3), (3, 3)]) == {(1, 1), (1, 2), (2, 3)}
    assert between(words, [(4, 1)]) == set()


def test_neighbours_are_thought_to_stand_the_same_way_up() -> None:
    """Whichever way up each card was found, all of a group come out alike."""
    cards = laid(CROSS)
    mixed = cards.turned(np.array([True, False, True, False, False, True]))

    downs = aligned(mixed).downs[:, 1]
    assert (downs > 0).all() or (downs < 0).all()


def test_what_only_a_doubtful_card_ties_to_the_words_hangs() -> None:
    """A card laid aside that a sheet of paper seems to join to the words is in doubt, too; a ring of cards holds."""
    row = {number: (number, 0) for number in range(4)}
    ring = dict(enumerate([(0, 0), (1, 0), (1, 1), (0, 1)]))

    assert hanging(row, {2}) == {3}
    assert hanging(row, set()) == set()
    assert hanging(ring, {1}) == set()
