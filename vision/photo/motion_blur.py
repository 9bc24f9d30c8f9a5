"""Blur of edges in four directions: equal from a lens out of focus, unequal from a shaken camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import below, by_square
from vision.geometry.rectify import SQUARE, Squared

_WINDOW = np.ones((9, 9), np.uint8)
"""Squared-board px around an edge within which its height is measured."""
_PER_PX = 2 / 8 * np.sqrt(2 * np.pi)
"""From half of Sobel's sums, which are eight times the step per px."""
_SLANTING = 0.5 / np.sqrt(2)


@dataclass(frozen=True, slots=True)
class EdgeLimits:
    """Which edges are measured."""

    height: float = 0.25  # least height, as a share of the board's range of brightness
    sharpest: float = 0.25  # quantile over the squares that counts: the others have no straight edge


EDGES = EdgeLimits()


@dataclass(frozen=True, slots=True)
class ShakeLimits:
    """Limits of the blur (deviation of a Gaussian, in squares) and of its ratio between two directions.

    Ten sets, as they are, with noise, in shade and at a third of their size, have 0.036 at most, and a ratio of 1.13 of
    across to down, 1.17 out of focus; of 1.06 between the diagonals. Shaken by a fifth of a square and more they have
    1.2 to 3.3, or 1.2 to 2.4 between the diagonals, and letters lose their strokes: T was read confidently as I, N as
    H, and M as N.
    """

    least: float = 0.05  # blur below which a ratio does not matter
    ratio: float = 1.2  # of across to down, or the reverse
    ratio_slanting: float = 1.09  # of one diagonal to the other
    # Blur above which letters may go unseen: those of the dark edition did at 0.085.
    hides_letters: float = 0.08


SHAKE = ShakeLimits()


@dataclass(frozen=True, slots=True)
class Spread:
    """Blur of the board's edges in four directions, as deviations of a Gaussian, in squares.

    across, down: horizontally and vertically. rising, falling: along the two diagonals.
    """

    across: float
    down: float
    rising: float
    falling: float

    @property
    def is_shaken(self) -> bool:
        """Whether camera or board moved during the exposure."""
        return _unlike(self.across, self.down, SHAKE.ratio) or _unlike(self.rising, self.falling, SHAKE.ratio_slanting)

    @property
    def hides_letters(self) -> bool:
        """Whether letters may go unseen."""
        return max(self.across, self.down) > SHAKE.hides_letters


def spread_of(squared: Squared) -> Spread:
    """Measure a squared board: a step of height a, blurred by s, has a steepest slope of a / (s sqrt(2 pi)) per px."""
    grey = squared.grey_grid()
    heights = np.asarray(cv2.subtract(cv2.dilate(grey, _WINDOW), cv2.erode(grey, _WINDOW)), np.uint8)
    darkest, palest = below(grey[::4, ::4].ravel(), 0.01, 0.99)
    least = EDGES.height * float(palest - darkest)
    right, down = (cv2.Sobel(grey, cv2.CV_16S, *way) for way in ((1, 0), (0, 1)))
    slopes = ((right, 0.5), (down, 0.5), (cv2.subtract(right, down), _SLANTING), (cv2.add(right, down), _SLANTING))
    steps = (np.asarray(cv2.convertScaleAbs(slope, alpha=share), np.uint8) for slope, share in slopes)
    high = by_square(heights, SQUARE)
    return Spread(*(_spread(by_square(one, SQUARE), high, least) for one in steps))


def _unlike(one: float, other: float, times: float) -> bool:
    """Whether the larger of two blurs matters and exceeds the other by this factor."""
    least, most = sorted((one, other))
    return most > SHAKE.least and most > times * least


def _spread(slopes: NDArray[np.uint8], heights: NDArray[np.uint8], least: float) -> float:
    """Blur in squares, from the slopes and heights of edges by square (n * n, px); 0 if there is no edge."""
    places = slopes.argmax(axis=1)[:, None]
    steepest, height = (np.take_along_axis(px, places, 1)[:, 0] for px in (slopes, heights))
    clear = (height > least) & (steepest > 0)
    if not clear.any():
        return 0.0
    (sharp,) = below(height[clear] / (steepest[clear] * _PER_PX), EDGES.sharpest)
    return float(sharp) / SQUARE
