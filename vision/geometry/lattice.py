"""A grid of equal squares seen in perspective: from edges and two vanishing points to lattice coordinates.

In lattice coordinates the lines between squares lie at integers; vision.geometry.layout_match finds which integer is
the board's first line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Homography
from vision.geometry.edge_lines import CROSSING, lengths


@dataclass(frozen=True, slots=True)
class LineLimits:
    """Limits within which an edge belongs to a line of the lattice, in squares."""

    # Distance of an edge from its line, round by round of the fit: both sides of a drawn line and the edges of tiles
    # lie within 0.1, the icons do not.
    tolerances: tuple[float, ...] = (0.3, 0.22, 0.15, 0.12)
    rough: int = 2  # rounds of these that are enough to see which squares are the board's
    slant: float = 0.09  # deviation along an edge's length, as a share of it: about 5 degrees
    beyond: float = 0.3  # an edge may end this far outside the board and still be its own


LINES = LineLimits()


@dataclass(frozen=True, slots=True)
class RhythmLimits:
    """Limits of the search for the distance between lines, on the plane seen straight from above."""

    reach: float = 4.0  # half picture sides from the middle beyond which edges do not count
    bins: int = 2048  # bins over twice the reach in which edge length is summed
    periods: int = 3  # candidate widths of a square tried in each direction
    # Shares of the picture's longer side that a board fills; seen very much from the side its far part is drawn out.
    fills: tuple[float, float] = (2.2, 0.3)
    # How many times as long as wide squares may be with the scale of the picture's middle: seen at 65 degrees, 2.4.
    longest: float = 4.0


RHYTHM = RhythmLimits()


Rhythms = tuple[Floats, Floats, Floats]
"""For each axis (2, candidates): how periodic edges are (0 to 1), the period, and the first line's offset."""


def upright(across: Floats, down: Floats) -> Homography:
    """Rectify the plane of two vanishing points: edges towards `across` become level, those towards `down` vertical.

    across, down: vanishing points (3,). The picture's middle stays at 0, 0, and the scale there stays the same.
    """
    horizon, ways = np.cross(across, down), np.cross([down, across], [0.0, 0.0, 1.0])
    x, y = ways / np.linalg.norm(ways[:, :2], axis=1, keepdims=True)
    return np.stack([-x if x[0] < 0 else x, -y if y[1] < 0 else y, horizon / horizon[2]])


def lattices(across: Floats, down: Floats, edges: Floats, squares: int) -> list[tuple[float, Homography]]:
    """Candidate lattices for a board of `squares` a side, each with its periodicity from 0 to 1; not yet fitted.

    across, down: vanishing points (3,). Most periodic first.
    """
    plane = upright(across, down)
    strict, period, offset = _rhythms(_above(plane, edges), squares)
    rhythm = np.sqrt(strict[0, :, None] * strict[1])
    ratio = period[0, :, None] / period[1]
    column, row = np.nonzero((rhythm > 0) & (np.maximum(ratio, 1 / ratio) < RHYTHM.longest))
    found = plane[None].repeat(len(column), axis=0)
    for axis, chosen in enumerate((column, row)):
        found[:, axis] = (plane[axis] - offset[axis, chosen, None] * plane[2]) / period[axis, chosen, None]
    rhythm = rhythm[column, row]
    return [(float(rhythm[k]), found[k]) for k in np.argsort(-rhythm, kind="stable")]


def fit(
    lattice: Homography, edges: Floats, squares: float = np.inf, *, tolerances: Sequence[float] = LINES.tolerances
) -> Homography | None:
    """Fit a lattice to the edges near its lines, by weighted least squares; None if too few edges lie there.

    edges: (n, 4) in the coordinates that the lattice maps from; with `squares` given, edges outside 0..squares are left
    out. tolerances: how near a line edges count, in squares, round by round.
    """
    points = np.concatenate([edges[:, :2], edges[:, 2:]])
    lifted = np.hstack([points, np.ones((len(points), 1))])
    length = lengths(edges)
    for tolerance in tolerances:
        with np.errstate(divide="ignore", invalid="ignore"):
            normal = _normal_equations(lattice, lifted, length, squares, tolerance)
        if normal is None:
            return None
        # The eigenvector of the smallest eigenvalue: the same answer as a singular value decomposition, in less time.
        solved = np.linalg.eigh(normal)[1][:, 0].reshape(3, 3)
        if abs(solved[2, 2]) < 1e-9:
            return None
        lattice = solved / solved[2, 2]
    return lattice


def _above(plane: Homography, edges: Floats) -> Floats:
    """The edges' ends on the rectified plane: (2 axes, 2 ends, edges)."""
    there = plane @ np.vstack([np.concatenate([edges[:, :2], edges[:, 2:]]).T, np.ones((1, 2 * len(edges)))])
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((there[:2] / there[2]).reshape(2, 2, -1))


def _rhythms(ends: Floats, squares: int) -> Rhythms:
    """The likeliest distances between lines along both axes of the rectified plane, by Fourier transform."""
    strength = _strength(ends)
    total = strength.sum(axis=1, keepdims=True)
    # The k-th wave has the period 8 * reach / k.
    low, high = (int(8 * RHYTHM.reach * squares / (2 * share)) for share in RHYTHM.fills)
    waves = np.fft.rfft(strength, 4 * RHYTHM.bins)[:, :high] / (total + 1e-9)
    chosen = _peaks(np.abs(waves[:, low:])) + low
    # The two sides of wide gaps, or icons in the middle of squares, can make half the true period stronger than it.
    chosen = np.hstack([chosen, chosen // 2])
    known = chosen[:, None] == chosen[:, :, None]
    fresh = ~np.tril(known, -1).any(axis=2) & (chosen >= low)
    # A wave's phase refers to the first bin's left end, the lines' offset to the picture's middle.
    shift = np.exp(1j * np.pi * chosen * (0.25 / RHYTHM.bins - 0.25))
    turn = np.conj(np.take_along_axis(waves, np.maximum(chosen, 0), axis=1)) * shift
    period = 8 * RHYTHM.reach / np.maximum(chosen, 1)
    return np.where(fresh, np.abs(turn), 0.0), period, np.angle(turn) / (2 * np.pi) * period


def _strength(ends: Floats) -> Floats:
    """Edge length at each position along each axis: (2, 2048); all 0 where there are too few edges."""
    with np.errstate(invalid="ignore"):
        aslant = np.abs(ends[:, 0] - ends[:, 1])
        along = aslant[::-1]
        runs = (aslant < LINES.slant * along) & np.all(np.abs(ends) < RHYTHM.reach, axis=(0, 1))
    runs &= runs.sum(axis=1, keepdims=True) >= CROSSING.fewest
    place = ends.mean(axis=1)[runs]
    bins = ((place + RHYTHM.reach) * (RHYTHM.bins / 2 / RHYTHM.reach)).astype(np.int64)
    bins += np.nonzero(runs)[0] * RHYTHM.bins
    return np.bincount(bins, along[runs], 2 * RHYTHM.bins).reshape(2, RHYTHM.bins).astype(np.float64)


def _peaks(waves: Floats) -> NDArray[np.int64]:
    """The indices of each axis's strongest local maxima, (2, 3); far below 0 for none."""
    inner = waves[:, 1:-1]
    height = np.where((inner > waves[:, :-2]) & (inner >= waves[:, 2:]), inner, 0.0)
    best = np.argpartition(-height, RHYTHM.periods, axis=1)[:, : RHYTHM.periods]
    return np.where(np.take_along_axis(height, best, axis=1) > 0, best + 1, -RHYTHM.bins)


def _normal_equations(
    lattice: Homography, lifted: Floats, length: Floats, squares: float, tolerance: float
) -> Floats | None:
    """The normal equations (9, 9) of fitting each edge near a line to it, weighted by length and nearness.

    lifted: the edges' starts and then their ends, homogeneous (2n, 3). None if too few edges lie near lines.
    """
    there = lifted @ lattice.T
    ends = np.ascontiguousarray((there[:, :2] / there[:, 2:]).T).reshape(2, 2, -1)
    sound = _inside(ends, squares)
    normal = np.zeros((3, 3, 3, 3))
    for axis in (0, 1):
        near, line, weight = _near_lines(ends, sound, axis, tolerance)
        if len(near) < CROSSING.fewest:
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
    """Which edges run along a line of constant axis coordinate and near it, which line, and how near (0 to 1).

    ends: (2 axes, 2 ends, n).
    """
    place = ends[axis].mean(axis=0)
    line = np.round(place)
    off = np.abs(place - line)
    aslant, along = (np.abs(ends[way, 0] - ends[way, 1]) for way in (axis, 1 - axis))
    near = np.flatnonzero(sound & (off < tolerance) & (aslant < LINES.slant * along))
    return near, np.asarray(line[near], np.float64), 1 - (off[near] / tolerance) ** 2


def _inside(ends: Floats, squares: float) -> Flags:
    """Which edges (2 axes, 2 ends, n) have both ends on the board; all finite ones if `squares` is infinite."""
    there = (ends > -LINES.beyond) & (ends < squares + LINES.beyond) if np.isfinite(squares) else np.isfinite(ends)
    return np.asarray(there.all(axis=(0, 1)))
