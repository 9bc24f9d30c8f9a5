"""What a protocol is drawn on, whatever it becomes: a page of a PDF, a picture, a drawing in a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

Point = tuple[float, float]
"""x to the right, y down, in mm from the page's top left."""

START, MIDDLE, END = 0.0, 0.5, 1.0
"""Where a text's point lies: how much of its width is to the left of it."""


class Canvas(Protocol):
    """Takes shapes and texts; colours are "#rrggbb", lengths mm, a text's size the height of its em in mm."""

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is, in mm."""

    def text(
        self, at: Point, text: str, size: float, colour: str, *, bold: bool = False, anchor: float = START
    ) -> None:
        """Write one line; at: a point of its base line."""

    def box(self, corner: Point, width: float, height: float, colour: str, *, round_by: float = 0) -> None:
        """Fill a rectangle, its corners rounded by so much."""

    def disc(self, centre: Point, radius: float, colour: str) -> None:
        """Fill a circle."""

    def shape(self, points: Sequence[Point], colour: str) -> None:
        """Fill a polygon."""

    def line(self, points: Sequence[Point], colour: str, thickness: float) -> None:
        """Draw a line through some points."""


def wrapped(canvas: Canvas, texts: Sequence[str], size: float, width: float, *, bold: bool = False) -> list[str]:
    """Texts in as many lines as they need, each in one piece if it fits into a line; nothing is left out.

    >>> from pi_referee.paper.svg import SvgCanvas
    >>> wrapped(SvgCanvas(10, 10), ["one", "two", "three four", "incomprehensible"], 4, 15)
    ['one', 'two', 'three', 'four', 'incomp', 'rehens', 'ible']
    """
    lines = [""]
    for text in texts:
        fits = canvas.width(text, size, bold=bold) <= width
        for piece in [text] if fits else _pieces(canvas, text, size, width, bold=bold):
            longer = f"{lines[-1]} {piece}".strip()
            if canvas.width(longer, size, bold=bold) <= width:
                lines[-1] = longer
            else:
                lines.append(piece)
    return [line for line in lines if line]


def _pieces(canvas: Canvas, text: str, size: float, width: float, *, bold: bool) -> Iterator[str]:
    """A text too wide for a line, in pieces that are not: its words, and those cut where they must be."""
    for word in text.split():
        rest = word
        while rest:
            counts = range(len(rest), 1, -1)
            count = next((n for n in counts if canvas.width(rest[:n], size, bold=bold) <= width), 1)
            yield rest[:count]
            rest = rest[count:]
