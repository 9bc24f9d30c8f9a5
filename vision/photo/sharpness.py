"""How sharp the letters are: in a blurred picture a D is soon an O."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, below, grey_of, median_of
from vision.geometry.rectify import SQUARE, Squared

_RIM = 6
"""Px of each square that are left out: the tile's own edge and shadow are sharper than its letter."""
_FLAT = 8.0
"""With fewer grey levels between dark and pale a square shows nothing."""
_STEEPEST, _DARKEST, _PALEST = 0.98, 0.03, 0.97
BLURRED, SOFT = 0.245, 0.3
"""Median over the tiles of the steepest step between px, as a share of the letter's contrast: ten sets have 0.40 and
more, blurred by 2 px of the picture 0.27 to 0.35, blurred by 4 px 0.16 to 0.25."""

_Kind = TypeVar("_Kind", np.float32, np.uint8)


def sharpness_of(squared: Squared, lettered: Flags) -> float:
    """How sharp the letters on the lettered squares (n * n,) are, 0 to 1; 1 if they show nothing."""
    if not lettered.any():
        return 1.0
    grey, there = grey_of(squared.grid()), lettered.reshape(squared.size, squared.size)
    # Sobel's weights sum to 8, so that a step from one px to the next but one counts whole.
    steps = (np.asarray(cv2.Sobel(grey, cv2.CV_32F, *way, ksize=3), np.float32) for way in ((1, 0), (0, 1)))
    across, down = (_inner(step, there) / 8 for step in steps)
    (steepest,) = below(np.hypot(across, down), _STEEPEST)
    darkest, palest = below(_inner(grey, there), _DARKEST, _PALEST)
    contrast = palest - darkest
    shown = contrast > _FLAT
    return median_of(steepest[shown] / (contrast[shown] + 1)) if shown.any() else 1.0


def _inner(picture: NDArray[_Kind], there: Flags) -> NDArray[_Kind]:
    """The px of some squares without their rims, (k, px); there: (n, n) which."""
    size = len(there)
    cut = picture.reshape(size, SQUARE, size, SQUARE).transpose(0, 2, 1, 3)[:, :, _RIM:-_RIM, _RIM:-_RIM]
    return cut[there].reshape(np.count_nonzero(there), -1)
