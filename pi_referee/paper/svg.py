"""A canvas that becomes a drawing in a page of HTML, or a file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pi_referee.paper.canvas import END, MIDDLE, START, Point

_ANCHORS = {START: "start", MIDDLE: "middle", END: "end"}
_WIDTH = 0.55
"""How wide a sign is on average, in ems: a browser's own typefaces are not known here."""


class SvgCanvas:
    """A drawing of this width and height in mm."""

    def __init__(self, width: float, height: float) -> None:
        """Nothing is drawn yet."""
        self._size = (width, height)
        self._parts: list[str] = []

    def drawing(self, title: str) -> str:
        """The whole drawing; title: what it shows, for those who do not see it."""
        width, height = self._size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">'
        return "".join([head, f"<title>{escape(title)}</title>", *self._parts, "</svg>"])

    def width(self, text: str, size: float, *, bold: bool = False) -> float:  # noqa: ARG002  # one guess for both
        """How wide a text is, about."""
        return _WIDTH * size * len(text)

    def text(
        self, at: Point, text: str, size: float, colour: str, *, bold: bool = False, anchor: float = START
    ) -> None:
        """Write one line."""
        weight = ' font-weight="700"' if bold else ""
        self._parts.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" text-anchor="{_ANCHORS[anchor]}"{weight} '
            f'font-family="Karla, Helvetica, Arial, sans-serif" fill="{colour}">{escape(text)}</text>'
        )

    def box(self, corner: Point, width: float, height: float, colour: str, *, round_by: float = 0) -> None:
        """Fill a rectangle."""
        place = f'x="{corner[0]:g}" y="{corner[1]:g}" width="{width:g}" height="{height:g}"'
        self._parts.append(f'<rect {place} rx="{round_by:g}" fill="{colour}"/>')

    def disc(self, centre: Point, radius: float, colour: str) -> None:
        """Fill a circle."""
        self._parts.append(f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}" fill="{colour}"/>')

    def shape(self, points: Sequence[Point], colour: str) -> None:
        """Fill a polygon."""
        self._parts.append(f'<polygon points="{_joined(points)}" fill="{colour}"/>')

    def line(self, points: Sequence[Point], colour: str, thickness: float) -> None:
        """Draw a line."""
        look = f'fill="none" stroke="{colour}" stroke-width="{thickness:g}"'
        self._parts.append(f'<polyline points="{_joined(points)}" {look}/>')


def _joined(points: Sequence[Point]) -> str:
    """Points as SVG has them."""
    return " ".join(f"{x:g},{y:g}" for x, y in points)
