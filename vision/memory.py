"""What one look leaves for the next: where the board lies, and what was read on squares that have not changed since."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, Grey, Homography, below, grey_of
from vision.letters import SIDE, LetterOdds, Letters, Windows
from vision.squared import Squared, square_up

_HALF = 2
"""Boards are compared at half the size of a squared one."""
_STEP, _LEAST_STEP = 12.0, 5.0
"""A px that differs by more grey levels, grain smoothed out, has changed; on a board with less contrast by fewer."""
_USUAL, _TOO_FAINT = 100.0, 60.0
"""Grey levels between dark and pale px of a board in good light; with fewer than the other nothing counts as it was."""
_CONTRAST = 160.0
"""The same of a letter's window."""
_CHANGED = 0.02
"""A square with more than this share of such px has changed: a letter changes a tenth and more, and a board moved by a
fiftieth of a square most of them."""
_UNCHANGED = 0.85
"""The board lies where it lay if this share of its squares looks the same: were it moved by a twentieth of a square,
lines and letters would differ on nearly all of them."""
_SOFTEN = (3, 3)
_MARK, _LEAST_MARK = 30.0, 8.0
"""A window in which a patch of 3 x 3 px differs by more grey levels is read again: a dot of an Ö differs by 60 in good
light. In a dim or pale window fewer count, by its own contrast: at a quarter of the light an Ä passed for an A."""
_DARKEST, _PALEST = 0.03, 0.97


@dataclass(frozen=True, eq=False)
class Place:
    """Where the board lay when it was sought last, and how it looked; upright."""

    to_board: Homography
    picture_shape: tuple[int, ...]
    squared: Squared

    def again(self, picture: Colour) -> Squared | None:
        """The board squared up where it lay, if it lies there still; None if it must be sought."""
        if picture.shape != self.picture_shape:
            return None
        squared = square_up(picture, self.to_board, self.squared.size)
        return squared if _unchanged(self._before, _coarse(squared), squared.size) > _UNCHANGED else None

    @cached_property
    def _before(self) -> _Coarse:
        """How it looked, to compare with."""
        return _coarse(self.squared)


@dataclass(frozen=True, slots=True, eq=False)
class _Coarse:
    """A board without colour at half its size, and the grey levels between its dark and its pale px."""

    pixels: Grey
    contrast: float


def _unchanged(before: _Coarse, now: _Coarse, size: int) -> float:
    """The share of squares that look the same on both; none where there is too little contrast to tell."""
    contrast = min(before.contrast, now.contrast)
    if contrast < _TOO_FAINT:
        return 0.0
    step = cv2.absdiff(before.pixels, now.pixels) > np.clip(_STEP * contrast / _USUAL, _LEAST_STEP, _STEP)
    side = step.shape[0] // size
    squares = step.reshape(size, side, size, side).mean(axis=(1, 3))
    return float((squares < _CHANGED).mean())


def _coarse(squared: Squared) -> _Coarse:
    grid = grey_of(squared.grid())
    small = cv2.resize(grid, None, fx=1 / _HALF, fy=1 / _HALF, interpolation=cv2.INTER_AREA)
    pixels = np.asarray(cv2.blur(small, _SOFTEN), np.uint8)
    return _Coarse(pixels, float(_span(pixels[::4, ::4].ravel())))


class Recent:
    """What was read on each square last, with the window it was read from."""

    def __init__(self) -> None:
        """Nothing has been read."""
        self._windows: dict[int, Windows] = {}
        self._rows: dict[int, NDArray[np.float64]] = {}
        self._told: dict[bytes, NDArray[np.float32]] = {}

    def tell(self, windows: Windows, odds: LetterOdds) -> None:
        """Keep what the letter reader told of these very windows (k, SIDE, SIDE): it would say the same again."""
        self._told = {window.tobytes(): row for window, row in zip(windows, odds.rows, strict=True)}

    def told(self, windows: Windows, letters: Letters) -> LetterOdds:
        """What the letter reader tells of windows; those it was asked about before it does not look at again."""
        rows = [self._told.get(window.tobytes()) for window in windows] if self._told else [None] * len(windows)
        unknown = np.array([row is None for row in rows], bool)
        odds = letters.read(windows[unknown])
        if unknown.all():
            return odds
        known = [row for row in rows if row is not None]
        together = np.zeros((len(windows), len(known[0])), np.float32)
        together[unknown], together[~unknown] = odds.rows, known
        return odds.with_rows(together)

    def changed(self, squares: NDArray[np.int_], windows: Windows) -> Flags:
        """Which squares (k,) must be read, as their windows (k, SIDE, SIDE) differ from those that were read."""
        if not len(squares):
            return np.zeros(0, bool)
        nothing = np.zeros((SIDE, SIDE), np.uint8)
        before = np.stack([self._windows.get(int(square), nothing) for square in squares])
        step = cv2.absdiff(windows.reshape(-1, SIDE), before.reshape(-1, SIDE))
        # The rim is left out: there one window's px are smoothed with another's.
        most = cv2.blur(step, _SOFTEN).reshape(windows.shape)[:, 1:-1].max(axis=(1, 2))
        differ = most > _MARK
        unsure = ~differ & (most > _LEAST_MARK)
        if unsure.any():
            contrast = _contrast(windows[unsure], before[unsure])
            differ[unsure] = most[unsure] > np.clip(_MARK * contrast / _CONTRAST, _LEAST_MARK, _MARK)
        return np.asarray(differ | [int(square) not in self._rows for square in squares])

    def keep(self, squares: NDArray[np.int_], windows: Windows, rows: NDArray[np.float64]) -> None:
        """Keep what was read, (k, any), with its windows."""
        for square, window, row in zip(squares, windows, rows, strict=True):
            self._windows[int(square)], self._rows[int(square)] = window, row

    def recall(self, squares: NDArray[np.int_]) -> NDArray[np.float64]:
        """What was read last on each of the squares, (k, any)."""
        return np.stack([self._rows[int(square)] for square in squares])


def _contrast(now: Windows, before: Windows) -> Floats:
    """Grey levels between the dark and the pale px of each pair of windows, (k,)."""
    both = np.concatenate([now[:, ::2, ::2].reshape(len(now), -1), before[:, ::2, ::2].reshape(len(now), -1)], axis=1)
    return _span(both)


def _span(greys: Grey) -> Floats:
    """Grey levels between the dark and the pale px of each of so many rows, (..., k)."""
    darkest, palest = below(greys, _DARKEST, _PALEST)
    return palest - darkest
