"""Doubts about squares taken for bare that may hold a blank which looks like the board.

Where tiles have many colours none of them shows how a blank looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Why
from vision.squares.choices import UNKNOWN
from vision.squares.findings import Findings
from vision.tile_edges.edge_measure import Rims


@dataclass(frozen=True, slots=True)
class OddLimits:
    """When the lines of a square taken for bare suggest a white blank on a white square (see Rims.odd, log ratio).

    Of 352 blanks in 394 looks at drawn boards, half of them in mixtures of bad light, 6 score below odd, and some 125
    of 9,782 bare squares beside tiles above it; 25 and 60 if the edge score did not count and the limit was 1.2.
    """

    odd: float = 0.43  # with enough lines to bare squares, the weighted edge score added
    odd_alone: float = 0.7  # with one line to a bare square
    by_edge: float = 0.15  # weight of the likeness to a tile's edges (see Rims.tile), where that is below 0
    sides: int = 2  # lines to bare squares that count as enough
    bare: float = -5.0  # likeness to a tile's edges (log ratio): no blank scores below


LIMITS = OddLimits()


def unseen(found: Findings, rims: Rims, where: frozenset[Square], blanks: int) -> Iterator[Doubt]:
    """Doubts about squares taken for bare where a blank may lie: next to a tile, with lines unlike bare squares'.

    where: the squares to check, printed plain and not hidden; elsewhere a blank hides the print. blanks: how many the
    box holds; they may lie side by side.
    """
    perhaps = {square for square in where - found.taken if _is_odd(rims, square)}
    reached: set[Square] = set()
    for _ in range(blanks):
        reached |= {square for square in perhaps if not found.taken.union(reached).isdisjoint(square.neighbours())}
    for square in sorted(reached):
        yield Doubt(square, UNKNOWN, Why.ODD_LINES)


def _is_odd(rims: Rims, square: Square) -> bool:
    """Whether a square's lines to bare squares are odd; if it has none, nothing can be measured: that is odd."""
    at = square.row, square.column
    if rims.tile[at] < LIMITS.bare:
        return False
    if rims.bare[at] < LIMITS.sides:
        return not rims.bare[at] or bool(rims.odd[at] > LIMITS.odd_alone)
    return bool(rims.odd[at] + LIMITS.by_edge * min(rims.tile[at], 0.0) > LIMITS.odd)
