"""Faces of boards that no game here has: lines of any width and colour, or none, and any mark on premium squares."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from pi_referee.rules.board.layout import Layout
from vision.render.lens import FRAME
from vision.render.typeface import colour

FACE = 32
"""Px a side of a square of a face."""

_WORDS = ("TRIPLE", "DOUBLE", "WORD", "LETTER", "SCORE", "2x", "3x", "DW", "TL", "2", "3", "W", "x2")

Cell = NDArray[np.uint8]
Tone = tuple[int, int, int]
Mark = Callable[[Generator, Cell, Tone], None]


def draw_face(chance: Generator, layout: Layout) -> Cell:
    """A board's face, BGR, FACE px a square, as wide as vision.render.board_face draws it."""
    side = round((layout.size + 2 * FRAME) * FACE)
    face = np.full((side, side, 3), _tone(chance), np.uint8)
    begin, names = round(FRAME * FACE), sorted(layout.colours)
    cells = {code: _cell(chance, layout.colours[code], is_plain=code in {"..", "."}) for code in names}
    for square in layout.squares():
        down, right = begin + square.row * FACE, begin + square.column * FACE
        face[down : down + FACE, right : right + FACE] = cells[layout.code(square)]
    _lines(chance, face, begin, layout.size)
    return face


def _cell(chance: Generator, ground: str, *, is_plain: bool) -> Cell:
    """A square of a kind, with its mark."""
    cell = np.full((FACE, FACE, 3), colour(ground)[::-1], np.uint8)
    if not is_plain or chance.random() < 0.1:
        for _ in range(int(chance.integers(0, 3))):
            _MARKS[int(chance.integers(len(_MARKS)))](chance, cell, _tone(chance))
    return cell


def _lines(chance: Generator, face: Cell, begin: int, size: int) -> None:
    """The lines between squares, now and then none, now and then a groove of two tones."""
    width, end, tone = int(chance.choice([0, 1, 1, 2, 2, 3, 4])), begin + size * FACE, _tone(chance)
    second, is_groove = _tone(chance), chance.random() < 0.25
    for number in range(size + 1) if width else ():
        at = begin + number * FACE
        for away, shade in ((0, tone), (width, second))[: 1 + is_groove]:
            cv2.line(face, (at + away, begin), (at + away, end), shade, width)
            cv2.line(face, (begin, at + away), (end, at + away), shade, width)


def _disc(chance: Generator, cell: Cell, tone: Tone) -> None:
    width = -1 if chance.random() < 0.6 else int(chance.integers(1, 4))
    cv2.circle(cell, (FACE // 2, FACE // 2), int(chance.integers(4, 14)), tone, width, cv2.LINE_AA)


def _text(chance: Generator, cell: Cell, tone: Tone) -> None:
    count = int(chance.integers(1, 4))
    for row in range(count):
        word = _WORDS[int(chance.integers(len(_WORDS)))]
        scale = min(0.9, 26 / (19 * len(word))) * float(chance.uniform(0.7, 1.1)) / (1 if count == 1 else 1.3)
        (wide, high), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        at = (max(0, (FACE - wide) // 2), (FACE * (2 * row + 1)) // (2 * count) + high // 2)
        cv2.putText(cell, word, at, cv2.FONT_HERSHEY_SIMPLEX, scale, tone, int(chance.integers(1, 3)), cv2.LINE_AA)


def _star(chance: Generator, cell: Cell, tone: Tone) -> None:
    points, inner = int(chance.integers(4, 9)), chance.uniform(0.3, 0.8)
    turns = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2, inner, 1) * chance.uniform(5, 15)
    outline = np.stack([np.sin(turns), -np.cos(turns)], 1) * reach[:, None] + FACE / 2
    cv2.fillPoly(cell, [outline.round().astype(np.int32)], tone, cv2.LINE_AA)


def _plate(chance: Generator, cell: Cell, tone: Tone) -> None:
    wide, high = (int(part) for part in chance.integers(4, 15, 2))
    middle = FACE // 2
    cv2.rectangle(cell, (middle - wide, middle - high), (middle + wide, middle + high), tone, -1)


def _triangles(chance: Generator, cell: Cell, tone: Tone) -> None:
    """Teeth on the sides, as old boards have."""
    reach = int(chance.integers(3, 8))
    for turn in range(4):
        tooth = np.array([[10, 0], [22, 0], [16, reach]], np.int32)
        for _ in range(turn):
            tooth = np.stack([FACE - 1 - tooth[:, 1], tooth[:, 0]], 1)
        cv2.fillPoly(cell, [tooth], tone, cv2.LINE_AA)


_MARKS: tuple[Mark, ...] = (_disc, _text, _text, _star, _plate, _triangles)


def _tone(chance: Generator) -> Tone:
    blue, green, red = (
        int(part)
        for part in np.clip(chance.uniform(10, 245) + chance.choice([0.2, 1]) * chance.uniform(-90, 90, 3), 0, 255)
    )
    return blue, green, red
