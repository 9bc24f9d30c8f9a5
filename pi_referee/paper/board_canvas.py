"""The board as it lies at the end, drawn as it looks: its printed squares, and every tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from pi_referee.paper.canvas import END, MIDDLE, Canvas, Point
from pi_referee.rules.board.layout import column_names
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.definition.ruleset import Ruleset

_EDGE = 0.75
"""Width of the band around the squares, in squares: there stand the columns' letters and the rows' numbers."""

_CHIP, _LABEL, _ARROW = "#fffaf2", "#f3ece0", "#ab3f0c"
_CHIPS: Mapping[str, tuple[Point, ...]] = {
    "L2": ((0.32, 0.5), (0.68, 0.5)),
    "L3": ((0.5, 0.32), (0.32, 0.68), (0.68, 0.68)),
    "L4": ((0.32, 0.32), (0.68, 0.32), (0.32, 0.68), (0.68, 0.68)),
    "M2": ((0.26, 0.5),),
}
"""Where the small tiles stand that a letter's premium has as its sign, in squares."""

_FIELDS = {"Y.": "1", "G.": "2", "B.": "3", "R.": "5"}


@dataclass(frozen=True, slots=True)
class _Look:
    """Colours of a board: its frame, the band, the lines, a word premium's disc with its digit, the star."""

    frame: str = "#57524a"
    band: str = "#1d1b1a"
    grid: str = "#f7f0e2"
    disc: str = "#fffaf2"
    digit: str = "#2a211c"
    star: str = "#7c1f2c"


_LOOKS = {
    "alfapet": _Look(frame="#e8602a", disc="#e4512c", digit="#ffffff", star="#f07fae"),
    "scrabble": _Look(frame="#0a5a4f", band="#083f38", grid="#0a5f53"),
    "literaki": _Look(grid="#cfc7b4"),
}


@dataclass(frozen=True, slots=True)
class _TileLook:
    """Colours of a tile: top, side, letter, value."""

    top: str
    side: str
    letter: str = "#241c17"
    value: str = "#43382f"


_TILES = {
    ("light", "letter"): _TileLook("#fbf4e4", "#ab915f"),
    ("light", "stop"): _TileLook("#2a2827", "#0b0a0a", letter="#f3ece0"),
    ("dark", "letter"): _TileLook("#463b37", "#15100e", "#fdf3e2", "#e2d3bf"),
    ("dark", "stop"): _TileLook("#faf6ee", "#b7ad9a", letter="#2a2827"),
}
_COLOURED = {
    "yellow": _TileLook("#f8dd62", "#b3932a"),
    "green": _TileLook("#93d384", "#4c8a3f"),
    "blue": _TileLook("#94baf0", "#42689f"),
    "red": _TileLook("#f19186", "#a03f36"),
}


@dataclass(frozen=True, slots=True)
class _Place:
    """A square on the paper: its top left corner and its side, in mm."""

    x: float
    y: float
    side: float

    def at(self, x: float, y: float) -> Point:
        """A point of it, named in parts of its side."""
        return self.x + x * self.side, self.y + y * self.side


def draw_board(game: Game, canvas: Canvas, corner: Point, span: float) -> None:
    """Draw a game's board with everything that lies on it; corner: of its frame, span: the frame's side, in mm."""
    layout = game.ruleset.layout
    look = next((look for name, look in _LOOKS.items() if game.ruleset.name.startswith(name)), _Look())
    side = span / (layout.size + 2 * _EDGE)
    origin = (corner[0] + _EDGE * side, corner[1] + _EDGE * side)

    def place(square: Square) -> _Place:
        return _Place(origin[0] + square.column * side, origin[1] + square.row * side, side)

    canvas.box(corner, span, span, look.frame, round_by=side * 0.35)
    canvas.box((corner[0] + side * 0.15, corner[1] + side * 0.15), span - side * 0.3, span - side * 0.3, look.band)
    _draw_squares(game.ruleset, canvas, look, place)
    _draw_edge(layout.size, canvas, look, _Place(*origin, side))
    for square in sorted({*game.position.tiles, *game.position.stops}):
        _draw_tile(game, canvas, square, place(square))


def _draw_squares(rules: Ruleset, canvas: Canvas, look: _Look, place: Callable[[Square], _Place]) -> None:
    """What is printed on the board."""
    layout = rules.layout
    plain = layout.colours.get("..", layout.colours.get(".", "#cdbc9b"))
    for square in layout.squares():
        here, effect = place(square), layout.token(square)
        is_bare = effect == ".." and square != layout.centre
        canvas.box((here.x, here.y), here.side, here.side, plain if is_bare else layout.colours[layout.code(square)])
        if square == layout.centre and effect not in _FIELDS:
            canvas.shape(_star(here), look.star)
        elif not is_bare:
            _draw_sign(canvas, look, here, effect)


def _draw_sign(canvas: Canvas, look: _Look, here: _Place, effect: str) -> None:
    """A premium's sign."""
    for x, y in _CHIPS.get(effect, ()):
        corner = here.at(x - 0.15, y - 0.15)
        canvas.box(corner, here.side * 0.3, here.side * 0.3, _CHIP, round_by=here.side * 0.06)
    if effect.startswith("W"):
        canvas.disc(here.at(0.5, 0.5), here.side * 0.34, look.disc)
        canvas.text(here.at(0.5, 0.67), effect[1], here.side * 0.5, look.digit, bold=True, anchor=MIDDLE)
    elif effect == "M2":
        canvas.text(here.at(0.7, 0.65), "−2", here.side * 0.44, _CHIP, bold=True, anchor=MIDDLE)
    elif effect in _FIELDS:
        canvas.text(here.at(0.5, 0.65), _FIELDS[effect], here.side * 0.44, look.digit, bold=True, anchor=MIDDLE)


def _star(here: _Place) -> list[Point]:
    """Five points around the middle of a square."""
    radii = [0.38, 0.17] * 5
    return [here.at(0.5 + r * sin(n * pi / 5), 0.5 - r * cos(n * pi / 5)) for n, r in enumerate(radii)]


def _draw_edge(size: int, canvas: Canvas, look: _Look, first: _Place) -> None:
    """The lines between the squares, and what stands beside them."""
    names, side = column_names(size), first.side
    for step in range(1, size):
        canvas.line([first.at(step, 0), first.at(step, size)], look.grid, side * 0.05)
        canvas.line([first.at(0, step), first.at(size, step)], look.grid, side * 0.05)
    for step, name in enumerate(names):
        for y in (-0.18, size + 0.5):
            canvas.text(first.at(step + 0.5, y), name, side * 0.42, _LABEL, bold=True, anchor=MIDDLE)
        for x in (-0.32, size + 0.32):
            canvas.text(first.at(x, step + 0.64), str(step + 1), side * 0.42, _LABEL, bold=True, anchor=MIDDLE)


def _draw_tile(game: Game, canvas: Canvas, square: Square, here: _Place) -> None:
    """A tile as it lies there."""
    tile = game.position.tiles.get(square)
    if tile is None:
        look = _TILES[game.edition, "stop"]
        _draw_body(canvas, here, look)
        canvas.line([here.at(0.3, 0.27), here.at(0.7, 0.67)], look.letter, here.side * 0.09)
        canvas.line([here.at(0.7, 0.27), here.at(0.3, 0.67)], look.letter, here.side * 0.09)
        return
    colour = "" if tile.is_blank else game.ruleset.tile_colours.get(tile.letter, "")
    look = _COLOURED.get(colour, _TILES[game.edition, "letter"])
    _draw_body(canvas, here, look)
    if tile.is_blank:
        canvas.disc(here.at(0.5, 0.47), here.side * 0.37, look.value)
        canvas.disc(here.at(0.5, 0.47), here.side * 0.34, look.top)
    canvas.text(here.at(0.5 if tile.is_blank else 0.45, 0.7), tile.letter or "?", here.side * 0.64, look.letter,
                bold=not tile.is_blank, anchor=MIDDLE)  # fmt: skip
    if not tile.is_blank and tile.letter in game.ruleset.values:
        value = str(game.ruleset.values[tile.letter])
        canvas.text(here.at(0.9, 0.86), value, here.side * 0.27, look.value, bold=True, anchor=END)
    if square in game.position.arrows:
        canvas.line([here.at(0.12, 0.72), here.at(0.12, 0.86), here.at(0.3, 0.86)], _ARROW, here.side * 0.055)


def _draw_body(canvas: Canvas, here: _Place, look: _TileLook) -> None:
    """The tile itself, seen a little from below."""
    width = here.side * 0.92
    canvas.box(here.at(0.04, 0.08), width, here.side * 0.9, look.side, round_by=here.side * 0.12)
    canvas.box(here.at(0.04, 0.03), width, here.side * 0.9, look.top, round_by=here.side * 0.12)
