"""Drawn tables kept in files: pictures to find cards in, and where their cards lie."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.drawn_tables import HIGH, WIDE, DrawnTable, Matrix, draw_table, throw_deck
from training.drawn.typeface_choice import Typeface

TABLES = 60
"""Tables in one file; a deck is used for four."""

FOUND = (320, 448)
"""The size of a picture to find cards in, px."""

LETTER, JOKER, BACK = range(3)
"""What a card may be."""

MOST_CARDS = 40
"""Cards of one picture, at most, that a picture's rows hold."""


def draw_bank(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    cv2.setNumThreads(1)
    path = folder / f"{number:04d}.npz"
    if path.exists():
        return
    rng = np.random.default_rng([number, 7])
    deck = throw_deck(rng, faces)
    pictures, rows = [], []
    for count in range(TABLES):
        if count % 4 == 0:
            deck = throw_deck(rng, faces)
        table = draw_table(rng, deck, faces)
        picture, found = _to_find(rng, table)
        pictures.append(picture)
        rows.append(found)
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(path.with_suffix(".part.npz"), pictures=np.stack(pictures), rows=np.stack(rows))
    path.with_suffix(".part.npz").rename(path)


def _to_find(rng: Generator, table: DrawnTable) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A part of the picture, made smaller, and a row a card: kind, seen, corners (8) in px; kind -1 fills up."""
    scale = float(np.exp(rng.uniform(np.log(FOUND[1] / WIDE), np.log(0.8))))
    left = rng.uniform(0, WIDE - FOUND[1] / scale + 1e-6)
    top = rng.uniform(0, max(HIGH - FOUND[0] / scale, 0) + 1e-6)
    x, y, w, h = int(left), int(top), int(FOUND[1] / scale), int(FOUND[0] / scale)
    part = table.picture[y : y + h, x : x + w]
    factors = np.array([FOUND[1] / part.shape[1], FOUND[0] / part.shape[0]])
    picture = cv2.resize(part, FOUND[::-1], interpolation=cv2.INTER_AREA)
    rows = np.full((MOST_CARDS, 10), -1.0, np.float32)
    for row, card in zip(rows, table.cards, strict=False):
        corners = (card.corners - [x, y]) * factors
        row[0] = BACK if card.face is None else LETTER if card.face.letter else JOKER
        row[1], row[2:] = card.seen * _inside(corners), corners.ravel()
    return picture, rows


def _inside(corners: Matrix) -> float:
    """The share of a quad that is in the picture."""
    whole = np.array([[0, 0], [FOUND[1], 0], [FOUND[1], FOUND[0]], [0, FOUND[0]]], np.float32)
    area, _ = cv2.intersectConvexConvex(corners.astype(np.float32), whole)
    return float(area) / max(abs(float(cv2.contourArea(corners.astype(np.float32)))), 1.0)
