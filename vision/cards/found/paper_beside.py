"""Looks for free cells beside the words that are as pale as the cards, on a table that is not.

A card lies there that was not found, or the cloth is as pale just there: only whoever looks can tell.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Colour, Floats, below
from vision.cards.card_frames import Frames
from vision.cards.card_sighting import Cell
from vision.cards.found.beside_words import cells_beside
from vision.cards.pattern import Group

ALIKE = 28.0
"""Grey levels from their neighbours' paper within which a cell may hold a card."""

TABLE = 0.3
"""The share of the free cells beside the words from which on that is the table's own colour."""

_INSIDE = np.stack(np.meshgrid(*[np.linspace(0.15, 0.85, 12)] * 2), axis=-1).reshape(-1, 2)
"""Where a card's paper is looked at: shares of its width and height."""


def paper_beside(picture: Colour, frames: Frames, words: Group) -> frozenset[Cell]:
    """The free cells beside the words' cards that have their paper's colour, where the table has another."""
    cells = cells_beside(words)
    papers = dict(zip(words.cells, _papers(picture, frames.corners[list(words.cells)]), strict=True))
    middles = _papers(picture, np.array([_corners(frames, words, cell, near) for cell, near in cells.items()]))
    alike = [
        cell
        for (cell, near), middle in zip(cells.items(), middles, strict=True)
        if min(float(np.abs(middle - papers[number]).max()) for number in near) < ALIKE
    ]
    return frozenset(alike if len(alike) < TABLE * len(cells) else ())


def _corners(frames: Frames, words: Group, cell: Cell, near: list[int]) -> Floats:
    """The corners (4, 2) of a cell, px, as the cards beside it tell them together."""
    corners = frames.corners[near]
    away = np.array([np.subtract(cell, words.cells[number]) for number in near], float)
    steps = np.stack([corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]], axis=2)
    return np.asarray((corners + (steps @ away[:, :, None])[:, None, :, 0]).mean(axis=0))


def _papers(picture: Colour, corners: Floats) -> Floats:
    """The colour of most of each of k cards, (k, 3) blue-green-red, their rims left out; corners: (k, 4, 2)."""
    sides = corners[:, [1, 3]] - corners[:, :1]
    places = np.rint(corners[:, :1] + _INSIDE @ sides).astype(int)
    columns, rows = (np.clip(places[..., axis], 0, picture.shape[1 - axis] - 1) for axis in (0, 1))
    return below(np.ascontiguousarray(picture[rows, columns].swapaxes(1, 2)), 0.5)[0]
