"""The game that is to be played, as the options of a command name it; without the eye."""

from __future__ import annotations

from pi_referee.commands._options import players_named
from pi_referee.errors import GameFileError, WrongNameError
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.editions import TOLD_BY_PICTURE
from pi_referee.rules.definition.library import ruleset


def agreed(game: str, edition: str | None, players: str, rack: int | None) -> GameBegan:
    """The game that people want to play; raises WrongNameError if it cannot be played so."""
    named, size = players_named(players), ruleset(game).rack if rack is None else rack
    began = GameBegan(game, named, size, edition or TOLD_BY_PICTURE)
    try:
        begin(began)
    except GameFileError as error:
        raise WrongNameError(error.what, where=error.where, cure=error.cure) from error
    return began
