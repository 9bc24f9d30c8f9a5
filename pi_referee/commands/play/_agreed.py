"""The game that is to be played, as the options of `run` and `watch` name it; without the eye."""

from __future__ import annotations

from pi_referee.commands._options import players_named
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.editions import TOLD_BY_PICTURE
from pi_referee.rules.definition.library import ruleset


def agreed(game: str, edition: str | None, players: str, rack: int | None) -> GameBegan:
    """The game that people want to play; raises RefereeError if it cannot be played so."""
    began = GameBegan(game, players_named(players), rack or ruleset(game).rack, edition or TOLD_BY_PICTURE)
    begin(began)
    return began
