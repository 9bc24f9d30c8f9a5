"""What a line of GCG says of a rack: the tiles that are known to have been on it, though nobody saw the rack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.bag import unseen
from pi_referee.rules.plays.play import Adjustment, Pass, Play

_BLANK = "_"
_STANDING = {Status.SCORED, Status.FELL}


def tiles_laid(turn: Turn) -> Mapping[Square, str]:
    """The tiles a turn laid, as written: a small letter is a blank, _ one without a name."""
    return {square: str(tile) for square, tile in turn.move.tiles.items()} if isinstance(turn.move, Play) else {}


def rack_at(game: Game, turn: Turn) -> str:
    """The tiles known to be on a player's rack at a turn, in GCG: a blank is "?".

    What was laid, or after a pass what the same player lays next, or has left at the end. Where nothing is known one
    tile that does not lie on the board stands for the rack, since other programs want one there: "?" as long as a
    blank does not, else the letter of which most are left.
    """
    if isinstance(turn.move, Play):
        return _signs(tiles_laid(turn).values())
    if isinstance(turn.move, (Pass, Adjustment)):
        return _held_on(game, turn) or _stand_in(game, turn.number)
    return _stand_in(game, turn.number)


def _held_on(game: Game, turn: Turn) -> str:
    """The tiles that a player who drew none laid next or had left at the end; "" where that is not known."""
    for later in game.turns[turn.number :]:
        if later.player != turn.player or isinstance(later.move, (Pass, Adjustment)):
            continue
        return _signs(tiles_laid(later).values()) if later.status in _STANDING else ""
    return _left(game, turn.player)


def final_rack(game: Game, player: str) -> str:
    """What was left on a player's rack: known where the other one went out, else one tile in its place."""
    return _left(game, player) or _stand_in(game, len(game.turns) + 1)


def _left(game: Game, player: str) -> str:
    """All tiles that do not lie on the board, where only this player can have them and they are worth what was told."""
    tiles = unseen(game.position, game.ruleset)
    standing, told = game.standing, game.script.left_over or {}
    if tiles is None or standing.bag != 0 or any(standing.held[other] for other in game.players if other != player):
        return ""
    worth = sum(game.ruleset.values.get(tile, 0) * count for tile, count in tiles.items())
    return _signs(tile for tile, count in tiles.items() for _ in range(count)) if worth == told.get(player) else ""


def _stand_in(game: Game, number: int) -> str:
    """One tile in the place of a rack of which nothing is known, before a turn."""
    tiles = unseen(game.position_before(number), game.ruleset) or {}
    return "?" if tiles.get(_BLANK, 1) else max((tile for tile in tiles if tile.isalpha()), key=tiles.__getitem__)


def _signs(tiles: Iterable[str]) -> str:
    """Tiles as GCG has them on a rack: in order, blanks as "?"."""
    return "".join(sorted("?" if tile.islower() or tile == _BLANK else tile for tile in tiles))
