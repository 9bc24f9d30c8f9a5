"""What boards print on their squares and what tiles carry that is no letter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from training.drawn.letter_masks import Glyphs

Grey = NDArray[np.uint8]

SQUARE = 96
"""How many px a square of the board is wide in the drawn patch."""

_WORDS = (
    "TRIPLE WORD SCORE", "DOUBLE LETTER SCORE", "PODWÓJNA PREMIA SŁOWNA", "POTRÓJNA PREMIA LITEROWA",
    "DOPPELTER WORTWERT", "DREIFACHER BUCHSTABEN WERT", "TRIPPEL ORD", "DUBBEL BOKSTAV", "KAKSINKERTAINEN SANA",
    "TRIPLU CUVÂNT", "LETTRE COMPTE DOUBLE", "MOT TRIPLE", "START", "3X ORD", "2X BOKST",
)  # fmt: skip
_SHORT = ("3W", "2W", "3L", "2L", "DL", "TL", "DW", "TW", "2x", "3x", "x2", "x3", "4", "3", "2", "-2", "2X", "3X", "S")


class Mark(NamedTuple):
    """Two masks of SQUARE px a side: a shape's body, and what is drawn on the body."""

    body: Grey
    ink: Grey


def draw_marks(rng: Generator, glyphs: Glyphs, count: int) -> list[Mark]:
    """So many printed squares, of every kind in turn."""
    makers: tuple[Callable[[Generator, Glyphs], Mark], ...] = (
        _words, _disc, _mini_tiles, _words, _short, _disc, _mini_tiles, _star,
    )  # fmt: skip
    return [makers[number % len(makers)](rng, glyphs) for number in range(count)]


def draw_signs(rng: Generator, glyphs: Glyphs, count: int) -> list[Grey]:
    """So many masks for the top of a tile that is no letter: faces, stars, arrows, questions, ornaments."""
    makers = (_face, _star_sign, _arrow, _question, _ornament, _turn_arrow)
    return [makers[number % len(makers)](rng, glyphs) for number in range(count)]


def _sheet() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (SQUARE, SQUARE), 0)
    return image, ImageDraw.Draw(image)


def _mark(body: Image.Image | None, ink: Image.Image) -> Mark:
    empty = np.zeros((SQUARE, SQUARE), np.uint8)
    return Mark(empty if body is None else np.array(body), np.array(ink))


def _words(rng: Generator, glyphs: Glyphs) -> Mark:
    """Some lines of small print, as on most Scrabble boards."""
    lines = str(rng.choice(_WORDS)).split()
    size = int(rng.uniform(0.11, 0.2) * SQUARE)
    ink, draw = _sheet()
    font = glyphs.face(rng).font(size)
    top = SQUARE / 2 - len(lines) * size * 0.55
    for number, line in enumerate(lines):
        draw.text((SQUARE / 2, top + number * size * 1.1), line, font=font, fill=255, anchor="mt")
    return _mark(None, ink)


def _short(rng: Generator, glyphs: Glyphs) -> Mark:
    """One short mark, as 3W or x2, with no body."""
    ink, draw = _sheet()
    font = glyphs.face(rng).font(int(rng.uniform(0.22, 0.5) * SQUARE))
    draw.text((SQUARE / 2, SQUARE / 2), str(rng.choice(_SHORT)), font=font, fill=255, anchor="mm")
    return _mark(None, ink)


def _disc(rng: Generator, glyphs: Glyphs) -> Mark:
    """A disc or a ring with a figure, or with nothing: it must not pass for an O."""
    body, drawn = _sheet()
    radius, ring = rng.uniform(0.18, 0.44) * SQUARE, rng.random()
    box = [SQUARE / 2 - radius, SQUARE / 2 - radius, SQUARE / 2 + radius, SQUARE / 2 + radius]
    width = int(rng.uniform(2, 0.35 * radius)) if ring < 0.3 else 0
    drawn.ellipse(box, fill=None if width else 255, outline=255, width=max(1, width))
    ink, draw = _sheet()
    if ring > 0.4:
        draw.ellipse(box, outline=255, width=int(rng.uniform(2, 7)))
    if rng.random() < 0.85:
        font = glyphs.face(rng).font(int(radius * rng.uniform(0.6, 1.5)))
        draw.text((SQUARE / 2, SQUARE / 2), str(rng.choice(_SHORT)), font=font, fill=255, anchor="mm")
    return _mark(body, ink)


def _mini_tiles(rng: Generator, glyphs: Glyphs) -> Mark:
    """One to four small pictures of tiles."""
    side, gap = rng.uniform(0.2, 0.34), rng.uniform(0.02, 0.07)
    step, half = side + gap, side / 2
    rows = [[1, 1], [1, 2], [2, 2], [2], [3], [1]][int(rng.integers(6))]
    body, drawn = _sheet()
    ink, draw = _sheet()
    font = glyphs.face(rng).font(int(side * SQUARE * rng.uniform(0.6, 0.95)))
    for row, across in enumerate(rows):
        for column in range(across):
            x = (0.5 + (column - (across - 1) / 2) * step) * SQUARE
            y = (0.5 + (row - (len(rows) - 1) / 2) * step) * SQUARE
            box = [x - half * SQUARE, y - half * SQUARE, x + half * SQUARE, y + half * SQUARE]
            drawn.rounded_rectangle(box, radius=side * SQUARE * 0.15, fill=255)
            draw.text((x, y), str(rng.choice(list("AAAABxX-2"))), font=font, fill=255, anchor="mm")
    return _mark(body, ink)


def _star_points(rng: Generator, radius: float) -> list[tuple[float, float]]:
    spikes = int(rng.choice([4, 5, 5, 5, 6, 8]))
    inner = radius * rng.uniform(0.38, 0.6)
    return [
        (SQUARE / 2 + (inner if number % 2 else radius) * math.sin(math.pi * number / spikes),
         SQUARE / 2 - (inner if number % 2 else radius) * math.cos(math.pi * number / spikes))
        for number in range(2 * spikes)
    ]  # fmt: skip


def _star(rng: Generator, _: Glyphs) -> Mark:
    """The star of the middle square."""
    ink, draw = _sheet()
    draw.polygon(_star_points(rng, rng.uniform(0.25, 0.45) * SQUARE), fill=255)
    return _mark(None, ink)


def _star_sign(rng: Generator, _: Glyphs) -> Grey:
    ink, draw = _sheet()
    draw.polygon(_star_points(rng, rng.uniform(0.2, 0.42) * SQUARE), fill=255)
    return np.array(ink)


def _face(rng: Generator, _: Glyphs) -> Grey:
    """A joker's round face."""
    sheet = np.zeros((SQUARE, SQUARE), np.uint8)
    radius, line = int(rng.uniform(0.2, 0.36) * SQUARE), int(rng.integers(2, 6))
    middle = (SQUARE // 2, SQUARE // 2)
    cv2.circle(sheet, middle, radius, 255, line, cv2.LINE_AA)
    for way in (-1, 1):
        eye = (middle[0] + way * int(radius * 0.4), middle[1] - int(radius * 0.3))
        cv2.circle(sheet, eye, max(2, int(radius * rng.uniform(0.1, 0.22))), 255, -1, cv2.LINE_AA)
    smile = (int(radius * 0.6), int(radius * rng.uniform(0.3, 0.65)))
    cv2.ellipse(sheet, middle, smile, 0, 15, 165, 255, line, cv2.LINE_AA)
    return sheet


def _arrow(rng: Generator, _: Glyphs) -> Grey:
    """A straight arrow to any side."""
    sheet = np.zeros((SQUARE, SQUARE), np.uint8)
    reach, turn = rng.uniform(0.25, 0.38) * SQUARE, rng.integers(4) * math.pi / 2
    way = (reach * math.cos(turn), reach * math.sin(turn))
    ends = [(int(SQUARE / 2 - sign * way[0]), int(SQUARE / 2 - sign * way[1])) for sign in (1, -1)]
    cv2.arrowedLine(
        sheet, ends[0], ends[1], 255, int(rng.integers(3, 9)), cv2.LINE_AA, tipLength=rng.uniform(0.25, 0.5)
    )
    return sheet


def _turn_arrow(rng: Generator, _: Glyphs) -> Grey:
    """An arrow that turns a corner, as Alfapet's."""
    sheet = np.zeros((SQUARE, SQUARE), np.uint8)
    far, line = rng.uniform(0.22, 0.34) * SQUARE, int(rng.integers(3, 8))
    low, high = int(SQUARE / 2 - far), int(SQUARE / 2 + far)
    corner = (low, int(SQUARE / 2 + far * 0.4))
    cv2.line(sheet, (low, low), corner, 255, line, cv2.LINE_AA)
    cv2.arrowedLine(sheet, corner, (high, corner[1]), 255, line, cv2.LINE_AA, tipLength=0.35)
    return sheet if rng.random() < 0.5 else np.ascontiguousarray(sheet.T)


def _question(rng: Generator, glyphs: Glyphs) -> Grey:
    ink, draw = _sheet()
    font = glyphs.face(rng).font(int(rng.uniform(0.5, 0.8) * SQUARE))
    draw.text((SQUARE / 2, SQUARE / 2), str(rng.choice(list("??!*&#@+%€"))), font=font, fill=255, anchor="mm")
    return np.array(ink)


def _ornament(rng: Generator, _: Glyphs) -> Grey:
    """A small emblem of a few rings, bars and spots."""
    sheet = np.zeros((SQUARE, SQUARE), np.uint8)
    for _count in range(int(rng.integers(3, 7))):
        spot = tuple(int(place) for place in rng.uniform(0.3, 0.7, 2) * SQUARE)
        axes = (int(rng.uniform(3, 20)), int(rng.uniform(3, 20)))
        line = int(rng.choice([-1, 2, 3, 4]))
        cv2.ellipse(sheet, spot, axes, rng.uniform(0, 180), 0, 360, 255 if rng.random() < 0.8 else 0, line, cv2.LINE_AA)
    return sheet
