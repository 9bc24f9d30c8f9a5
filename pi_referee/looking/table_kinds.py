"""Which kind of table a game is played at: one with a board, or a bare one with cards."""

from __future__ import annotations

from typing import Protocol

from hardware.camera import Picture
from pi_referee.looking.board_table import BoardTable
from pi_referee.looking.card_table import CardTable
from pi_referee.looking.game_eye import Found, Sight
from pi_referee.looking.retakes import Retake
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Happening
from pi_referee.table_link.table_messages import Lying
from vision.cards.card_sighting import Look


class SeenTable(Protocol):
    """What was seen of a table."""

    @property
    def picture(self) -> Picture:
        """The picture it was seen in."""

    @property
    def look(self) -> Look:
        """What the eye told."""

    @property
    def photograph(self) -> bytes:
        """What is shown of it beside the turn, as JPEG; empty where there is nothing to show."""

    def advised(self, happened: tuple[Happening, ...]) -> tuple[Happening, ...]:
        """What happened, with what to do about the light where that is why nothing did."""

    def lying(self, number: int) -> Lying:
        """What lies there, as it is told to the page; number: of the game."""


class Table(Protocol):
    """A table at which a game is played, and how it is looked at."""

    def see_well(self, first: Picture, retake: Retake) -> SeenTable:
        """What lies there by a picture, and by further ones where it leaves doubts."""

    def see(self, picture: Picture) -> SeenTable:
        """What lies there by one picture."""

    def find(self, picture: Picture) -> Found:
        """Where in a picture what matters lies, and what would make the picture better."""


def table_of(game: Game, sight: Sight) -> Table:
    """The table that a game is played at."""
    return BoardTable(game, sight) if game.ruleset.has_board else CardTable(game, sight.cards)
