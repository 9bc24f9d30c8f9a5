"""The board as a drawing: where each printed square and each tile goes, in units of which a square has 40."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_referee.rules.board.layout import TOKENS, Layout, column_names
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.ruleset import Ruleset
from web.drawing.signs import Shape, Signs, draw_signs, ground

UNIT = 40
"""Drawing units along the side of a square."""

EDGE = 30
"""Width of the band around the squares, where the columns' letters and the rows' numbers stand."""

_LETTERED = frozenset({"Y.", "G.", "B.", "R."})


@dataclass(frozen=True, slots=True)
class PrintedSquare:
    """A square that is not plain: its place, its colour, and the sign printed on it (a token's name in small)."""

    x: int
    y: int
    colour: str
    sign: str

    @property
    def drawn(self) -> Signs:
        """Its sign alone."""
        return draw_signs([(self.sign, (self.x, self.y))])


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """Everything of a board that never changes in a game.

    span: the drawing's side in units. grid: the path of the lines between the squares.
    squares: all that are not plain. grounds: their outlines, by colour. signs: what is printed on them.
    """

    span: int
    side: int
    plain: str
    grid: str
    squares: tuple[PrintedSquare, ...]
    grounds: tuple[Shape, ...]
    signs: Signs
    columns: tuple[tuple[str, int], ...]
    rows: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile as it lies on the board.

    kind: letter, blank or stop. value: as printed on it, "" where nothing is. colour: of a Literaki tile, else "".
    """

    name: str
    x: int
    y: int
    kind: str
    letter: str
    value: str
    colour: str
    is_new: bool
    is_asked: bool
    has_arrow: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A square that somebody should look at: its place in the drawing, what kind of mark, and the sign upon it.

    height: of what is marked, in units; it is 40 wide.
    """

    name: str
    x: int
    y: int
    kind: str
    sign: str
    height: int = UNIT


def draw_mark(square: Square, kind: str, sign: str) -> Mark:
    """Mark a square."""
    return Mark(str(square), square.column * UNIT, square.row * UNIT, kind, sign)


def draw_board(layout: Layout) -> BoardDrawing:
    """Draw an empty board."""
    side = layout.size * UNIT
    plain = layout.colours.get("..", layout.colours.get(".", "#cdbc9b"))
    lines = "".join(f"M{step} 0V{side}M0 {step}H{side}" for step in range(UNIT, side, UNIT))
    middles = [step * UNIT + UNIT // 2 for step in range(layout.size)]
    squares = tuple(_printed(layout, square) for square in layout.squares() if _is_printed(layout, square))
    return BoardDrawing(
        span=side + 2 * EDGE,
        side=side,
        plain=plain,
        grid=lines,
        squares=squares,
        grounds=_grounds(squares),
        signs=draw_signs((square.sign, (square.x, square.y)) for square in squares),
        columns=tuple(zip(column_names(layout.size), middles, strict=True)),
        rows=tuple((str(number), middle) for number, middle in enumerate(middles, start=1)),
    )


def legend(ruleset: Ruleset) -> tuple[PrintedSquare, ...]:
    """One square of each sign on a game's board, for an explanation; minus squares only if they take points."""
    layout = ruleset.layout
    found: dict[str, PrintedSquare] = {}
    for square in layout.squares():
        effect = layout.token(square)
        if effect not in {"..", "ST"} and (effect != "M2" or ruleset.switches.flag("minus_squares")):
            printed = _printed(layout, square)
            found.setdefault(effect, replace(printed, x=0, y=0, sign=effect.strip(".").lower()))
    return tuple(found[effect] for effect in sorted(found, key=list(TOKENS).index))


def draw_tiles(
    position: Position, ruleset: Ruleset, *, new: Collection[Square], asked: Collection[Square]
) -> tuple[DrawnTile, ...]:
    """Draw what lies on the board, in reading order; new: squares of the newest play, asked: those in question."""
    tiles = [_tile(square, position, ruleset, new=square in new, asked=square in asked) for square in position.tiles]
    stops = [_stop(square, new=square in new, asked=square in asked) for square in position.stops]
    return tuple(sorted([*tiles, *stops], key=lambda tile: (tile.y, tile.x)))


def _grounds(squares: Sequence[PrintedSquare]) -> tuple[Shape, ...]:
    """The outlines of the squares, all of one colour together."""
    found: dict[str, list[str]] = {}
    for square in squares:
        found.setdefault(square.colour, []).append(ground(square.x, square.y))
    return tuple(Shape(colour, "".join(parts)) for colour, parts in found.items())


def _is_printed(layout: Layout, square: Square) -> bool:
    """Whether anything stands on a square."""
    return layout.token(square) != ".." or square == layout.centre


def _printed(layout: Layout, square: Square) -> PrintedSquare:
    """A square's colour and sign; the centre of every board carries a star."""
    token = layout.token(square)
    sign = "st" if square == layout.centre and token not in _LETTERED else token.strip(".").lower()
    return PrintedSquare(square.column * UNIT, square.row * UNIT, layout.colours[layout.code(square)], sign)


def _tile(square: Square, position: Position, ruleset: Ruleset, *, new: bool, asked: bool) -> DrawnTile:
    """A letter or a blank."""
    tile = position.tiles[square]
    return DrawnTile(
        name=str(square),
        x=square.column * UNIT,
        y=square.row * UNIT,
        kind="blank" if tile.is_blank else "letter",
        letter=tile.letter or "?",
        value="" if tile.is_blank else _value(tile.letter, ruleset.values),
        colour="" if tile.is_blank else ruleset.tile_colours.get(tile.letter, ""),
        is_new=new,
        is_asked=asked,
        has_arrow=square in position.arrows,
    )


def _stop(square: Square, *, new: bool, asked: bool) -> DrawnTile:
    """A stop tile."""
    return DrawnTile(
        name=str(square),
        x=square.column * UNIT,
        y=square.row * UNIT,
        kind="stop",
        letter="",
        value="",
        colour="",
        is_new=new,
        is_asked=asked,
        has_arrow=False,
    )


def _value(letter: str, values: Mapping[str, int]) -> str:
    """A letter's points as printed on its tile."""
    return str(values[letter]) if letter in values else ""
