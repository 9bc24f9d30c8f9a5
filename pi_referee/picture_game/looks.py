"""How a picture of a game is looked at: by the eye for its board, or by the eye for cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pi_referee.judge.glare_refusals import advised
from pi_referee.judge.referee import Look
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.course.happenings import Happening
from pi_referee.rules.definition.ruleset import Ruleset
from vision.arrays import Colour
from vision.cards.card_eye import CardEye
from vision.eye import Eye
from vision.letters.household_tiles import LearntTile
from vision.photo.advice import believed
from vision.sighting import Edition


class Looks(Protocol):
    """Looks at the pictures of one game; picture: (height, width, 3) uint8, blue-green-red."""

    def look(self, picture: Colour) -> Look:
        """What is seen in a picture, as far as it can be believed."""

    def advised(self, happened: tuple[Happening, ...], picture: Colour, look: Look) -> tuple[Happening, ...]:
        """What happened, with what to do about the light where that is why nothing did."""


@dataclass(frozen=True, slots=True)
class BoardLooks:
    """Looks at a board by its eye."""

    eye: Eye
    ruleset: Ruleset

    def look(self, picture: Colour) -> Look:
        """What is seen in a picture, as far as it can be believed."""
        return believed(picture, self.eye.see(picture), self.ruleset.layout)

    def advised(self, happened: tuple[Happening, ...], picture: Colour, look: Look) -> tuple[Happening, ...]:
        """What happened, with what to do about the light where squares could not be seen."""
        return advised(happened, picture, look, self.ruleset.layout)


@dataclass(frozen=True, slots=True)
class CardLooks:
    """Looks at a table of cards by their eye."""

    eye: CardEye

    def look(self, picture: Colour) -> Look:
        """What is seen in a picture."""
        return self.eye.see(picture)

    def advised(self, happened: tuple[Happening, ...], picture: Colour, look: Look) -> tuple[Happening, ...]:
        """What happened; the eye for cards names its reasons itself."""
        del picture, look
        return happened


def looks_at(
    ruleset: Ruleset, edition: Edition, *, learnt: Sequence[LearntTile] = (), deck: Deck | None = None
) -> Looks:
    """What looks at a game's pictures; learnt, deck: the household's own tiles and cards, as far as they are known."""
    if ruleset.has_board:
        return BoardLooks(Eye(ruleset, edition, learnt=learnt), ruleset)
    return CardLooks(CardEye(deck or ruleset.deck))
