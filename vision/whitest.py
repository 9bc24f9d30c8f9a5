"""The end of the scale, where a picture ends below it: what light has taken must be known by its being whitest."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Colour
from vision.squared import SQUARE

_WHITE, _LEAST = 255, 238
_SHARE, _ALIKE = 0.1, 5
"""Where this share of the board is within so many grey levels of its whitest, which is above the least, light has
taken all there is. Grain added to white leaves 243 to 248 of it: boards of nine sets and drawn ones have 0.04 of their
px there at most when nothing has ended (a white one, of one colour, 0.08), dev-light at 1.6 times its light 0.5."""
_SMALLER = 0.25
"""The board is made so much smaller first, which takes the grain out."""
_RARE = 0.995
"""This share of a board's px is no whiter than its whitest white."""


def with_white(pixels: Colour) -> Colour:
    """A squared board whose white ends below the scale, as under grain, with it at the end; others as they are.

    pixels: (height, width, 3), with a square's width of surroundings.
    """
    board = pixels[SQUARE:-SQUARE, SQUARE:-SQUARE]
    small = cv2.resize(board, None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA).min(axis=2).ravel()
    place = int(_RARE * len(small))
    whitest = int(np.partition(small, place)[place])
    if not _LEAST < whitest < _WHITE - 1 or (small >= whitest - _ALIKE).mean() < _SHARE:
        return pixels
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=_WHITE / (whitest - _ALIKE / 2)), np.uint8)
