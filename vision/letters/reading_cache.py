"""Caches what one look read for the next: squares that have not changed since are not read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, contrast_of
from vision.letters.letter_model import SIDE, LetterOdds, Letters, Windows
from vision.other_core import begun


@dataclass(frozen=True, slots=True)
class ChangeLimits:
    """When a window differs so much from the one that was read that it is read again (grey levels)."""

    # Mean difference of a patch in good light; a dot of an Ö makes 60. In a dim or pale window less counts, in
    # proportion to its contrast: at a quarter of the light an Ä passed for an A.
    mark: float = 30.0
    least_mark: float = 8.0  # the same in the dimmest light
    patch: tuple[int, int] = (3, 3)  # px of a patch
    contrast: float = 160.0  # between dark and pale px of a letter's window in good light


CHANGE = ChangeLimits()
_Rows = dict[bytes, NDArray[np.float32]]
"""The letter reader's answers, by the px of each window."""


class Recent:
    """What was last read on each square, with the window in which it was read."""

    def __init__(self) -> None:
        """Start with nothing read."""
        self._windows: dict[int, Windows] = {}
        self._rows: dict[int, NDArray[np.float64]] = {}
        self._told: _Rows = {}
        self._coming: Mapping[bytes, Callable[[], _Rows]] = {}

    def of_this_look(self) -> Recent:
        """Of what is kept only the answers to just the same windows: for another picture of the board."""
        other = Recent()
        other._told, other._coming = self._told, self._coming
        return other

    def begin_look(self) -> None:
        """Forget the windows of earlier looks, of which hardly one comes again to the px."""
        self._told = {}

    def tell(self, windows: Windows, odds: LetterOdds) -> None:
        """Keep the letter reader's answers to just these windows (k, SIDE, SIDE): it would give the same again."""
        self._told |= _by_window(windows, odds)

    def look_ahead(self, windows: Windows, letters: Letters) -> None:
        """Start the letter reader on windows (k, SIDE, SIDE) on another core."""
        unknown = windows[[window.tobytes() not in self._told for window in windows]]
        if not len(unknown):
            return
        coming = begun(lambda: _by_window(unknown, letters.read(unknown)))
        self._coming = {window.tobytes(): coming for window in unknown}

    def told(self, windows: Windows, letters: Letters) -> LetterOdds:
        """The letter reader's answers to windows; those that it has read before are not read again."""
        keys = [window.tobytes() for window in windows]
        coming = next((self._coming[key] for key in keys if key in self._coming), None)
        if coming is not None:
            self._coming = {}
            self._told |= coming()
        rows = [self._told.get(key) for key in keys]
        unknown = np.array([row is None for row in rows], bool)
        odds = letters.read(windows[unknown])
        self.tell(windows[unknown], odds)
        if unknown.all():
            return odds
        known = [row for row in rows if row is not None]
        together = np.zeros((len(windows), len(known[0])), np.float32)
        together[unknown], together[~unknown] = odds.rows, known
        return odds.with_rows(together)

    def changed(self, squares: NDArray[np.int_], windows: Windows) -> Flags:
        """Which squares (k,) must be read, as their windows (k, SIDE, SIDE) differ from those that were read last."""
        fresh = np.array([int(square) not in self._windows for square in squares], bool)
        if not fresh.all():
            before = np.stack([self._windows[int(square)] for square in squares[~fresh]])
            fresh[~fresh] = _differ(windows[~fresh], before)
        return fresh

    def keep(self, squares: NDArray[np.int_], windows: Windows, rows: NDArray[np.float64]) -> None:
        """Keep what was read on squares, (k, any), with its windows."""
        for square, window, row in zip(squares, windows, rows, strict=True):
            self.keep_window(int(square), window)
            self._rows[int(square)] = row

    def keep_window(self, square: int, window: Windows) -> None:
        """Keep how a square looked, of which nothing need be recalled."""
        self._windows[square] = window

    def recall(self, squares: NDArray[np.int_]) -> NDArray[np.float64]:
        """What was read last on each of the squares, (k, any)."""
        return np.stack([self._rows[int(square)] for square in squares])


def _by_window(windows: Windows, odds: LetterOdds) -> _Rows:
    """The answers by window."""
    return {window.tobytes(): row for window, row in zip(windows, odds.rows, strict=True)}


def _differ(now: Windows, before: Windows) -> Flags:
    """Which windows, (k, SIDE, SIDE), differ from those before, k > 0."""
    step = cv2.absdiff(now.reshape(-1, SIDE), before.reshape(-1, SIDE))
    # The border rows are left out: there the px of two windows are averaged.
    most = cv2.blur(step, CHANGE.patch).reshape(now.shape)[:, 1:-1].max(axis=(1, 2))
    differ = most > CHANGE.mark
    unsure = ~differ & (most > CHANGE.least_mark)
    if unsure.any():
        contrast = _contrast(now[unsure], before[unsure])
        differ[unsure] = most[unsure] > CHANGE.mark * contrast / CHANGE.contrast
    return np.asarray(differ)


def _contrast(now: Windows, before: Windows) -> Floats:
    """Grey levels between the dark and the pale px of each pair of windows, (k,)."""
    both = np.concatenate([now[:, ::2, ::2].reshape(len(now), -1), before[:, ::2, ::2].reshape(len(now), -1)], axis=1)
    return contrast_of(both)
