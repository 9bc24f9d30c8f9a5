"""Sharpness of the letters: in a blurred picture a D soon looks like an O."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, below, contrast_of, median_of
from vision.geometry.rectify import SQUARE, Squared


@dataclass(frozen=True, slots=True)
class SharpnessLimits:
    """How the sharpness of a square is measured."""

    edge: int = 6  # squared-board px left out on each side: the tile's edge and shadow are sharper than its letter
    flat: float = 8.0  # grey levels between dark and pale up to which a square shows nothing
    steepest: float = 0.98  # quantile of the slopes that is the steepest


SHARPNESS = SharpnessLimits()

BLURRED_BELOW, SOFT_BELOW = 0.245, 0.3
"""Sharpness below which letters are blurred, or soft.

It is the median over the tiles of the steepest step between px, as a share of the letter's contrast: ten sets have 0.40
and more, blurred by 2 px of the picture 0.27 to 0.35, blurred by 4 px 0.16 to 0.25.
"""


_Kind = TypeVar("_Kind", np.float32, np.uint8)


def sharpness_of(squared: Squared, lettered: Flags) -> float:
    """The sharpness of the letters on the lettered squares (n * n,), 0 to 1; 1 if there is nothing to measure."""
    if not lettered.any():
        return 1.0
    grey, there = squared.grey_grid(), lettered.reshape(squared.size, squared.size)
    # Sobel's weights sum to 8, so that a step between a px's two neighbours counts in full.
    steps = (np.asarray(cv2.Sobel(grey, cv2.CV_32F, *way, ksize=3), np.float32) for way in ((1, 0), (0, 1)))
    across, down = (_inner(step, there) / 8 for step in steps)
    (steepest,) = below(np.hypot(across, down), SHARPNESS.steepest)
    contrast = contrast_of(_inner(grey, there))
    shown = contrast > SHARPNESS.flat
    return median_of(steepest[shown] / (contrast[shown] + 1)) if shown.any() else 1.0


def _inner(picture: NDArray[_Kind], there: Flags) -> NDArray[_Kind]:
    """The inner px of some squares, (k, px); there: (n, n) which."""
    size, inner = len(there), slice(SHARPNESS.edge, -SHARPNESS.edge)
    cut = picture.reshape(size, SQUARE, size, SQUARE).transpose(0, 2, 1, 3)[:, :, inner, inner]
    return cut[there].reshape(np.count_nonzero(there), -1)
