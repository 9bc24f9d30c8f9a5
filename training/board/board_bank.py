"""Squared boards drawn ahead and kept in files, a file for each of many seeds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training.board.board_truth import Board
from training.board.squared_boards import draw_squared
from training.drawn_files import Columns, drawn_once, finished

BOARDS = 128
"""Boards in one file: 35 to 45 MB."""


def draw_bank(folder: Path, faces: list[Path], number: int) -> None:
    """Draw the file of that number from its own seeds, unless it is there."""
    drawn_once(folder, number, lambda: _columns_of(faces, number))


def _columns_of(faces: list[Path], number: int) -> Columns:
    drawn = [draw_squared(np.random.default_rng([number, place, 16]), faces) for place in range(BOARDS)]
    return {f"{name}{place}": part for place, board in enumerate(drawn) for name, part in _columns(board)}


def _columns(board: Board) -> Sequence[tuple[str, np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]]:
    return ("pixels", board.pixels), ("codes", board.codes), ("truth", board.truth)


def read_bank(folder: Path, numbers: Sequence[int] | None = None) -> list[Board]:
    """The boards of all files that are drawn to their end, or of some."""
    return [board for path in finished(folder) if numbers is None or int(path.stem) in numbers for board in _read(path)]


def _read(path: Path) -> list[Board]:
    with np.load(path) as kept:
        return [Board(*(kept[f"{name}{place}"] for name in ("pixels", "codes", "truth"))) for place in range(BOARDS)]
