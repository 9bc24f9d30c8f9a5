"""What the grid model says of squares in doubt, and of squares that the other witnesses took for bare."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.sighting import Doubt, Reading, Why
from vision.square_index import squares_where
from vision.squares.choices import FOREIGN
from vision.squares.first_verdict import Findings
from vision.squares.grid_model import BARE, BLANK, STOP


@dataclass(frozen=True, slots=True)
class VerdictLimits:
    """From which shares on the grid model is believed, or asks.

    Measured on 226 photographs as they are and 99 varied, and 80 drawn boards of a seed that nothing was tuned on:
    94,000 squares.
    """

    # Of 321 bare squares in doubt 215 have more, of 627 tiles in doubt that may be bare none: the most has 0.94.
    surely: float = 0.995
    hardly: float = 0.02  # share of bare below which a square is asked about that is plainly as printed: 2 bare ones
    # The same of one that the others took for bare, but not as plainly as printed, or whose print is not seen: 8.
    perhaps: float = 0.2


LIMITS = VerdictLimits()

_BARE_OR_TILE = frozenset({
    Why.TILE_EDGES, Why.STRANGE, Why.ODD_LINES, Why.INK, Why.TILE_ON_PRINT, Why.NOT_AS_BARE, Why.PRINT,
})  # fmt: skip
"""Doubts about squares that are wholly seen, whether a tile without a letter lies there."""


def told_by_grid(found: Findings, things: Floats, misprinted: AbstractSet[Square] = frozenset()) -> Findings:
    """The findings without the doubts that the grid model settles, and with those that it raises.

    things: its shares of BARE to COVERED, (5, n, n). misprinted: squares that do not show the print that belongs there.
    """
    return _asked(_settled(found, things), things, misprinted)


def _settled(found: Findings, things: Floats) -> Findings:
    """Squares in doubt that are surely bare, or surely hold a tile without a letter."""
    bare = {doubt.square for doubt in found.doubts if _is_bare(doubt, things)}
    left = replace(found, doubts=tuple(doubt for doubt in found.doubts if doubt.square not in bare))
    plain = [doubt.square for doubt in left.doubts if doubt.why in _BARE_OR_TILE]
    share = {square: things[:, square.row, square.column] for square in plain}
    blanks = {
        square: Reading("", float(share[square][BLANK])) for square in plain if share[square][BLANK] > LIMITS.surely
    }
    stops = {square for square in plain if share[square][STOP] > LIMITS.surely}
    left = left.with_settled(blanks)
    return replace(left, stops=left.stops | stops, doubts=tuple(one for one in left.doubts if one.square not in stops))


def _is_bare(doubt: Doubt, things: Floats) -> bool:
    """Whether a square that may be bare surely is."""
    may_be = any(name == "." for name, _ in doubt.choices)
    return may_be and bool(things[BARE, doubt.square.row, doubt.square.column] > LIMITS.surely)


def _asked(found: Findings, things: Floats, misprinted: AbstractSet[Square]) -> Findings:
    """Doubts about squares that were told as bare and hardly are."""
    hardly, perhaps = (
        squares_where((things[BARE] < share).ravel(), things.shape[1]) for share in (LIMITS.hardly, LIMITS.perhaps)
    )
    asked = hardly | (perhaps - (found.bare - misprinted))
    return found.with_doubts(Doubt(square, FOREIGN, Why.NOT_AS_BARE) for square in asked - found.taken)
