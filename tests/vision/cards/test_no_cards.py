"""What was found and is no card must not harm the reading of those that are."""

import numpy as np
import pytest

from tests.vision.cards.drawn_words import drawn_word
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.found.straighten import resized
from vision.cards.no_cards import are_figures, mislead

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

    misleading = mislead(resized(told), told, shows)

    assert misleading.tolist() == [False] * 4 + [is_told] * 5


def test_jokers_of_the_words_are_never_left_out() -> None:
    """A card in the words that shows no letter stays, whatever size it seems to have."""
    _, cards = drawn_word(WORD)
    large = Frames(
        cards.middles, cards.rights * np.array([[1], [1], [1.3], [1]]), cards.downs, cards.scores, cards.backs
    )

    assert not mislead(resized(large), large, np.array([True, True, False, True])).any()


def test_nothing_found_is_nothing_left_out() -> None:
    """An empty table has neither figures nor papers."""
    none = np.zeros(0, bool)

    assert not len(mislead(NO_FRAMES, NO_FRAMES, none))
    assert not len(are_figures(NO_FRAMES, none, none))
