"""The eye for the cards of the game that is being played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from hardware.camera import Picture
from pi_referee.errors import GameFileError
from pi_referee.gettext_mark import say
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.cards.card_eye import CardEye
from vision.cards.card_sighting import CardSighting
from vision.sighting import NotSeen, Quad

DAMAGED = say("What was written of your cards cannot be read: the file is damaged.")
GO_BACK = say("Open “Our cards” on the page, and go back to what the games showed.")


def assumed_deck(game: str) -> Deck:
    """The deck of a game as far as the game's file knows it."""
    return ruleset(game).deck


@dataclass(slots=True)
class CardSight:
    """Looks at pictures of a table of cards.

    began: gives the game. deck: gives the household's own cards for a game; it may change at any time.
    """

    began: Callable[[], GameBegan]
    deck: Callable[[str], Deck] = assumed_deck
    _eye: CardEye | None = field(default=None, init=False)
    _before: CardSighting | None = field(default=None, init=False)

    def prepare(self) -> CardEye:
        """The eye for the deck that is being played with. The first one takes a moment.

        Raises GameFileError if the deck's file is damaged.
        """
        deck = self.deck(self.began().game)
        if self._eye is None or deck.letters != self._eye.deck.letters:
            self._eye, self._before = CardEye(deck), None
        self._eye.deck = deck
        return self._eye

    def see(self, picture: Picture) -> CardSighting | NotSeen:
        """Look at a picture; where the cards lay at the last look makes this one quicker.

        Nothing is read while the deck's file is damaged: the usual values might be wrong.
        """
        try:
            eye = self.prepare()
        except GameFileError:
            return NotSeen(DAMAGED, GO_BACK, Refusal.DECK)
        seen = eye.see(picture, self._before)
        # A look that is refused does not tell that words are gone: the next one must still know where they lay.
        if isinstance(seen, CardSighting):
            self._before = seen
        return seen


def round_cards(seen: CardSighting, picture: Picture) -> Quad:
    """An upright frame round all cards of the words, in px of the picture; the whole picture if there are none."""
    height, width = picture.shape[:2]
    points = np.array([corner for card in seen.cards for corner in card.quad.corners] or [(0, 0), (width, height)])
    (left, top), (right, bottom) = points.min(0).tolist(), points.max(0).tolist()
    return Quad(((left, top), (right, top), (right, bottom), (left, bottom)))
