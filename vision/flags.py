"""Squares by their names, and as places in the arrays of a board."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap

import numpy as np

from pi_referee.rules.square import Square
from vision.arrays import Flags


def squares_where(flags: Flags, size: int) -> frozenset[Square]:
    """The squares of a board of this size for which flags (n * n,) are set."""
    return frozenset(starmap(Square, np.argwhere(flags.reshape(size, size)).tolist()))


def flagged(squares: Iterable[Square], size: int) -> Flags:
    """These squares of a board of this size as flags, (n, n)."""
    flags = np.zeros((size, size), bool)
    for square in squares:
        flags[square.row, square.column] = True
    return flags


def index_of(square: Square, size: int) -> int:
    """Where a square stands among those of a board of this size, row by row."""
    return square.row * size + square.column
