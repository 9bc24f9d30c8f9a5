"""The way a played word takes over the board: straight, or turning at the corners where arrows lie."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pi_referee.rules.board.square import Axis, Square


class Heading(NamedTuple):
    """A direction to read in: the step in rows and in columns."""

    row: int
    column: int

    @property
    def axis(self) -> Axis:
        """The axis a word with this heading lies on."""
        return Axis.ACROSS if self.column else Axis.DOWN

    @property
    def back(self) -> Heading:
        """The opposite direction."""
        return Heading(-self.row, -self.column)


RIGHT, DOWN, LEFT, UP = Heading(0, 1), Heading(1, 0), Heading(0, -1), Heading(-1, 0)

Turns = dict[Heading, tuple[Heading, ...]]

READING_TURNS: Turns = {RIGHT: (DOWN,), DOWN: (RIGHT,), LEFT: (), UP: ()}
"""Turns after which each leg still reads to the right or downwards (A09's default)."""

ALL_TURNS: Turns = {RIGHT: (DOWN, UP), DOWN: (RIGHT, LEFT), LEFT: (DOWN, UP), UP: (RIGHT, LEFT)}
"""Every turn there is (A09's other option); a word still begins to the right or downwards."""

HEADINGS = {Axis.ACROSS: RIGHT, Axis.DOWN: DOWN}


@dataclass(frozen=True)
class Path:
    """A word's squares in reading order.

    squares: first to last, empty ones included where the play has gaps. corners: where it turns, in order.
    heading: how the first leg runs.
    """

    squares: tuple[Square, ...]
    corners: tuple[Square, ...]
    heading: Heading

    @cached_property
    def legs(self) -> tuple[tuple[Square, ...], ...]:
        """Its straight parts, each corner at the end of one and the start of the next."""
        cuts = [0, *(self.squares.index(corner) for corner in self.corners), len(self.squares) - 1]
        return tuple(self.squares[a : b + 1] for a, b in pairwise(cuts))

    def axis_of(self, leg: tuple[Square, ...]) -> Axis:
        """The axis a leg lies on."""
        if len(leg) < 2:
            return self.heading.axis
        return Axis.ACROSS if leg[0].row == leg[1].row else Axis.DOWN


def step(square: Square, heading: Heading) -> Square:
    """The next square in a direction, perhaps off the board."""
    return square.moved(*heading)


def run(tiles: Collection[Square], square: Square, axis: Axis) -> tuple[Square, ...]:
    """All the squares with tiles that lie in one row or column with a square, without a gap."""
    heading = HEADINGS[axis]
    return (*_reach(tiles, square, heading.back)[::-1], square, *_reach(tiles, square, heading))


def _reach(tiles: Collection[Square], square: Square, heading: Heading) -> tuple[Square, ...]:
    """The tiles next to a square in a direction, up to the first empty square."""
    found = []
    following = step(square, heading)
    while following in tiles:
        found.append(following)
        following = step(following, heading)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class PathSearch:
    """What paths are looked for on: everything that lies there, the new squares, and the corners to turn at."""

    tiles: Collection[Square]
    new: frozenset[Square]
    corners: frozenset[Square]
    turns: Turns
    begins: Square | None = None

    def walk(self, square: Square, heading: Heading, seen: tuple[Square, ...]) -> Iterator[tuple[Square, ...]]:
        """The ways on from a square: over tiles, over gaps if a new tile lies beyond, turning at corners."""
        found: tuple[Square, ...] = ()
        following = step(square, heading)
        while (following in self.tiles or self._beyond(following, heading)) and following not in seen:
            found = (*found, following)
            if following in self.corners:
                for turned in self.turns[heading]:
                    yield from (found + rest for rest in self.walk(following, turned, (*seen, *found)))
                return
            following = step(following, heading)
        yield found

    def walk_back(self, square: Square, heading: Heading, seen: tuple[Square, ...]) -> Iterator[tuple[Square, ...]]:
        """The ways that lead to a square with a heading, each in reading order."""
        found: tuple[Square, ...] = ()
        before = step(square, heading.back)
        while (before in self.tiles or self._beyond(before, heading.back)) and before not in seen:
            found = (before, *found)
            if before in self.corners:
                for came in (came for came, ways in self.turns.items() if heading in ways):
                    yield from (rest + found for rest in self.walk_back(before, came, (*seen, *found)))
                return
            before = step(before, heading.back)
        yield found

    def _beyond(self, square: Square, heading: Heading) -> bool:
        """Whether a new tile lies straight on from an empty square."""
        if heading[0]:
            return any(new[1] == square[1] and (new[0] - square[0]) * heading[0] > 0 for new in self.new)
        return any(new[0] == square[0] and (new[1] - square[1]) * heading[1] > 0 for new in self.new)


def straight_path(tiles: Collection[Square], new: Collection[Square], axis: Axis) -> Path:
    """The line of a play without corners: from its first new tile to its last, and on over what lies there."""
    heading = HEADINGS[axis]
    first, last = min(new), max(new)
    count = (last.row - first.row) + (last.column - first.column)
    line = tuple(first.step(axis, n) for n in range(count + 1))
    return Path((*_reach(tiles, first, heading.back)[::-1], *line, *_reach(tiles, last, heading)), (), heading)


def turned_paths(table: PathSearch) -> tuple[Path, ...]:
    """Every way in which the play's word can turn at its corners, best first: all tiles reached, no gaps."""
    start = min(table.corners)
    found = []
    for came, ways in table.turns.items():
        for before in table.walk_back(start, came, (start,)):
            for way in ways:
                for after in table.walk(start, way, (*before, start)):
                    squares = (*before, start, *after)
                    corners = tuple(square for square in squares if square in table.corners)
                    found.append(Path(squares, corners, _first_heading(squares, came)))
    readable = [path for path in found if path.heading in {RIGHT, DOWN} and _begins_right(path, table.begins)]
    return tuple(sorted(readable or found, key=lambda path: _worth(path, table)))


def _begins_right(path: Path, begins: Square | None) -> bool:
    """Whether a path is read from the end that was told, if one was."""
    return begins is None or begins in path.squares[: path.squares.index(path.corners[0]) + 1]


def _first_heading(squares: tuple[Square, ...], otherwise: Heading) -> Heading:
    """The direction from the first square to the second."""
    if len(squares) < 2:
        return otherwise
    return Heading(squares[1].row - squares[0].row, squares[1].column - squares[0].column)


def _worth(path: Path, table: PathSearch) -> tuple[int, int, int, int]:
    """A sorting key: tiles and corners missed, gaps, corners at an end, and longer before shorter."""
    covered = set(path.squares)
    missed = len(table.new - covered) + len(table.corners - covered)
    gaps = sum(square not in table.tiles for square in path.squares)
    return missed, gaps, len(dangling(path)), -len(path.squares)


def dangling(path: Path) -> tuple[Square, ...]:
    """The corners at which a path only begins or ends, so that no word turns there."""
    ends = {path.squares[0], path.squares[-1]}
    return tuple(corner for corner in path.corners if corner in ends)


def rows_and_columns(new: Iterable[Square]) -> tuple[set[int], set[int]]:
    """The rows and the columns that some squares lie in."""
    squares = tuple(new)
    return {square.row for square in squares}, {square.column for square in squares}
