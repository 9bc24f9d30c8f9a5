"""Drawn tables kept in files: pictures to find cards in, and where their cards lie."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benches.pictures.card_scenes import random_scene
from training.cards.drawn_tables import HIGH, WIDE, DrawnCard, DrawnTable, Matrix, draw_table, throw_deck
from training.cards.face_textures import Face
from training.cards.table_ground import Picture
from training.drawn.typeface_choice import Typeface
from training.drawn_files import Columns, drawn_once
from vision.card_render import CardTruth, draw_card_table

TABLES = 60
"""Tables in one file; a deck is used for four."""

PARTS = 2
"""Pictures to find cards in that one table gives."""

_FIRST_SEED = 1 << 20
"""The benches' seeds are smaller."""

FOUND = (320, 448)
"""The size of a picture to find cards in, px."""

LETTER, JOKER, BACK = range(3)
"""What a card may be."""

MOST_CARDS = 40
"""Cards of one picture, at most, that a picture's rows hold."""


def draw_bank(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    drawn_once(folder, number, lambda: _tables(faces, number))


def _tables(faces: list[Typeface], number: int) -> Columns:
    rng = np.random.default_rng([number, 7])
    deck = throw_deck(rng, faces)
    pictures, rows = [], []
    for count in range(TABLES):
        if count % 4 == 0:
            deck = throw_deck(rng, faces)
        table = draw_table(rng, deck, faces)
        for _ in range(PARTS):
            picture, found = _to_find(rng, table)
            pictures.append(picture)
            rows.append(found)
    return {"pictures": np.stack(pictures), "rows": np.stack(rows)}


def draw_scenes(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number with the benches' own tables, in the kinds to tune on and of other seeds."""
    drawn_once(folder, number, lambda: _scenes(faces, number))


def _scenes(faces: list[Typeface], number: int) -> Columns:
    rng = np.random.default_rng([number, 8])
    pictures, rows = [], []
    for _ in range(TABLES):
        scene, shot = random_scene(int(rng.integers(_FIRST_SEED, 1 << 40)), [Path(face.path) for face in faces])
        picture, truth = draw_card_table(scene, shot)
        for _ in range(PARTS):
            shown, found = _to_find(rng, _as_drawn(picture, truth))
            pictures.append(shown)
            rows.append(found)
    return {"pictures": np.stack(pictures), "rows": np.stack(rows)}


def _as_drawn(picture: Picture, truth: CardTruth) -> DrawnTable:
    """Another renderer's table, of the size of one's own; what else lies on it is not told."""
    high, wide = picture.shape[:2]
    factors = np.array([WIDE / wide, HIGH / high])
    faces: list[tuple[Matrix, Face | None, float]] = [
        (np.array(card.quad.corners), Face(card.card.letter, card.card.value, card.card.multiplier), 1 - card.hidden)
        for card in truth.cards
    ]
    backs = [(np.array(quad.corners), None, 1.0) for quad in truth.backs]
    cards = tuple(DrawnCard(corners * factors, face, seen) for corners, face, seen in [*faces, *backs])
    shown = np.asarray(cv2.resize(picture, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8)
    return DrawnTable(shown, cards, np.zeros((HIGH, WIDE), bool))


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
