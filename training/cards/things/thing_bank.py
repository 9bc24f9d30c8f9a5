"""Parts of drawn tables with where things lie in them that are no cards, to learn from what may hide a card."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.cards.drawn_tables import HIGH, WIDE, DrawnTable, draw_table, throw_deck
from training.drawn.typeface_choice import Typeface
from training.drawn_files import Columns, drawn_once, joined
from vision.cards.found.things_beside import STRIDE

TABLES, PARTS = 60, 2
"""Tables in one file, and parts of each; a deck is used for three tables."""

SEEN = (80, 112)
"""The height and width of a part, px."""

CARD = (5.5, 21.0)
"""How high the cards are that are shown, least and most, px."""

Things = tuple[NDArray[np.uint8], NDArray[np.float16]]
"""Parts of pictures (n, 80, 112, 3), and the share of each STRIDE px square that a thing takes, (n, 40, 56)."""


def draw_things(folder: Path, faces: list[Typeface], number: int) -> None:
    """Draw the file of that number from its own seed, unless it is there."""
    drawn_once(folder, number, lambda: _columns_of(faces, number))


def thing_bank(folder: Path) -> Things:
    """All that a folder's files keep, put together."""
    pictures, things = joined(folder, "pictures", "things")
    return pictures, things


def _columns_of(faces: list[Typeface], number: int) -> Columns:
    rng = np.random.default_rng([number, 91])
    lots, deck = list[Things](), throw_deck(rng, faces)
    for count in range(TABLES):
        if count % 3 == 0:
            deck = throw_deck(rng, faces)
        table = draw_table(rng, deck, faces)
        lots += [_part(rng, table) for _ in range(PARTS)]
    pictures, things = (np.stack(parts) for parts in zip(*lots, strict=True))
    return {"pictures": pictures, "things": things}


def _part(rng: Generator, table: DrawnTable) -> Things:
    """A part of a table with its cards of a size within CARD, and where things lie."""
    heights = [float(np.linalg.norm(card.corners[3] - card.corners[0])) for card in table.cards] or [100.0]
    wanted = float(np.exp(rng.uniform(*np.log(CARD))))
    scale = float(np.clip(wanted / np.median(heights), SEEN[1] / WIDE, 0.9))
    wide, high = int(SEEN[1] / scale), int(SEEN[0] / scale)
    left, top = int(rng.uniform(0, WIDE - wide + 1e-6)), int(rng.uniform(0, max(HIGH - high, 0) + 1e-6))
    part = np.s_[top : top + high, left : left + wide]
    picture = cv2.resize(table.picture[part], SEEN[::-1], interpolation=cv2.INTER_AREA)
    size = SEEN[1] // STRIDE, SEEN[0] // STRIDE
    thing = cv2.resize(table.other[part].astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8), thing.astype(np.float16)
