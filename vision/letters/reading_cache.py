"""What one look leaves for the next: what was read on squares that have not changed since."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, below
from vision.letters.letter_model import SIDE, LetterOdds, Letters, Windows

_CONTRAST = 160.0
"""Grey levels between the dark and the pale px of a letter's window in good light."""
_SOFTEN = (3, 3)
_MARK, _LEAST_MARK = 30.0, 8.0
"""A window in which a patch of 3 x 3 px differs by more grey levels is read again: a dot of an Ö differs by 60 in good
light. In a dim or pale window fewer count, by its own contrast: at a quarter of the light an Ä passed for an A."""
_DARKEST, _PALEST = 0.03, 0.97
_OTHER_CORE = ThreadPoolExecutor(1, thread_name_prefix="letters")
"""Where letters are read ahead: one thread for all eyes of a program, kept till it ends."""

_Rows = dict[bytes, NDArray[np.float32]]
"""What the letter reader told of windows, each by its px."""


class Recent:
    """What was read on each square last, with the window it was read from."""

    def __init__(self) -> None:
        """Nothing has been read."""
        self._windows: dict[int, Windows] = {}
        self._rows: dict[int, NDArray[np.float64]] = {}
        self._told: _Rows = {}
        self._coming: Mapping[bytes, Future[_Rows]] = {}

    def tell(self, windows: Windows, odds: LetterOdds) -> None:
        """Keep what the letter reader told of these very windows (k, SIDE, SIDE): it would say the same again."""
        self._told |= _by_window(windows, odds)

    def look_ahead(self, windows: Windows, letters: Letters) -> None:
        """Let the letter reader look at windows (k, SIDE, SIDE) meanwhile, on another core."""
        unknown = windows[[window.tobytes() not in self._told for window in windows]]
        if not len(unknown):
            return
        # At a program's end no more work is taken on: then it is read when it is asked about.
        with suppress(RuntimeError):
            coming = _OTHER_CORE.submit(lambda: _by_window(unknown, letters.read(unknown)))
            self._coming = {window.tobytes(): coming for window in unknown}

    def told(self, windows: Windows, letters: Letters) -> LetterOdds:
        """What the letter reader tells of windows; those it was asked about before it does not look at again."""
        keys = [window.tobytes() for window in windows]
        coming = next((self._coming[key] for key in keys if key in self._coming), None)
        if coming is not None:
            self._coming = {}
            self._told |= coming.result()
        rows = [self._told.get(key) for key in keys]
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


def _by_window(windows: Windows, odds: LetterOdds) -> _Rows:
    """What was told of each window."""
    return {window.tobytes(): row for window, row in zip(windows, odds.rows, strict=True)}


def _contrast(now: Windows, before: Windows) -> Floats:
    """Grey levels between the dark and the pale px of each pair of windows, (k,)."""
    both = np.concatenate([now[:, ::2, ::2].reshape(len(now), -1), before[:, ::2, ::2].reshape(len(now), -1)], axis=1)
    return _span(both)


def _span(greys: Windows) -> Floats:
    """Grey levels between the dark and the pale px of each of so many rows, (..., k)."""
    darkest, palest = below(greys, _DARKEST, _PALEST)
    return palest - darkest
