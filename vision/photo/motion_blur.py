"""Blur of edges, overall and in four directions: equal from a lens out of focus, unequal from a shaken camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Grey, below, by_square
from vision.geometry.rectify import SQUARE, Squared

_WINDOW = np.ones((9, 9), np.uint8)
"""Squared-board px around an edge within which its height is measured."""
_PER_PX = 2 / 8 * np.sqrt(2 * np.pi)
"""From half of Sobel's sums, which are eight times the step per px."""
_SLANTING = 0.5 / np.sqrt(2)


_Slope = TypeVar("_Slope", np.uint8, np.float32)


_HEIGHT = 0.25
"""Least height of an edge that is measured, as a share of the board's range of brightness."""
_SHARPEST = 0.25
"""Quantile over the squares that counts: the others have no straight edge."""


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
    # Edges wider than the window in which they are measured seem sharper again: their blur is no more than a tenth of
    # a square there, and none is as high as the board's range. The highest have 0.8 and more in 17 sets; on a drawn
    # board 0.75 where its letters are read, 0.6 and less where none is seen any more, clear or in fog.
    highest: float = 0.65
    wide: float = 0.04  # blur above which that tells so, and not uneven light


SHAKE = ShakeLimits()


@dataclass(frozen=True, slots=True)
class Spread:
    """Blur of the board's edges in four directions, as deviations of a Gaussian, in squares.

    across, down: horizontally and vertically. rising, falling: along the two diagonals. highest: how high the highest
    edges are, as a share of the board's range of brightness.
    """

    across: float
    down: float
    rising: float
    falling: float
    highest: float

    @property
    def is_shaken(self) -> bool:
        """Whether camera or board moved during the exposure."""
        return _unlike(self.across, self.down, SHAKE.ratio) or _unlike(self.rising, self.falling, SHAKE.ratio_slanting)

    @property
    def thins_strokes(self) -> bool:
        """Whether strokes across the way of the movement are paler than others, however short it was."""
        return _times(self.across, self.down) > SHAKE.ratio or _times(self.rising, self.falling) > SHAKE.ratio_slanting

    @property
    def hides_letters(self) -> bool:
        """Whether letters may go unseen."""
        blur = max(self.across, self.down)
        return blur > SHAKE.hides_letters or (blur > SHAKE.wide and self.highest < SHAKE.highest)


def spread_of(squared: Squared) -> Spread:
    """Measure a squared board: a step of height a, blurred by s, has a steepest slope of a / (s sqrt(2 pi)) per px."""
    edges = _edges_in(squared.grey_grid())
    right, down = edges.right, edges.down
    slopes = ((right, 0.5), (down, 0.5), (cv2.subtract(right, down), _SLANTING), (cv2.add(right, down), _SLANTING))
    steps = (np.asarray(cv2.convertScaleAbs(slope, alpha=share), np.uint8) for slope, share in slopes)
    highest = float(below(edges.heights.ravel(), 0.99)[0]) * _HEIGHT / max(edges.least, 1e-9)
    side, upright, rising, falling = (_spread(one, edges) for one in steps)
    return Spread(side, upright, rising, falling, highest)


def softness(grey: Grey) -> float:
    """Blur of the sharpest edges in any direction, as the deviation of a Gaussian, in squares of SQUARE px.

    Infinite if the picture has no clear edge.
    """
    edges = _edges_in(grey)
    steps = np.asarray(np.hypot(edges.right, edges.down, dtype=np.float32) / 2, np.float32)
    return _spread(steps, edges) or float("inf")


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Sobel's sums to the right and down, the heights of edges by square, (squares, px), and the least that counts."""

    right: NDArray[np.int16]
    down: NDArray[np.int16]
    heights: NDArray[np.uint8]
    least: float


def _edges_in(grey: Grey) -> _Edges:
    """Measure the edges of a picture with SQUARE px a square."""
    heights = np.asarray(cv2.subtract(cv2.dilate(grey, _WINDOW), cv2.erode(grey, _WINDOW)), np.uint8)
    darkest, palest = below(grey[::4, ::4].ravel(), 0.01, 0.99)
    right, down = (np.asarray(cv2.Sobel(grey, cv2.CV_16S, *way), np.int16) for way in ((1, 0), (0, 1)))
    return _Edges(right, down, by_square(heights, SQUARE), _HEIGHT * float(palest - darkest))


def _unlike(one: float, other: float, times: float) -> bool:
    """Whether the larger of two blurs matters and exceeds the other by this factor."""
    return max(one, other) > SHAKE.least and _times(one, other) > times


def _times(one: float, other: float) -> float:
    """How many times the lesser of two blurs the larger is; 1 if there is no edge to measure."""
    least, most = sorted((one, other))
    return most / least if least else 1.0


def _spread(slopes: NDArray[_Slope], edges: _Edges) -> float:
    """Blur in squares, from the slopes of edges, px by px, and their heights; 0 if there is no edge."""
    by_squares = by_square(slopes, SQUARE)
    places = by_squares.argmax(axis=1)[:, None]
    steepest = np.take_along_axis(by_squares, places, 1)[:, 0].astype(np.float64)
    height = np.take_along_axis(edges.heights, places, 1)[:, 0]
    clear = (height > edges.least) & (steepest > 0)
    if not clear.any():
        return 0.0
    (sharp,) = below(height[clear] / (steepest[clear] * _PER_PX), _SHARPEST)
    return float(sharp) / SQUARE
