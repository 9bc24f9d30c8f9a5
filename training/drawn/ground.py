"""The board beneath: three by three squares with grid lines, premium squares, frame and folds, in grey."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.board_marks import SQUARE, Mark

Field = NDArray[np.float32]

ACROSS = 3
"""How many squares the patch is wide."""

PATCH = ACROSS * SQUARE


def paint_ground(rng: Generator, marks: Sequence[Mark], textures: Sequence[Field]) -> Field:
    """An empty piece of some board, its middle square in the middle; grey levels, not yet clipped."""
    tone = rng.uniform(15, 240)
    patch = np.full((PATCH, PATCH), tone, np.float32)
    for row in range(ACROSS):
        for column in range(ACROSS):
            if rng.random() < (0.5 if row == column == 1 else 0.3):
                _premium(rng, patch, row, column, marks)
    _grid(rng, patch)
    if rng.random() < 0.14:
        _frame(rng, patch)
    if rng.random() < 0.06:
        _fold(rng, patch)
    patch += textures[int(rng.integers(len(textures)))] * abs(rng.normal(0, 6))
    return patch


def _premium(rng: Generator, patch: Field, row: int, column: int, marks: Sequence[Mark]) -> None:
    """One printed square, perhaps with points that reach into its neighbours."""
    tone = rng.uniform(10, 245)
    top, left = row * SQUARE, column * SQUARE
    inset = int(rng.integers(3, 14)) if rng.random() < 0.25 else 0
    patch[top + inset : top + SQUARE - inset, left + inset : left + SQUARE - inset] = tone
    if rng.random() < 0.3:
        _points(rng, patch, (left, top), tone)
    if rng.random() < 0.8:
        _print(rng, patch[top : top + SQUARE, left : left + SQUARE], marks)


def _print(rng: Generator, square: Field, marks: Sequence[Mark]) -> None:
    """The mark on a premium square."""
    mark = marks[int(rng.integers(len(marks)))]
    body, ink = rng.uniform(0, 255), rng.uniform(0, 255)
    if abs(body - ink) < 50:
        ink = 255 - ink if abs(body - 127) > 40 else float(rng.choice([5.0, 250.0]))
    for mask, level in ((mark.body, body), (mark.ink, ink)):
        square += (level - square) * (mask.astype(np.float32) / 255)


def _points(rng: Generator, patch: Field, corner: tuple[int, int], tone: float) -> None:
    """Small triangles or teeth along a premium square's sides."""
    middle = np.array(corner, np.float32) + SQUARE / 2
    count, reach = int(rng.integers(1, 5)), rng.uniform(0.06, 0.2) * SQUARE
    half = SQUARE * (0.3 if count == 1 else 0.35 / count)
    for side in range(4):
        turn = np.array([[0, -1], [1, 0]]) if side % 2 else np.eye(2)
        way = (1 if side < 2 else -1) * turn
        for number in range(count):
            along = (number - (count - 1) / 2) * SQUARE * 0.9 / count
            shape = np.array([[SQUARE / 2, along - half], [SQUARE / 2 + reach, along], [SQUARE / 2, along + half]])
            if count > 1:
                shape[1, 1] = along - half * 0.2
            cv2.fillPoly(patch, [np.round(shape @ way.T + middle).astype(np.int32)], tone, cv2.LINE_AA)


def _grid(rng: Generator, patch: Field) -> None:
    """Lines between the squares: printed thin or broad, raised with a light and a dark side, or none."""
    kind = rng.random()
    if kind < 0.1:
        return
    width = int(max(1, rng.uniform(0.008, 0.09) * SQUARE))
    tone = rng.uniform(0, 255)
    for line in range(0, PATCH + 1, SQUARE):
        _stripe(patch, line - width // 2, width, tone)
        if kind > 0.75:
            edge = max(2, width // 3)
            _stripe(patch, line - width // 2 - edge, edge, min(255.0, tone + rng.uniform(20, 90)))
            _stripe(patch, line + width // 2, edge, max(0.0, tone - rng.uniform(20, 90)))


def _stripe(patch: Field, start: int, width: int, tone: float) -> None:
    """A line across the patch and one down it."""
    low, high = max(0, start), max(0, start + width)
    patch[low:high] = tone
    patch[:, low:high] = tone


def _frame(rng: Generator, patch: Field) -> None:
    """The board ends on one side: its border, with a letter or number, and perhaps the table."""
    border = patch[:SQUARE]
    border[:] = rng.uniform(5, 245)
    if rng.random() < 0.7:
        mask = np.zeros(border.shape, np.uint8)
        spot = (int(SQUARE * rng.uniform(1.3, 1.5)), int(SQUARE * rng.uniform(0.7, 0.95)))
        sign = str(rng.choice(list("ABCDEFGHIJKLMNOPQ123456789")))
        cv2.putText(mask, sign, spot, cv2.FONT_HERSHEY_SIMPLEX, rng.uniform(0.6, 1.4), 255, 2, cv2.LINE_AA)
        border += (rng.uniform(0, 255) - border) * (mask.astype(np.float32) / 255)
    patch[:] = np.rot90(patch, int(rng.integers(4)))


def _fold(rng: Generator, patch: Field) -> None:
    """The fold of a folding board: a dark and a light line."""
    place = int(rng.uniform(0.1, 0.9) * PATCH)
    edges = (-1, 1) if rng.random() < 0.5 else (1, -1)
    for offset, lift in zip((-3, 3), edges, strict=True):
        patch[:, max(0, place + offset - 2) : max(0, place + offset + 2)] += lift * rng.uniform(15, 60)
    if rng.random() < 0.5:
        patch[:] = patch.T.copy()
