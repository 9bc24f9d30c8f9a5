"""Where the board was at the last look, and whether it lies there still."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, Grey, Homography, below, by_square, contrast_of
from vision.geometry.rectify import SQUARE, Squared, square_up

_HALF = 2
"""Boards are compared at half the size of a squared one."""
_SIDE = SQUARE // _HALF
"""Px a side of each square there: coarse px."""
_SOFTEN = (3, 3)
"""Coarse px of the blur that removes noise."""


@dataclass(frozen=True, slots=True)
class ChangeLimits:
    """When a px, and a square, counts as changed between two looks."""

    usual: float = 100.0  # grey levels of contrast in good light
    too_faint: float = 60.0  # grey levels of contrast below which every square counts as changed
    step: float = 12.0  # grey levels, noise blurred away, by which a changed px differs at usual contrast, and at most
    # Share of changed px from which on a square has changed: a letter changes a tenth and more, a board moved by a
    # fiftieth of a square most of them.
    share: float = 0.02


CHANGE = ChangeLimits()


@dataclass(frozen=True, slots=True)
class UnmovedLimits:
    """Shares of squares that look unchanged, with the light adapted, if the board has not moved.

    Of boards moved by a twentieth of a square 0.16 at most do, of those at rest 0.54 and more (six sets of turns one
    after the other, shifted by 0.02 to 1 squares).
    """

    every: float = 0.7  # of all squares
    showing: float = 0.5  # of the squares that show most
    most: float = 0.25  # share of the squares, by contrast, that show most


UNMOVED = UnmovedLimits()

_AROUND = 3
"""Squares a side of the median that smooths each square's gain: a tile laid on one square changes no other's light."""


@dataclass(frozen=True, eq=False)
class Place:
    """Where the board was when it was last found, and how it looked; upright."""

    to_board: Homography
    picture_shape: tuple[int, ...]
    squared: Squared

    def again(self, picture: Colour) -> Squared | None:
        """How the board looks there now; None if it does not lie there any more, and must be found anew."""
        if picture.shape != self.picture_shape:
            return None
        squared = square_up(picture, self.to_board, self.squared.size)
        same = self._before.unchanged(_coarse(squared).lit_as(self._before))
        is_there = same.mean() >= UNMOVED.every and same[self._before.showing].mean() >= UNMOVED.showing
        return squared if is_there else None

    @cached_property
    def _before(self) -> _Coarse:
        """How it looked, for comparison."""
        return _coarse(self.squared)


@dataclass(frozen=True, eq=False)
class _Coarse:
    """A squared board in grey at half its size."""

    pixels: Grey

    @cached_property
    def contrast(self) -> float:
        """Grey levels between its dark and its pale px."""
        return float(contrast_of(self.pixels[::4, ::4].ravel()))

    @cached_property
    def showing(self) -> NDArray[np.int_]:
        """The indices of the squares that show most: those of the highest contrast."""
        shown = by_square(self.pixels, _SIDE).std(axis=1)
        return np.asarray(np.argsort(-shown)[: int(UNMOVED.most * len(shown))])

    @cached_property
    def light(self) -> Floats:
        """The median grey level of each square, (n, n)."""
        size = len(self.pixels) // _SIDE
        return below(by_square(self.pixels, _SIDE), 0.5)[0].reshape(size, size)

    def lit_as(self, other: _Coarse) -> _Coarse:
        """The board adapted to the light on the other: cameras change their exposure, and shadows move."""
        gains = (np.maximum(other.light, 1) / np.maximum(self.light, 1)).astype(np.float32)
        gain = cv2.resize(cv2.medianBlur(gains, _AROUND), self.pixels.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return _Coarse(np.asarray(cv2.multiply(self.pixels, gain, dtype=cv2.CV_8U), np.uint8))

    def unchanged(self, now: _Coarse) -> Flags:
        """Which squares look unchanged, (n * n,); none if the contrast is too low."""
        contrast = min(self.contrast, now.contrast)
        if contrast < CHANGE.too_faint:
            return np.zeros(len(by_square(self.pixels, _SIDE)), bool)
        least = min(CHANGE.step * contrast / CHANGE.usual, CHANGE.step)
        return np.asarray(by_square(cv2.absdiff(self.pixels, now.pixels) > least, _SIDE).mean(axis=1) < CHANGE.share)


def _coarse(squared: Squared) -> _Coarse:
    """A squared board reduced for comparison."""
    grid = squared.grey_grid()
    small = cv2.resize(grid, None, fx=1 / _HALF, fy=1 / _HALF, interpolation=cv2.INTER_AREA)
    return _Coarse(np.asarray(cv2.blur(small, _SOFTEN), np.uint8))
