"""Which squares a disturbance lies on, and beside: glare and a hand leave the rest of the picture as it was."""

from __future__ import annotations

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Colour, around, by_square
from vision.geometry.find_board import board_of
from vision.geometry.rectify import SQUARE, square_up
from vision.sighting import Quad
from vision.square_index import squares_where


def beneath(picture: Colour, disturbed: Colour, corners: Quad, size: int, beside: int = 1) -> frozenset[Square]:
    """The squares of which any px has changed, and so many beside them: both pictures (height, width, 3).

    corners: where the board lies, in the same px; size: its squares a side.
    """
    changed = np.repeat((picture != disturbed).any(axis=2, keepdims=True), 3, axis=2).astype(np.uint8) * np.uint8(255)
    board = square_up(changed, board_of(corners, size), size)
    touched = by_square(board.grid()[..., 0], SQUARE).any(axis=1)
    return squares_where(around(touched.reshape(size, size), beside), size)
