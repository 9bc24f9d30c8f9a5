"""Windows of whole drawn boards, squared up as the eye does it: what a fit must go on reading as it was read before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.random import Generator

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from training.bank import Windows
from training.board.squared_boards import photograph_squared
from training.classes import BLANK, CLASSES, NONE
from training.drawn_files import drawn_once
from vision.arrays import grey_of
from vision.geometry.rectify import SQUARE
from vision.letters.letter_model import windows_at

BOARDS = 64
"""Boards in one file: some 6,000 windows."""

_BARE = 0.3
"""The share of squares without a tile that are kept."""


def draw_board_windows(folder: Path, faces: list[Path], number: int) -> None:
    """Draw the file of that number from its own seeds, unless it is there; offsets are not known and are 0."""
    drawn_once(folder, number, lambda: _drawn(faces, number)._asdict())


def _drawn(faces: list[Path], number: int) -> Windows:
    parts = [_windows_of(np.random.default_rng([number, place, 32]), faces) for place in range(BOARDS)]
    return Windows(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _windows_of(chance: Generator, faces: list[Path]) -> Windows:
    """The windows of all tiles of one board and of some other squares."""
    pixels, lying, layout = photograph_squared(chance, faces)
    squares = [one for one in layout.squares() if one in lying.tiles or one in lying.stops or chance.random() < _BARE]
    middles = np.array([(square.column + 1.5, square.row + 1.5) for square in squares], np.float64) * SQUARE
    answers = np.array([_shown(lying, square) for square in squares], np.int64)
    return Windows(windows_at(grey_of(pixels), middles), answers, np.zeros((len(squares), 2), np.float32))


def _shown(lying: Position, square: Square) -> int:
    """The number of the class that a reader should say of a square; a stop tile is a plain one to it."""
    tile = lying.tiles.get(square)
    if tile is None:
        return CLASSES.index(NONE)
    return CLASSES.index(BLANK if tile.is_blank else tile.letter)
