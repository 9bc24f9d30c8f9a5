"""What a game was played on, drawn with everything that lies on it: its board, or its table."""

from __future__ import annotations

from pi_referee.paper.board_canvas import draw_board
from pi_referee.paper.canvas import Canvas, Point
from pi_referee.paper.card_canvas import draw_table, table_height
from pi_referee.rules.course.game import Game


def ground_height(game: Game, span: float) -> float:
    """How tall the drawing is, in mm; span: how wide. A board is square."""
    return span if game.ruleset.has_board else table_height(game, span)


def draw_ground(game: Game, canvas: Canvas, corner: Point, span: float) -> None:
    """Draw it; corner: its top left, span: its width, in mm."""
    draw = draw_board if game.ruleset.has_board else draw_table
    draw(game, canvas, corner, span)
