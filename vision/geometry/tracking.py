"""Where the board was at the last look, and where it is now: unmoved, or shifted a little by a bump."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import (
    Colour,
    Flags,
    Floats,
    Grey,
    Homography,
    below,
    by_square,
    contrast_of,
    corners_of,
    inverse,
    scaling,
)
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
    step: float = 12.0  # grey levels, noise blurred away, by which a changed px differs at usual contrast
    least_step: float = 5.0  # the same at low contrast
    # Share of changed px from which on a square has changed: a letter changes a tenth and more, a board moved by a
    # fiftieth of a square most of them.
    share: float = 0.02


CHANGE = ChangeLimits()


@dataclass(frozen=True, slots=True)
class UnmovedLimits:
    """Shares of squares that look unchanged if the board has not moved.

    In even light a board moved by a twentieth of a square differs on nearly all of them. With the light adapted, of
    boards moved by that 0.16 at most look unchanged, of those at rest 0.54 and more (six sets of turns one after the
    other, shifted by 0.02 to 1 squares).
    """

    same_light: float = 0.85  # of all squares, as they are
    adapted: float = 0.7  # of all squares, with the light adapted
    adapted_showing: float = 0.5  # of the squares that show most, with the light adapted
    showing: float = 0.25  # share of the squares, by contrast, that show most


UNMOVED = UnmovedLimits()

_AROUND = 3
"""Squares a side of the median that smooths each square's gain: a tile laid on one square changes no other's light."""


@dataclass(frozen=True, slots=True)
class FollowLimits:
    """Limits within which points of the board are followed to where it moved.

    Followed wrongly by a whole square, or turned round, the board has other prints on its squares.
    """

    points: int = 200  # corner points at most
    quality: float = 0.02  # of a point, as a share of the best one's (cv2.goodFeaturesToTrack)
    apart: float = _SIDE / 2  # coarse px between points
    window: tuple[int, int] = (15, 15)  # coarse px searched for each: about a square
    fewest: int = 30  # points found again and agreeing
    found: float = 0.6  # share of the points that must agree on the motion
    off: float = 0.5  # coarse px within which a point agrees: a thirtieth of a square
    same: float = 0.7  # share of all squares that look unchanged afterwards
    same_showing: float = 0.75  # share of the squares that show most that look unchanged afterwards


FOLLOW = FollowLimits()


@dataclass(frozen=True, eq=False)
class Place:
    """Where the board was when it was last found or followed, and how it looked; upright."""

    to_board: Homography
    picture_shape: tuple[int, ...]
    squared: Squared

    def again(self, picture: Colour) -> tuple[Place, Squared] | None:
        """The place from which the board is followed next, and how it looks now; None if it must be found anew.

        This same place as long as most of the board looks unchanged, else the place it has moved to: were the place
        updated at every look, a creeping board would be lost by steps too small to be noticed.
        """
        if picture.shape != self.picture_shape:
            return None
        squared = square_up(picture, self.to_board, self.squared.size)
        now = _coarse(squared)
        if self._before.unchanged(now).mean() > UNMOVED.same_light:
            return self, squared
        lit = now.lit_as(self._before)
        if self._looks_the_same(lit, UNMOVED.adapted, UNMOVED.adapted_showing):
            return self, squared
        return self._followed(lit, picture)

    def _looks_the_same(self, now: _Coarse, least: float, least_showing: float) -> bool:
        """Whether at least these shares look unchanged: of all squares, and of those that show most."""
        same = self._before.unchanged(now)
        return bool(same.mean() >= least and same[self._before.showing].mean() >= least_showing)

    def _followed(self, now: _Coarse, picture: Colour) -> tuple[Place, Squared] | None:
        """Where the board's points have moved; None if too few are found, or the board looks different there."""
        back = _way_back(self._before.pixels, now.pixels)
        if back is None:
            return None
        into = scaling(_SIDE, _SIDE)
        to_board = inverse(into) @ back @ into @ self.to_board
        if not _is_inside(to_board, self.squared.size, self.picture_shape):
            return None
        squared = square_up(picture, to_board, self.squared.size)
        if not self._looks_the_same(_coarse(squared).lit_as(self._before), FOLLOW.same, FOLLOW.same_showing):
            return None
        return Place(to_board, self.picture_shape, squared.alone()), squared

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
        return np.asarray(np.argsort(-shown)[: int(UNMOVED.showing * len(shown))])

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
        least = np.clip(CHANGE.step * contrast / CHANGE.usual, CHANGE.least_step, CHANGE.step)
        return np.asarray(by_square(cv2.absdiff(self.pixels, now.pixels) > least, _SIDE).mean(axis=1) < CHANGE.share)


def _coarse(squared: Squared) -> _Coarse:
    """A squared board reduced for comparison."""
    grid = squared.grey_grid()
    small = cv2.resize(grid, None, fx=1 / _HALF, fy=1 / _HALF, interpolation=cv2.INTER_AREA)
    return _Coarse(np.asarray(cv2.blur(small, _SOFTEN), np.uint8))


def _way_back(before: Grey, now: Grey) -> Homography | None:
    """The homography from px of the coarse board now to px before; None if too few points are found."""
    points = cv2.goodFeaturesToTrack(before, FOLLOW.points, FOLLOW.quality, FOLLOW.apart)
    if points is None or len(points) < FOLLOW.fewest:
        return None
    there, is_found, _ = cv2.calcOpticalFlowPyrLK(before, now, points, None, winSize=FOLLOW.window)  # type: ignore[call-overload]  # None is allowed
    found = is_found.ravel() > 0
    if np.count_nonzero(found) < FOLLOW.fewest:
        return None
    back, kept = cv2.findHomography(there[found], points[found], cv2.RANSAC, FOLLOW.off)
    if back is None or np.count_nonzero(kept) < max(FOLLOW.fewest, FOLLOW.found * len(points)):
        return None
    return np.asarray(back, np.float64)


def _is_inside(to_board: Homography, size: int, shape: Sequence[int]) -> bool:
    """Whether the whole board lies in a picture of that shape: px outside would only repeat those at its border."""
    corners = corners_of(to_board, size)
    return bool((corners >= 0).all() and (corners <= np.array(shape[1::-1])).all())
