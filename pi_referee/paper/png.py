"""The protocol as a picture: as tall as the game was long, to show on a phone or to send in a message."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from pi_referee.paper.bidi import runs
from pi_referee.paper.canvas import START, Point
from pi_referee.paper.content import Leaf
from pi_referee.paper.fonts import path_of
from pi_referee.paper.page_layout import WIDTH, draw_sheet

SCALE = 7
"""Pixels a millimetre: 1470 across, sharp on any phone, and some 300 kB."""

_PAPER = "#ffffff"
_ENDLESS = float("inf")


def to_png(leaf: Leaf) -> bytes:
    """A game's protocol as a PNG."""
    height = draw_sheet(leaf, PngCanvas(1), bottom=_ENDLESS, turn_over=_never)
    canvas = PngCanvas(height)
    draw_sheet(leaf, canvas, bottom=_ENDLESS, turn_over=_never)
    file = io.BytesIO()
    canvas.picture.save(file, "PNG")
    return file.getvalue()


def _never() -> None:
    """A picture has one page."""


class PngCanvas:
    """A picture as wide as a page and this tall, in mm; what is drawn below its edge is lost."""

    def __init__(self, height: float) -> None:
        """Begin with white paper."""
        self.picture = Image.new("RGB", (round(WIDTH * SCALE), max(1, round(height * SCALE))), _PAPER)
        self._pen = ImageDraw.Draw(self.picture)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is."""
        return sum(_face(face, size).getlength(piece) for face, piece in runs(text, bold=bold)) / SCALE

    def text(
        self, at: Point, text: str, size: float, colour: str, *, bold: bool = False, anchor: float = START
    ) -> None:
        """Write one line."""
        x = at[0] - anchor * self.width(text, size, bold=bold)
        for face, piece in runs(text, bold=bold):
            font = _face(face, size)
            self._pen.text((x * SCALE, at[1] * SCALE), piece, fill=colour, font=font, anchor="ls")
            x += font.getlength(piece) / SCALE

    def box(self, corner: Point, width: float, height: float, colour: str, *, round_by: float = 0) -> None:
        """Fill a rectangle."""
        x, y = corner
        edges = _pixels([(x, y), (x + width, y + height)])
        self._pen.rounded_rectangle(edges, radius=round_by * SCALE, fill=colour)

    def disc(self, centre: Point, radius: float, colour: str) -> None:
        """Fill a circle."""
        (x, y), r = centre, radius
        self._pen.ellipse(_pixels([(x - r, y - r), (x + r, y + r)]), fill=colour)

    def shape(self, points: Sequence[Point], colour: str) -> None:
        """Fill a polygon."""
        self._pen.polygon(_pixels(points), fill=colour)

    def line(self, points: Sequence[Point], colour: str, thickness: float) -> None:
        """Draw a line."""
        self._pen.line(_pixels(points), fill=colour, width=max(1, round(thickness * SCALE)), joint="curve")


def _pixels(points: Sequence[Point]) -> list[Point]:
    """Points in pixels."""
    return [(x * SCALE, y * SCALE) for x, y in points]


@cache
def _face(face: str, size: float) -> ImageFont.FreeTypeFont:
    """A face at a size, loaded once."""
    # The plain layout turns nothing round by itself; the runs have done so.
    return ImageFont.truetype(str(path_of(face)), size * SCALE, layout_engine=ImageFont.Layout.BASIC)
