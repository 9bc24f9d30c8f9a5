"""Drawn tables kept in files: pictures to find cards in, and cards cut out of them to read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.card_style import CARD_LETTERS, MOST_VALUE
from training.cards.drawn_tables import HIGH, WIDE, DrawnCard, DrawnTable, Matrix, draw_table, throw_deck
from training.drawn.typeface_choice import Typeface

TABLES = 60
"""Tables in one file; a deck is used for four."""

FOUND = (320, 448)
"""The size of a picture to find cards in, px."""

FACE = (128, 96)
"""The size of a card's window, px; the card takes FILL of it."""

FILL = (0.80, 0.82)
"""The share of the window's width and height that the card takes."""

LETTER, JOKER, BACK, NONE = range(4)
"""What a window may show."""

UNKNOWN = -1
"""An answer that cannot be told from the window, and is not learnt from."""

MOST_CARDS = 40
"""Cards of one picture, at most, that a picture's rows hold."""


def draw_bank(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    path = folder / f"{number:04d}.npz"
    if path.exists():
        return
    rng = np.random.default_rng([number, 7])
    deck = throw_deck(rng, faces)
    pictures, rows, windows, answers = [], [], [], []
    for count in range(TABLES):
        if count % 4 == 0:
            deck = throw_deck(rng, faces)
        table = draw_table(rng, deck, faces)
        picture, found = _to_find(rng, table)
        pictures.append(picture)
        rows.append(found)
        for window, answer in _windows(rng, table):
            windows.append(window)
            answers.append(answer)
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(path.with_suffix(".part.npz"), pictures=np.stack(pictures), rows=np.stack(rows),
             windows=np.stack(windows), answers=np.array(answers, np.float32))  # fmt: skip
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


def _windows(rng: Generator, table: DrawnTable) -> list[tuple[NDArray[np.uint8], list[float]]]:
    """Windows on cards that are mostly seen, some upside down, and a few beside any card."""
    cards = [card for card in table.cards if card.seen > 0.4]
    found = []
    for card in cards:
        for _ in range(1 if card.face is None else 2):
            is_up = bool(rng.random() < 0.6)
            corners = _jittered(rng, card.corners)
            found.append((cut(table.picture, corners if is_up else np.roll(corners, 2, axis=0)), _answer(card, is_up=is_up)))
    for card in [cards[int(number)] for number in rng.integers(len(cards), size=4)] if cards else []:
        found += _beside(rng, table, card, cards)
    return found


def _jittered(rng: Generator, corners: Matrix) -> Matrix:
    """Corners as found not quite exactly."""
    right, down = corners[1] - corners[0], corners[3] - corners[0]
    amount = rng.choice([0.01, 0.025, 0.05])
    moved = corners + rng.normal(0, amount) * right + rng.normal(0, amount) * down
    middle = moved.mean(axis=0)
    size, turn = np.exp(rng.normal(0, amount, 2)), rng.normal(0, amount)
    frame = np.array([right, down]).T
    inner = np.linalg.solve(frame, (moved - middle).T) * size[:, None]
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ (frame @ inner)
    return np.asarray(turned.T + middle)


def cut(picture: NDArray[np.uint8], corners: Matrix) -> NDArray[np.uint8]:
    """The window on a card: its corners (4, 2) px come to FILL of the window."""
    high, wide = FACE
    x, y = (1 - FILL[0]) / 2 * wide, (1 - FILL[1]) / 2 * high
    onto = np.array([[x, y], [wide - x, y], [wide - x, high - y], [x, high - y]], np.float32)
    longest = float(np.linalg.norm(corners[3] - corners[0])) / (FILL[1] * high)
    if longest > 1.5:
        low = np.clip(corners.min(axis=0) - 0.3 * longest * high, 0, [picture.shape[1] - 2, picture.shape[0] - 2]).astype(int)
        top = np.maximum(corners.max(axis=0) + 0.3 * longest * high, low + 2).astype(int)
        picture = cv2.GaussianBlur(picture[low[1] : top[1], low[0] : top[0]], (0, 0), 0.4 * longest)
        corners = corners - low
    matrix = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), onto - 0.5)
    return np.asarray(cv2.warpPerspective(picture, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _answer(card: DrawnCard, *, is_up: bool) -> list[float]:
    """Kind, letter, value, mark, whether it stands upright, and the share that is seen."""
    if card.face is None:
        return [BACK, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, card.seen]
    kind, letter = (LETTER, CARD_LETTERS.index(card.face.letter)) if card.face.letter else (JOKER, UNKNOWN)
    value = MOST_VALUE + 1 if card.face.value is None else card.face.value
    known = is_up and card.seen > 0.55
    return [
        kind, letter if known else UNKNOWN, value if known and card.value_seen else UNKNOWN,
        card.face.multiplier - 1 if known and card.mark_seen else UNKNOWN, float(is_up), card.seen,
    ]  # fmt: skip


def _beside(
    rng: Generator, table: DrawnTable, card: DrawnCard, cards: list[DrawnCard]
) -> list[tuple[NDArray[np.uint8], list[float]]]:
    """A window of a card's size where none lies, if chance finds such a place."""
    middle = card.corners.mean(axis=0)
    spot = rng.uniform([0, 0], [WIDE, HIGH])
    if rng.random() < 0.4:
        spot = middle + rng.normal(0, 1.2, 2) @ np.array([card.corners[1] - card.corners[0], card.corners[3] - card.corners[0]])
    turn = rng.uniform(0, 2 * np.pi)
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = (card.corners - middle) @ way.T * np.exp(rng.normal(0, 0.2)) + spot
    length = float(np.linalg.norm(card.corners[1] - card.corners[0]))
    nearest = min(float(np.linalg.norm(other.corners.mean(axis=0) - spot)) for other in table.cards)
    if nearest < 0.6 * length or not ((spot > 0) & (spot < [WIDE, HIGH])).all():
        return []
    return [(cut(table.picture, corners), [NONE, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 0.0])]
