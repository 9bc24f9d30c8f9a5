"""Straight edges, which of them cross others, and towards which points they run."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, carry
from vision.geometry.edge_lines import crossings, lengths, segments, vanishing_points

TILTED = np.array([[1.0, 0.1, 0.0], [-0.12, 0.9, 0.0], [0.15, 0.1, 1.0]])
"""A plane seen aslant."""


def grid(plane: Floats = TILTED, lines: int = 16) -> tuple[Floats, Floats]:
    """The level and the upright edges of a grid of squares in -0.6..0.6 on a plane, cut into a piece a square."""
    ticks = np.linspace(-0.6, 0.6, lines)
    pieces = [(a, b) for a in ticks for b in pairwise(ticks)]
    level = np.array([(start, place, end, place) for place, (start, end) in pieces])
    upright = level[:, [1, 0, 3, 2]]
    return seen(plane, level), seen(plane, upright)


def seen(plane: Floats, edges: Floats) -> Floats:
    """Edges of a plane as a camera sees them."""
    return carry(plane, edges.reshape(-1, 2)).reshape(-1, 4)


def off(point: Floats, edges: Floats) -> float:
    """The widest angle in degrees by which an edge misses a vanishing point."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2
    way = point[:2] - point[2] * middle
    run = edges[:, 2:] - edges[:, :2]
    sine = np.abs(way[:, 0] * run[:, 1] - way[:, 1] * run[:, 0])
    return float(
        np.rad2deg(np.arcsin(np.minimum(sine / np.linalg.norm(way, axis=1) / np.linalg.norm(run, axis=1), 1))).max()
    )


def test_edges_are_found_longest_first() -> None:
    """Drawn lines are found where they lie; those too short are left out."""
    sheet = np.full((200, 300), 255, np.uint8)
    cv2.rectangle(sheet, (20, 30), (280, 33), 0, -1)
    cv2.rectangle(sheet, (40, 100), (43, 180), 0, -1)
    cv2.rectangle(sheet, (200, 120), (208, 128), 0, -1)

    edges = segments(sheet, 20)

    assert lengths(edges) == pytest.approx([260, 260, 80, 80], abs=6)
    assert np.abs(edges[:2, [1, 3]] - 31.5).max() < 3


def test_a_blank_sheet_has_no_edges() -> None:
    """Where nothing is drawn nothing is found, and that is no error."""
    assert segments(np.full((200, 300), 128, np.uint8), 5).shape == (0, 4)


def slanted(degrees: float, turn: float, near: float = 1.6) -> Floats:
    """A plane seen from so far above its middle, turned by so much, by a lens of this length in half widths."""
    tilt, way = np.deg2rad(degrees), np.deg2rad(turn)
    turned = np.array([[np.cos(way), -np.sin(way), 0.0], [np.sin(way), np.cos(way), 0.0], [0.0, 0.0, 1.0]])
    seen_from = np.array([[1.0, 0.0, 0.0], [0.0, np.cos(tilt), 0.0], [0.0, -np.sin(tilt) / near, 1.0]])
    return np.asarray(seen_from @ turned)


@pytest.mark.parametrize(("degrees", "turn"), [(0, 10), (30, -20), (45, 0), (60, 0), (60, 45), (60, 70)])
def test_two_directions_are_told_apart(degrees: float, turn: float) -> None:
    """A grid's edges fall into the more level and the more upright ones, however far from above it is seen."""
    level, upright = grid(slanted(degrees, turn))

    found = next(crossings(np.vstack([upright, level])))

    assert min(off(found.across, level), off(found.across, upright)) < 0.3
    assert min(off(found.down, level), off(found.down, upright)) < 0.3
    assert len(found.lines) > 0.9 * (len(level) + len(upright))
    ways = [point[:2] / np.linalg.norm(point[:2]) for point in (found.across, found.down)]
    assert abs(ways[0][0]) >= abs(ways[1][0])


def test_grain_without_a_crossing_direction_does_not_count() -> None:
    """The grain of the wood beside the board runs one way only and is left out."""
    level, upright = grid(np.diag([0.5, 0.5, 1.0]))
    heights = np.linspace(-0.95, 0.95, 200)
    grain = np.column_stack([np.full(200, 0.6), heights, np.full(200, 0.95), heights])

    lines = next(crossings(np.vstack([level, upright, grain]))).lines

    assert (lines[:, 0] > 0.55).mean() < 0.05
    assert len(lines) > 0.9 * (len(level) + len(upright))


def test_edges_of_one_direction_cross_nothing() -> None:
    """Stripes are no grid."""
    assert list(crossings(grid(np.eye(3))[0])) == []


@pytest.mark.parametrize("family", [0, 1])
def test_a_family_of_lines_has_its_vanishing_point(family: int) -> None:
    """All edges of one direction run towards the first vanishing point that is found for them."""
    edges = grid()[family]

    assert off(next(vanishing_points(edges)), edges) < 0.2


def test_both_families_have_their_vanishing_points() -> None:
    """Of all edges together the first two points are those of the two families."""
    families = grid(slanted(55, 30))

    points = list(vanishing_points(np.vstack(families)))[:2]

    assert [min(off(point, edges) for point in points) < 0.3 for edges in families] == [True, True]


def test_parallel_lines_meet_nowhere() -> None:
    """Seen from straight above a family's vanishing point lies at infinity."""
    level, _ = grid(np.eye(3))

    x, y, z = next(vanishing_points(level))

    assert abs(x) == pytest.approx(1, abs=1e-3)
    assert (y, z) == pytest.approx((0, 0), abs=1e-3)


def test_strays_do_not_draw_the_point_away() -> None:
    """A third of the edges may run anywhere."""
    edges = grid()[0]
    chance = np.random.default_rng(3)
    middle = chance.uniform(-0.6, 0.6, (len(edges) // 3, 2))
    strays = np.hstack([middle, middle + chance.normal(0, 0.06, middle.shape)])

    assert off(next(vanishing_points(np.vstack([edges, strays]))), edges) < 0.6


def test_the_same_edges_give_the_same_points() -> None:
    """There is no chance in a look."""
    edges = grid()[1]

    assert np.array_equal(list(vanishing_points(edges)), list(vanishing_points(edges)))


def test_points_are_unlike_each_other() -> None:
    """Several points are offered, the strongest first, no two of them nearly one."""
    points = np.array(list(vanishing_points(np.vstack(grid(np.eye(3))[:1]))))

    alike = np.abs(points @ points.T) - np.eye(len(points))

    assert alike.max(initial=0) < np.cos(0.01)


def test_a_few_edges_are_no_family() -> None:
    """Seven edges tell nothing."""
    assert list(vanishing_points(grid()[0][:7])) == []
