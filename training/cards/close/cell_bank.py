"""Cells beside cards of drawn tables, with a card and without, to learn from where one was missed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.drawn_tables import DrawnTable, Matrix, draw_table, throw_deck
from training.drawn.typeface_choice import Typeface
from training.drawn_files import Columns, drawn_once, joined
from vision.cards.card_frames import Frames
from vision.cards.found.beside_words import WAYS
from vision.cards.found.straighten import windows_on

TABLES = 60
"""Tables in one file; a deck is used for two."""

MOST = 30
"""So many cells of one table, at most."""

THERE, OVERLAP = 0.3, 0.06
"""How far a card may lie from where a cell is thought to be, in widths, and the share of it that others may take."""

_SEEN = 0.5
"""The share of a card that must be seen for it to tell where cells are."""

_ASIDE, _LARGER, _TURN = 0.04, 0.05, 0.03
"""How far off cells are thought to be, in widths, in logarithms of a card's size, and in radians; deviations."""

Cells = tuple[NDArray[np.uint8], NDArray[np.int64]]
"""Windows (n, 80, 64, 3) on cells, and whether a card lies there, (n,) 1 or 0."""


def draw_cells(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    drawn_once(folder, number, lambda: _columns_of(faces, number))


def _columns_of(faces: list[Typeface], number: int) -> Columns:
    rng = np.random.default_rng([number, 33])
    lots, deck = list[Cells](), throw_deck(rng, faces)
    for count in range(TABLES):
        if count % 2 == 0:
            deck = throw_deck(rng, faces)
        lots.append(_cells(rng, draw_table(rng, deck, faces)))
    cells, taken = (np.concatenate(parts) for parts in zip(*lots, strict=True))
    return {"cells": cells, "taken": taken}


def cell_bank(folder: Path) -> Cells:
    """All that a folder's files keep, put together."""
    cells, taken = joined(folder, "cells", "taken")
    return cells, taken


def _cells(rng: Generator, table: DrawnTable) -> Cells:
    """Some cells beside a table's cards, as they may be thought to lie."""
    shown = [card.corners for card in table.cards if card.seen > _SEEN]
    every = [card.corners for card in table.cards]
    places, taken = list[Matrix](), list[int]()
    for one in rng.permutation(len(shown) * len(WAYS)).tolist():
        corners = _beside(rng, shown[one // len(WAYS)], WAYS[one % len(WAYS)])
        answer = is_taken(corners, every, table.picture.shape[1::-1])
        if answer is not None and len(places) < MOST:
            places.append(corners)
            taken.append(answer)
    windows = windows_on(table.picture, frames_of(np.array(places).reshape(-1, 4, 2)))
    return windows, np.array(taken, np.int64)


def frames_of(corners: Matrix) -> Frames:
    """Cards with these corners (n, 4, 2)."""
    rights = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 4
    downs = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 4
    return Frames(corners.mean(axis=1), rights, downs, np.ones(len(corners)), np.zeros(len(corners), bool))


def _beside(rng: Generator, corners: Matrix, way: tuple[int, int]) -> Matrix:
    """The corners of a cell beside a card, as a card that was found not quite exactly tells it."""
    middle, right, down = corners.mean(axis=0), corners[1] - corners[0], corners[3] - corners[0]
    across, below = np.array(way) + rng.normal(0, _ASIDE, 2)
    size, turn = float(np.exp(rng.normal(0, _LARGER))), float(rng.normal(0, _TURN))
    turned = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(middle + across * right + below * down + (corners - middle) @ turned.T)


def is_taken(corners: Matrix, cards: list[Matrix], size: tuple[int, ...]) -> int | None:
    """Whether one of some cards lies in a cell; None where one only reaches in, and outside the picture.

    corners: the cell's, (4, 2). size: the picture's width and height, px.
    """
    middle = corners.mean(axis=0)
    if not ((middle >= 0) & (middle < np.array(size))).all():
        return None
    reach = THERE * float(np.linalg.norm(corners[1] - corners[0]))
    if any(np.linalg.norm(card.mean(axis=0) - middle) < reach for card in cards):
        return 1
    cell = corners.astype(np.float32)
    shared = [cv2.intersectConvexConvex(cell, card.astype(np.float32))[0] for card in cards]
    return None if max(shared, default=0.0) > OVERLAP * cv2.contourArea(cell) else 0
