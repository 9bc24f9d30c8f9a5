"""The board seen straight from above, every square of it the same size: where letters are read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colour, Homography, carry, inverse, scaling
from vision.reducing import reduced

SQUARE = 32
"""Px a side of each square of a squared board."""


@dataclass(frozen=True, slots=True, eq=False)
class Squared:
    """A squared board with one square's width of its surroundings on each side.

    pixels: ((size + 2) * SQUARE, same, 3). size: squares a side.
    """

    pixels: Colour
    size: int

    def grid(self) -> Colour:
        """The squares alone, without the surroundings."""
        return self.pixels[SQUARE:-SQUARE, SQUARE:-SQUARE]


def square_up(picture: Colour, to_board: Homography, size: int) -> Squared:
    """Show the board straight from above; to_board takes picture px to squares."""
    smaller, scale = _reduce(picture, to_board, size)
    into = scaling(SQUARE, SQUARE, SQUARE, SQUARE) @ to_board @ scaling(1 / scale, 1 / scale)
    side = (size + 2) * SQUARE
    flat = cv2.warpPerspective(smaller, into, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Squared(np.asarray(flat, np.uint8), size)


def _reduce(picture: Colour, to_board: Homography, size: int) -> tuple[Colour, float]:
    """The picture reduced so that its smallest square is about as large as in the squared board: no moire later."""
    middle = size / 2
    probes = np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size], [middle, middle]])
    there = carry(inverse(to_board), probes)
    sides = np.linalg.norm(np.roll(there[:4], -1, axis=0) - there[:4], axis=1) / size
    scale = 1.1 * SQUARE / float(sides.min())
    if scale > 0.85:
        return picture, 1.0
    return reduced(picture, scale), scale
