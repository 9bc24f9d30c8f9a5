"""A board with its tiles drawn as text, and read back from the drawing."""

from __future__ import annotations

import re
import unicodedata

from pi_referee.errors import NotationError
from pi_referee.rules.board.layout import column_names
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile

_TOP_LEFT = Square(0, 0)

_TILE = re.compile(r"(?P<sign>.)(?P<mark>[0-9]?)(?:\{(?P<value>[^{}]*)\})?", re.DOTALL)

_MARKS = (
    "Write letters only; behind a card's letter 2 is the mark 2x and 3 is 3x, as L3, and a printed value comes last, "
    "as L3{2}."
)

CORNER = "/"
"""Stands before the letter under which an arrow lies."""


def read_tile(sign: str) -> Tile:
    """The tile meant by a sign: a capital a letter, a small letter a blank standing for it, _ a blank with no name.

    On cards a 2 or 3 behind it is the mark 2x or 3x, and {5} a printed value that is not the deck's.
    Raises NotationError for anything else.
    """
    match = _TILE.fullmatch(sign)
    if match is None:
        raise NotationError(f"{sign!r} is not a tile.", cure="Write a letter, small for a blank, or _.")
    letter, mark = match["sign"], _mark(match["mark"], sign)
    value = None if match["value"] is None else _printed_value(match["value"], sign)
    if value and (letter == "_" or letter.islower()):
        raise NotationError(f"{sign!r} is a joker with a value.", cure="A joker is worth nothing: leave the value out.")
    if letter == "_":
        return Tile("", is_blank=True, multiplier=mark, value=value)
    if not _is_letter(letter):
        cure = _MARKS if letter.isdigit() else "Write a letter, small for a blank, or _."
        raise NotationError(f"{sign!r} is not a tile.", cure=cure)
    return Tile(letter.upper(), letter.islower(), mark, value)


def typed_tile(sign: str) -> Tile:
    """The tile that somebody wrote, see read_tile; a joker bears no mark (K07), and NotationError says so."""
    tile = read_tile(sign)
    if tile.is_blank and tile.multiplier != 1:
        raise NotationError(f"{sign!r} is a joker with a mark.", cure="A joker bears no mark: leave the figure out.")
    return tile


def _is_letter(sign: str) -> bool:
    """Whether a sign is a plain letter, capital or small.

    Signs such as the long s have a capital whose small letter they are not; ª and ｂ are other letters in disguise.
    """
    is_cased = sign in {sign.upper(), sign.upper().lower()} and len(sign.upper()) == 1
    return sign.isalpha() and is_cased and unicodedata.is_normalized("NFKC", sign)


def _mark(mark: str, sign: str) -> int:
    """The multiplier that a card's mark means."""
    if mark in {"", "2", "3"}:
        return int(mark or 1)
    raise NotationError(f"{sign!r} is not a tile: {mark} is no letter.", cure=_MARKS)


def _printed_value(value: str, sign: str) -> int:
    """The value printed on a card."""
    if value.isascii() and value.isdecimal() and len(value) <= 2:
        return int(value)
    raise NotationError(f"{value!r} in {sign!r} is no value of a card.", cure="Write a whole number, as V{5}.")


def draw_position(text: str, *, at: Square = _TOP_LEFT) -> Position:
    """The position a drawing shows: a row a line, squares apart by spaces.

    "." is an empty square, "#" a stop tile, "/T" a T on an arrow, else see read_tile.
    at: where the drawing's top left square lies, or its top left cell where cards are drawn.
    Raises NotationError for other signs.
    """
    tiles: dict[Square, Tile] = {}
    stops: set[Square] = set()
    arrows: set[Square] = set()
    for row, line in enumerate(filter(None, map(str.strip, text.splitlines()))):
        for column, sign in enumerate(line.split()):
            square = at.moved(row, column)
            if sign == "#":
                stops.add(square)
            elif sign != ".":
                tiles[square] = read_tile(sign.removeprefix(CORNER))
                arrows.update({square} if sign.startswith(CORNER) else ())
    return Position(tiles, frozenset(stops), frozenset(arrows))


def drawing(position: Position, size: int) -> str:
    """A position drawn with the board's edge around it; without its edge, draw_position reads it back."""
    head = "    " + "  ".join(column_names(size))
    rows = (
        f"{row + 1:3}"
        + "".join(_sign(position, Square(row, column)).rjust(3) for column in range(size)).removeprefix(" ")
        for row in range(size)
    )
    return "\n".join([head, *rows])


def _sign(position: Position, square: Square) -> str:
    """How a square is drawn."""
    if square in position.stops:
        return "#"
    if square not in position.tiles:
        return "."
    return (CORNER if square in position.arrows else "") + str(position.tiles[square])
