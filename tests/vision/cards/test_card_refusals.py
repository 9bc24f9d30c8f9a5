"""Which looks at cards are refused, and why."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cards.bare_prints import bare_prints
from vision.cards.again.lying_cards import NO_CARDS
from vision.cards.card_frames import NO_FRAMES, Frames, quad_of
from vision.cards.card_letters import LetterShares
from vision.cards.card_refusals import NO_CARDS as NO_CARDS_SEEN
from vision.cards.card_refusals import (
    OVERLAID,
    SLANTED,
    SMALL,
    TOO_FAR,
    TORN_OFF,
    UNREAD,
    UPSIDE_DOWN,
    WAY_UP,
    advice_on,
    refused,
)
from vision.cards.card_sighting import CardSighting, SeenCard
from vision.cards.pattern import Group, groups_of
from vision.cards.read_cards import ReadCards
from vision.photo.advice import BRIGHT


def table(shown: list[bool], third: tuple[float, float] = (300.0, 600.0)) -> ReadCards:
    """Two cards edge to edge, and two that lie alone, and which of them show a letter for sure."""
    middles = np.array([[300.0, 300.0], [370.0, 300.0], third, [700.0, 300.0]])
    right, down = np.tile([35.0, 0.0], (4, 1)), np.tile([0.0, 50.0], (4, 1))
    frames = Frames(middles, right, down, np.ones(4), np.zeros(4, bool))
    share = np.where(shown, 0.99, 0.0)[:, None]
    bare = np.tile([1.0, 0.0, 0.0], (4, 1))
    prints = bare_prints(bare, np.full((4, 5, 2), np.nan))
    letters = LetterShares(share, share, np.zeros(4))
    evidence, even, clear, off = np.full(4, 3.0), np.ones(4), np.zeros(4, bool), np.zeros(4)
    return ReadCards(
        frames, groups_of(frames), letters, prints, NO_FRAMES, evidence, even, clear, off, (0.0, 0.0), NO_CARDS
    )


@pytest.mark.parametrize(
    ("high", "is_read", "is_small"), [(66.0, False, True), (70.0, True, True), (78.0, True, False)]
)
def test_small_cards_are_read_and_the_camera_better_nearer(high: float, *, is_read: bool, is_small: bool) -> None:
    """Below 68 px a card is too small to be read; below 76 px it is read, and one is told that marks will be asked."""
    picture, shown = np.full((900, 1000, 3), 90, np.uint8), table([True, True, True, True])
    for part in (shown.frames.downs, shown.frames.rights, shown.frames.middles):
        part[:] = part * high / 100
    seen = [SeenCard(quad_of(corners), "A", 1, 1, is_joker=False, confidence=0.99) for corners in shown.frames.corners]

    assert refused(picture, shown) == (None if is_read else TOO_FAR)
    assert advice_on(CardSighting(tuple(seen))) == (SMALL if is_small else None)


@pytest.mark.parametrize(("degrees", "is_read"), [(50, True), (55, False)])
def test_cards_are_read_from_the_side_up_to_fifty_degrees(degrees: float, *, is_read: bool) -> None:
    """A lens that looks down at 45 degrees sees the far end of the table at 50."""
    picture, shown = np.full((900, 1000, 3), 90, np.uint8), table([True, True, True, True])
    shown.frames.downs[:] *= np.cos(np.deg2rad(degrees)) * 1.5
    shown.frames.rights[:] *= 1.5
    shown.frames.middles[:] *= 1.5

    assert refused(picture, shown) == (None if is_read else SLANTED)


def test_small_things_without_a_letter_are_no_cards() -> None:
    """A notepad's rows and boxes are no reason to move the camera nearer."""
    picture, shown = np.full((900, 1000, 3), 90, np.uint8), table([False, False, False, False])
    for part in (shown.frames.downs, shown.frames.rights, shown.frames.middles):
        part[:] = part * 0.5

    assert refused(picture, shown) == NO_CARDS_SEEN


def test_a_table_without_cards_is_not_one_of_small_cards() -> None:
    """Where none lies nothing tells how large they are."""
    assert advice_on(CardSighting(())) is None


@pytest.mark.parametrize(
    ("values_seen", "advice"),
    [((0, 0, 0), UNREAD), ((0, 1, 0), None), ((0, 0), None)],
    ids=["none", "one", "two cards"],
)
def test_where_no_value_is_read_the_camera_is_better_in_focus(values_seen: tuple[int, ...], advice: object) -> None:
    """Letters of a blurred picture are read, and every mark is asked about: one is told why."""
    corners = table([True]).frames.corners[0]
    seen = [
        SeenCard(quad_of(corners), "A", 1, 1, is_joker=False, confidence=0.99, is_value_seen=bool(one))
        for one in values_seen
    ]

    assert advice_on(CardSighting(tuple(seen))) == advice


@pytest.mark.parametrize(("on_head", "told"), [(0, UPSIDE_DOWN), (3, None)], ids=["in the words", "aside"])
def test_no_card_of_the_words_stands_on_its_head(on_head: int, told: object) -> None:
    """All letters of the words stand the same way up; a card laid aside may stand as it likes."""
    picture, cards = np.full((900, 1000, 3), 90, np.uint8), table([True, True, False, True])

    assert refused(picture, replace(cards, upside_down=frozenset({on_head}))) == told


def test_which_way_up_the_words_stand_is_unclear_where_some_stand_otherwise() -> None:
    """Cards on their heads make it unclear how the others stand: it is told that they are to be turned."""
    picture, cards = np.full((900, 1000, 3), 90, np.uint8), table([True, True, False, True])

    assert refused(picture, replace(cards, evidence=np.zeros(4))) == WAY_UP
    assert refused(picture, replace(cards, evidence=np.zeros(4), upside_down=frozenset({1}))) == UPSIDE_DOWN


def test_a_heap_is_not_taken_for_the_words() -> None:
    """Where two cards that touch show one letter, and two elsewhere one each, it is not told which are the words."""
    picture = np.full((900, 1000, 3), 90, np.uint8)

    assert refused(picture, table([True, False, True, True])) == TORN_OFF
    assert refused(picture, table([True, False, True, False])) is None
    assert refused(picture, table([True, True, True, True])) is None
    heap = table([True, False, True, True])
    unclear = replace(heap.prints, values=np.tile(np.eye(17)[16], (4, 1)))
    assert refused(picture, replace(heap, prints=unclear)) == TORN_OFF, "whether values are seen or not"


def test_a_headline_is_not_taken_for_the_words() -> None:
    """Its letters are as clear as the cards', and it has no values, as they have."""
    picture, read = np.full((900, 1000, 3), 90, np.uint8), table([True, True, True, True])
    values = np.eye(17)[[16, 16, 1, 3]]
    printed = replace(read, prints=replace(read.prints, values=values))

    assert refused(picture, printed) == TORN_OFF
    assert refused(picture, replace(read, prints=replace(read.prints, values=values[::-1]))) is None
    bleached = np.array([True, False, False, False])
    assert refused(picture, replace(printed, bleached=bleached)) == TORN_OFF, "one more without its value"
    lit = replace(printed, bleached=np.array([True, True, False, False]))
    assert refused(picture, lit) != TORN_OFF, "light may have taken their values"


@pytest.mark.parametrize("hidden", [True, False])
def test_where_a_thing_may_lie_over_all_words_nobody_took_them_back(*, hidden: bool) -> None:
    """Only single cards are seen, one of them beside a paper: who presses must not lose the word that lies under it."""
    alone = table([True, True, True, True], third=(100.0, 800.0))
    apart = replace(alone.frames, middles=alone.frames.middles + np.array([[0, 0], [0, 300], [0, 0], [0, 0]]))
    seen = replace(alone, frames=apart, groups=groups_of(apart), words_hidden=hidden)

    assert refused(np.full((900, 1000, 3), 90, np.uint8), seen) == (TORN_OFF if hidden else None)


def test_a_card_that_lies_over_the_words_is_one_of_them() -> None:
    """Where a card lies half over one of the words, and fills no cell of theirs, the words are not told without it."""
    picture = np.full((900, 1000, 3), 90, np.uint8)

    shown, dim = (table([True, True, is_shown, True], (335.0, 350.0)) for is_shown in (True, False))
    assert refused(picture, shown) == OVERLAID
    assert refused(picture, dim) is None
    dim.letters.first[2] = dim.letters.second[2] = 0.3
    assert refused(picture, dim) == OVERLAID, "half of a letter is seen"


def test_a_card_in_reach_of_a_row_that_something_parts_from_another_is_one_of_it() -> None:
    """NIG, with a gap before its G, and MS beside it: NI lay in cells of MS, and G in none, and NI counted."""
    cards = table([True, True, True, True], (510.0, 402.0))
    cards.frames.middles[[2, 3]] = [[440.0, 402.0], [510.0, 402.0]]
    more = cards.frames.only(np.array([3])).moved(np.array([[102 / 70, 0.0]]))
    frames, ones = cards.frames.with_more(more), np.full((5, 1), 0.99)
    bare = bare_prints(np.tile([1.0, 0.0, 0.0], (5, 1)), np.full((5, 5, 2), np.nan))
    seen = ReadCards(
        frames, groups_of(frames), LetterShares(ones, ones, np.zeros(5)), bare, NO_FRAMES, np.full(5, 3.0), np.ones(5),
        np.zeros(5, bool), np.zeros(5), (0.0, 0.0), NO_CARDS,
    )  # fmt: skip
    picture = np.full((900, 1000, 3), 90, np.uint8)

    assert refused(picture, seen) == TORN_OFF


@pytest.mark.parametrize(
    ("shown", "across", "is_told"),
    [(True, 374.0, False), (False, 374.0, True), (False, 414.0, False)],
    ids=["two letters", "one found twice", "one elsewhere in the cell"],
)
def test_two_cards_in_one_cell_tell_no_words(shown: bool, across: float, *, is_told: bool) -> None:
    """Then nobody knows the cells of those beyond; what shows no letter, in another one's place, is asked about."""
    read = table([True, True, shown, False], (across, 312.0))
    words = Group({0: (0, 0), 1: (1, 0), 2: (1, 0)}, frozenset({2}))

    refusal = refused(np.full((900, 1000, 3), 90, np.uint8), replace(read, groups=[words]))

    assert refusal == (None if is_told else TORN_OFF)


def test_two_cards_that_something_parts_from_the_words_fill_no_one_cell() -> None:
    """A joker and an A, two cells off the words and six tenths of a card apart, were one card: LTALOKTK lost its A."""
    read = table([True, True, False, False], (488.0, 300.0))
    read.frames.middles[3] = 532.0, 300.0
    apart = Group({2: (0, 0)}, frozenset()), Group({3: (0, 0)}, frozenset())
    groups = [Group({0: (0, 0), 1: (1, 0)}, frozenset()), *apart]

    assert refused(np.full((900, 1000, 3), 90, np.uint8), replace(read, groups=groups)) == TORN_OFF


@pytest.mark.parametrize(("larger", "is_told"), [(1.1, True), (1.3, False)])
@pytest.mark.parametrize("side", ["rights", "downs"])
def test_a_card_much_larger_than_the_next_was_found_askew(side: str, larger: float, *, is_told: bool) -> None:
    """It may take in half of a card that is not told: KUL was told as KL."""
    picture, shown = np.full((900, 1000, 3), 90, np.uint8), table([True, True, False, False])
    getattr(shown.frames, side)[1] *= larger

    assert refused(picture, shown) == (None if is_told else TORN_OFF)


@pytest.mark.parametrize("turned", [45.0, 90.0])
@pytest.mark.parametrize("shows_letter", [True, False])
def test_a_card_found_crookedly_beside_a_lone_one_may_make_a_word(turned: float, *, shows_letter: bool) -> None:
    """S was found turned by a quarter, and DS told as nothing: the word counted as taken back, its points were gone."""
    picture, cards = np.full((900, 1000, 3), 90, np.uint8), table([True, shows_letter, True, True])
    way = np.array([np.cos(np.deg2rad(turned)), np.sin(np.deg2rad(turned))])
    cards.frames.rights[1], cards.frames.downs[1] = 35 * way, 50 * way[::-1] * (-1, 1)
    cards = replace(cards, groups=groups_of(cards.frames))

    assert refused(picture, cards) == TORN_OFF
    cards.frames.middles[1] = 300.0, 320.0
    assert refused(picture, cards) is None, "in a heap cards lie over one another"
    cards.frames.middles[1] = 440.0, 300.0
    assert refused(picture, cards) is None, "far apart they are no word"


def test_a_card_that_lies_crookedly_at_a_words_end_is_one_of_them() -> None:
    """A card where a word's next one would lie, but turned too far, makes another word of it: it is not left out."""
    picture = np.full((900, 1000, 3), 90, np.uint8)
    crooked = table([True, True, True, True], (442.0, 305.0))
    turned = np.array([[24.7, 24.7], [-35.4, 35.4]])
    crooked.frames.rights[2], crooked.frames.downs[2] = turned
    crooked = replace(crooked, groups=groups_of(crooked.frames))

    assert refused(picture, crooked) == TORN_OFF
    crooked.frames.middles[2] = 530.0, 305.0
    assert refused(picture, crooked) is None


@pytest.mark.parametrize(("across", "is_told"), [(472.0, False), (482.0, False), (490.0, True)])
def test_a_card_a_little_too_far_from_a_words_end_may_be_one_of_it(across: float, *, is_told: bool) -> None:
    """Under an arm a card is found a little beside where it lies, and the next one seems to be laid aside."""
    picture = np.full((900, 1000, 3), 90, np.uint8)

    assert refused(picture, table([True, True, True, True], (across, 300.0))) == (None if is_told else TORN_OFF)


def test_words_of_which_few_letters_are_read_are_not_believed() -> None:
    """With less than two fifths of the words' letters read even their way up is a guess, and ends may be missing."""
    picture = np.full((900, 1000, 3), 90, np.uint8)
    row = table([True, False, False, False], (440.0, 300.0))

    assert len(row.groups[0].cells) == 3
    assert refused(picture, row) == WAY_UP
    assert refused(picture, table([True, True, False, False], (440.0, 300.0))) is None


def test_cards_that_light_has_bleached_are_too_bright() -> None:
    """Where light may have taken half the cards' print others are not found, if much of the table is white, too."""
    table_top = np.full((900, 1000, 3), 90, np.uint8)
    white = table_top.copy()
    white[:200] = 255
    bleached = replace(table([True, True, True, True]), bleached=np.array([True, True, False, False]))
    few = replace(table([True, True, True, True], (440.0, 300.0)), bleached=np.array([True, False, False, False]))

    assert refused(white, bleached) == BRIGHT.refusal
    assert refused(table_top, bleached) is None
    assert refused(white, few) is None
    assert refused(table_top, replace(bleached, groups=[])) == BRIGHT.refusal


def test_a_place_that_light_burns_out_beside_a_bleached_card_may_hold_another() -> None:
    """Where a card at a word's end is bleached and the table beyond it white, a card that lies there is not seen."""
    picture = np.full((900, 1000, 3), 90, np.uint8)
    picture[200:400, 150:300] = 255
    bleached, other = np.array([[True, False, False, False], [False, True, False, False]])

    assert refused(picture, replace(table([True] * 4), bleached=bleached)) == BRIGHT.refusal
    assert refused(picture, replace(table([True] * 4), bleached=other)) is None
    assert refused(picture, replace(table([False, True, True, True]), bleached=bleached)) != BRIGHT.refusal
    assert refused(np.full_like(picture, 90), replace(table([True] * 4), bleached=bleached)) is None


def test_words_that_light_has_bleached_are_too_bright_to_read() -> None:
    """Words of bleached cards that show no letters want less light, not more, however many other things are dark."""
    picture = np.full((900, 1000, 3), 90, np.uint8)
    bleached = replace(table([False, False, True, False]), bleached=np.array([True, True, False, False]))

    assert refused(picture, bleached) == BRIGHT.refusal
    assert refused(picture, table([False, False, True, False])) == WAY_UP
