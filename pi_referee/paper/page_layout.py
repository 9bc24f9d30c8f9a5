"""The protocol laid out on paper: who won, the sums, every turn round by round, and the board at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pi_referee.paper.canvas import END, Canvas, wrapped
from pi_referee.paper.content import Cell, Leaf
from pi_referee.paper.ground_canvas import draw_ground, ground_height

WIDTH, HEIGHT = 210.0, 297.0
"""An A4 page, in mm."""

_EDGE = 15.0
_INK, _SOFT, _LINE, _WASH = "#2a211c", "#6a5c50", "#d9ccb6", "#fdebdc"
_ACCENT, _GOOD, _LOST = "#ab3f0c", "#22684a", "#a3212c"
_LEAD = 5.0
"""From one base line of the protocol to the next."""

_NAME = 5.6
"""The same of a long name among the sums."""

_SIZE = 3.7
_NUMBERS = 9.0
"""Width of the column with the rounds' numbers."""

_BOARD = 128.0


@dataclass(slots=True)
class _Pen:
    """Where on the paper we are; bottom: the lowest y there is, turn_over: goes on on a new page."""

    canvas: Canvas
    bottom: float
    turn_over: Callable[[], None]
    y: float = _EDGE

    def need(self, height: float) -> bool:
        """Go on on a new page if there is not so much room left on this one; whether it had to."""
        if self.y + height <= self.bottom - _EDGE:
            return False
        self.turn_over()
        self.y = _EDGE
        return True

    def rule(self, colour: str = _LINE) -> None:
        """A line across the page."""
        self.canvas.line([(_EDGE, self.y), (WIDTH - _EDGE, self.y)], colour, 0.25)


def draw_sheet(leaf: Leaf, canvas: Canvas, *, bottom: float, turn_over: Callable[[], None]) -> float:
    """Draw a protocol; gives how far down the last page it went, in mm.

    bottom: how far down a page goes. turn_over: begins a new one.
    """
    pen = _Pen(canvas, bottom, turn_over)
    _draw_head(leaf, pen)
    _draw_sums(leaf, pen)
    _draw_rounds(leaf, pen)
    pen.y += 6
    height = ground_height(leaf.game, _BOARD)
    pen.need(height)
    draw_ground(leaf.game, canvas, ((WIDTH - _BOARD) / 2, pen.y), _BOARD)
    return pen.y + height + _EDGE


def _draw_head(leaf: Leaf, pen: _Pen) -> None:
    """Which game, when, and who won."""
    pen.canvas.text((_EDGE, pen.y + 3), f"{leaf.title} · {leaf.protocol}", 4.4, _SOFT, bold=True)
    pen.canvas.text((WIDTH - _EDGE, pen.y + 3), leaf.when, 4, _SOFT, anchor=END)
    pen.y += 15
    for line in wrapped(pen.canvas, [leaf.headline], 9, WIDTH - 2 * _EDGE, bold=True):
        pen.canvas.text((_EDGE, pen.y), line, 9, _INK, bold=True)
        pen.y += 10
    pen.y -= 3


def _draw_sums(leaf: Leaf, pen: _Pen) -> None:
    """Each player's points, as they came about."""
    ends = (WIDTH - _EDGE - 78, WIDTH - _EDGE - 36, WIDTH - _EDGE - 3)
    pen.canvas.text((_EDGE + 3, pen.y + 4), leaf.heads[0], 3.5, _SOFT)
    for head, x in zip(leaf.heads[1:], ends, strict=True):
        pen.canvas.text((x, pen.y + 4), head, 3.5, _SOFT, anchor=END)
    pen.y += 6.5
    for row in leaf.rows:
        names = wrapped(pen.canvas, [row.player], 5, ends[0] - _EDGE - 22, bold=row.has_won) or [""]
        height = 9 + _NAME * (len(names) - 1)
        if row.has_won:
            pen.canvas.box((_EDGE, pen.y), WIDTH - 2 * _EDGE, height, _WASH, round_by=2)
        for number, name in enumerate(names):
            pen.canvas.text((_EDGE + 3, pen.y + 6.2 + number * _NAME), name, 5, _INK, bold=row.has_won)
        for text, x, bold in ((row.on_board, ends[0], False), (row.left, ends[1], False), (row.in_all, ends[2], True)):
            pen.canvas.text((x, pen.y + 6.2), text, 5, _ACCENT if bold and row.has_won else _INK, bold=bold, anchor=END)
        pen.y += height
    pen.y += 6


def _draw_rounds(leaf: Leaf, pen: _Pen) -> None:
    """Every turn, and what came off after the last one: players as columns, rounds as rows."""
    _draw_names(leaf, pen)
    for number, cells in leaf.lines:
        height = 2.6 + _LEAD * max(len(_lines(leaf, pen, cell)) for cell in cells if cell is not None)
        if pen.need(height):
            _draw_names(leaf, pen)
        pen.canvas.text((_EDGE + _NUMBERS - 3, pen.y + 4.6), number, _SIZE, _SOFT, anchor=END)
        for place, cell in enumerate(cells):
            if cell is not None:
                _draw_cell(leaf, pen, place, cell)
        pen.y += height
        pen.rule()


def _draw_names(leaf: Leaf, pen: _Pen) -> None:
    """The players over their columns."""
    left, right = _column(leaf, 0)
    names = [wrapped(pen.canvas, [player], 4, right - left, bold=True) or [""] for player in leaf.players]
    for place, lines in enumerate(names):
        for number, line in enumerate(lines):
            pen.canvas.text((_column(leaf, place)[0], pen.y + 4 + number * _LEAD), line, 4, _INK, bold=True)
    pen.y += 1.5 + _LEAD * max(map(len, names))
    pen.rule(_SOFT)


def _column(leaf: Leaf, place: int) -> tuple[float, float]:
    """Where a player's column begins and ends."""
    width = (WIDTH - 2 * _EDGE - _NUMBERS) / len(leaf.players)
    left = _EDGE + _NUMBERS + place * width
    return left, left + width - 4


def _is_narrow(leaf: Leaf) -> bool:
    """Whether a column is too narrow for words and points side by side: the points then stand under the words."""
    return len(leaf.players) > 2


def _lines(leaf: Leaf, pen: _Pen, cell: Cell) -> list[str]:
    """A turn's words in lines that leave room for its points."""
    left, right = _column(leaf, 0)
    room = 0 if _is_narrow(leaf) else 23
    lines = wrapped(pen.canvas, cell.words, _SIZE, right - left - room) or [""]
    return [*lines, ""] if _is_narrow(leaf) else lines


def _draw_cell(leaf: Leaf, pen: _Pen, place: int, cell: Cell) -> None:
    """One turn."""
    left, right = _column(leaf, place)
    y, lines = pen.y + 4.6, _lines(leaf, pen, cell)
    for number, line in enumerate(lines):
        pen.canvas.text((left, y + number * _LEAD), line, _SIZE, _SOFT if cell.is_void else _INK)
    if _is_narrow(leaf):
        y += (len(lines) - 1) * _LEAD
    pen.canvas.text((right - 11, y), cell.gain, _SIZE, _LOST if cell.is_loss else _GOOD, anchor=END)
    pen.canvas.text((right, y), cell.running, 4.2, _INK, bold=True, anchor=END)
