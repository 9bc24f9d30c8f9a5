"""The tiles that do not lie on the board: in the bag or on somebody's rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pi_referee.rules.board.position import Position
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.placement import ARROW, BLANK, STOP


def unseen(position: Position, ruleset: Ruleset) -> Mapping[str, int] | None:
    """How many of each tile are not on the board, specials as "_", "#" and "/"; None where nobody can count.

    Tiles that were sorted out before the game are not among them. Never less than 0, whatever lies there.
    """
    box = _box(ruleset)
    if box is None:
        return None
    lying = _lying(position)
    return {tile: max(count - lying[tile], 0) for tile, count in box.items() if count}


def beyond_the_box(position: Position, ruleset: Ruleset) -> Mapping[str, int]:
    """The tiles that lie there more often than the box holds them, each with how many it holds; none if unknown."""
    box = _box(ruleset)
    if box is None:
        return {}
    return {tile: box.get(tile, 0) for tile, count in sorted(_lying(position).items()) if count > box.get(tile, 0)}


def _box(ruleset: Ruleset) -> Mapping[str, int] | None:
    """How many of each tile the box holds, specials as "_", "#" and "/"; None where nobody knows."""
    if ruleset.counts is None:
        return None
    return {**ruleset.counts, BLANK: ruleset.blanks, STOP: ruleset.stops, ARROW: ruleset.arrows}


def _lying(position: Position) -> Counter[str]:
    """How many of each tile lie there, specials as "_", "#" and "/"."""
    lying = Counter(BLANK if tile.is_blank else tile.letter for tile in position.tiles.values())
    lying.update({STOP: len(position.stops), ARROW: len(position.arrows)})
    return lying
