"""Who played last, so that nobody writes the same names again every evening."""

from __future__ import annotations

from contextlib import suppress

from pi_referee.errors import DamagedGameError
from pi_referee.player_names import is_unnamed
from pi_referee.rules.course.game import Game
from web.live.log_follower import Lookout, Table


def newest_players(lookout: Lookout, table: Table) -> tuple[str, ...]:
    """Who played last; a game that the program began by itself, as when it was switched on, is nobody's."""
    game = table.game
    if game is not None and not game.turns and is_unnamed(game.players):
        with suppress(DamagedGameError):
            game = lookout.table(table.number - 1).game
    return players_of(game) if game is not None else ()


def players_of(game: Game) -> tuple[str, ...]:
    """The players of the last game as they are called now, one who played two racks as one; nobody without a name."""
    players = game.players if len(game.players) == len(game.began.players) else game.began.players
    return () if is_unnamed(players) else players
