"""Looking at a table of cards for a turn, and what is told and kept of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from hardware.camera import Picture
from pi_referee.errors import CameraError
from pi_referee.judge.meaning_in_game import known_cells, meaning_of_cards
from pi_referee.looking.card_sight import CardSight, round_cards
from pi_referee.looking.game_eye import Found
from pi_referee.looking.picture_advice import told
from pi_referee.looking.retakes import Retake, when_still
from pi_referee.looking.turn_photographs import photograph_of_cards
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Happening
from pi_referee.table_link.table_messages import Lying
from vision.cards.again.as_pressed import as_before
from vision.cards.card_refusals import advice_on
from vision.cards.card_sighting import CardSighting
from vision.sighting import NotSeen


@dataclass(frozen=True, slots=True)
class SeenCards:
    """What was seen of a table of cards, and the picture it was seen in; game: as it stood then."""

    picture: Picture
    look: CardSighting | NotSeen
    game: Game

    @property
    def photograph(self) -> bytes:
        """The cards of the words as JPEG, upright; empty where none were seen."""
        cards = self.look.cards if isinstance(self.look, CardSighting) else ()
        return photograph_of_cards(self.picture, cards) if cards else b""

    def advised(self, happened: tuple[Happening, ...]) -> tuple[Happening, ...]:
        """What happened: the eye for cards says itself what hinders it."""
        return happened

    def lying(self, number: int) -> Lying:
        """What lies there, by the cells as the game counts them, as it is told to the page; number: of the game."""
        if isinstance(self.look, NotSeen):
            return Lying(number, says=self.look.reason, cure=self.look.cure)
        way = meaning_of_cards(self.game, self.look)[1]
        return Lying(
            game=number,
            tiles={str(cell): card.letter for cell, card in sorted(way.cards.items()) if way.is_sure(cell)},
            doubts={
                str(cell): tuple(sign for sign, _ in doubt.choices)
                for cell, doubt in way.doubts
                if doubt.about == "letter"
            },
        )


@dataclass(frozen=True, slots=True)
class CardTable:
    """A bare table with cards on it; game: as it stood when somebody pressed. sight: how the cards are looked at."""

    game: Game
    sight: CardSight

    def see_well(self, first: Picture, retake: Retake) -> SeenCards:
        """What lies there by a picture, or by one taken when nothing moves any more where that leaves a doubt."""
        seen = self.see(first)
        if not retake.is_live or (isinstance(seen.look, CardSighting) and not seen.look.doubts):
            return seen
        with suppress(CameraError):
            later, _ = when_still(first, retake.capture, clock=retake.clock, pause=retake.pause)
            return seen if np.array_equal(later, first) else self._as_pressed(seen.look, self.see(later))
        return seen

    def _as_pressed(self, first: CardSighting | NotSeen, still: SeenCards) -> SeenCards:
        """What is seen when nothing moves any more; what was laid or taken up since somebody pressed is in doubt."""
        if isinstance(first, NotSeen) or isinstance(still.look, NotSeen):
            return still
        return replace(still, look=as_before(first, still.look, known_cells(self.game, still.look)))

    def see(self, picture: Picture) -> SeenCards:
        """What lies there by one picture."""
        return SeenCards(picture, self.sight.see(picture), self.game)

    def find(self, picture: Picture) -> Found:
        """Where the cards of the words lie in a picture, and how that could show more of them."""
        seen = self.sight.see(picture)
        if isinstance(seen, NotSeen):
            return Found(seen)
        advice = advice_on(seen)
        return Found(round_cards(seen, picture), advice=() if advice is None else (told(advice),))
