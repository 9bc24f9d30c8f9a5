"""The light over the board, seen by its bare plain squares: what falls where, in every colour."""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags, Floats

_ROUNDS = 6
_NEAR, _AROUND = 2, 4
"""Bare squares up to so many squares away tell the light, if there are enough of them; else up to so many."""
_ENOUGH = 4
_HUE_OFF = 0.03
"""A bare square's hue is off the smooth light's by less than this and three times what is common; shade does not
change it, while ivory tiles are off by 0.13 and wooden ones by more."""
_ROUGH_OFF = 0.02


def light_over(colours: Floats, roughness: Floats, is_plain: Flags, size: int) -> Floats:
    """The logarithmic light on each square, (n * n, 3), as a plain square there would show it.

    A smooth surface through the plain squares, and upon it what bare ones near by deviate from it: so the edge of a
    shade, a lamp's pool and a window's cold side are all taken for light. colours: (n * n, 3) logarithmic.
    roughness: (n * n,). is_plain: which squares are printed plain.
    """
    smooth = np.column_stack([_surface(colours[:, channel], is_plain, size) for channel in range(3)])
    off = colours - smooth
    bare = is_plain & (roughness < np.median(roughness[is_plain]) + _ROUGH_OFF) & _keeps_hue(off, is_plain)
    return smooth + _local(np.where(bare[:, None], off, np.nan).reshape(size, size, 3)).reshape(-1, 3)


def _keeps_hue(off: Floats, is_plain: Flags) -> Flags:
    hue = np.abs(off - off.mean(axis=1, keepdims=True)).sum(axis=1)
    return np.asarray(hue < _HUE_OFF + 3 * np.median(hue[is_plain]))


def _surface(values: Floats, is_plain: Flags, size: int) -> Floats:
    """A surface of the second degree through the plain squares, whatever lies on some of them."""
    rows, columns = (np.mgrid[0:size, 0:size] / (size - 1) * 2 - 1).reshape(2, -1)
    basis = np.column_stack([np.ones_like(rows), rows, columns, rows * rows, rows * columns, columns * columns])
    surface = np.full(len(values), np.median(values[is_plain]))
    for _ in range(_ROUNDS):
        off = values - surface
        spread = 1.5 * float(np.median(np.abs(off[is_plain]))) + 0.01
        weight = is_plain / (1 + (off / spread) ** 2)
        surface = basis @ np.linalg.lstsq(basis * weight[:, None], values * weight, rcond=None)[0]
    return np.asarray(surface)


def _local(off: Floats) -> Floats:
    """The median of what the bare squares around each square deviate; nought where there are too few. (n, n, 3)."""
    result = np.zeros_like(off)
    for reach in (_AROUND, _NEAR):
        padded = np.pad(off, ((reach, reach), (reach, reach), (0, 0)), constant_values=np.nan)
        side = 2 * reach + 1
        around = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(0, 1))
        around = np.sort(around.reshape(*off.shape, side * side), axis=3)
        count = np.isfinite(around).sum(axis=3)
        middle = np.take_along_axis(around, np.maximum(count // 2, 0)[..., None], axis=3)[..., 0]
        result = np.where(count >= _ENOUGH, middle, result)
    return result
