"""Things beside the words that may hide a card."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_referee.rules.board.deck import Deck
from tests.vision.cards.drawn_words import drawn_word
from vision.arrays import Colour
from vision.cards.card_eye import CardEye
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.card_sighting import CardSighting
from vision.cards.found.beside_words import SCORE
from vision.cards.found.things_beside import SeenThings, ThingsBeside
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
    return CardEye(Deck(dict.fromkeys(WORD, 1), jokers=4))


@pytest.mark.parametrize("colour", [SLEEVE, DARK], ids=["a sleeve", "something dark"])
def test_a_thing_over_a_words_end_may_hide_a_card(colour: tuple[int, int, int]) -> None:
    """KATT's last T lies under a strip: the cell behind KAT may hold a card; on the bare table no cell may."""
    picture, cards = drawn_word(WORD)
    seen, things = cards.only(np.array([0, 1, 2])), ThingsBeside()

    assert (3, 0) in things.hidden(covered(picture, cards, (2.6, 3.9), colour), seen, groups_of(seen))[0]
    assert things.hidden(picture, cards, groups_of(cards))[0] == frozenset()


def test_a_thing_that_was_taken_for_a_card_may_hide_one() -> None:
    """What was found on the strip stands crooked, beside no card of the words: the thing hides what it hid before."""
    picture, cards = drawn_word(WORD)
    shown, things = covered(picture, cards, (2.6, 3.9), SLEEVE), ThingsBeside()
    turn = np.array([[0.7, 0.7], [-0.7, 0.7]])
    thing = Frames(
        cards.middles[3:], cards.rights[3:] @ turn, cards.downs[3:] @ turn, cards.scores[3:], cards.backs[3:]
    )
    found = cards.only(np.array([0, 1, 2])).with_more(thing)
    groups = groups_of(found)

    assert [len(group.cells) for group in groups] == [3, 1]
    assert (3, 0) in things.hidden(shown, found, groups)[0]


def test_what_seems_to_be_a_card_may_hide_one() -> None:
    """The last T of KATT is not seen well enough to be a card: the cell in which it seems to lie may hold one."""
    picture, cards = drawn_word(WORD)
    seen, last = cards.only(np.array([0, 1, 2])), cards.only(np.array([3]))

    assert ThingsBeside().hidden(picture, seen, groups_of(seen), last)[0] == {(3, 0)}


class Sees(ThingsBeside):
    """One that sees as much of a thing everywhere as a test says."""

    def __init__(self, share: float) -> None:
        """Take how much."""
        super().__init__()
        self._share = share

    def seen(self, picture: Colour, height: float, places: Frames) -> SeenThings:
        """That, wherever it looks."""
        del picture, height, places
        return SeenThings(np.full((1, 1), self._share), np.zeros(2, int), np.ones(2))


@pytest.mark.parametrize(
    ("thing", "card", "may_hide"),
    [(0.09, 0.1, True), (0.09, 0.0, False), (0.02, 0.1, False), (0.0, 0.11, False), (0.0, 0.14, True)],
)
def test_a_little_of_a_thing_over_a_little_of_a_card_may_hide_it(thing: float, card: float, *, may_hide: bool) -> None:
    """Fingers as brown as the table hardly look like a thing, nor what is seen of the card below them like a card.

    A joker on a note of its own colour had 0.15: as much of a card is told whatever lies there.
    """
    picture, cards = drawn_word(WORD)
    seen, last = cards.only(np.array([0, 1, 2])), cards.only(np.array([3]))
    perhaps = Frames(last.middles, last.rights, last.downs, SCORE * np.array([card]), last.backs)
    hidden = Sees(thing).hidden(picture, seen, groups_of(seen), perhaps if card else NO_FRAMES)[0]

    assert hidden == (frozenset({(3, 0)}) if may_hide else frozenset())


def test_words_may_lie_under_a_thing_beside_a_card_that_lies_alone() -> None:
    """Of KATT only the first T is seen, with a sleeve over all others; one card on the bare table hides no word."""
    picture, cards = drawn_word(WORD)
    alone, things = cards.only(np.array([2])), ThingsBeside()

    assert things.lie_beside(covered(picture, cards, (2.6, 3.9), SLEEVE), alone)
    assert not things.lie_beside(covered(picture, cards, (6.0, 6.9), SLEEVE), cards)
    assert not things.lie_beside(picture, cards.only(np.array([], int)))


@pytest.mark.parametrize(("beside", "may_hide"), [(2, True), (3, False)])
def test_a_joker_that_seems_to_lie_face_down_parts_no_word(beside: int, *, may_hide: bool) -> None:
    """S, a joker without a picture and Å were two lone cards and one face down: no words, and a silent pass."""
    picture, cards = drawn_word(WORD)
    alone, back = cards.only(np.array([1])), replace(cards.only(np.array([beside])), scores=np.array([0.75]))

    assert Sees(0.0).lie_beside(picture, alone, back) is may_hide


@pytest.mark.parametrize("colour", [SLEEVE, PAPER, DARK], ids=["a sleeve", "a paper", "something dark"])
@pytest.mark.parametrize("ends", [(2.6, 3.6), (-0.6, 0.4)], ids=["the last", "the first"])
def test_a_word_is_never_told_without_its_hidden_end(
    eye: CardEye, colour: tuple[int, int, int], ends: tuple[float, float]
) -> None:
    """Whatever lies over a word's first or last card: its cell may hide one, or the look asks, or is refused."""
    seen = eye.see(covered(*drawn_word(WORD), ends, colour))

    cells = {(3, 0), (-1, 0)}
    assert not isinstance(seen, CardSighting) or seen.doubts or cells & set(seen.may_hide)


def test_cells_that_may_hide_a_card_are_counted_as_the_words_cards_are(eye: CardEye) -> None:
    """With the first card of KATT under a sleeve the cell before the first seen one may hide one: it is -1, 0."""
    picture, cards = drawn_word(WORD)

    seen, bare = eye.see(covered(picture, cards, (-0.6, 0.4), SLEEVE)), eye.see(picture)

    assert isinstance(seen, CardSighting)
    assert isinstance(bare, CardSighting)
    assert [card.cell for card in seen.cards] == [(0, 0), (1, 0), (2, 0)]
    assert (-1, 0) in seen.may_hide
    assert bare.may_hide == ()
