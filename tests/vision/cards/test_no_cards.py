"""What was found and is no card must not harm the reading of those that are."""

import numpy as np
import pytest

from tests.vision.cards.drawn_words import drawn_word
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.found.card_sizes import resized
from vision.cards.no_cards import are_bare, are_figures, are_prints, mislead, second_finds

WORD = "KATT"


def with_papers(cards: Frames, larger: float) -> Frames:
    """Four cards and five papers far from them and from each other, so many times as large."""
    steps = np.column_stack([6 * np.arange(-2.0, 3), [9, -9, 9, -9, 9]])
    papers = cards.only(np.array([0, 1, 2, 3, 0])).moved(steps)
    sides = [larger * side for side in (papers.rights, papers.downs)]
    return cards.with_more(Frames(papers.middles, sides[0], sides[1], papers.scores, papers.backs))


@pytest.mark.parametrize(("larger", "is_told"), [(1.25, True), (1.0, False)])
def test_papers_taken_for_cards_do_not_tell_how_large_cards_are(larger: float, is_told: bool) -> None:
    """Of nine finds most are papers: where they are larger, the words' cards are looked at again without them."""
    _, cards = drawn_word(WORD)
    told = with_papers(cards, larger)
    shows = np.arange(9) < 4

    misleading = mislead(resized(told), told, shows, np.zeros(9, bool))

    assert misleading.tolist() == [False] * 4 + [is_told] * 5


def test_what_shows_no_letter_and_hardly_looks_like_a_card_is_bare_table() -> None:
    """Speckles were found as cards; a joker looks like one, and a card may show a letter, or have lost it to light."""
    shows, bleached = np.array([True, False, False, False]), np.array([False, False, True, False])

    assert are_bare(np.array([0.1, 0.1, 0.1, 0.4]), shows, bleached).tolist() == [False, True, False, False]


def test_what_belongs_to_words_or_lies_over_them_or_in_too_much_light_is_left() -> None:
    """A joker in another word, a blank card over a corner of the words, and bleached cards stay; papers do not."""
    _, cards = drawn_word(WORD)
    told = with_papers(cards, 1.25)
    other = cards.only(np.array([0, 1, 2])).moved(np.tile([0.5, 4.0], (3, 1)))
    over = cards.only(np.array([1])).moved(np.array([[0.6, -0.65]]))
    lone = cards.only(np.array([0])).moved(np.array([[-9.0, 0.0]]))
    told = told.with_more(other).with_more(over).with_more(lone)
    shows = np.isin(np.arange(14), [0, 1, 2, 3, 9, 11])
    bleached = np.arange(14) == 13

    misleading = mislead(resized(told), told, shows, bleached)

    assert np.flatnonzero(misleading).tolist() == [4, 5, 6, 7, 8]


def test_what_goes_on_from_a_card_crosswise_at_the_words_end_is_left() -> None:
    """Three cards on, whose letters were not read since they were taken to lie crosswise, stay; papers do not."""
    _, cards = drawn_word(WORD)
    told = with_papers(cards, 1.25)
    high = float(np.linalg.norm(cards.downs[3]) / np.linalg.norm(cards.rights[3]))
    on = cards.only(np.array([3, 3, 3])).moved(np.column_stack([np.arange(1.0, 4), np.zeros(3)]))
    told = told.with_more(Frames(on.middles, on.downs * 1.1 / high, -on.rights * high / 1.1, on.scores, on.backs))

    misleading = mislead(told, told, np.arange(12) < 4, np.zeros(12, bool))

    assert np.flatnonzero(misleading).tolist() == [4, 5, 6, 7, 8]


def test_jokers_of_the_words_are_never_left_out() -> None:
    """A card in the words that shows no letter stays, whatever size it seems to have."""
    _, cards = drawn_word(WORD)
    large = Frames(
        cards.middles, cards.rights * np.array([[1], [1], [1.3], [1]]), cards.downs, cards.scores, cards.backs
    )

    assert not mislead(resized(large), large, np.array([True, True, False, True]), np.zeros(4, bool)).any()


@pytest.mark.parametrize(("share", "bearing", "is_print"), [(0.3, 4, True), (0.3, 1, False), (0.7, 4, False)])
def test_small_finds_in_the_corners_of_larger_ones_are_print_on_them(
    share: float, bearing: int, *, is_print: bool
) -> None:
    """Two on each of four cards are corner signs; on one card alone, or nearly as large, they are none."""
    _, cards = drawn_word(WORD)
    corners = [cards.moved(np.tile(step, (4, 1))) for step in ([-0.3, -0.3], [0.3, 0.3])]
    both = corners[0].with_more(corners[1]).only(np.array([*range(bearing), *range(4, 4 + bearing)]))
    small = Frames(both.middles, share * both.rights, share * both.downs, both.scores, both.backs)

    assert are_prints(small, cards) == is_print
    assert not are_prints(cards, small)


@pytest.mark.parametrize(
    ("step", "score", "letter", "is_second"),
    [
        ((0.2, 0.3), 0.5, "", True),
        ((0.2, 0.3), 0.5, "T", True),
        ((0.2, 0.3), 0.5, "A", False),
        ((0.6, 0.3), 0.5, "", False),
        ((0.2, 0.3), 0.85, "", False),
        ((0.2, 6.0), 0.5, "", False),
    ],
)
def test_what_lies_over_a_card_and_is_less_sure_is_a_second_find_of_it(
    step: tuple[float, float], score: float, letter: str, *, is_second: bool
) -> None:
    """Over most of a T, hardly found: none if it shows an A, lies over a part of it, is as sure, or lies elsewhere."""
    _, cards = drawn_word(WORD)
    over = cards.only(np.array([3])).moved(np.array([step]))
    frames = Frames(cards.middles, cards.rights, cards.downs, np.full(4, 0.9), cards.backs).with_more(
        Frames(over.middles, over.rights, over.downs, np.array([score]), over.backs)
    )
    letters = np.array([[one == shown for one in "KAT"] for shown in (*WORD, letter)], float)

    assert second_finds(frames, letters).tolist() == [False] * 4 + [is_second]


def test_a_surer_find_without_a_letter_takes_no_card_away() -> None:
    """It may be a line of a receipt, and what lies under it a joker: both are left, and asked about."""
    _, cards = drawn_word(WORD)
    over = cards.only(np.array([3])).moved(np.array([[0.2, 0.3]]))
    frames = cards.with_more(Frames(over.middles, over.rights, over.downs, np.array([0.5]), over.backs))

    assert not second_finds(frames, np.zeros((5, 3))).any()


def test_what_lies_over_a_card_beside_the_words_is_left() -> None:
    """A heap is told by nobody's words: the less sure of two finds on a card that lies aside stays."""
    _, cards = drawn_word(WORD)
    aside = cards.only(np.array([0, 0])).moved(np.array([[0.5, 6.0], [0.6, 6.2]]))
    frames = cards.with_more(Frames(aside.middles, aside.rights, aside.downs, np.array([0.9, 0.5]), aside.backs))
    letters = np.zeros((6, 3))
    letters[4, 1] = 1

    assert not second_finds(frames, letters).any()
    assert not second_finds(frames.only(np.array([4, 5])), letters[[4, 5]]).any(), "there are no words at all"


def test_nothing_found_is_nothing_left_out() -> None:
    """An empty table has neither figures nor papers."""
    none = np.zeros(0, bool)

    assert not len(mislead(NO_FRAMES, NO_FRAMES, none, none))
    assert not are_prints(NO_FRAMES, NO_FRAMES)
    assert not len(second_finds(NO_FRAMES, np.zeros((0, 3))))
    assert not len(are_figures(NO_FRAMES, np.zeros(0), none, none))
