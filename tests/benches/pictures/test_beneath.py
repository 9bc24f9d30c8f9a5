"""Which squares a part of the picture that was changed lies on."""

from __future__ import annotations

import numpy as np

from benches.pictures.beneath import beneath
from pi_referee.rules.board.square import Square
from vision.sighting import Quad

SIDE = 20
BOARD = Quad(((0, 0), (4 * SIDE, 0), (4 * SIDE, 4 * SIDE), (0, 4 * SIDE)))
"""A board of four by four squares that fills the picture."""


def test_changed_px_and_the_squares_beside_its_own() -> None:
    """A few px of A1 are changed, in one colour: A1 and the three squares that touch it."""
    picture = np.full((4 * SIDE, 4 * SIDE, 3), 90, np.uint8)
    changed = picture.copy()
    changed[SIDE // 2 - 3 : SIDE // 2 + 3, SIDE // 2 - 3 : SIDE // 2 + 3, 1] = 200

    assert beneath(picture, changed, BOARD, 4) == {Square.parse(name) for name in ("A1", "A2", "B1", "B2")}
    assert beneath(picture, picture, BOARD, 4) == frozenset()
