"""Measures the brightness of bare squares in the least bleached channel, and extrapolates it to other squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats, Grey, below, by_square
from vision.geometry.rectify import SQUARE, Squared
from vision.overexposed.fine_print import below_white


@dataclass(frozen=True, slots=True)
class FalloffLimits:
    """From which bare squares the light on one is extrapolated."""

    reach: int = 3  # squares, within which a lamp's light falls off evenly
    fewest: int = 6  # bare squares there
    power: float = 1.5  # of a square's distance, by which its weight falls


_FALLOFF = FalloffLimits()

END = 254
"""Grey level from which on a px counts as clipped."""
_MIDDLE = slice(SQUARE // 5, -(SQUARE // 5))
"""The squared-board px of a square's middle, down or across."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """The middles of the squares in the least bleached channel, row by row, grey levels.

    level: (n * n,) their means. darkest, palest: (n * n,) their 2nd and 80th percentiles. left: (4, n * n) the share of
    each quarter's px that are not clipped.
    """

    level: Floats
    darkest: Floats
    palest: Floats
    left: Floats


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected look of a bare square, inferred from those around it.

    level: its grey level. stray: the deviation of those around it, as a share of their level. sides: on how many of
    its four sides they lie.
    """

    level: float
    stray: float
    sides: int


def faces_of(squared: Squared) -> Faces:
    """The faces of a squared board's squares."""
    pale = np.asarray(255 - below_white(squared.grid()), np.uint8)
    cells: Grey = by_square(pale, SQUARE).reshape(-1, SQUARE, SQUARE)[:, _MIDDLE, _MIDDLE]
    half = cells.shape[1] // 2
    halves = slice(half), slice(half, None)
    quarters = [(cells[:, rows, columns] < END).mean(axis=(1, 2)) for rows in halves for columns in halves]
    darkest, palest = below(cells.reshape(len(cells), -1), 0.02, 0.8)
    return Faces(cells.mean(axis=(1, 2)), darkest, palest, np.stack(quarters))


def expected(index: int, bare: Flags, level: Floats) -> Expected | None:
    """The look that a square would have if it were bare; None where too few bare ones lie around it.

    bare: (n, n) squares that are bare and not clipped. level: (n * n,) grey levels.
    """
    around = near(index, bare, _FALLOFF.reach)
    around[index] = False
    if around.sum() < _FALLOFF.fewest:
        return None
    away = np.column_stack(np.divmod(np.flatnonzero(around), len(bare))) - np.array(divmod(index, len(bare)), float)
    tells, seen = np.hypot(*away.T) ** -_FALLOFF.power, np.log(level[around])
    plane = np.column_stack([np.ones(len(away)), away])
    fit: Floats = np.linalg.lstsq(plane * tells[:, None], seen * tells, rcond=None)[0]
    stray = np.sqrt(np.average((seen - plane @ fit) ** 2, weights=tells**2))
    sides = np.concatenate([(away < 0).any(axis=0), (away > 0).any(axis=0)])
    return Expected(float(np.exp(fit[0])), float(stray), int(sides.sum()))


def near(index: int, squares: Flags, reach: int) -> Flags:
    """Which of the marked squares (n, n) lie within reach of one, in squares, also diagonally, (n * n,)."""
    row, column = divmod(index, len(squares))
    result = np.zeros_like(squares)
    window = slice(max(row - reach, 0), row + reach + 1), slice(max(column - reach, 0), column + reach + 1)
    result[window] = squares[window]
    return result.ravel()
