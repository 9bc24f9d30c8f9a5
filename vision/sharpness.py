"""How sharp the letters are: in a blurred picture a D is soon an O."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Flags, grey_of
from vision.squared import SQUARE, Squared

_RIM = 6
"""Px of each square that are left out: the tile's own edge and shadow are sharper than its letter."""
_FLAT = 8.0
"""With fewer grey levels between dark and pale a square shows nothing."""
_STEEPEST, _DARKEST, _PALEST = 98, 3, 97
BLURRED, SOFT = 0.245, 0.3
"""Median over the tiles of the steepest step between px, as a share of the letter's contrast: ten sets have 0.40 and
more, blurred by 2 px of the picture 0.27 to 0.35, blurred by 4 px 0.16 to 0.25."""


def sharpness_of(squared: Squared, lettered: Flags) -> float:
    """How sharp the letters on the lettered squares (n * n,) are, 0 to 1; 1 if they show nothing."""
    if not lettered.any():
        return 1.0
    grey = grey_of(squared.grid()).astype(np.float32)
    # Sobel's weights sum to 8, so that a step from one px to the next but one counts whole.
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way, ksize=3) / 8 for way in ((1, 0), (0, 1)))
    steepest = np.percentile(_inner(np.hypot(across, down), squared.size)[lettered], _STEEPEST, axis=1)
    darkest, palest = np.percentile(_inner(grey, squared.size)[lettered], (_DARKEST, _PALEST), axis=1)
    contrast = palest - darkest
    shown = contrast > _FLAT
    return float(np.median(steepest[shown] / (contrast[shown] + 1))) if shown.any() else 1.0


def _inner(picture: np.ndarray, size: int) -> np.ndarray:
    """The px of each square without its rim, (n * n, k)."""
    cut = picture.reshape(size, SQUARE, size, SQUARE).transpose(0, 2, 1, 3)[:, :, _RIM:-_RIM, _RIM:-_RIM]
    return cut.reshape(size * size, -1)
