"""Blanks that look like the board they lie on: where tiles have many colours none of them shows how a blank looks."""

from __future__ import annotations

from collections.abc import Iterator

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Why
from vision.squares.choices import UNKNOWN
from vision.squares.first_verdict import Findings
from vision.tile_edges.edge_measure import Rims

_ODD, _ODD_ALONE, _BY_RIM = 0.43, 0.7, 0.15
"""So odd are the lines of a square that is perhaps a white blank on a white square, where two of them or more lead to
bare squares, its likeness to a tile's rim (below 0) being added so many times; and where one does. Of 352 blanks in 394
looks at drawn boards, half of them in mixtures of bad light, 6 have less than the first, and some 125 of 9,782 bare
squares beside tiles have more; 25 and 60 when likeness to a rim did not count (1.2).
"""
_SIDES = 2
"""So many lines to bare squares tell more than one."""
_BARE = -5.0
"""Less like a tile's rim than this no blank's is (see Rims)."""


def unseen(found: Findings, rims: Rims, where: frozenset[Square], blanks: int) -> Iterator[Doubt]:
    """Squares found bare where a blank may lie: beside what was found, with lines as no bare squares have.

    where: the squares, printed plain and not hidden, that are asked about; elsewhere a blank hides the print. blanks:
    how many the box holds; they may lie side by side.
    """
    perhaps = {square for square in where - found.taken if _is_odd(rims, square)}
    reached: set[Square] = set()
    for _ in range(blanks):
        reached |= {square for square in perhaps if not found.taken.union(reached).isdisjoint(square.neighbours())}
    for square in sorted(reached):
        yield Doubt(square, UNKNOWN, Why.ODD_LINES)


def _is_odd(rims: Rims, square: Square) -> bool:
    """Whether a square's lines to bare squares are odd; where there are no such lines nothing tells, which is odd."""
    at = square.row, square.column
    if rims.tile[at] < _BARE:
        return False
    if rims.bare[at] < _SIDES:
        return not rims.bare[at] or bool(rims.odd[at] > _ODD_ALONE)
    return bool(rims.odd[at] + _BY_RIM * min(rims.tile[at], 0.0) > _ODD)
