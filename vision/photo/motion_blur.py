"""How far edges are spread in a picture, four ways: alike by a lens, unlike by a hand that shook."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import below, by_square, grey_of
from vision.geometry.rectify import SQUARE, Squared

_WINDOW = np.ones((9, 9), np.uint8)
_HIGH = 0.25
"""A step counts that spans this share of the board's own range of brightness."""
_SHARPEST = 0.25
"""The sharpest quarter of the squares tells: others have no straight edge."""
_PER_PX = 2 / 8 * np.sqrt(2 * np.pi)
"""From half of Sobel's sums, which are eight times a px's step."""
_SLANTING = 0.5 / np.sqrt(2)
_SOFT, _UNLIKE, _UNLIKE_SLANTING = 0.05, 1.2, 1.09
"""Ten sets, as they are, in grain, in shade and at a third of their size, have edges spread by 0.036 at most, and 1.13
times as far across as down, 1.17 out of focus; one slanting way 1.06 times as far as the other. Shaken by a fifth of a
square and more they have 1.2 to 3.3 times as far, or 1.2 to 2.4 slanting, and letters lose their strokes: T was read as
I for sure, N as H, and M as N."""
_TOO_SOFT = 0.08
"""Where no letter is read and edges are spread so far there may be letters all the same: those of the dark edition went
unseen at 0.085."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far the board's edges are spread, as deviations of a Gaussian, in squares.

    across, down: to the side, and up and down. rising, falling: along the two slanting ways.
    """

    across: float
    down: float
    rising: float
    falling: float

    @property
    def is_shaken(self) -> bool:
        """Whether camera or board was moved while the picture was taken."""
        return _unlike(self.across, self.down, _UNLIKE) or _unlike(self.rising, self.falling, _UNLIKE_SLANTING)

    @property
    def hides_letters(self) -> bool:
        """Whether letters may not be seen for it."""
        return max(self.across, self.down) > _TOO_SOFT


def spread_of(squared: Squared) -> Spread:
    """Measure a squared board: a step of height a, spread by s, rises by a / (s sqrt(2 pi)) a px at most."""
    grey = grey_of(squared.grid())
    heights = np.asarray(cv2.subtract(cv2.dilate(grey, _WINDOW), cv2.erode(grey, _WINDOW)), np.uint8)
    darkest, palest = below(grey[::4, ::4].ravel(), 0.01, 0.99)
    least = _HIGH * float(palest - darkest)
    right, down = (cv2.Sobel(grey, cv2.CV_16S, *way) for way in ((1, 0), (0, 1)))
    slopes = ((right, 0.5), (down, 0.5), (cv2.subtract(right, down), _SLANTING), (cv2.add(right, down), _SLANTING))
    steps = (np.asarray(cv2.convertScaleAbs(slope, alpha=share), np.uint8) for slope, share in slopes)
    high = by_square(heights, SQUARE)
    return Spread(*(_spread(by_square(one, SQUARE), high, least) for one in steps))


def _unlike(one: float, other: float, times: float) -> bool:
    """Whether edges are spread so many times as far one way as the other, and that far enough to matter."""
    least, most = sorted((one, other))
    return most > _SOFT and most > times * least


def _spread(slopes: NDArray[np.uint8], heights: NDArray[np.uint8], least: float) -> float:
    """How far edges are spread of which these are the slopes, square by square (n * n, px); 0 where there is none."""
    places = slopes.argmax(axis=1)[:, None]
    steepest, height = (np.take_along_axis(px, places, 1)[:, 0] for px in (slopes, heights))
    clear = (height > least) & (steepest > 0)
    if not clear.any():
        return 0.0
    (sharp,) = below(height[clear] / (steepest[clear] * _PER_PX), _SHARPEST)
    return float(sharp) / SQUARE
