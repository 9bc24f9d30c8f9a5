"""The figures on a card's face: the shape behind a mark, and the pictures of a joker."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from PIL import ImageDraw

from vision.card_render.deck_style import JokerPicture, MarkShape
from vision.render.typeface import Colour

Place = tuple[float, float]
Colours = tuple[Colour, Colour, Colour]


def draw_shape(draw: ImageDraw.ImageDraw, shape: MarkShape, middle: Place, size: float, colour: Colour) -> None:
    """The shape that a mark's text stands on, size px high."""
    x, y, half = *middle, size / 2
    box = (x - half, y - half, x + half, y + half)
    if shape == "disc":
        draw.ellipse(box, fill=colour)
    elif shape == "ring":
        draw.ellipse(box, outline=colour, width=max(1, round(0.09 * size)))
    elif shape == "square":
        draw.rounded_rectangle(box, radius=0.12 * size, fill=colour)
    elif shape == "pill":
        wide, high = 0.75 * size, 0.38 * size
        draw.rounded_rectangle((x - wide, y - high, x + wide, y + high), high, colour)
    elif shape == "flag":
        draw.polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x, y + 0.3 * size),
                      (x - half, y + half)], fill=colour)  # fmt: skip
    elif shape == "star":
        draw.polygon(star(middle, 0.68 * size, points=9, depth=0.76), fill=colour)


def star(middle: Place, radius: float, points: int = 5, depth: float = 0.42) -> list[Place]:
    """A star's outline; depth: how near its inner corners are to its middle, in radii."""
    turns = [(math.pi * number / points, radius * (depth if number % 2 else 1.0)) for number in range(2 * points)]
    return [(middle[0] + far * math.sin(turn), middle[1] - far * math.cos(turn)) for turn, far in turns]


def draw_joker(draw: ImageDraw.ImageDraw, picture: JokerPicture, middle: Place, size: float, colours: Colours) -> None:
    """A joker's picture, size px high; the joker of a word alone has none."""
    if picture in _PICTURES:
        _PICTURES[picture](draw, middle, size, colours)


def _crown(draw: ImageDraw.ImageDraw, middle: Place, size: float, colours: Colours) -> None:
    x, y = middle
    third, base, top = size / 2.6, y + 0.3 * size, y - 0.28 * size
    for number, colour in enumerate(colours):
        left = x + (number - 1.5) * third
        draw.polygon([(left, base), (left, top + 0.1 * size), (left + third / 2, y), (left + third, top + 0.1 * size),
                      (left + third, base)], fill=colour)  # fmt: skip
        spot = left + third / 2
        draw.ellipse([spot - 0.06 * size, top - 0.1 * size, spot + 0.06 * size, top + 0.02 * size], fill=colours[1])
    draw.rectangle([x - 1.5 * third, base, x + 1.5 * third, base + 0.1 * size], fill=colours[0])


def _star(draw: ImageDraw.ImageDraw, middle: Place, size: float, colours: Colours) -> None:
    draw.polygon(star(middle, 0.55 * size), fill=colours[1], outline=colours[2])


def _asterisk(draw: ImageDraw.ImageDraw, middle: Place, size: float, colours: Colours) -> None:
    for number in range(3):
        across, down = (0.45 * size * part for part in (math.sin(number * math.pi / 3), math.cos(number * math.pi / 3)))
        draw.line([(middle[0] - across, middle[1] - down), (middle[0] + across, middle[1] + down)],
                  fill=colours[2], width=max(2, round(0.13 * size)))  # fmt: skip


def _wheel(draw: ImageDraw.ImageDraw, middle: Place, size: float, colours: Colours) -> None:
    box = (middle[0] - size / 2, middle[1] - size / 2, middle[0] + size / 2, middle[1] + size / 2)
    for number in range(6):
        draw.pieslice(box, 60 * number, 60 * number + 60, fill=colours[number % 3])


def _jester(draw: ImageDraw.ImageDraw, middle: Place, size: float, colours: Colours) -> None:
    x, y = middle
    for number, colour in enumerate(colours):
        tip = (x + (number - 1) * 0.48 * size, y - (0.46 if number == 1 else 0.18) * size)
        draw.polygon([(x - 0.28 * size, y + 0.1 * size), tip, (x + 0.28 * size, y + 0.1 * size)], fill=colour)
        draw.ellipse([tip[0] - 0.06 * size, tip[1] - 0.06 * size, tip[0] + 0.06 * size, tip[1] + 0.06 * size],
                     fill=colours[1])  # fmt: skip
    draw.ellipse([x - 0.25 * size, y, x + 0.25 * size, y + 0.5 * size], fill=(244, 214, 190), outline=colours[2])
    for side in (-1, 1):
        eye = x + side * 0.09 * size
        draw.ellipse([eye - 0.03 * size, y + 0.17 * size, eye + 0.03 * size, y + 0.23 * size], fill=colours[2])
    smile = (x - 0.13 * size, y + 0.2 * size, x + 0.13 * size, y + 0.4 * size)
    draw.arc(smile, 20, 160, colours[2], max(1, round(size / 40)))


_PICTURES: Mapping[JokerPicture, Callable[[ImageDraw.ImageDraw, Place, float, Colours], None]] = {
    "crown": _crown, "star": _star, "asterisk": _asterisk, "wheel": _wheel, "jester": _jester,
}  # fmt: skip
