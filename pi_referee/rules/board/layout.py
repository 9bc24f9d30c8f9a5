"""The board as it is printed: what each square does and how it looks."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pi_referee.errors import GameFileError
from pi_referee.rules.board.square import Cell, Square

TOKENS: Mapping[str, str] = {
    "..": "plain",
    "L2": "letter x2",
    "L3": "letter x3",
    "L4": "letter x4",
    "M2": "letter x-2",
    "W2": "word x2",
    "W3": "word x3",
    "W4": "word x4",
    "ST": "the centre",
    "Y.": "letter x3 under a yellow tile",
    "G.": "letter x3 under a green tile",
    "B.": "letter x3 under a blue tile",
    "R.": "letter x3 under a red tile",
}
"""Everything a square can do, by its two signs, with what it does in words."""

SMALLEST, LARGEST = 3, 26
"""How many squares a board's side may have: columns are named by the letters A to Z."""

Place = Callable[[int], str]
"""Tells where a line of a drawing stands, for an error's message: given its number from 0."""


@dataclass(frozen=True)
class Layout:
    """A board's squares, with what each does and the colour code it is printed in.

    size: squares along a side. tokens: what each square does, rows from the top, a key of TOKENS.
    printed: each square's colour code; squares with one code look alike.
    colours: colour code -> "#rrggbb", for drawing.
    """

    size: int
    tokens: tuple[tuple[str, ...], ...]
    printed: tuple[tuple[str, ...], ...]
    colours: Mapping[str, str]

    @cached_property
    def centre(self) -> Square:
        """The square in the middle, which the first word covers."""
        return Square(self.size // 2, self.size // 2)

    @cached_property
    def _squares(self) -> tuple[Square, ...]:
        """The squares in reading order, made once."""
        return tuple(Square(row, column) for row in range(self.size) for column in range(self.size))

    def squares(self) -> tuple[Square, ...]:
        """All squares, row by row from the top left."""
        return self._squares

    def __contains__(self, square: object) -> bool:
        """Whether a square is on this board; a cell of the bare table never is."""
        if not isinstance(square, Square) or isinstance(square, Cell):
            return False
        return 0 <= square.row < self.size and 0 <= square.column < self.size

    def token(self, square: Square) -> str:
        """What a square of the board does: a key of TOKENS."""
        return self.tokens[square.row][square.column]

    def code(self, square: Square) -> str:
        """The colour code a square of the board is printed in."""
        return self.printed[square.row][square.column]

    def drawing(self) -> str:
        """The printed codes drawn as text, as a game's file has them; read_drawing reads them back."""
        width = max(len(code) for row in self.printed for code in row)
        head = "    " + " ".join(name.rjust(width) for name in column_names(self.size))
        rows = (f"{n:3} " + " ".join(c.rjust(width) for c in row) for n, row in enumerate(self.printed, start=1))
        return "\n".join([head, *rows])


def column_names(size: int) -> tuple[str, ...]:
    """The letters along the board's edge."""
    return tuple(string.ascii_uppercase[:size])


def plain_layout(size: int) -> Layout:
    """A board on which no square does anything, as in the booklets' examples."""
    row = ("..",) * size
    return Layout(size, (row,) * size, (row,) * size, {"..": "#cdbc9b"})


def draw_layout(
    text: str,
    *,
    effects: Mapping[str, str] | None = None,
    colours: Mapping[str, str] | None = None,
    place: Place | None = None,
) -> Layout:
    """Make a board from its drawing: a line of column letters, then each row after its number.

    effects: colour code -> key of TOKENS; left out where the drawing shows the tokens themselves.
    colours: colour code -> "#rrggbb". Raises GameFileError, naming the line and what it should be.
    """
    printed = read_drawing(text, place or _line_of_drawing)
    codes = sorted({code for row in printed for code in row})
    does = _effects(codes, effects or {})
    shades = {code: (colours or {}).get(code, "#cdbc9b") for code in codes}
    tokens = tuple(tuple(does[code] for code in row) for row in printed)
    return Layout(len(printed), tokens, printed, shades)


def read_drawing(text: str, place: Place) -> tuple[tuple[str, ...], ...]:
    """The colour codes of a drawing, row by row; see draw_layout."""
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines()) if line.strip()]
    if not lines:
        raise GameFileError("The board's drawing is empty.", where=place(0), cure="Draw it, one line a row.")
    number, head = lines[0]
    size = len(head)
    if not SMALLEST <= size <= LARGEST or tuple(head) != column_names(size):
        raise GameFileError(
            f"The first line of the drawing should name the columns from A on, but is {' '.join(head)!r}.",
            where=place(number),
            cure=f"Write {' '.join(column_names(max(SMALLEST, min(size, LARGEST))))}.",
        )
    return _rows(lines[1:], size, place)


def _rows(lines: Iterable[tuple[int, list[str]]], size: int, place: Place) -> tuple[tuple[str, ...], ...]:
    """The rows below the line of column letters, each checked for its number and its length."""
    rows = []
    for expected, (number, words) in enumerate(lines, start=1):
        if words[0] != str(expected) or expected > size:
            wanted = f"row {expected}" if expected <= size else f"the end, after {size} rows"
            raise GameFileError(
                f"Here should be {wanted}, but the line begins with {words[0]!r}.",
                where=place(number),
                cure=f"A board with {size} columns has the rows 1 to {size}, in order.",
            )
        if len(words) != size + 1:
            raise GameFileError(
                f"Row {expected} has {len(words) - 1} squares and should have {size}.",
                where=place(number),
                cure="Give every square one sign, with a space between.",
            )
        rows.append(tuple(words[1:]))
    if len(rows) != size:
        raise GameFileError(
            f"The drawing has {len(rows)} rows and {size} columns.", where=place(0), cure="A board is square."
        )
    return tuple(rows)


def _effects(codes: Iterable[str], effects: Mapping[str, str]) -> Mapping[str, str]:
    """What each code does, checked; a code that is a token itself needs no entry."""
    does = {code: effects.get(code, code) for code in codes}
    for code, token in does.items():
        if token not in TOKENS:
            raise GameFileError(
                f"The squares marked {code!r} do {token!r}, which is nothing a square can do.",
                where=f"effects.{code}" if code in effects else "drawn",
                cure=f"Choose one of {', '.join(TOKENS)}.",
            )
    return does


def _line_of_drawing(number: int) -> str:
    """Where a line stands when the drawing is not in a file."""
    return f"line {number + 1} of the drawing"
