"""Doubts what was found on squares that are not wholly seen, or that seem bare and do not look so."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.sighting import Doubt, Why
from vision.square_index import squares_where
from vision.squares.choices import FOREIGN, PERHAPS_STOP, part_of
from vision.squares.first_verdict import Findings
from vision.squares.grid_model import HARDLY_BARE, PERHAPS_BARE


def half_seen(found: Findings, squares: AbstractSet[Square], why: Why) -> Findings:
    """The findings with the tiles on these squares in doubt, since a part of each is not seen; why: the reason."""
    return found.with_doubts(_doubts(found, squares, why))


def unlike_bare(found: Findings, things: Floats, misprinted: AbstractSet[Square] = frozenset()) -> Findings:
    """The findings, with doubts about squares that were told as bare and hardly are.

    things: what the grid model tells, see shares_of. misprinted: squares that do not show the print that belongs there.
    """
    size = things.shape[1]
    hardly, perhaps = (squares_where((things[0] < share).ravel(), size) for share in (HARDLY_BARE, PERHAPS_BARE))
    asked = hardly | (perhaps - (found.bare - misprinted))
    return found.with_doubts(Doubt(square, FOREIGN, Why.NOT_AS_BARE) for square in asked - found.taken)


def _doubts(found: Findings, squares: AbstractSet[Square], why: Why) -> Iterator[Doubt]:
    """Doubts about the tiles found on these squares."""
    for square in squares & found.board.keys():
        yield Doubt(square, part_of(found.board[square]), why)
    for square in squares & found.stops:
        yield Doubt(square, PERHAPS_STOP, why)
