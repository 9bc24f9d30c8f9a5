"""Straight edges in a picture, and the vanishing points towards which many of them run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Grey, Homography, carry, scaling

_OFFSET = 0.09
"""Image px added to edges' x and y: OpenCV's detector works at 0.8 of the size and places them too far up and left."""
_SORTING_BINS = 16
"""Bins by which it sorts px by gradient; OpenCV's own 1024 spend a third of the time on sorting. Corners of 185 drawn
boards were as accurate with either (median error 0.07 squares)."""


@dataclass(frozen=True, slots=True)
class VanishingLimits:
    """Limits of the search for vanishing points, in half picture widths and angles."""

    pairs: int = 400  # random pairs of edges whose crossings are tried
    # Sine of the angle by which an edge may miss its vanishing point; grid lines in photographs stay within 0.5
    # degrees.
    tolerance: float = np.sin(np.deg2rad(1.2))
    # Half picture widths from the middle: a board seen 60 degrees from above by a phone's lens has its nearer one at
    # 0.8, seen at 70 degrees at 0.5.
    nearest: float = 0.45
    voters: int = 400  # longest edges that vote; boards have 300 to 500, wood grain thousands
    points: int = 5  # vanishing points returned, of all directions


VANISHING = VanishingLimits()


@dataclass(frozen=True, slots=True)
class CrossingLimits:
    """Limits within which edges count as one of two directions that cross."""

    # Cosine of the angle at the picture's middle between two directions that may be a board's sides: seen at 60 degrees
    # corner ahead, they cross at 53 degrees.
    sharpest: float = np.cos(np.deg2rad(35))
    tolerance: float = np.sin(np.deg2rad(2))  # sine of the angle by which an edge misses its direction's point
    horizon: float = 0.12  # how near the plane's horizon an edge may lie, as a share of the picture's middle's distance
    bins: int = 24  # bins a side in which edge length is summed over the picture
    # Least edge length of the other direction around an edge, as a share of its own direction's: wood grain has 0.05
    # to 0.2, boards with tiles 0.4 and more (cava and scrabscrap sets).
    company: float = 0.3
    fewest: int = 12  # edges of either direction


CROSSING = CrossingLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Crossing:
    """Two vanishing points (3,) of a plane, the more level direction's first, and the edges (n, 4) towards either."""

    across: Floats
    down: Floats
    lines: Floats


def segments(grey: Grey, shortest: float) -> Floats:
    """Find straight edges longer than `shortest` image px: (n, 4) as x1 y1 x2 y2 in px, longest first."""
    found: object = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE, n_bins=_SORTING_BINS).detect(grey)[0]
    if found is None:
        return np.zeros((0, 4))
    edges = np.asarray(found, dtype=np.float64).reshape(-1, 4) + _OFFSET
    length = lengths(edges)
    order = np.argsort(-length, kind="stable")
    return np.asarray(edges[order][length[order] > shortest])


def lengths(edges: Floats) -> Floats:
    """The length of each edge."""
    return np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1])


def centred_in(shape: Sequence[int]) -> Homography:
    """From px of a picture of this shape to coordinates with its middle at 0, 0; their unit is half its longer side."""
    height, width = shape[:2]
    unit = 2 / max(height, width)
    return scaling(unit, unit, -unit * width / 2, -unit * height / 2)


def carried(way: Homography, edges: Floats) -> Floats:
    """Edges (n, 4) in other coordinates."""
    return carry(way, edges.reshape(-1, 2)).reshape(-1, 4)


def vanishing_points(edges: Floats) -> Iterator[Floats]:
    """The few best vanishing points of edges of all directions, strongest first, as unit homogeneous points.

    edges: (n, 4) in coordinates whose origin is the picture's middle and whose unit is half its longer side.
    Deterministic: the random pairs are seeded.
    """
    voters = edges[: VANISHING.voters]
    through = _through(voters)
    points = _meeting(voters, through, np.random.default_rng(1))
    nearness, weight = _nearness(points, voters), lengths(voters)
    for _ in range(VANISHING.points):
        votes = nearness @ weight
        best = int(votes.argmax()) if len(votes) else 0
        if not votes.max(initial=0) > 0:
            return
        yield _centred(points[best], voters, through)
        weight = np.where(nearness[best] > 0, 0.0, weight)


def crossings(edges: Floats) -> Iterator[Crossing]:
    """Pairs of directions that may be the two of a board's plane, the strongest first, each with its edges.

    An edge counts only where both directions occur: that keeps the board's lines and drops the wood grain of the table.
    """
    known: list[tuple[Floats, Floats]] = []
    for point in vanishing_points(edges):
        off = _deviation(point[None], edges)[0]
        for other, other_off in known:
            ways = [each[:2] / np.linalg.norm(each[:2]) for each in (other, point)]
            if abs(float(ways[0] @ ways[1])) < CROSSING.sharpest:
                sides = [(other, other_off), (point, off)]
                (across, off_across), (down, off_down) = sides if abs(ways[0][0]) > abs(ways[1][0]) else sides[::-1]
                lines = _lines_of(across, down, off_across, off_down, edges)
                if lines is not None:
                    yield Crossing(across, down, lines)
        known.append((point, off))


def _lines_of(across: Floats, down: Floats, off_across: Floats, off_down: Floats, edges: Floats) -> Floats | None:
    """The edges towards two points that have company of the other direction; None if there are too few."""
    horizon = np.cross(across, down)
    if abs(horizon[2]) < 1e-9:
        return None
    # How far each end is from the horizon, as a share of the picture's middle's distance.
    far = edges.reshape(-1, 2) @ (horizon[:2] / horizon[2]) + 1
    seen = far.reshape(-1, 2).min(axis=1) > CROSSING.horizon
    level = edges[seen & (off_across < CROSSING.tolerance) & (off_across < off_down)]
    upright = edges[seen & (off_down < CROSSING.tolerance) & (off_down <= off_across)]
    density_level, density_upright = _density(level), _density(upright)
    level, upright = (
        level[_at(density_upright, level) > CROSSING.company * _at(density_level, level)],
        upright[_at(density_level, upright) > CROSSING.company * _at(density_upright, upright)],
    )
    return np.vstack([level, upright]) if min(len(level), len(upright)) >= CROSSING.fewest else None


def _through(edges: Floats) -> Floats:
    """The lines through edges, homogeneous with unit normals, (n, 3)."""
    one = np.ones((len(edges), 1))
    lines = np.cross(np.hstack([edges[:, :2], one]), np.hstack([edges[:, 2:], one]))
    return np.asarray(lines / np.linalg.norm(lines[:, :2], axis=1)[:, None])


def _nearness(points: Floats, edges: Floats) -> Floats:
    """How near each edge (n, 4) points to each of some points, 0 to 1: (points, n)."""
    off = _deviation(points, edges)
    off /= VANISHING.tolerance
    return np.maximum(0, np.subtract(1, off, out=off), out=off)


def _centred(point: Floats, edges: Floats, through: Floats) -> Floats:
    """A vanishing point moved to where the edges that run towards it meet best."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2
    for _ in range(3):
        far = np.linalg.norm(middle * point[2] - point[:2], axis=1)
        weight = lengths(edges) * _nearness(point[None], edges)[0] / np.maximum(far, 1e-6) ** 2
        point = np.linalg.eigh((through * weight[:, None]).T @ through)[1][:, 0]
    return np.asarray(point)


def _density(edges: Floats) -> Floats:
    """Edge length in each of the picture's bins, (24, 24), blurred over about one square of the board."""
    bins = np.bincount(_bin(edges), lengths(edges), CROSSING.bins * CROSSING.bins).reshape(CROSSING.bins, CROSSING.bins)
    return np.asarray(cv2.blur(bins, (3, 3), borderType=cv2.BORDER_REPLICATE))


def _at(density: Floats, edges: Floats) -> Floats:
    """The density in the bin of each edge's middle."""
    return np.asarray(density.ravel()[_bin(edges)])


def _bin(edges: Floats) -> NDArray[np.int64]:
    """The index of the bin in which each edge's middle lies."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2
    place = np.clip(((middle + 1) / 2 * CROSSING.bins).astype(np.int64), 0, CROSSING.bins - 1)
    return np.asarray(place[:, 0] * CROSSING.bins + place[:, 1])


def _meeting(edges: Floats, through: Floats, chance: np.random.Generator) -> Floats:
    """Where random pairs of edges meet, longer ones likelier, as unit points outside the picture's middle."""
    length = lengths(edges)
    first, second = chance.choice(len(edges), (2, VANISHING.pairs), p=length / length.sum())
    points = np.cross(through[first], through[second])
    points = points[_is_far(points)]
    return np.asarray(points / np.linalg.norm(points, axis=1)[:, None])


def _is_far(points: Floats) -> Flags:
    """Which homogeneous points are far enough from the picture's middle to be vanishing points of a board."""
    reach = np.linalg.norm(points[:, :2], axis=1)
    return np.asarray((reach > 1e-12) & (np.abs(points[:, 2]) * VANISHING.nearest < reach))


def _deviation(points: Floats, edges: Floats) -> Floats:
    """Sine of the angle between each edge and the line from its middle to each point: (points, edges)."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2
    run = (edges[:, 2:] - edges[:, :2]) / lengths(edges)[:, None]
    # The cross product of that line with the edge, and the line's squared length, are both bilinear in a part of the
    # point and a part of the edge: one matrix product each.
    lines = np.stack([run[:, 1], -run[:, 0], middle[:, 1] * run[:, 0] - middle[:, 0] * run[:, 1]])
    x, y, z = points.T
    squares = np.stack([x * x + y * y, -2 * x * z, -2 * y * z, z * z], axis=1)
    ways = np.stack([np.ones(len(edges)), middle[:, 0], middle[:, 1], (middle**2).sum(axis=1)])
    along, far = points @ lines, squares @ ways
    # In place: the arrays are large, and allocating costs more than the arithmetic.
    np.sqrt(np.maximum(far, 1e-24, out=far), out=far)
    return np.asarray(np.divide(np.abs(along, out=along), far, out=along))
