"""Straight edges in a picture, and the vanishing points towards which many of them run."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Grey


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Settings of OpenCV's line segment detector, and a correction of its output."""

    # Image px added to x and y: the detector works at 0.8 of the size and places edges too far up and left.
    offset: float = 0.09
    # Bins by which px are sorted by gradient; OpenCV's own 1024 spend a third of the time on sorting. Corners of 185
    # drawn boards were as accurate with either (median error 0.07 squares).
    bins: int = 16


DETECTOR = DetectorSettings()


@dataclass(frozen=True, slots=True)
class VanishingLimits:
    """Limits of the search for vanishing points, in half picture widths and angles."""

    pairs: int = 300  # random pairs of edges whose crossings are tried
    # Sine of the angle by which an edge may miss its vanishing point; grid lines in photographs stay within 0.5
    # degrees.
    tolerance: float = np.sin(np.deg2rad(1.2))
    nearest: float = 3.0  # half picture widths from the middle; 35 degrees of tilt puts the point at 4 or more
    voters: int = 400  # longest edges that vote; boards have 300 to 500, wood grain thousands
    fewest_voters: int = 8  # with fewer edges there is no vanishing point
    points: int = 4  # vanishing points returned for one direction
    same: float = np.cos(0.012)  # cosine between two points as rays from which on they fit the same lattice


VANISHING = VanishingLimits()


@dataclass(frozen=True, slots=True)
class CrossingLimits:
    """Limits within which edges count as one of two directions that cross."""

    spread: float = np.deg2rad(22)  # radians to either side to which perspective and lens spread one direction
    bins: int = 24  # bins a side in which edge length is summed over the picture
    # Least edge length of the other direction around an edge, as a share of its own direction's: wood grain has 0.05
    # to 0.2, boards with tiles 0.4 and more (cava and scrabscrap sets).
    company: float = 0.3


CROSSING = CrossingLimits()


def segments(grey: Grey, shortest: float) -> Floats:
    """Find straight edges longer than `shortest` image px: (n, 4) as x1 y1 x2 y2 in px, longest first."""
    found: object = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE, n_bins=DETECTOR.bins).detect(grey)[0]
    if found is None:
        return np.zeros((0, 4))
    edges = np.asarray(found, dtype=np.float64).reshape(-1, 4) + DETECTOR.offset
    length = lengths(edges)
    order = np.argsort(-length, kind="stable")
    return np.asarray(edges[order][length[order] > shortest])


def lengths(edges: Floats) -> Floats:
    """The length of each edge."""
    return np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1])


def crossing(edges: Floats) -> tuple[Floats, Floats]:
    """Select the edges of the two directions that cross at about 90 degrees, the more level direction first.

    An edge counts only where both directions occur: that keeps the board's lines and drops the wood grain of the table.
    edges: (n, 4) in coordinates whose origin is the picture's middle and whose unit is half its longer side.
    """
    angle = np.arctan2(edges[:, 3] - edges[:, 1], edges[:, 2] - edges[:, 0])
    level = _crossing_angle(angle, lengths(edges))
    across, down = (edges[np.abs(np.sin(angle - level - turn)) < np.sin(CROSSING.spread)] for turn in (0.0, np.pi / 2))
    density_across, density_down = _density(across), _density(down)
    return (
        across[_at(density_down, across) > CROSSING.company * _at(density_across, across)],
        down[_at(density_across, down) > CROSSING.company * _at(density_down, down)],
    )


def vanishing_points(edges: Floats) -> list[Floats]:
    """The few best vanishing points of edges of one direction, strongest first, as unit homogeneous points.

    Several, since other objects may lie nearly parallel to the board. Deterministic: the random pairs are seeded.
    """
    voters = edges[: VANISHING.voters]
    if len(voters) < VANISHING.fewest_voters:
        return []
    points = _crossings(voters, np.random.default_rng(1))
    near = _deviation(points, voters)
    near /= VANISHING.tolerance
    votes = np.maximum(0, np.subtract(1, near, out=near), out=near) @ lengths(voters)
    chosen: list[Floats] = []
    while len(chosen) < VANISHING.points and votes.max(initial=0) > 0:
        chosen.append(points[votes.argmax()])
        votes[np.abs(points @ chosen[-1]) >= VANISHING.same] = 0
    return chosen


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


def _crossing_angle(angle: Floats, length: Floats) -> float:
    """The angle within 45 degrees of level for which most edge length runs along it and at 90 degrees to it."""
    degrees = np.histogram(np.rad2deg(angle) % 180, bins=180, range=(0, 180), weights=length)[0]
    smooth = np.convolve(np.tile(degrees, 3), np.ones(13), "same")[180:360]
    both = np.sqrt(smooth) * np.sqrt(np.roll(smooth, 90))
    best = int(both.argmax()) % 90
    return float(np.deg2rad(best if best < 45 else best - 90))


def _crossings(edges: Floats, chance: np.random.Generator) -> Floats:
    """Crossings of random pairs of edges, longer ones likelier, as unit homogeneous points far outside the picture."""
    length = lengths(edges)
    first, second = chance.choice(len(edges), (2, VANISHING.pairs), p=length / length.sum())
    one = np.ones((len(edges), 1))
    support = np.cross(np.hstack([edges[:, :2], one]), np.hstack([edges[:, 2:], one]))
    points = np.cross(support[first], support[second])
    points = points[_is_far(points)]
    return np.asarray(points / np.linalg.norm(points, axis=1)[:, None])


def _is_far(points: Floats) -> Flags:
    """Which homogeneous points are far enough from the picture to be vanishing points of a board seen from above."""
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
