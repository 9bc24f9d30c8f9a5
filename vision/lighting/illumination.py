"""The light over the board, seen by its bare plain squares: what falls where, in every colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, median_of, medians

_ROUNDS = 6
_NEAR, _AROUND = 2, 4
"""Bare squares up to so many squares away tell the light, if there are enough of them; else up to so many."""
_ENOUGH = 4
_HUE_OFF = 0.03
"""A bare square's hue is off the smooth light's by less than this and three times what is common; shade does not
change it, while ivory tiles are off by 0.13 and wooden ones by more."""
_ROUGH_OFF = 0.02


_ALIKE, _LEAST = 0.15, 2
"""A bare square is lit as its neighbours are if it looks like two of them by this: at the edge of a shade, too, while
special tiles do not lie side by side."""
_SMOOTH_OFF = 0.06
"""The edge of a shade makes a bare square no rougher than by this; letters do."""
_BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))
_REACH = 3
_AROUND_IT = tuple(
    (down, right)
    for down in range(-_REACH, _REACH + 1)
    for right in range(-_REACH, _REACH + 1)
    if (down or right) and (max(abs(down), abs(right)) < _REACH or not down * right)
)
_MOST_BESIDE = 3
_TOUCHING = np.array([max(abs(down), abs(right)) == 1 for down, right in _AROUND_IT])

_Kind = TypeVar("_Kind", np.float32, np.float64)


def light_over(colours: Floats, roughness: Floats, is_plain: Flags, size: int) -> tuple[Floats, Flags]:
    """The logarithmic light on each square, (n * n, 3), as a plain square there would show it.

    Also (n * n,) which squares look like a bare one beside them.

    A smooth surface through the plain squares, and upon it what bare ones near by deviate from it: so the edge of a
    shade, a lamp's pool and a window's cold side are all taken for light. colours: (n * n, 3) logarithmic.
    roughness: (n * n,). is_plain: which squares are printed plain.
    """
    smooth = _surface(colours, is_plain, size)
    off = colours - smooth
    calm = median_of(roughness[is_plain])
    keeps_hue = is_plain & _keeps_hue(off, is_plain)
    bare = keeps_hue & (roughness < calm + _ROUGH_OFF)
    local = _local(_where(off, bare, size))
    light, alike = _by_neighbours(_where(off, keeps_hue & (roughness < calm + _SMOOTH_OFF), size), local)
    return smooth + light.reshape(3, -1).T, alike.ravel()


def is_light_told(tells: Flags, size: int) -> bool:
    """Whether squares (n * n,) are enough, and lie so, that a smooth surface goes through them in one way only."""
    basis = _basis(size)
    return bool(np.linalg.matrix_rank(basis[tells]) == basis.shape[1])


def hue_step(colours: NDArray[_Kind], expected: NDArray[_Kind], floor: float) -> NDArray[_Kind]:
    """How far colours (3, ...) are in hue from those expected, whatever the shade: that darkens all channels alike.

    floor: grey levels added before taking logarithms, since all dark colours are alike. The channels come first: sums
    over three neighbours in memory would take most of the time.
    """
    shade = colours.sum(axis=0) / expected.sum(axis=0)
    step = np.log((colours + floor) / (shade * expected + floor))
    step -= step.mean(axis=0)
    return np.asarray(np.abs(step, out=step).sum(axis=0))


def _where(off: Floats, usable: Flags, size: int) -> Floats:
    """What usable squares deviate by, channel by channel, (3, n, n); nan for the others."""
    return np.where(usable, off.T, np.nan).reshape(3, size, size)


def _by_neighbours(off: Floats, local: Floats) -> tuple[Floats, Flags]:
    """The light by neighbours that look alike, or that lie side by side with the square; else what was found locally.

    off: (3, n, n), nan where no bare square is. local: the same shape. Also (n, n) which squares look like one beside.
    """
    around = _neighbours(off, _AROUND_IT)
    alike = np.abs(around - off).sum(axis=1) < _ALIKE
    count = alike.sum(axis=0)
    mean = (off + np.where(alike[:, None], around, 0.0).sum(axis=0)) / (count + 1)
    result = np.where(count >= _LEAST, mean, np.nan)
    beside = np.sort(_neighbours(result, _BESIDE), axis=0)
    known = np.isfinite(beside[_MOST_BESIDE - 1])
    middle = np.where(np.isfinite(beside[3]), (beside[1] + beside[2]) / 2, beside[1])
    result = np.where(np.isfinite(result), result, np.where(known, middle, local))
    return np.asarray(result), np.asarray(alike[_TOUCHING].any(axis=0))


def _neighbours(values: Floats, steps: Sequence[tuple[int, int]]) -> Floats:
    """What lies so many squares further down and right of each square, (steps, 3, n, n); nan beyond the board."""
    size = values.shape[1]
    padded = np.full((3, size + 2 * _REACH, size + 2 * _REACH), np.nan)
    padded[:, _REACH:-_REACH, _REACH:-_REACH] = values
    starts = [(_REACH + down, _REACH + right) for down, right in steps]
    return np.stack([padded[:, down : down + size, right : right + size] for down, right in starts])


def _keeps_hue(off: Floats, is_plain: Flags) -> Flags:
    hue = np.abs(off - off.mean(axis=1, keepdims=True)).sum(axis=1)
    return np.asarray(hue < _HUE_OFF + 3 * median_of(hue[is_plain]))


def _surface(colours: Floats, is_plain: Flags, size: int) -> Floats:
    """A surface of the second degree through the plain squares in each channel, whatever lies on some of them."""
    basis = _basis(size)
    plain, seen = basis[is_plain], colours[is_plain].T
    fit = np.zeros((3, basis.shape[1]))
    fit[:, 0] = medians(seen.T)
    for _ in range(_ROUNDS):
        off = seen - fit @ plain.T
        spread = 1.5 * medians(np.abs(off).T)[:, None] + 0.01
        weighed = plain[None] / ((1 + (off / spread) ** 2)[..., None] ** 2)
        fit = np.linalg.solve(plain.T @ weighed, np.einsum("ckb,ck->cb", weighed, seen)[..., None])[..., 0]
    return np.asarray(basis @ fit.T)


def _basis(size: int) -> Floats:
    """What a surface of the second degree is made of, at each square, (n * n, 6)."""
    rows, columns = (np.mgrid[0:size, 0:size] / (size - 1) * 2 - 1).reshape(2, -1)
    return np.column_stack([np.ones_like(rows), rows, columns, rows * rows, rows * columns, columns * columns])


def _local(off: Floats) -> Floats:
    """The median of what the bare squares around each square deviate; nought where there are too few. (3, n, n)."""
    result, left = np.zeros_like(off), np.ones(off.shape[1:], bool)
    for reach in (_NEAR, _AROUND):
        padded = np.pad(off, ((0, 0), (reach, reach), (reach, reach)), constant_values=np.nan)
        side = 2 * reach + 1
        around = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))[:, left]
        around = np.sort(around.reshape(3, -1, side * side), axis=2)
        count = np.isfinite(around[0]).sum(axis=1)
        middle = around[:, np.arange(len(count)), count // 2]
        result[:, left] = np.where(count >= _ENOUGH, middle, 0.0)
        left[left] = count < _ENOUGH
    return result
