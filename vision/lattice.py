"""A grid of equal squares seen in perspective: from edges and two vanishing points to lattice coordinates.

In lattice coordinates the lines between squares lie at whole numbers; which whole number is the board's own
first line is found by vision.layout_match.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags, Floats, Homography, carry, scaling
from vision.lines import lengths

_TOLERANCES = (0.3, 0.22, 0.15, 0.12)
"""How far from its whole number an edge may lie in each round of fitting, in squares: both sides of a drawn line
and the rims of tiles lie within 0.1 of it, the glyphs do not."""
_REACH = 4.0
"""Edges further out than this many half picture sides, seen from straight above, do not count."""
_BINS = 2048
_PERIODS = 3
"""So many candidate widths of a square are tried in each direction."""

Rhythm = tuple[float, float, float]
"""How strictly edges keep to equal distances (0..1), the distance, and the offset of the first."""


def upright(across: Floats, down: Floats) -> Homography:
    """The plane seen straight from above: edges towards across become level, those towards down vertical.

    across, down: vanishing points. The picture's middle stays at 0, 0, and so does the scale there.
    """
    middle = np.array([0.0, 0.0, 1.0])
    horizon = np.cross(across, down)
    x, y = np.cross(down, middle), np.cross(across, middle)
    x = x / np.linalg.norm(x[:2]) * (np.sign(x[0]) or 1)
    y = y / np.linalg.norm(y[:2]) * (np.sign(y[1]) or 1)
    return np.array([x, y, horizon / horizon[2]])


def lattices(across: Floats, down: Floats, edges: Floats, squares: int) -> list[tuple[float, Homography]]:
    """Lattices that may hold a board of so many squares a side, with their rhythm from 0 to 1; not yet fitted."""
    plane = upright(across, down)
    ends = carry(plane, edges.reshape(-1, 2)).reshape(-1, 2, 2)
    columns = _rhythms(ends, 0, squares)
    rows = _rhythms(ends, 1, squares)
    return [
        (float(np.sqrt(zx * zy)), scaling(1 / px, 1 / py, -ox / px, -oy / py) @ plane)
        for zx, px, ox in columns
        for zy, py, oy in rows
        if 0.6 < px / py < 1.67
    ]


def fit(lattice: Homography, edges: Floats, squares: float = np.inf) -> Homography | None:
    """Pull a lattice onto the edges near its lines, by least squares; None where too few edges lie there.

    edges: (n, 4) in the coordinates the lattice takes in; those outside 0..squares are left out if that is given.
    """
    for tolerance in _TOLERANCES:
        ends = carry(lattice, edges.reshape(-1, 2)).reshape(-1, 2, 2)
        sound = _inside(ends, squares)
        parts = [_equations(lattice, edges, ends, sound, axis, tolerance) for axis in (0, 1)]
        if min(len(part) for part in parts) < 24:
            return None
        equations = np.vstack(parts)
        # The smallest eigenvector of the normal equations: the same answer as a singular value decomposition, sooner.
        solved = np.linalg.eigh(equations.T @ equations)[1][:, 0].reshape(3, 3)
        if abs(solved[2, 2]) < 1e-9:
            return None
        lattice = solved / solved[2, 2]
    return lattice


def _rhythms(ends: Floats, axis: int, squares: int) -> list[Rhythm]:
    """The likeliest distances between lines along one axis of the plane seen from above."""
    runs = _runs_along(ends, axis) & (np.abs(ends) < _REACH).all(axis=(1, 2))
    chosen = ends[runs]
    if len(chosen) < 12:
        return []
    place = chosen[:, :, axis].mean(axis=1)
    weight = np.abs(chosen[:, 0, 1 - axis] - chosen[:, 1, 1 - axis])
    histogram = np.histogram(place, bins=_BINS, range=(-_REACH, _REACH), weights=weight)[0]
    wave = np.abs(np.fft.rfft(histogram, 4 * _BINS))
    # The k-th wave has the period 8 * reach / k. A board fills between a third of the picture's longer side and all.
    low, high = (int(8 * _REACH * squares / (2 * share)) for share in (1.15, 0.3))
    inner = wave[low:high]
    peaks = np.flatnonzero((inner[1:-1] > inner[:-2]) & (inner[1:-1] >= inner[2:])) + 1
    waves = [low + int(k) for k in sorted(peaks, key=lambda k: -float(inner[k]))[:_PERIODS]]
    # Both sides of wide gaps, or icons in the middle of squares, can drown the true period in half of it.
    waves += [k // 2 for k in waves if k // 2 >= low]
    return [_rhythm(8 * _REACH / k, place, weight) for k in dict.fromkeys(waves)]


def _rhythm(period: float, place: Floats, weight: Floats) -> Rhythm:
    turn = (weight * np.exp(2j * np.pi * place / period)).sum() / (weight.sum() + 1e-9)
    return float(abs(turn)), period, float(np.angle(turn)) / (2 * np.pi) * period


def _inside(ends: Floats, squares: float) -> Flags:
    """Which edges have both ends on the board, or anywhere at all if its size is not given."""
    finite = np.isfinite(ends).all(axis=(1, 2))
    if not np.isfinite(squares):
        return np.asarray(finite)
    return np.asarray(finite & ((ends > -0.3) & (ends < squares + 0.3)).all(axis=(1, 2)))


def _runs_along(ends: Floats, axis: int) -> Flags:
    """Which edges lie on a line of constant axis coordinate, within about 5 degrees."""
    off, along = np.abs(ends[:, 0, axis] - ends[:, 1, axis]), np.abs(ends[:, 0, 1 - axis] - ends[:, 1, 1 - axis])
    return np.asarray(off < 0.09 * along)


def _equations(lattice: Homography, edges: Floats, ends: Floats, sound: Flags, axis: int, tolerance: float) -> Floats:
    """Linear equations that put each edge near a line onto it, weighted by length and nearness."""
    place = np.where(sound, ends[:, :, axis].mean(axis=1), 0.5)
    line = np.round(place)
    off = np.abs(place - line)
    near = sound & (off < tolerance) & _runs_along(ends, axis)
    weight = np.sqrt(lengths(edges[near]) * (1 - (off[near] / tolerance) ** 2))
    points = np.concatenate([edges[near, :2], edges[near, 2:]])
    lifted = np.hstack([points, np.ones((len(points), 1))])
    weights = np.tile(weight, 2) / np.abs(lifted @ lattice[2])
    lines = np.tile(line[near], 2)[:, None]
    nought = np.zeros_like(lifted)
    parts = [lifted, nought] if axis == 0 else [nought, lifted]
    return np.asarray(np.hstack([*parts, -lines * lifted]) * weights[:, None])
