"""The drawn board from straight above: frame, edge letters, grid, premium squares with their mini tiles and discs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pi_referee.rules.board.layout import Layout
from vision.render.lens import FRAME
from vision.render.typeface import Colour, colour, write
from vision.sighting import Edition

_MINI: Mapping[str, tuple[str, ...]] = {
    "L2": ("AA",), "L3": ("A", "AA"), "L4": ("AA", "AA"), "M2": ("Ax", "-2"),
}  # fmt: skip
"""The mini tiles printed on a square, row by row."""

_DISC = {"W2": "2", "W3": "3", "W4": "4"}
_PLAIN = ("..", ".")


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of an edition's board."""

    frame: Colour
    strip: Colour
    writing: Colour
    line: Colour
    plain: Colour | None
    mini: Colour
    mini_ink: Colour


_MINI_TILE: Colour = (242, 236, 222)
_PAINTS: Mapping[Edition, Paint] = {
    "light": Paint((240, 88, 44), (40, 42, 47), (226, 224, 218), (244, 240, 232), None, _MINI_TILE, (60, 56, 52)),
    "dark": Paint((44, 45, 50), (38, 39, 44), (196, 197, 200), (118, 119, 126), (76, 77, 86), _MINI_TILE, (60, 56, 52)),
}  # fmt: skip


def draw_board(
    layout: Layout, edition: Edition, typeface: Path, square: int, *, icons: bool = False
) -> NDArray[np.uint8]:
    """The empty board with its frame, `square` px a square: BGR, (size + 2 * FRAME) squares wide; read-only.

    icons: whether premium squares have the ground of plain ones, and an icon of their colour.
    """
    colours = tuple(layout.colours.items())
    return _drawn(layout.size, layout.tokens, layout.printed, colours, edition, typeface, square, icons)


@lru_cache(maxsize=8)
def _drawn(
    size: int,
    tokens: tuple[tuple[str, ...], ...],
    printed: tuple[tuple[str, ...], ...],
    colours: tuple[tuple[str, str], ...],
    edition: Edition,
    typeface: Path,
    square: int,
    icons: bool,
) -> NDArray[np.uint8]:
    """The board's face by all that it is drawn from: writing on every square is half of the work of a photograph."""
    layout = Layout(size, tokens, printed, dict(colours))
    side = round((layout.size + 2 * FRAME) * square)
    image = Image.new("RGB", (side, side), _PAINTS[edition].frame)
    draw = ImageDraw.Draw(image)
    _frame(draw, layout, _PAINTS[edition], typeface, square)
    for place in layout.squares():
        corner = ((FRAME + place.column) * square, (FRAME + place.row) * square)
        ground = _ground(layout, layout.code(place), edition)
        if icons and layout.code(place) not in _PLAIN:
            _icon(draw, _ground(layout, _plain_of(layout), edition), ground, corner, square)
        else:
            _square(draw, layout.token(place), ground, corner, square)
        _mark(draw, layout.token(place), corner, square, _PAINTS[edition], typeface)
    _grid(draw, layout.size, _PAINTS[edition], square)
    face = np.ascontiguousarray(np.asarray(image)[:, :, ::-1])
    face.setflags(write=False)
    return face


def _ground(layout: Layout, code: str, edition: Edition) -> Colour:
    plain = _PAINTS[edition].plain
    return plain if plain and code in _PLAIN else colour(layout.colours[code])


def _square(draw: ImageDraw.ImageDraw, token: str, ground: Colour, corner: tuple[float, float], square: int) -> None:
    draw.rectangle([corner, (corner[0] + square - 1, corner[1] + square - 1)], fill=ground)
    if token == "ST":  # noqa: S105 - the centre's token, no password
        middle = (corner[0] + square / 2, corner[1] + square / 2)
        draw.polygon(_star(middle, 0.36 * square), fill=(222, 92, 140))


def _plain_of(layout: Layout) -> str:
    """The code of the layout's plain squares."""
    return next(code for code in _PLAIN if code in layout.colours)


def _icon(draw: ImageDraw.ImageDraw, ground: Colour, own: Colour, corner: tuple[float, float], square: int) -> None:
    """A premium square on the common ground: a disc of its own colour in the middle, half of the square."""
    draw.rectangle([corner, (corner[0] + square - 1, corner[1] + square - 1)], fill=ground)
    low, high = 0.12 * square, 0.88 * square
    draw.ellipse([corner[0] + low, corner[1] + low, corner[0] + high, corner[1] + high], fill=own)


def _star(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """A star of five points."""
    turns = [(math.pi * number / 5, radius * (0.45 if number % 2 else 1.0)) for number in range(10)]
    return [(middle[0] + far * math.sin(turn), middle[1] - far * math.cos(turn)) for turn, far in turns]


def _mark(
    draw: ImageDraw.ImageDraw, token: str, corner: tuple[float, float], square: int, paint: Paint, typeface: Path
) -> None:
    """The disc or the mini tiles of a premium square."""
    middle = (corner[0] + square / 2, corner[1] + square / 2)
    if token in _DISC:
        reach = 0.29 * square
        draw.ellipse([middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach], fill=(226, 74, 50))
        write(draw, _DISC[token], middle, 0.26 * square, typeface, (250, 238, 226))
    rows = _MINI.get(token, ())
    for down, signs in enumerate(rows):
        for across, sign in enumerate(signs):
            spot = (middle[0] + (across - (len(signs) - 1) / 2) * 0.34 * square,
                    middle[1] + (down - (len(rows) - 1) / 2) * 0.34 * square)  # fmt: skip
            _mini_tile(draw, sign, spot, square, paint, typeface)


def _mini_tile(
    draw: ImageDraw.ImageDraw, sign: str, spot: tuple[float, float], square: int, paint: Paint, typeface: Path
) -> None:
    reach = 0.145 * square
    box = [spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach]
    draw.rounded_rectangle(box, radius=0.04 * square, fill=paint.mini)
    write(draw, sign, spot, 0.16 * square, typeface, paint.mini_ink)


def _grid(draw: ImageDraw.ImageDraw, size: int, paint: Paint, square: int) -> None:
    width = max(2, round(0.055 * square))
    low, high = FRAME * square, (FRAME + size) * square
    for number in range(size + 1):
        line = low + number * square
        draw.line([(line, low), (line, high)], fill=paint.line, width=width)
        draw.line([(low, line), (high, line)], fill=paint.line, width=width)


def _frame(draw: ImageDraw.ImageDraw, layout: Layout, paint: Paint, typeface: Path, square: int) -> None:
    """The dark strip with column letters and row numbers, all round."""
    strip, size = 0.72 * square, layout.size
    low, high = FRAME * square, (FRAME + size) * square
    draw.rectangle([low - strip, low - strip, high + strip, high + strip], fill=paint.strip)
    for number in range(size):
        along = low + (number + 0.5) * square
        for across in (low - strip / 2, high + strip / 2):
            write(draw, chr(ord("A") + number), (along, across), 0.28 * square, typeface, paint.writing)
            write(draw, str(number + 1), (across, along), 0.28 * square, typeface, paint.writing)
    for down in (low - strip - 0.42 * square, high + strip + 0.42 * square):
        write(draw, "ALFAPET" if size == 17 else "", ((low + high) / 2, down), 0.36 * square, typeface, (248, 240, 232))
