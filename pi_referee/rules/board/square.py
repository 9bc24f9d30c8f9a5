"""A square of the board or a cell of the bare table, and the two directions in which words run."""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from pi_referee.errors import NotationError

_NAME = re.compile(r"([A-Z])([1-9][0-9]?)")
_CELL = re.compile(r"(-?[0-9]{1,3})\s*,\s*(-?[0-9]{1,3})")

FARTHEST_CELL = 999
"""Cells from the first card, to any side, that can be written: nobody lays so many cards in a row."""


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
        """Read a square by its name: column letter and row number as on a board's edge, or a cell of a bare table.

        Raises NotationError for anything else. Whether the square is on a board is its Layout's to say.
        """
        if match := _NAME.fullmatch(name):
            return Square(int(match[2]) - 1, ord(match[1]) - ord("A"))
        if match := _CELL.fullmatch(name):
            return Cell(int(match[2]), int(match[1]))
        raise NotationError(
            f"{name!r} is not a square.",
            cure="Write column letter and row number, as H8, or a card's place on the table, as 2,-1.",
        )

    def __str__(self) -> str:
        """The name as printed on the board's edge; a column no board has is named by its number, as [28]9."""
        column = chr(ord("A") + self.column) if 0 <= self.column < 26 else f"[{self.column + 1}]"
        return f"{column}{self.row + 1}"

    def step(self, axis: Axis, count: int = 1) -> Square:
        """The square so many steps on along an axis; negative counts go back; may leave the board."""
        return self.moved(0, count) if axis is Axis.ACROSS else self.moved(count, 0)

    def moved(self, rows: int, columns: int) -> Square:
        """The square so many rows down and columns to the right; may leave the board."""
        return type(self)(self.row + rows, self.column + columns)

    def neighbours(self) -> tuple[Square, Square, Square, Square]:
        """The four squares beside this one, some perhaps off the board."""
        return (
            self.step(Axis.DOWN, -1),
            self.step(Axis.ACROSS, -1),
            self.step(Axis.ACROSS),
            self.step(Axis.DOWN),
        )


class Cell(Square):
    """A place for a card on the bare table, counted from the first card: it may lie above it or to its left.

    >>> Square.parse("2,-1")
    Cell(row=-1, column=2)
    """

    __slots__ = ()

    def __str__(self) -> str:
        """Column and row, as they are written: 2,-1."""
        return f"{self.column},{self.row}"
