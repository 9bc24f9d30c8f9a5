"""Converts between squares and their places in the arrays of a board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags


def squares_where(flags: Flags, size: int) -> frozenset[Square]:
    """The squares of a board of this size for which flags, (n * n,) or (n, n), are set."""
    every = _every_square(size)
    return frozenset(every[index] for index in np.flatnonzero(flags).tolist())


def flagged(squares: Iterable[Square], size: int) -> Flags:
    """These squares of a board of this size as flags, (n, n)."""
    flags = np.zeros((size, size), bool)
    for square in squares:
        flags[square.row, square.column] = True
    return flags


def index_of(square: Square, size: int) -> int:
    """The index of a square among those of a board of this size, row by row."""
    return square.row * size + square.column


@cache
def _every_square(size: int) -> tuple[Square, ...]:
    """The squares of a board of this size, row by row."""
    return tuple(Square(row, column) for row in range(size) for column in range(size))
