"""What lies on the board, and what changed between two looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile

_NOTHING: Mapping[Square, Tile] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that lies on the board; never changed, a play makes a new one.

    tiles: letters and blanks by square. stops: squares with a stop tile.
    arrows: squares where an arrow lies under the letter (their tile is in tiles too).
    """

    tiles: Mapping[Square, Tile] = field(default_factory=lambda: _NOTHING)
    stops: frozenset[Square] = frozenset()
    arrows: frozenset[Square] = frozenset()

    @property
    def occupied(self) -> frozenset[Square]:
        """Every square on which something lies."""
        return frozenset(self.tiles) | self.stops

    def letters(self) -> dict[Square, str]:
        """Each square's printed letter, "" for a blank: what a camera could see."""
        return {square: tile.face for square, tile in self.tiles.items()}


EMPTY = Position()
"""A board with nothing on it."""
