"""A grid of equal squares seen in perspective: its planes, its rhythm, and pulling it onto its lines."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Floats, carry, inverse, scaling
from vision.geometry.lattice import fit, lattices, upright

SQUARES = 15
STEP = 0.09
"""A square's width, in half picture sides."""
TILTED = np.array([[1.0, 0.1, 0.02], [-0.12, 0.9, -0.01], [0.15, 0.1, 1.0]])
"""From the plane of the board to the picture."""
TRUE = scaling(1 / STEP, 1 / STEP, SQUARES / 2, SQUARES / 2) @ inverse(TILTED)
"""From the picture to squares, the first line at 0."""
ACROSS, DOWN = TILTED @ [1.0, 0.0, 0.0], TILTED @ [0.0, 1.0, 0.0]


def edges_of_the_board(noise: float = 0.0) -> Floats:
    """A square's side each, as seen, each end off by so much."""
    ticks = np.arange(SQUARES + 1)
    level = np.array([(start, line, start + 1, line) for line in ticks for start in ticks[:-1]], float)
    lines = np.vstack([level, level[:, [1, 0, 3, 2]]])
    there = carry(inverse(TRUE), lines.reshape(-1, 2))
    return np.asarray((there + np.random.default_rng(2).normal(0, noise, there.shape)).reshape(-1, 4))


def off_the_lines(lattice: Floats) -> float:
    """How far the board's own corners of squares lie off the lattice's, in squares."""
    ticks = np.arange(SQUARES + 1, dtype=float)
    corners = np.array([(x, y) for x in ticks for y in ticks])
    there = carry(lattice, carry(inverse(TRUE), corners))
    return float(np.abs(there - np.round(there)).max())


def test_seen_from_above_lines_are_level_and_upright() -> None:
    """Where the vanishing points are known the plane can be seen straight from above."""
    ends = carry(upright(ACROSS, DOWN), edges_of_the_board().reshape(-1, 2)).reshape(-1, 2, 2)
    half = len(ends) // 2

    assert np.ptp(ends[:half, :, 1], axis=1).max() < 1e-9
    assert np.ptp(ends[half:, :, 0], axis=1).max() < 1e-9


def test_the_middle_stays_in_the_middle() -> None:
    """The picture's middle keeps its place."""
    assert carry(upright(ACROSS, DOWN), np.zeros((1, 2))) == pytest.approx(np.zeros((1, 2)), abs=1e-12)


def test_the_best_rhythm_is_the_boards() -> None:
    """Edges at equal distances give the lattice, whole squares apart, and nearly fitting already."""
    rhythm, lattice = lattices(ACROSS, DOWN, edges_of_the_board(0.002), SQUARES)[0]

    assert rhythm > 0.8
    assert off_the_lines(lattice) < 0.3


def test_the_strictest_rhythm_comes_first() -> None:
    """Of all lattices on the plane the one is put first whose edges come most regularly."""
    rhythms = [rhythm for rhythm, _ in lattices(ACROSS, DOWN, edges_of_the_board(0.002), SQUARES)]

    assert rhythms == sorted(rhythms, reverse=True)


def test_edges_anywhere_have_no_rhythm() -> None:
    """Scattered edges keep to no distance."""
    chance = np.random.default_rng(4)
    start = chance.uniform(-0.8, 0.8, (300, 2))
    length = chance.uniform(0.02, 0.2, (300, 1))
    level = np.hstack([start[:150], start[:150] + length[:150] * [1, 0]])
    upper = np.hstack([start[150:], start[150:] + length[150:] * [0, 1]])
    away = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])

    found = lattices(away[0], away[1], np.vstack([level, upper]), SQUARES)

    assert all(rhythm < 0.5 for rhythm, _ in found)


def test_no_edges_no_lattice() -> None:
    """A dozen edges at least must run each way."""
    assert lattices(ACROSS, DOWN, edges_of_the_board()[:11], SQUARES) == []


@pytest.mark.parametrize("noise", [0.0, 0.002])
def test_a_rough_lattice_is_pulled_onto_the_lines(noise: float) -> None:
    """A lattice that is off by a fifth of a square, aslant and too wide fits afterwards."""
    rough = np.array([[1.01, 0.01, 0.15], [-0.008, 0.99, -0.1], [0.0002, 0.0, 1.0]]) @ TRUE

    fitted = fit(rough, edges_of_the_board(noise))

    assert off_the_lines(rough) > 0.2
    assert fitted is not None
    assert off_the_lines(fitted) < 1e-6 + 15 * noise


def test_edges_off_the_board_can_be_left_out() -> None:
    """With the board's size given, other things beside it do not pull at the lattice."""
    edges = edges_of_the_board()
    beside = carry(inverse(TRUE), np.array([[16.2, y / 3] for y in range(61)])).reshape(-1)
    strays = np.column_stack([beside[:-2:2], beside[1:-2:2], beside[2::2], beside[3::2]])

    fitted = fit(TRUE, np.vstack([edges, strays]), SQUARES)

    assert fitted is not None
    assert off_the_lines(fitted) < 1e-6


def test_too_few_edges_fit_nothing() -> None:
    """Where hardly an edge lies near a line there is no lattice."""
    assert fit(TRUE, edges_of_the_board()[:40]) is None
