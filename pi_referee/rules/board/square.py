"""A square of the board, and the two directions in which words run."""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from pi_referee.errors import NotationError

_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")


class Axis(enum.Enum):
    """The two ways a word can run; the value is how a written play shows it."""

    ACROSS = ">"
    DOWN = "v"

    @property
    def other(self) -> Axis:
        """The direction that crosses this one."""
        return Axis.DOWN if self is Axis.ACROSS else Axis.ACROSS


class Square(NamedTuple):
    """One square of the board, by row and column from the top left, both counted from 0.

    >>> Square.parse("H8")
    Square(row=7, column=7)
    >>> str(Square(row=0, column=16))
    'Q1'
    """

    row: int
    column: int

    @classmethod
    def parse(cls, name: str) -> Square:
        """Read a square by its name as printed on the board's edge: column letter, then row number.

        Raises NotationError for anything else. Whether the square is on a board is its Layout's to say.
        """
        match = _NAME.fullmatch(name)
        if match is None:
            raise NotationError(f"{name!r} is not a square.", cure="Write column letter and row number, as H8.")
        return cls(int(match[2]) - 1, ord(match[1]) - ord("A"))

    def __str__(self) -> str:
        """The name as printed on the board's edge; a column no board has is named by its number, as [28]9."""
        column = chr(ord("A") + self.column) if 0 <= self.column < 26 else f"[{self.column + 1}]"
        return f"{column}{self.row + 1}"

    def step(self, axis: Axis, count: int = 1) -> Square:
        """The square so many steps on along an axis; negative counts go back; may leave the board."""
        if axis is Axis.ACROSS:
            return Square(self.row, self.column + count)
        return Square(self.row + count, self.column)

    def neighbours(self) -> tuple[Square, Square, Square, Square]:
        """The four squares beside this one, some perhaps off the board."""
        return (
            self.step(Axis.DOWN, -1),
            self.step(Axis.ACROSS, -1),
            self.step(Axis.ACROSS),
            self.step(Axis.DOWN),
        )
