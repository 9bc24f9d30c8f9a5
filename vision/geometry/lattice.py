"""A grid of equal squares seen in perspective: from edges and two vanishing points to lattice coordinates.

In lattice coordinates the lines between squares lie at whole numbers; which whole number is the board's own
first line is found by vision.geometry.layout_match.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Homography, carry
from vision.geometry.edge_lines import lengths

_TOLERANCES = (0.3, 0.22, 0.15, 0.12)
"""How far from its whole number an edge may lie in each round of fitting, in squares: both sides of a drawn line
and the rims of tiles lie within 0.1 of it, the glyphs do not."""
_REACH = 4.0
"""Edges further out than this many half picture sides, seen from straight above, do not count."""
_BINS = 2048
_PERIODS = 3
"""So many candidate widths of a square are tried in each direction."""
_ASLANT = 0.09
"""An edge along a line strays no further than this from it, for its length: about 5 degrees."""
_FEWEST = 12
"""Fewer edges than this in either direction have no rhythm, and fit no lattice."""
_KEEPS = 0.12
"""An edge further off its line than this does not keep to it."""
_RIM = 0.3
"""An edge that ends so many squares outside the board may still be its own."""

Rhythms = tuple[Floats, Floats, Floats]
"""For each plane and axis (planes, 2, candidates): how strictly edges keep to equal distances (0..1, 0 for none at
all), the distance, and the offset of the first line."""


def upright(across: Floats, down: Floats) -> Homography:
    """The plane seen straight from above: edges towards across become level, those towards down vertical.

    across, down: vanishing points (..., 3), for as many planes (..., 3, 3). The picture's middle stays at 0, 0, and
    so does the scale there.
    """
    middle = np.array([0.0, 0.0, 1.0])
    horizon = np.cross(across, down)
    x, y = np.cross(down, middle), np.cross(across, middle)
    x = x / np.linalg.norm(x[..., :2], axis=-1, keepdims=True) * np.where(x[..., :1] < 0, -1, 1)
    y = y / np.linalg.norm(y[..., :2], axis=-1, keepdims=True) * np.where(y[..., 1:2] < 0, -1, 1)
    return np.stack([x, y, horizon / horizon[..., 2:]], axis=-2)


def lattices(across: Floats, down: Floats, edges: Floats, squares: int) -> list[tuple[float, Homography]]:
    """Lattices that may hold a board of so many squares a side, with their rhythm from 0 to 1; not yet fitted.

    across, down: one vanishing point each (3,), or several (n, 3), of which each pair is tried; strictest rhythm first.
    None where either way has no vanishing point.
    """
    if not (across.size and down.size):
        return []
    ways = np.broadcast_arrays(np.reshape(across, (-1, 1, 3)), np.reshape(down, (1, -1, 3)))
    planes = upright(*(way.reshape(-1, 3) for way in ways))
    strict, period, offset = _rhythms(_above(planes, edges), squares)
    rhythm = np.sqrt(strict[:, 0, :, None] * strict[:, 1, None, :])
    ratio = period[:, 0, :, None] / period[:, 1, None, :]
    plane, column, row = np.nonzero((rhythm > 0) & (ratio > 0.6) & (ratio < 1.67))
    found = planes[plane]
    for axis, chosen in enumerate((column, row)):
        shifted = found[:, axis] - offset[plane, axis, chosen, None] * found[:, 2]
        found[:, axis] = shifted / period[plane, axis, chosen, None]
    rhythm = rhythm[plane, column, row]
    return [(float(rhythm[k]), found[k]) for k in np.argsort(-rhythm, kind="stable")]


def fit(lattice: Homography, edges: Floats, squares: float = np.inf) -> Homography | None:
    """Pull a lattice onto the edges near its lines, by least squares; None where too few edges lie there.

    edges: (n, 4) in the coordinates the lattice takes in; those outside 0..squares are left out if that is given.
    """
    points = np.concatenate([edges[:, :2], edges[:, 2:]])
    lifted = np.hstack([points, np.ones((len(points), 1))])
    length = lengths(edges)
    for tolerance in _TOLERANCES:
        with np.errstate(divide="ignore", invalid="ignore"):
            normal = _normal_equations(lattice, lifted, length, squares, tolerance)
        if normal is None:
            return None
        # The smallest eigenvector of the normal equations: the same answer as a singular value decomposition, sooner.
        solved = np.linalg.eigh(normal)[1][:, 0].reshape(3, 3)
        if abs(solved[2, 2]) < 1e-9:
            return None
        lattice = solved / solved[2, 2]
    return lattice


def keeping(lattice: Homography, edges: Floats, squares: float) -> tuple[float, float]:
    """How much edge length on the board keeps to the lattice's lines, nearer ones more, and which share that is."""
    ends = carry(lattice, edges.reshape(-1, 2)).reshape(-1, 2, 2).transpose(2, 1, 0)
    sound, length = _inside(ends, squares), lengths(edges)
    kept = whole = 0.0
    for axis in (0, 1):
        near, _, weight = _near_lines(ends, sound, axis, 0.5)
        off = 0.5 * np.sqrt(1 - weight)
        kept += float((length[near] * np.clip(1 - (off / _KEEPS) ** 2, 0, None)).sum())
        whole += float(length[near].sum())
    return kept, kept / max(whole, 1e-9)


def _above(planes: Homography, edges: Floats) -> Floats:
    """The edges' starts and ends on planes seen from above: (planes, 2 axes, 2 ends, edges)."""
    points = np.vstack([np.concatenate([edges[:, :2], edges[:, 2:]]).T, np.ones((1, 2 * len(edges)))])
    there = planes @ points
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((there[:, :2] / there[:, 2:]).reshape(len(planes), 2, 2, len(edges)))


def _rhythms(ends: Floats, squares: int) -> Rhythms:
    """The likeliest distances between lines along both axes of planes seen from above, all at once."""
    strength = _strength(ends)
    total = strength.sum(axis=-1, keepdims=True)
    # The k-th wave has the period 8 * reach / k. A board fills between a third of the picture's longer side and all.
    low, high = (int(8 * _REACH * squares / (2 * share)) for share in (1.15, 0.3))
    waves = np.fft.rfft(strength, 4 * _BINS)[..., :high] / (total + 1e-9)
    chosen = _peaks(np.abs(waves[..., low:])) + low
    # Both sides of wide gaps, or icons in the middle of squares, can drown the true period in half of it.
    chosen = np.concatenate([chosen, chosen // 2], axis=-1)
    known = chosen[..., None, :] == chosen[..., :, None]
    fresh = ~np.tril(known, -1).any(axis=-1) & (chosen >= low)
    # A wave's phase is that of the first bin's left rim, and the lines' offset counts from the picture's middle.
    shift = np.exp(1j * np.pi * chosen * (0.25 / _BINS - 0.25))
    turn = np.conj(np.take_along_axis(waves, np.maximum(chosen, 0), axis=-1)) * shift
    period = 8 * _REACH / np.maximum(chosen, 1)
    return np.where(fresh, np.abs(turn), 0.0), period, np.angle(turn) / (2 * np.pi) * period


def _strength(ends: Floats) -> Floats:
    """How much edge length lies at each place along each axis: (planes, 2, 2048); nothing of too few edges."""
    with np.errstate(invalid="ignore"):
        aslant = np.abs(ends[:, :, 0] - ends[:, :, 1])
        along = aslant[:, ::-1]
        runs = (aslant < _ASLANT * along) & np.all(np.abs(ends) < _REACH, axis=(1, 2))[:, None]
    runs &= runs.sum(axis=-1, keepdims=True) >= _FEWEST
    place = ends.mean(axis=2)[runs]
    row = np.nonzero(runs.reshape(-1, runs.shape[-1]))[0]
    bins = row * _BINS + ((place + _REACH) * (_BINS / 2 / _REACH)).astype(np.int64)
    planes = len(ends)
    return np.asarray(np.bincount(bins, along[runs], planes * 2 * _BINS).reshape(planes, 2, _BINS), np.float64)


def _peaks(waves: Floats) -> NDArray[np.int64]:
    """The strongest few waves that stand above their neighbours, (..., 3); far below 0 for none."""
    inner = waves[..., 1:-1]
    height = np.where((inner > waves[..., :-2]) & (inner >= waves[..., 2:]), inner, 0.0)
    best = np.argpartition(-height, _PERIODS, axis=-1)[..., :_PERIODS]
    return np.where(np.take_along_axis(height, best, axis=-1) > 0, best + 1, -_BINS)


def _normal_equations(
    lattice: Homography, lifted: Floats, length: Floats, squares: float, tolerance: float
) -> Floats | None:
    """The normal equations (9, 9) of putting each edge near a line onto it, weighted by length and nearness.

    lifted: the edges' starts and then their ends, homogeneous (2n, 3). None where too few edges lie near lines.
    """
    there = lifted @ lattice.T
    ends = np.ascontiguousarray((there[:, :2] / there[:, 2:]).T).reshape(2, 2, -1)
    sound = _inside(ends, squares)
    normal = np.zeros((3, 3, 3, 3))
    for axis in (0, 1):
        near, line, weight = _near_lines(ends, sound, axis, tolerance)
        if len(near) < _FEWEST:
            return None
        both = np.concatenate([near, near + len(length)])
        # A point p on the line l of this axis: p . (row of the axis) - l * p . (last row) = 0.
        row = lifted[both]
        weights = np.tile(weight * length[near], 2) / there[both, 2] ** 2
        lines = np.tile(line, 2)
        plain, once, twice = (row.T @ (row * (weights * by)[:, None]) for by in (1.0, lines, lines * lines))
        normal[axis, :, axis] += plain
        normal[axis, :, 2] -= once
        normal[2, :, axis] -= once
        normal[2, :, 2] += twice
    return normal.reshape(9, 9)


def _near_lines(ends: Floats, sound: Flags, axis: int, tolerance: float) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Which edges run along a line of constant axis coordinate and near it, which line, and how near (0..1).

    ends: (2 axes, 2 ends, n).
    """
    place = np.where(sound, ends[axis].mean(axis=0), 0.5)
    line = np.round(place)
    off = np.abs(place - line)
    aslant, along = (np.abs(ends[way, 0] - ends[way, 1]) for way in (axis, 1 - axis))
    near = np.flatnonzero(sound & (off < tolerance) & (aslant < _ASLANT * along))
    return near, np.asarray(line[near], np.float64), 1 - (off[near] / tolerance) ** 2


def _inside(ends: Floats, squares: float) -> Flags:
    """Which edges (2 axes, 2 ends, n) have both ends on the board, or anywhere at all if its size is not given."""
    finite = np.isfinite(ends).all(axis=(0, 1))
    if not np.isfinite(squares):
        return np.asarray(finite)
    return np.asarray(finite & ((ends > -_RIM) & (ends < squares + _RIM)).all(axis=(0, 1)))
