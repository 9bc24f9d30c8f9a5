"""What is printed: a board from straight above, and the tops of its tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from benches.tracing.maker import Colour, Maker
from pi_referee.rules.board.layout import Layout
from vision.render.typeface import colour, write

Print = NDArray[np.uint8]
"""(height, width, 3), red, green, blue."""

FRAME = 1.2
"""How broad a board's frame is, in squares."""
FINE = 72
"""Px a square of a printed board."""
TOP = 96
"""Px a side of a tile's top."""
_SIGNS = {"L2": "2L", "L3": "3L", "L4": "4L", "M2": "-2", "W2": "2", "W3": "3", "W4": "4", "ST": "*"}
_PLAIN = ("..", ".")


def print_board(layout: Layout, maker: Maker) -> Print:
    """The empty board with its frame, FINE px a square."""
    side = round((layout.size + 2 * FRAME) * FINE)
    image = Image.new("RGB", (side, side), (70, 50, 44))
    draw = ImageDraw.Draw(image)
    for place in layout.squares():
        left, top = ((FRAME + part) * FINE for part in (place.column, place.row))
        code = layout.code(place)
        ground = maker.plain if maker.plain and code in _PLAIN else colour(layout.colours[code])
        draw.rectangle([left, top, left + FINE, top + FINE], fill=_whole(ground))
        _sign(draw, layout.token(place), (left + FINE / 2, top + FINE / 2), maker)
    _grid(draw, layout.size, maker)
    return np.asarray(image, np.uint8)


def _sign(draw: ImageDraw.ImageDraw, token: str, middle: tuple[float, float], maker: Maker) -> None:
    """A premium square's sign: words in a disc, others on a small pale plate."""
    if token not in _SIGNS:
        return
    reach = 0.28 * FINE
    box = [middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach]
    if token.startswith("W"):
        draw.ellipse(box, fill=(214, 70, 52))
        write(draw, _SIGNS[token], middle, 0.26 * FINE, maker.typeface, (248, 238, 226))
    else:
        draw.rounded_rectangle(box, radius=0.08 * FINE, fill=(236, 230, 214))
        write(draw, _SIGNS[token], middle, 0.2 * FINE, maker.typeface, (70, 64, 60))


def _grid(draw: ImageDraw.ImageDraw, size: int, maker: Maker) -> None:
    width, low, high = round(maker.line * FINE), FRAME * FINE, (FRAME + size) * FINE
    for number in range(size + 1) if width else ():
        line = low + number * FINE
        draw.line([(line, low), (line, high)], fill=_whole(maker.lined), width=width)
        draw.line([(low, line), (high, line)], fill=_whole(maker.lined), width=width)


def print_top(face: Colour, letter: str, value: str, maker: Maker, chance: np.random.Generator) -> Print:
    """A tile's top, TOP x TOP px."""
    image = Image.new("RGB", (TOP, TOP), _whole(face))
    draw = ImageDraw.Draw(image)
    if letter:
        write(draw, letter, (0.48 * TOP, 0.5 * TOP), maker.cap * TOP, maker.typeface, _whole(maker.ink))
        write(draw, value, (0.84 * TOP, 0.84 * TOP), maker.value * TOP, maker.typeface, _whole(maker.ink))
    px = np.asarray(image, np.float64)
    rows = np.cumsum(chance.normal(0, 1, TOP)) + chance.normal(0, 1.5, TOP)
    wood = maker.grain * 5 * (rows - rows.mean()) / max(rows.std(), 1e-6)
    return np.asarray(np.clip(px + wood[:, None, None], 0, 255), np.uint8)


def _whole(face: Colour | tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = (round(part) for part in face)
    return red, green, blue
