"""Things beside the words that may hide a card."""

import cv2
import numpy as np
import pytest

from pi_referee.rules.board.deck import Deck
from tests.vision.cards.drawn_words import drawn_word
from vision.arrays import Colour
from vision.cards.card_eye import CardEye
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.card_refusals import UNDER_THINGS
from vision.cards.card_sighting import CardSighting, CardWhy
from vision.cards.found.things_beside import ThingsBeside
from vision.cards.pattern import groups_of

WORD = "KATT"
SLEEVE, PAPER, DARK = (60, 90, 170), (225, 228, 230), (40, 38, 35)


def covered(picture: Colour, cards: Frames, ends: tuple[float, float], colour: tuple[int, int, int]) -> Colour:
    """A strip of one colour from below the table's edge to above the word, between so many cards from the first."""
    step, down = (cards.middles[-1] - cards.middles[0]) / (len(cards) - 1), 12 * cards.downs[0]
    left, right = (cards.middles[0] + end * step for end in ends)
    top = -2 * cards.downs[0]
    outline = np.array([left + top, right + top, right + down, left + down])
    shown = picture.copy()
    cv2.fillConvexPoly(shown, np.rint(outline).astype(np.int32), colour, cv2.LINE_AA)
    return shown


@pytest.fixture(scope="module")
def eye() -> CardEye:
    """An eye for the word's letters."""
    return CardEye(Deck(dict.fromkeys(WORD, 1), jokers=4, is_sure=True))


@pytest.mark.parametrize("colour", [SLEEVE, DARK], ids=["a sleeve", "something dark"])
def test_a_thing_over_a_words_end_may_hide_a_card(colour: tuple[int, int, int]) -> None:
    """KATT's last T lies under a strip: the cell behind KAT may hold a card; on the bare table no cell may."""
    picture, cards = drawn_word(WORD)
    seen, things = cards.only(np.array([0, 1, 2])), ThingsBeside()

    assert (3, 0) in things.hidden(covered(picture, cards, (2.6, 3.9), colour), seen, NO_FRAMES, groups_of(seen))
    assert things.hidden(picture, cards, NO_FRAMES, groups_of(cards)) == {}


@pytest.mark.parametrize("colour", [SLEEVE, PAPER, DARK], ids=["a sleeve", "a paper", "something dark"])
@pytest.mark.parametrize("ends", [(2.6, 3.6), (-0.6, 0.4)], ids=["the last", "the first"])
def test_a_word_is_never_told_without_its_hidden_end(
    eye: CardEye, colour: tuple[int, int, int], ends: tuple[float, float]
) -> None:
    """Whatever lies over a word's first or last card: it is asked about, or the look is refused."""
    seen = eye.see(covered(*drawn_word(WORD), ends, colour))

    assert not isinstance(seen, CardSighting) or "letter" in {doubt.about for doubt in seen.doubts}


def test_one_such_cell_is_asked_about_and_more_are_refused(eye: CardEye) -> None:
    """A strip over the word's end is a question whether a card lies there; a sheet along the word takes all away."""
    picture, cards = drawn_word(WORD)

    asked = eye.see(covered(picture, cards, (2.6, 3.6), SLEEVE))
    assert isinstance(asked, CardSighting)
    [doubt] = [doubt for doubt in asked.doubts if doubt.why is CardWhy.UNDER_A_THING]
    assert [name for name, _ in doubt.choices] == [".", ""]
    assert [card.letter for card in asked.cards] == ["K", "A", "T", ""]
    sheet = picture.copy()
    corners = cards.corners[[0, 3]] + 1.15 * 2 * cards.downs[0]
    outline = np.array([corners[0, 0], corners[1, 1], corners[1, 2], corners[0, 3]])
    cv2.fillConvexPoly(sheet, np.rint(outline).astype(np.int32), SLEEVE, cv2.LINE_AA)
    assert eye.see(sheet) == UNDER_THINGS
