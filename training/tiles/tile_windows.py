"""Windows on tiles of drawn boards, in colour, and which bear letters, kept in files, a file for each of many seeds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.board.board_truth import BLANK, LETTER
from training.board.squared_boards import photograph_squared, truth_of
from training.drawn_files import Columns, drawn_once, finished, joined
from training.tiles.tile_hardships import SIDE
from vision.geometry.rectify import SQUARE

_BOARDS = 500
"""Boards of one file: some 7,000 windows, 85 MB."""

_LETTERS, _BLANKS = 16, 2
"""So many tiles of a board are cut out, at most, with a letter and without one."""

_OFTEN = 77
"""What parts these boards' seeds from others."""

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows on tiles, (k, SIDE, SIDE, 3) BGR, and which of these tiles bear a letter, (k,)."""

    pixels: Pixels
    lettered: NDArray[np.bool_]


def draw_windows(folder: Path, faces: list[Path], number: int) -> None:
    """Draw the file of that number from its own seeds, unless it is there."""
    drawn_once(folder, number, lambda: _columns_of(faces, number))


def read_windows(folder: Path) -> Windows:
    """The windows of all files that are drawn to their end; FileNotFoundError if none is."""
    if not finished(folder):
        raise FileNotFoundError(f"No tiles lie in {folder}. Draw some: python -m training.tiles draw")
    pixels, lettered = joined(folder, "windows", "lettered")
    return Windows(np.asarray(pixels, np.uint8), np.asarray(lettered, np.bool_))


def _columns_of(faces: list[Path], number: int) -> Columns:
    boards = range(number * _BOARDS, (number + 1) * _BOARDS)
    found = [tile for board in boards for tile in _on_board(np.random.default_rng([board, _OFTEN]), faces)]
    return {
        "windows": np.array([window for window, _ in found], np.uint8),
        "lettered": np.array([lettered for _, lettered in found]),
    }


def _on_board(chance: Generator, faces: list[Path]) -> list[tuple[Pixels, bool]]:
    """Windows on some tiles of a board, and whether each bears a letter."""
    pixels, lying, layout = photograph_squared(chance, faces)
    truth = truth_of(lying, layout.size)
    chosen = [_some(np.argwhere(truth == kind), most, chance) for kind, most in ((LETTER, _LETTERS), (BLANK, _BLANKS))]
    # A squared board has a margin of one square: half a square before a tile's own lies half a square into that.
    return [
        (pixels[down : down + SIDE, right : right + SIDE], lettered)
        for places, lettered in zip(chosen, (True, False), strict=True)
        for down, right in (places * SQUARE + SQUARE // 2).tolist()
    ]


def _some(places: NDArray[np.intp], most: int, chance: Generator) -> NDArray[np.intp]:
    return places[chance.permutation(len(places))[:most]]
