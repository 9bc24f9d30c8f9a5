"""Where the board lay at the last look, and where it lies now: there still, or moved a little by a bump."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, Grey, Homography, below, by_square, carry, grey_of, inverse, scaling
from vision.geometry.rectify import SQUARE, Squared, square_up

_HALF = 2
"""Boards are compared at half the size of a squared one."""
_SIDE = SQUARE // _HALF
_SOFTEN = (3, 3)
_DARKEST, _PALEST = 0.03, 0.97
_STEP, _LEAST_STEP = 12.0, 5.0
"""A px that differs by more grey levels, grain smoothed out, has changed; on a board with less contrast by fewer."""
_USUAL, _TOO_FAINT = 100.0, 60.0
"""Grey levels between dark and pale px of a board in good light; with fewer than the other nothing counts as it was."""
_CHANGED = 0.02
"""A square with more than this share of such px has changed: a letter changes a tenth and more, and a board moved by a
fiftieth of a square most of them."""
_UNCHANGED = 0.85
"""The board lies where it lay if this share of its squares looks the same: were it moved by a twentieth of a square,
lines and letters would differ on nearly all of them."""

_MUCH, _CLEARLY = 0.7, 0.5
"""It lies there in another light, too, where this share of them looks the same in one light, and this share of the
quarter that shows most: of boards moved by a twentieth of a square 0.16 at most do, of those at rest 0.54 and more
(six sets of turns one after the other, shifted by 0.02 to 1 squares)."""
_AROUND = 3
"""A square's light is the middle one of so many squares each way: a tile that was laid changes no other's."""

_POINTS, _CLEAR, _APART, _WINDOW = 200, 0.02, _SIDE / 2, (15, 15)
"""A board is followed by so many of its clearest points, px apart; each is sought by a window of about a square."""
_FOUND, _FEWEST, _OFF = 0.6, 30, 0.5
"""It moved as this share of the points say, to half a px: a thirtieth of a square."""
_FOLLOWED, _SHOWING, _STANDS = 0.7, 0.25, 0.75
"""It was followed rightly if this share of its squares looks the same, and of the quarter of them that shows most: what
stood there stands there still. Followed by a square too far, or turned round, it has other prints there."""


@dataclass(frozen=True, eq=False)
class Place:
    """Where the board lay when it was sought or followed last, and how it looked; upright."""

    to_board: Homography
    picture_shape: tuple[int, ...]
    squared: Squared

    def again(self, picture: Colour) -> tuple[Place, Squared] | None:
        """The place from which it will be followed at the next look, and how the board looks now.

        That is this very place as long as most of the board looks as it did then, else the one it has moved to since:
        were every look's place taken for the next, a board that creeps would be lost by less than can be seen at a
        time. None if it must be sought.
        """
        if picture.shape != self.picture_shape:
            return None
        squared = square_up(picture, self.to_board, self.squared.size)
        now = _coarse(squared)
        if self._before.unchanged(now).mean() > _UNCHANGED:
            return self, squared
        lit = now.lit_as(self._before)
        if self._looks_the_same(lit, _MUCH, _CLEARLY):
            return self, squared
        return self._followed(lit, picture)

    def _looks_the_same(self, now: _Coarse, least: float, least_showing: float) -> bool:
        """Whether such shares of the board look as they did: of all squares, and of those that show most."""
        same = self._before.unchanged(now)
        return bool(same.mean() >= least and same[self._before.showing].mean() >= least_showing)

    def _followed(self, now: _Coarse, picture: Colour) -> tuple[Place, Squared] | None:
        """Where the board's points have moved to; None if too few are found, or something else lies there now."""
        back = _way_back(self._before.pixels, now.pixels)
        if back is None:
            return None
        into = scaling(_SIDE, _SIDE)
        to_board = inverse(into) @ back @ into @ self.to_board
        if not _is_inside(to_board, self.squared.size, self.picture_shape):
            return None
        squared = square_up(picture, to_board, self.squared.size)
        if not self._looks_the_same(_coarse(squared).lit_as(self._before), _FOLLOWED, _STANDS):
            return None
        return Place(to_board, self.picture_shape, squared.alone()), squared

    @cached_property
    def _before(self) -> _Coarse:
        """How it looked, to compare with."""
        return _coarse(self.squared)


@dataclass(frozen=True, eq=False)
class _Coarse:
    """A board without colour at half its size."""

    pixels: Grey

    @cached_property
    def contrast(self) -> float:
        """The grey levels between its dark and its pale px."""
        darkest, palest = below(self.pixels[::4, ::4].ravel(), _DARKEST, _PALEST)
        return float(palest - darkest)

    @cached_property
    def showing(self) -> NDArray[np.int_]:
        """The squares that show most, by number."""
        shown = by_square(self.pixels, _SIDE).std(axis=1)
        return np.asarray(np.argsort(-shown)[: int(_SHOWING * len(shown))])

    @cached_property
    def light(self) -> Floats:
        """How bright each square is in the middle, (n, n)."""
        size = len(self.pixels) // _SIDE
        return below(by_square(self.pixels, _SIDE), 0.5)[0].reshape(size, size)

    def lit_as(self, other: _Coarse) -> _Coarse:
        """The board in the light that fell on the other: cameras set their exposure anew, and shades wander."""
        gains = (np.maximum(other.light, 1) / np.maximum(self.light, 1)).astype(np.float32)
        gain = cv2.resize(cv2.medianBlur(gains, _AROUND), self.pixels.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return _Coarse(np.asarray(cv2.multiply(self.pixels, gain, dtype=cv2.CV_8U), np.uint8))

    def unchanged(self, now: _Coarse) -> Flags:
        """Which squares look the same now, (n * n,); none where there is too little contrast to tell."""
        contrast = min(self.contrast, now.contrast)
        least = np.clip(_STEP * contrast / _USUAL, _LEAST_STEP, _STEP) if contrast >= _TOO_FAINT else -1
        return np.asarray(by_square(cv2.absdiff(self.pixels, now.pixels) > least, _SIDE).mean(axis=1) < _CHANGED)


def _coarse(squared: Squared) -> _Coarse:
    """A squared board, to be compared."""
    grid = grey_of(squared.grid())
    small = cv2.resize(grid, None, fx=1 / _HALF, fy=1 / _HALF, interpolation=cv2.INTER_AREA)
    return _Coarse(np.asarray(cv2.blur(small, _SOFTEN), np.uint8))


def _way_back(before: Grey, now: Grey) -> Homography | None:
    """The homography from px of a coarse board as it is seen now to px as it was; None if too few points are found."""
    points = cv2.goodFeaturesToTrack(before, _POINTS, _CLEAR, _APART)
    if points is None or len(points) < _FEWEST:
        return None
    there, is_found, _ = cv2.calcOpticalFlowPyrLK(before, now, points, None, winSize=_WINDOW)  # type: ignore[call-overload]  # None is allowed
    found = is_found.ravel() > 0
    if np.count_nonzero(found) < _FEWEST:
        return None
    back, kept = cv2.findHomography(there[found], points[found], cv2.RANSAC, _OFF)
    if back is None or np.count_nonzero(kept) < max(_FEWEST, _FOUND * len(points)):
        return None
    return np.asarray(back, np.float64)


def _is_inside(to_board: Homography, size: int, shape: Sequence[int]) -> bool:
    """Whether the whole board lies in a picture of that shape: what is out of it would be made up from its rim."""
    corners = carry(inverse(to_board), np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]))
    return bool((corners >= 0).all() and (corners <= np.array(shape[1::-1])).all())
