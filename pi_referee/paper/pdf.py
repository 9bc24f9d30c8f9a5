"""The protocol as a PDF: A4 pages with real text, to print or to send."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from fpdf import FPDF

from pi_referee.paper.bidi import runs
from pi_referee.paper.canvas import START, Point
from pi_referee.paper.content import Leaf
from pi_referee.paper.fonts import path_of
from pi_referee.paper.page_layout import HEIGHT, WIDTH, draw_sheet

_POINT = 72 / 25.4
"""Points in a millimetre: typefaces are sized by them in a PDF."""


def to_pdf(leaf: Leaf) -> bytes:
    """A game's protocol as a PDF; the same game makes the same file."""
    canvas = PdfCanvas(leaf)
    draw_sheet(leaf, canvas, bottom=HEIGHT, turn_over=canvas.turn_over)
    return bytes(canvas.document.output())


class PdfCanvas:
    """The pages of a PDF."""

    def __init__(self, leaf: Leaf) -> None:
        """Begin with one empty page."""
        self.document = FPDF(unit="mm", format=(WIDTH, HEIGHT))
        self.document.set_auto_page_break(auto=False)
        self.document.set_title(f"{leaf.title} · {', '.join(leaf.players)}")
        self.document.set_lang(leaf.language)
        self.document.set_creator("pi-referee")
        with suppress(ValueError, OverflowError):  # a damaged log may have no time there
            self.document.set_creation_date(datetime.fromisoformat(leaf.at))
        self._faces: set[str] = set()
        self.turn_over()

    def turn_over(self) -> None:
        """Go on on a new page."""
        self.document.add_page()

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is."""
        return sum(self._set(face, size).get_string_width(piece) for face, piece in runs(text, bold=bold))

    def text(
        self, at: Point, text: str, size: float, colour: str, *, bold: bool = False, anchor: float = START
    ) -> None:
        """Write one line."""
        x = at[0] - anchor * self.width(text, size, bold=bold)
        self.document.set_text_color(colour)
        for face, piece in runs(text, bold=bold):
            document = self._set(face, size)
            document.text(x, at[1], piece)
            x += document.get_string_width(piece)

    def box(self, corner: Point, width: float, height: float, colour: str, *, round_by: float = 0) -> None:
        """Fill a rectangle."""
        self.document.set_fill_color(colour)
        self.document.rect(
            *corner, width, height, style="F", round_corners=round_by > 0, corner_radius=min(round_by, height / 2)
        )

    def disc(self, centre: Point, radius: float, colour: str) -> None:
        """Fill a circle."""
        self.document.set_fill_color(colour)
        self.document.circle(*centre, radius, style="F")

    def shape(self, points: Sequence[Point], colour: str) -> None:
        """Fill a polygon."""
        self.document.set_fill_color(colour)
        self.document.polygon(list(points), style="F")

    def line(self, points: Sequence[Point], colour: str, thickness: float) -> None:
        """Draw a line."""
        self.document.set_draw_color(colour)
        self.document.set_line_width(thickness)
        self.document.polyline(list(points))

    def _set(self, face: str, size: float) -> FPDF:
        """The document with a face chosen; a face is loaded when its first sign is written."""
        if face not in self._faces:
            self.document.add_font(face, fname=path_of(face))
            self._faces.add(face)
        self.document.set_font(face, size=size * _POINT)
        return self.document
