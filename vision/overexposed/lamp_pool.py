"""How bright bare squares are in the channel that light has bleached least, and would be where that cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats, Grey, below, by_square
from vision.geometry.rectify import SQUARE, Squared
from vision.overexposed.fine_print import below_white

END = 254
"""Grey levels from which on light has taken a px."""
_MIDDLE = slice(SQUARE // 5, -(SQUARE // 5))
_REACH, _FEWEST = 3, 6
"""So many squares away a lamp's light falls off as evenly as here, and so many of them tell how."""
_NEARER = 1.5
"""The power of its distance by which a square tells less."""


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """The middles of the squares in the channel that light has bleached least, row by row, grey levels.

    level: (n * n,) their means. darkest, palest: (n * n,) what 2 and 80 in 100 of their px lie below. left: (4, n * n)
    the share of each quarter's px that light has not taken.
    """

    level: Floats
    darkest: Floats
    palest: Floats
    left: Floats


@dataclass(frozen=True, slots=True)
class Expected:
    """What a bare square is like, told by those around it.

    level: its grey level. stray: by what share of it those around it stray. sides: on how many of its four sides they
    lie.
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
    """What a square would be like if it were bare; None where too few bare ones around it tell.

    bare: (n, n) squares that are, and whose px light has not taken. level: (n * n,).
    """
    around = near(index, bare, _REACH)
    around[index] = False
    if around.sum() < _FEWEST:
        return None
    away = np.column_stack(np.divmod(np.flatnonzero(around), len(bare))) - np.array(divmod(index, len(bare)), float)
    tells, seen = np.hypot(*away.T) ** -_NEARER, np.log(level[around])
    plane = np.column_stack([np.ones(len(away)), away])
    fit: Floats = np.linalg.lstsq(plane * tells[:, None], seen * tells, rcond=None)[0]
    stray = np.sqrt(np.average((seen - plane @ fit) ** 2, weights=tells**2))
    sides = np.concatenate([(away < 0).any(axis=0), (away > 0).any(axis=0)])
    return Expected(float(np.exp(fit[0])), float(stray), int(sides.sum()))


def near(index: int, squares: Flags, reach: int) -> Flags:
    """Which of some squares (n, n) lie no further from one than that, (n * n,)."""
    row, column = divmod(index, len(squares))
    result = np.zeros_like(squares)
    window = slice(max(row - reach, 0), row + reach + 1), slice(max(column - reach, 0), column + reach + 1)
    result[window] = squares[window]
    return result.ravel()
