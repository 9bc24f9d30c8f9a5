"""A table without a board, on which cards lie edge to edge in cells."""

from __future__ import annotations

from dataclasses import dataclass

from pi_referee.rules.board.square import FARTHEST_CELL, Cell


@dataclass(frozen=True)
class Table:
    """The bare table: it has no edge, no centre to be covered, and nothing printed on its cells (K12)."""

    centre: None = None

    def __contains__(self, square: object) -> bool:
        """Whether a place is one of a bare table; every cell is that can be written down."""
        return isinstance(square, Cell) and max(map(abs, square)) <= FARTHEST_CELL
