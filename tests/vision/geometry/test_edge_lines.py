"""Straight edges, which of them cross others, and towards which points they run."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, carry
from vision.geometry.edge_lines import crossing, lengths, segments, vanishing_points

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
    return float(np.rad2deg(np.arcsin(sine / np.linalg.norm(way, axis=1) / np.linalg.norm(run, axis=1))).max())


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


def test_two_directions_are_told_apart() -> None:
    """A grid's edges fall into the more level and the more upright ones."""
    level, upright = grid()

    across, down = crossing(np.vstack([upright, level]))

    assert len(across) > 0.9 * len(level)
    assert len(down) > 0.9 * len(upright)
    assert np.abs(np.diff(across[:, [1, 3]])).mean() < np.abs(np.diff(across[:, [0, 2]])).mean()


def test_grain_without_a_crossing_direction_does_not_count() -> None:
    """The grain of the wood beside the board runs one way only and is left out."""
    level, upright = grid(np.diag([0.5, 0.5, 1.0]))
    heights = np.linspace(-0.95, 0.95, 200)
    grain = np.column_stack([np.full(200, 0.6), heights, np.full(200, 0.95), heights])

    across, _ = crossing(np.vstack([level, upright, grain]))

    assert (across[:, 0] > 0.55).mean() < 0.05
    assert len(across) > 0.9 * len(level)


@pytest.mark.parametrize("family", [0, 1])
def test_a_family_of_lines_has_its_vanishing_point(family: int) -> None:
    """All edges of one direction run towards the first vanishing point that is found for them."""
    edges = grid()[family]

    assert off(vanishing_points(edges)[0], edges) < 0.2


def test_parallel_lines_meet_nowhere() -> None:
    """Seen from straight above a family's vanishing point lies at infinity."""
    level, _ = grid(np.eye(3))

    x, y, z = vanishing_points(level)[0]

    assert abs(x) == pytest.approx(1, abs=1e-3)
    assert (y, z) == pytest.approx((0, 0), abs=1e-3)


def test_strays_do_not_draw_the_point_away() -> None:
    """A third of the edges may run anywhere."""
    edges = grid()[0]
    chance = np.random.default_rng(3)
    middle = chance.uniform(-0.6, 0.6, (len(edges) // 3, 2))
    strays = np.hstack([middle, middle + chance.normal(0, 0.06, middle.shape)])

    assert off(vanishing_points(np.vstack([edges, strays]))[0], edges) < 0.6


def test_the_same_edges_give_the_same_points() -> None:
    """There is no chance in a look."""
    edges = grid()[1]

    assert np.array_equal(vanishing_points(edges), vanishing_points(edges))


def test_points_are_unlike_each_other() -> None:
    """Several points are offered, the strongest first, no two of them nearly one."""
    points = np.array(vanishing_points(np.vstack(grid(np.eye(3))[:1])))

    alike = np.abs(points @ points.T) - np.eye(len(points))

    assert alike.max(initial=0) < np.cos(0.01)


def test_a_few_edges_are_no_family() -> None:
    """Seven edges tell nothing."""
    assert vanishing_points(grid()[0][:7]) == []
