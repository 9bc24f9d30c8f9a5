"""Cards cut out of drawn tables, each with much of what lies round it, to learn from where a card's sides run."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.drawn_tables import DrawnTable, Matrix, draw_table, throw_deck
from training.drawn.typeface_choice import Typeface
from training.drawn_files import Columns, drawn_once

TABLES = 40
"""Tables in one file; a deck is used for two."""

CROP = (112, 136)
"""A crop's width and height, px."""

CARD = (56, 80)
"""The px of a crop that a card of any shape takes, in its middle."""

_SEEN = 0.55
"""The share of a card that must be seen for its sides to be learnt from."""


def draw_crops(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    drawn_once(folder, number, lambda: _columns_of(faces, number))


def _columns_of(faces: list[Typeface], number: int) -> Columns:
    rng = np.random.default_rng([number, 9])
    crops = list[NDArray[np.uint8]]()
    deck = throw_deck(rng, faces)
    for count in range(TABLES):
        if count % 2 == 0:
            deck = throw_deck(rng, faces)
        crops += _crops(rng, draw_table(rng, deck, faces))
    return {"crops": np.stack(crops)}


def _crops(rng: Generator, table: DrawnTable, most: int = 12) -> list[NDArray[np.uint8]]:
    """Some of a table's cards, by chance."""
    shown = [card for card in table.cards if card.seen > _SEEN]
    return [crop_of(table.picture, shown[one].corners) for one in rng.permutation(len(shown))[:most]]


def crop_of(picture: NDArray[np.uint8], corners: Matrix) -> NDArray[np.uint8]:
    """The crop (height, width, 3) in which a card's corners (4, 2) lie where CARD has them, by an affine map."""
    middle = corners.mean(axis=0)
    right, down = (
        (corners[1] + corners[2] - corners[0] - corners[3]) / 2,
        (corners[2:].sum(axis=0) - corners[:2].sum(axis=0)) / 2,
    )
    steps = np.column_stack([right / CARD[0], down / CARD[1]])
    matrix = np.column_stack([steps, middle - steps @ (np.array(CROP) - 1) / 2 - 0.5])
    step = float(np.sqrt(abs(np.linalg.det(steps))))
    if step > 1.3:
        reach = int(0.8 * np.hypot(*CROP) * step)
        low = np.maximum(np.floor(middle).astype(int) - reach, 0)
        part = np.ascontiguousarray(picture[low[1] : int(middle[1]) + reach, low[0] : int(middle[0]) + reach])
        picture, matrix[:, 2] = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 * step), np.uint8), matrix[:, 2] - low
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, matrix, CROP, flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)
