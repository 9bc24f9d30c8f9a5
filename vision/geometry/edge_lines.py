"""Straight edges in a picture, and the vanishing points towards which many of them run."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Grey

_ASIDE = 0.09
"""The detector finds edges so many px too far up and left: it works in a picture of 0.8 of the size."""
_STRENGTHS = 16
"""The detector takes px in the order of their strength, told in so many steps; with its own choice, 1024, a third of
its time goes into sorting. Corners of 185 drawn boards were as near with either (median 0.07 squares)."""
_HYPOTHESES = 300
_TOLERANCE = np.sin(np.deg2rad(1.2))
"""How far an edge may point past its vanishing point; grid lines of photographed boards stay within 0.5 degrees."""
_NEAREST = 3.0
"""No vanishing point lies nearer than this many half picture widths: 35 degrees of tilt puts it at 4 or more."""
_VOTERS = 400
"""Only so many of the longest edges vote: boards have 300 to 500, wood grain has thousands."""
_SPREAD = np.deg2rad(22)
"""Perspective and lens spread one direction of lines over no more than this to either side."""
_BINS = 24
_COMPANY = 0.3
"""An edge counts where the other direction has at least this share of its own direction's edge length around it:
wood grain has 0.05 to 0.2, boards with tiles 0.4 and more (cava and scrabscrap sets)."""
_POINTS = 4
_APART = np.cos(0.012)
"""Vanishing points closer than this (the cosine between them as rays) give the same lattice once it is fitted."""


def segments(grey: Grey, shortest: float) -> Floats:
    """Find straight edges at least so many px long; (n, 4) as x1 y1 x2 y2 in px, longest first."""
    found: object = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE, n_bins=_STRENGTHS).detect(grey)[0]
    if found is None:
        return np.zeros((0, 4))
    edges = np.asarray(found, dtype=np.float64).reshape(-1, 4) + _ASIDE
    length = lengths(edges)
    order = np.argsort(-length, kind="stable")
    return np.asarray(edges[order][length[order] > shortest])


def lengths(edges: Floats) -> Floats:
    """The length of each edge."""
    return np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1])


def crossing(edges: Floats) -> tuple[Floats, Floats]:
    """The edges of the two directions that stand across each other, the more level ones first.

    Only where both directions are found: so a board's lines count and a table's wood grain around it does not.
    edges: (n, 4) in coordinates whose origin is the picture's middle and whose unit is half its longer side.
    """
    angle = np.arctan2(edges[:, 3] - edges[:, 1], edges[:, 2] - edges[:, 0])
    level = _crossing_angle(angle, lengths(edges))
    across, down = (edges[np.abs(np.sin(angle - level - turn)) < np.sin(_SPREAD)] for turn in (0.0, np.pi / 2))
    density_across, density_down = _density(across), _density(down)
    return (
        across[_at(density_down, across) > _COMPANY * _at(density_across, across)],
        down[_at(density_across, down) > _COMPANY * _at(density_down, down)],
    )


def vanishing_points(edges: Floats) -> list[Floats]:
    """The few best vanishing points of edges that all run much the same way, strongest first.

    Several, since other things may lie nearly as the board does. Deterministic: the same edges give the same points.
    """
    voters = edges[:_VOTERS]
    if len(voters) < 8:
        return []
    points = _crossings(voters, np.random.default_rng(1))
    near = _deviation(points, voters)
    near /= _TOLERANCE
    votes = np.maximum(0, np.subtract(1, near, out=near), out=near) @ lengths(voters)
    chosen: list[Floats] = []
    while len(chosen) < _POINTS and votes.max(initial=0) > 0:
        chosen.append(points[votes.argmax()])
        votes[np.abs(points @ chosen[-1]) >= _APART] = 0
    return chosen


def _density(edges: Floats) -> Floats:
    """Edge length in each of the picture's bins, (24, 24), smoothed over about a square of the board."""
    bins = np.bincount(_bin(edges), lengths(edges), _BINS * _BINS).reshape(_BINS, _BINS)
    return np.asarray(cv2.blur(bins, (3, 3), borderType=cv2.BORDER_REPLICATE))


def _at(density: Floats, edges: Floats) -> Floats:
    """The density at each edge's middle."""
    return np.asarray(density.ravel()[_bin(edges)])


def _bin(edges: Floats) -> NDArray[np.int64]:
    """The number of the picture's bin in which each edge's middle lies."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2
    place = np.clip(((middle + 1) / 2 * _BINS).astype(np.int64), 0, _BINS - 1)
    return np.asarray(place[:, 0] * _BINS + place[:, 1])


def _crossing_angle(angle: Floats, length: Floats) -> float:
    """The angle within 45 degrees of level along which, and across which, most edge length runs."""
    degrees = np.histogram(np.rad2deg(angle) % 180, bins=180, range=(0, 180), weights=length)[0]
    smooth = np.convolve(np.tile(degrees, 3), np.ones(13), "same")[180:360]
    both = np.sqrt(smooth) * np.sqrt(np.roll(smooth, 90))
    best = int(both.argmax()) % 90
    return float(np.deg2rad(best if best < 45 else best - 90))


def _crossings(edges: Floats, chance: np.random.Generator) -> Floats:
    """Where random pairs of long edges meet, as unit homogeneous points far outside the picture."""
    length = lengths(edges)
    first, second = chance.choice(len(edges), (2, _HYPOTHESES), p=length / length.sum())
    one = np.ones((len(edges), 1))
    support = np.cross(np.hstack([edges[:, :2], one]), np.hstack([edges[:, 2:], one]))
    points = np.cross(support[first], support[second])
    points = points[_is_far(points)]
    return np.asarray(points / np.linalg.norm(points, axis=1)[:, None])


def _is_far(points: Floats) -> Flags:
    """Which homogeneous points lie far enough outside the picture to be vanishing points of a board seen from above."""
    reach = np.linalg.norm(points[:, :2], axis=1)
    return np.asarray((reach > 1e-12) & (np.abs(points[:, 2]) * _NEAREST < reach))


def _deviation(points: Floats, edges: Floats) -> Floats:
    """Sine of the angle between each edge and the way from its middle to each point: (points, edges)."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2
    run = (edges[:, 2:] - edges[:, :2]) / lengths(edges)[:, None]
    # Both the way's cross product with the edge and its squared length are sums of products of a point's and an
    # edge's part, and so one multiplication of matrices each.
    lines = np.stack([run[:, 1], -run[:, 0], middle[:, 1] * run[:, 0] - middle[:, 0] * run[:, 1]])
    x, y, z = points.T
    squares = np.stack([x * x + y * y, -2 * x * z, -2 * y * z, z * z], axis=1)
    ways = np.stack([np.ones(len(edges)), middle[:, 0], middle[:, 1], (middle**2).sum(axis=1)])
    along, far = points @ lines, squares @ ways
    # In place: these are large, and memory taken anew costs more than the sums.
    np.sqrt(np.maximum(far, 1e-24, out=far), out=far)
    return np.asarray(np.divide(np.abs(along, out=along), far, out=along))
