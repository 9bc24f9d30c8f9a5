"""The cards as they lie at the end, drawn as they look; those that play no more are faint."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from pi_referee.paper.canvas import END, MIDDLE, Canvas, Point
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.plays.scoring import printed_value

_TALL = 1.4
"""Height of a card, in widths."""

_WIDEST = 17.0
"""Millimetres a card may be wide: a lone one does not fill the page."""

_RIM = 4.0
"""Millimetres of table round the cards."""

_FELT, _FRAME = "#2c5a49", "#6b4a30"


@dataclass(frozen=True, slots=True)
class _Look:
    """Colours of a card: its face, its edge, what stands on it, its value, its mark and what is written there."""

    face: str = "#fffcf3"
    edge: str = "#8d7f68"
    letter: str = "#241c17"
    value: str = "#43382f"
    mark: str = "#c2382b"
    times: str = "#ffffff"


_LYING = _Look()
_SPENT = _Look("#74907f", "#5b7a69", "#3c5a4b", "#3c5a4b", "#5f5a4c", "#b5c2b8")


@dataclass(frozen=True, slots=True)
class _Field:
    """Where the cards lie on the paper: the cell at the top left, how wide a card is, and where that cell begins."""

    column: int
    row: int
    width: float
    corner: Point

    def at(self, square: Square, x: float, y: float) -> Point:
        """A point of a card, named in parts of its width to the right and of its height down."""
        right, down = square.column - self.column + x, square.row - self.row + y
        return self.corner[0] + right * self.width, self.corner[1] + down * self.width * _TALL


def table_height(game: Game, span: float) -> float:
    """How tall the drawing of a game's table is, in mm; span: how wide."""
    return _size(_squares(game), span)[1]


def draw_table(game: Game, canvas: Canvas, corner: Point, span: float) -> None:
    """Draw a game's table with everything that lies on it; corner: of its frame, span: the frame's width, in mm."""
    squares = _squares(game)
    width, height = _size(squares, span)
    canvas.box(corner, span, height, _FRAME, round_by=3)
    canvas.box((corner[0] + 1.4, corner[1] + 1.4), span - 2.8, height - 2.8, _FELT, round_by=2)
    columns = _count(square.column for square in squares)
    start = (corner[0] + (span - columns * width) / 2, corner[1] + 1.4 + _RIM)
    first = min((square.column for square in squares), default=0), min((square.row for square in squares), default=0)
    field = _Field(*first, width, start)
    for square, tile in sorted(game.spent.items()):
        if square not in game.position.tiles:
            _draw_card(game, canvas, field, square, tile, _SPENT)
    for square, tile in sorted(game.position.tiles.items()):
        _draw_card(game, canvas, field, square, tile, _LYING)


def _squares(game: Game) -> Collection[Square]:
    """Everywhere that something lies."""
    return {*game.position.tiles, *game.spent}


def _size(squares: Collection[Square], span: float) -> tuple[float, float]:
    """How wide a card is, and how tall the whole drawing."""
    columns, rows = _count(square.column for square in squares), _count(square.row for square in squares)
    width = min((span - 2.8 - 2 * _RIM) / columns, _WIDEST)
    return width, rows * width * _TALL + 2.8 + 2 * _RIM


def _count(numbers: Iterable[int]) -> int:
    """How many rows or columns there are from the first to the last; one at least."""
    found = list(numbers)
    return max(found) - min(found) + 1 if found else 1


def _draw_card(game: Game, canvas: Canvas, field: _Field, square: Square, tile: Tile, look: _Look) -> None:
    """A card as it lies there: a joker's letter is small, under its name."""
    side, height = field.width, field.width * _TALL
    canvas.box(field.at(square, 0.03, 0.02), side * 0.94, height * 0.96, look.edge, round_by=side * 0.09)
    canvas.box(field.at(square, 0.045, 0.025), side * 0.91, height * 0.935, look.face, round_by=side * 0.08)
    if tile.is_blank:
        canvas.disc(field.at(square, 0.5, 0.55), side * 0.3, look.value)
        canvas.disc(field.at(square, 0.5, 0.55), side * 0.27, look.face)
        canvas.text(field.at(square, 0.5, 0.25), "JOKER", side * 0.2, look.mark, bold=True, anchor=MIDDLE)
        canvas.text(field.at(square, 0.5, 0.64), tile.letter or "?", side * 0.4, look.letter, anchor=MIDDLE)
    else:
        canvas.text(field.at(square, 0.5, 0.63), tile.letter, side * 0.66, look.letter, bold=True, anchor=MIDDLE)
        value = str(printed_value(tile, game.ruleset))
        canvas.text(field.at(square, 0.88, 0.89), value, side * 0.24, look.value, bold=True, anchor=END)
    if tile.multiplier > 1:
        canvas.disc(field.at(square, 0.24, 0.82), side * 0.16, look.mark)
        canvas.text(field.at(square, 0.24, 0.87), f"{tile.multiplier}x", side * 0.2, look.times, bold=True,
                    anchor=MIDDLE)  # fmt: skip
