"""What a player can do in a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile


@dataclass(frozen=True, slots=True)
class Play:
    """The tiles laid in one turn.

    tiles: new letters and blanks by square. stop: where a stop tile was laid first, if one was.
    arrows: those of the new squares under whose letter an arrow lies.
    follows: older corners at which this play's word turns; their arrows lie there already. Only a play that
    lengthens a turned word as a whole has any: without, it lengthens the straight leg it touches.
    begins: a square of the word before its first corner; only told where words may turn up or left, since such a
    word could be read from either end.
    """

    tiles: Mapping[Square, Tile]
    stop: Square | None = None
    arrows: frozenset[Square] = frozenset()
    follows: frozenset[Square] = frozenset()
    begins: Square | None = None

    @property
    def tile_count(self) -> int:
        """How many tiles left the rack, stops and arrows counted."""
        return len(self.tiles) + len(self.arrows) + (self.stop is not None)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn spent on changing tiles with the bag."""

    count: int


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn in which nothing is done."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken outside the plays, in nobody's turn. reason: "challenge" or "time"."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A turn after which the board lies as nobody can tell why: all that lies there, and cards that play no more."""

    tiles: Mapping[Square, Tile]
    stops: frozenset[Square] = frozenset()
    arrows: frozenset[Square] = frozenset()
    spent: Mapping[Square, Tile] = field(default_factory=dict)


Move = Play | Exchange | Pass | Adjustment | Unexplained
