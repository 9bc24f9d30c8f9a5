"""Blanks that look like the board: which squares found bare are asked about where tiles have many colours."""

from __future__ import annotations

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import UNKNOWN
from vision.squares.findings import Findings
from vision.tile_edges.edge_measure import Rims
from vision.tile_edges.unseen_blanks import unseen

SIZE = 15
A1, B1, C1, D1, O15 = (Square.parse(name) for name in ("A1", "B1", "C1", "D1", "O15"))
EVERYWHERE = frozenset(Square(row, column) for row in range(SIZE) for column in range(SIZE))
LETTER = Findings({A1: Reading("A", 0.99)}, frozenset(), ())


def asked(
    odd: dict[Square, float],
    *,
    bare: int = 3,
    tile: float = 0.0,
    where: frozenset[Square] = EVERYWHERE,
    blanks: int = 2,
) -> list[Doubt]:
    """What is asked beside the letter on A1 where squares have odd lines to so many bare ones and such rims."""
    shape = (SIZE, SIZE)
    oddness, count, tiles = np.zeros(shape), np.full(shape, 4), np.full(shape, -4.0)
    for square, much in odd.items():
        at = square.row, square.column
        oddness[at], count[at], tiles[at] = much, bare, tile
    return list(
        unseen(
            LETTER,
            Rims(tiles, count, oddness, count),
            where,
            blanks,
        )
    )


@pytest.mark.parametrize(
    ("bare", "tile", "least"),
    [(4, 0.0, 0.43), (2, 0.0, 0.43), (2, 0.4, 0.43), (2, -4.0, 1.03), (1, 0.0, 0.7), (1, -4.0, 0.7)],
)
def test_odd_lines_beside_a_letter(bare: int, tile: float, least: float) -> None:
    """A bare square with lines as bare squares have none is asked about, odder ones if its rim is less a tile's."""
    assert asked({B1: least + 0.1}, bare=bare, tile=tile) == [Doubt(B1, UNKNOWN, Why.LETTER)]
    assert asked({B1: least - 0.1}, bare=bare, tile=tile) == []


def test_a_square_between_tiles_all_round() -> None:
    """Where no line leads to a bare square nothing tells a blank from none."""
    assert asked({B1: 0.0}, bare=0) == [Doubt(B1, UNKNOWN, Why.LETTER)]


def test_no_tile_has_such_a_rim() -> None:
    """What is plainly no tile's rim is none, however odd its lines are."""
    assert asked({B1: 3.0}, tile=-5.1) == []


def test_a_blank_lies_beside_something() -> None:
    """Far from all letters no blank lies; two may lie side by side, but no more than the box has."""
    odd = dict.fromkeys((B1, C1, D1, O15), 3.0)

    assert [doubt.square for doubt in asked(odd)] == [B1, C1]
    assert [doubt.square for doubt in asked(odd, blanks=1)] == [B1]


def test_squares_that_are_not_asked_about() -> None:
    """What is found already, hidden or printed is no bare white square."""
    assert asked({A1: 3.0, B1: 3.0}, where=EVERYWHERE - {B1}) == []
