"""Where a deck prints its marks, as the cards of a look show it."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.cards.bare_prints import bare_prints
from vision.arrays import Colour, Floats
from vision.cards.card_frames import Frames
from vision.cards.card_windows import HIGH, WIDE, Windows
from vision.cards.printed.deck_marks import BARE, DeckMarks, together
from vision.cards.printed.mark_closeup import Spots
from vision.cards.printed.mark_place import place_by_one, place_of, seeming_marks
from vision.cards.printed.marks_told import LIMITS as MARKS_TOLD
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
    prints = bare_prints(marks, spots)
    known = None if before is None else np.array(before)
    told: Place | None = place_of(seeming_marks(prints, seen, np.arange(count) < letters), known)
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


class Printed:
    """Close-ups that show on the cards of some numbers what is told of places, and nothing anywhere else."""

    def __init__(self, shown: dict[int, dict[tuple[float, float], tuple[float, float, float]]]) -> None:
        """Take the shares of no mark, 2x and 3x in places, by the number of their card."""
        self._shown = shown

    def told(
        self, _picture: Colour, _frames: Frames, _windows: Windows, numbers: NDArray[np.int_], spots: Spots
    ) -> list[Floats]:
        """Those at these places."""
        asked = zip(numbers.tolist(), map(tuple, spots.tolist()), strict=True)
        return [np.array(self._shown.get(number, {}).get(spot, (1.0, 0.0, 0.0))) for number, spot in asked]

    def next_look(self, *, is_fresh: bool) -> None:
        """Nothing is kept."""


ALL_ROUND = [(0.0, 0.0), (-8.0, 0.0), (8.0, 0.0), (0.0, -8.0), (0.0, 8.0)]
Shares = tuple[float, float, float]


def around(*shares: Shares) -> dict[tuple[float, float], Shares]:
    """What the middle of the lower left place shows, and so many of the close-ups round it."""
    return {(LOW_LEFT[0] + x, LOW_LEFT[1] + y): share for (x, y), share in zip(ALL_ROUND, shares, strict=False)}


TWICE = around(*[(0.0, 1.0, 0.0)] * 5)


def read(
    shown: dict[int, dict[tuple[float, float], Shares]],
    count: int = 5,
    *,
    before: tuple[float, float] | None = LOW_LEFT,
    ink: tuple[int, int] | None = None,
    reach: int = 3,
    pieces: bool = False,
    pale: Collection[int] = (),
    faint: Collection[int] = (),
    up: Collection[int] = (),
) -> Prints:
    """What so many cards bear, of which the reader of whole cards sees a 2x in the lower left on those that show one.

    ink: where the last one has some that others have not, and how far it reaches there, px of its window.
    pieces: whether it is in many, of which none counts by itself. pale, faint: cards on which that reader sees
    nothing, or half a mark; up: those on which it sees theirs in the upper right.
    """
    spots = np.full((count, 5, 2), np.nan)
    spots[:, 0], spots[:, 1] = LOW_LEFT, UP_RIGHT
    spots[list(up), 0] = UP_RIGHT
    spots[list(pale)] = np.nan
    is_marked = np.array([LOW_LEFT in shown.get(number, {}) and number not in pale for number in range(count)], float)
    is_marked[list(faint)] *= 0.5
    marks = np.column_stack([1 - is_marked, is_marked, 0 * is_marked])
    signs, strange = np.zeros((2, count, 2, 27, 18)), np.zeros((count, HIGH, WIDE), bool)
    signs[0, :, 0, 25, 1] = is_marked
    if ink is not None:
        strange[-1, ink[1] - reach : ink[1] + reach + 1, ink[0] - reach : ink[0] + reach + 1] = True
    prints = bare_prints(marks, spots, signs=signs, ink=strange)
    if pieces:
        prints = replace(prints, strange=np.zeros(count))
    middles, rights, downs = np.zeros((3, count, 2))
    frames = Frames(middles, rights, downs, np.ones(count), np.zeros(count, bool))
    known = None if before is None else np.array(before)
    picture, windows = np.zeros((1, 1, 3), np.uint8), np.zeros((count, HIGH, WIDE, 3), np.uint8)
    return DeckMarks(Printed(shown)).read(picture, frames, windows, prints, np.ones(count, bool), known)


def test_in_its_place_a_mark_is_told_and_elsewhere_none() -> None:
    """Two cards of five bear one; the others none, whatever a neighbour's mark at their edge looks like."""
    told = read({0: TWICE, 1: TWICE, 4: {UP_RIGHT: (0.1, 0.0, 0.9)}}, before=None)

    assert told.place is not None
    assert told.place.tolist() == list(LOW_LEFT)
    assert told.closer.argmax(axis=1).tolist() == told.marks.argmax(axis=1).tolist() == [1, 1, 0, 0, 0]
    assert (told.closer[2:, 0] > 1 - BARE).all()


def test_what_stands_on_all_cards_is_no_mark() -> None:
    """A value that looks like one stands in its place on most of the cards: that is no place for marks."""
    assert read(dict.fromkeys(range(4), TWICE), before=None).place is None


def test_a_pale_mark_is_seen_where_another_card_bears_a_clear_one() -> None:
    """The reader of whole cards sees the first one's alone: close-ups of its place show the second one's, and tell it.

    One that is not clear there either is seen, and asked about; it does not tell where the deck prints its marks.
    """
    unclear = around(*[(0.3, 0.7, 0.0)] * 5)
    told, open_ = (read({0: TWICE, 1: other}, before=None, pale={1}) for other in (TWICE, unclear))

    assert told.place is not None
    assert told.closer[:, 0].round(6).tolist() == [0, 0, 1, 1, 1]
    assert open_.place is None
    assert open_.closer[:, 0].round(6).tolist() == [0, 0.3, 1, 1, 1]
    assert open_.seen_at[1].tolist() == list(LOW_LEFT)


def test_a_pale_mark_is_asked_about_where_another_card_seems_to_bear_one() -> None:
    """In strong light none is clear on the whole card: a faint one is enough to look at its place on all others."""
    told = read({0: TWICE, 1: TWICE}, before=None, faint={0}, pale={1})

    assert told.place is None, "that tells nothing for sure"
    assert (told.closer[:, 0] < BARE).tolist() == [True, True, False, False, False]


def test_each_place_of_a_clear_mark_is_looked_at() -> None:
    """Of a deck whose 2x and 3x stand in different places a pale mark is seen in either, and a clear one stays its."""
    up, value = {UP_RIGHT: (0.004, 0.0, 0.996)}, {LOW_LEFT: (0.003, 0.99, 0.007)}
    told = read({0: TWICE, 1: up, 2: up, 3: up | value}, before=None, pale={2}, up={1, 3})

    assert told.place is None
    assert told.closer.argmax(axis=1).tolist() == [1, 2, 2, 2, 0]


@pytest.mark.parametrize(
    ("cards", "is_told"),
    [
        ([(1.0, 1.0), (1.0, 0.0), (0.0, 0.0)], True),
        ([(1.0, 1.0), (0.97, 0.0), (0.0, 0.0)], False),
        ([(1.0, 1.0), (1.0, 0.0), (0.0, 0.6)], False),
        ([(1.0, 1.0), (1.0, 0.0), (0.0, 0.4)], True),
        ([(1.0, 1.0), (1.0, 0.0), (0.6, 0.6)], True),
    ],
    ids=["a pale one", "an unclear one", "another elsewhere", "hardly another", "one there"],
)
def test_one_clear_mark_and_a_pale_one_tell_the_place(cards: list[tuple[float, float]], *, is_told: bool) -> None:
    """By each card's shares, there and where it seems to bear a mark itself: none may rather have one elsewhere."""
    there, own = np.array(cards).T
    places, letters = np.array([LOW_LEFT]), np.ones(len(cards), bool)
    told = place_by_one(places, there[:, None], own, letters)

    assert (told is not None) is is_told
    assert place_by_one(places, there[:, None], own, np.array([True, False, True])) is None, "a joker's picture"
    second = place_by_one(np.array([UP_RIGHT, LOW_LEFT]), np.column_stack([0 * there, there]), own, letters)
    assert (second is not None) is is_told
    assert second is None or second.tolist() == list(LOW_LEFT)


def test_a_value_on_a_card_with_a_clear_mark_is_no_place() -> None:
    """What a close-up takes for a mark tells it only where the reader of whole cards sees that card's."""
    prints = bare_prints(np.array([[0.0, 1.0, 0.0]]), np.array([[UP_RIGHT, LOW_LEFT] + [(np.nan, np.nan)] * 3]))
    seen = np.array([[(0.0, 1.0, 0.0)] * 2 + [(1.0, 0.0, 0.0)] * 3])

    assert seeming_marks(prints, seen, np.ones(1, bool)).clear.tolist() == [list(UP_RIGHT)]


def test_what_speaks_against_the_known_place_tells_no_new_one_by_itself() -> None:
    """A blot and another one in its place: the deck's known place is given up, and none is told."""
    blots = {0: TWICE, 1: TWICE}

    assert read(blots, before=UP_RIGHT, pale={1}).place is None
    assert read(blots, before=None, pale={0, 1}).place is None


@pytest.mark.parametrize(
    ("shown", "least", "most"),
    [
        (around((0.96, 0.02, 0.02)), 0.0, BARE),
        (around((0.9, 0.05, 0.05), *[(1.0, 0.0, 0.0)] * 4), 0.0, 0.1),
        (around((0.9, 0.05, 0.05), (0.1, 0.9, 0.0)), 0.09, 0.11),
        (around((0.3, 0.7, 0.0), (0.2, 0.8, 0.0), (0.1, 0.9, 0.0)), 0.79, 0.81),
        (around((0.0, 1.0, 0.0)), 0.49, 0.51),
    ],
    ids=["nothing", "a little in the middle", "a little in two", "three", "all in the middle alone"],
)
def test_several_closeups_tell_whether_there_is_a_mark(
    shown: dict[tuple[float, float], Shares], least: float, most: float
) -> None:
    """Two of five must show it; what the middle one shows alone is asked about, and not told."""
    any_mark = 1 - read({4: shown}).closer[4, 0]

    assert least <= any_mark < most + 1e-9


@pytest.mark.parametrize(
    ("closer", "whole", "is_told"),
    [
        ([(0.0, 0.995, 0.005)] * 5, (0.0, 0.9, 0.1), True),
        ([(0.0, 0.9, 0.1)] * 5, (0.0, 0.5, 0.5), False),
        ([(0.0, 0.999, 0.001)] + [(0.0, 0.0, 1.0)] * 3 + [(0.05, 0.5, 0.45)], (0.0, 0.9, 0.1), False),
        ([(0.0, 0.999, 0.001)] + [(0.0, 0.45, 0.55)] + [(0.0, 0.97, 0.03)] * 3, (0.0, 0.9, 0.1), True),
        ([(0.0, 0.999, 0.001)] + [(0.98, 0.0, 0.02)] * 3 + [(0.1, 0.9, 0.0)], (0.0, 0.9, 0.1), True),
        ([(0.0, 0.995, 0.005)] * 5, (0.0, 0.02, 0.98), False),
        ([(0.0, 1.0, 0.0)] + [(0.0, 0.0, 1.0)] * 4, (0.0, 0.5, 0.5), False),
    ],
    ids=[
        "all agree",
        "none is sure",
        "others see the other one",
        "one wavers",
        "some see little",
        "the whole card",
        "the surest alone",
    ],
)
def test_which_mark_it_is_all_tell_together(closer: list[Shares], whole: Shares, *, is_told: bool) -> None:
    """The close-up of the middle counts most, then those round it that show a mark, then the reader of whole cards."""
    _, twice, thrice = together(np.array([closer]), np.array([whole]))[0]

    assert bool(twice / (twice + thrice) >= MARKS_TOLD.which) is is_told


def test_ink_counts_in_the_decks_place_only() -> None:
    """A blot elsewhere is none; one there may hide a mark, one that looks like a mark be one, a large one cover it."""
    blot, there = read({}, ink=(78, 22)), read({}, ink=(20, 110))
    mark, large = read({4: {UP_RIGHT: (0.4, 0.0, 0.6)}}, ink=(78, 22)), read({}, ink=(66, 32), reach=16)

    assert [one.strange[-1] > 0.001 for one in (blot, there, mark, large)] == [False, True, True, True]


def test_specks_in_the_place_count_though_something_elsewhere_looks_like_a_mark() -> None:
    """Many specks there may hide a mark, though none is large enough to count by itself."""
    torn = read({4: {UP_RIGHT: (0.4, 0.0, 0.6)}}, ink=(20, 110), pieces=True)

    assert torn.strange[-1] > 0.001


def test_a_remembered_place_that_misses_a_mark_is_given_up() -> None:
    """A card clearly bears one, a little beside it, and close-ups of the place itself show none."""
    beside = (LOW_LEFT[0] + 6, LOW_LEFT[1] - 6)

    assert read({0: TWICE}, before=beside).place is None


def test_no_cards_keep_the_place() -> None:
    """An empty table between two rounds tells nothing new."""
    told = read({}, 0)

    assert told.place is not None
    assert told.place.tolist() == list(LOW_LEFT)
