"""Looks at one table of cards, one after another: what the last one knew is not lost under a thing."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.camera import Picture
from pi_referee.decks.house_deck import Source, assumed_cards
from pi_referee.looking.card_sight import CardSight
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from tests.vision.cards.drawn_words import drawn_word
from vision.cards.card_frames import Frames
from vision.cards.card_sighting import CardSighting
from vision.sighting import NotSeen

BEGAN = GameBegan("kortalfapet", ("Ada", "Bo"), 7)
SLEEVE, CLOTH = (60, 90, 170), None


@pytest.fixture
def sight() -> CardSight:
    """Looks at the table of a game that has just begun."""
    return Sight(lambda: BEGAN).cards


def laid() -> tuple[Picture, Frames]:
    """LUVA on a table, and its A once more far aside; and where the word's cards lie."""
    picture, cards = drawn_word("LUVA")
    step = 7 * cards.rights[3] - 5 * cards.downs[3]
    moved = cv2.warpAffine(picture, np.column_stack([np.eye(2), step]), picture.shape[1::-1])
    outline = np.rint(cards.corners[3] + step).astype(np.int32)
    there = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), outline, 255)
    return np.where(there[:, :, None] > 0, moved, picture), cards


def without_word(picture: Picture, cards: Frames, colour: tuple[int, int, int] | None) -> Picture:
    """The picture with something of one colour over all the word's cards, or with bare table there."""
    left, top = np.floor(cards.corners.min(axis=(0, 1))).astype(int) - 8
    right, low = np.ceil(cards.corners.max(axis=(0, 1))).astype(int) + 8
    shown = picture.copy()
    shown[top:low, left:right] = picture[top - (low - top) : top, left:right] if colour is None else colour
    return shown


def test_words_under_a_thing_are_not_taken_back_at_the_second_press_either(sight: CardSight) -> None:
    """A sleeve lies over the whole word, and one card aside is seen: refused as long as it lies there."""
    picture, cards = laid()
    before = sight.see(picture)
    hidden = [sight.see(without_word(picture, cards, SLEEVE)) for _ in range(2)]
    after = sight.see(picture)

    assert isinstance(before, CardSighting)
    assert isinstance(after, CardSighting)
    assert "".join(card.letter for card in after.cards) == "LUVA"
    assert [one.code if isinstance(one, NotSeen) else None for one in hidden] == [Refusal.COVERED] * 2


def test_what_a_game_teaches_of_the_deck_forgets_nothing() -> None:
    """Each turn may tell more values: words that lay there are known to lie there as before."""
    usual = assumed_cards(ruleset(BEGAN.game))
    read = {letter: replace(usual.cards[letter], source=Source.GAMES) for letter in "LUVA"}
    decks = [usual.deck, usual.having(read).deck]
    sight = CardSight(lambda: BEGAN, lambda _: decks[0])
    picture, cards = laid()
    sight.see(picture)
    decks.pop(0)
    hidden = sight.see(without_word(picture, cards, SLEEVE))

    assert isinstance(hidden, NotSeen)
    assert hidden.code is Refusal.COVERED


def test_words_that_were_taken_up_are_gone(sight: CardSight) -> None:
    """Where the word lay the table is bare: whoever took it up has taken it back."""
    picture, cards = laid()
    sight.see(picture)
    gone = sight.see(without_word(picture, cards, CLOTH))

    assert isinstance(gone, CardSighting)
    assert gone.cards == ()
    assert len(gone.aside) == 1
