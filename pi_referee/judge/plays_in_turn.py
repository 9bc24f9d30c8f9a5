"""New tiles as several plays laid one after the other, where presses were forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate, lay
from pi_referee.rules.plays.play import Play

MOST = 3
"""So many presses may be forgotten in a row before somebody notices."""


def plays_in_turn(
    position: Position, new: Play, ruleset: Ruleset, *, rack: int, most: int = MOST
) -> Iterator[tuple[Play, ...]]:
    """Every way to take new tiles apart into two or more lawful plays, the fewest first, each way once.

    Only one of them may be a single tile: scattered tiles are a word laid wrongly rather than so many plays.
    """
    seen: set[frozenset[frozenset[Square]]] = set()
    for count in range(2, most + 1):
        for plays in _apart(position, new, ruleset, rack, count):
            kind = frozenset(frozenset(play.tiles) for play in plays)
            if kind not in seen and sum(len(play.tiles) == 1 for play in plays) <= 1:
                seen.add(kind)
                yield plays


def _apart(position: Position, new: Play, ruleset: Ruleset, rack: int, count: int) -> Iterator[tuple[Play, ...]]:
    """The ways to take new tiles apart into so many plays."""
    if count == 1:
        if adjudicate(position, new, ruleset, rack=rack).is_legal:
            yield (new,)
        return
    for line in lines_of(new):
        first = Play({square: tile for square, tile in new.tiles.items() if square in line})
        rest = replace(new, tiles={square: tile for square, tile in new.tiles.items() if square not in line})
        if rest.tiles and adjudicate(position, first, ruleset, rack=rack).is_legal:
            for others in _apart(lay(position, first), rest, ruleset, rack, count - 1):
                yield (first, *others)


def lines_of(play: Play) -> list[frozenset[Square]]:
    """The new squares of each row and of each column that has some, and their unbroken parts, in reading order."""
    lines = set[frozenset[Square]]()
    for axis in (0, 1):
        for place in {square[axis] for square in play.tiles}:
            line = sorted(square for square in play.tiles if square[axis] == place)
            lines.add(frozenset(line))
            lines.update(_parts(line))
    return sorted(lines, key=lambda line: (-len(line), sorted(line)))


def _parts(line: list[Square]) -> Iterator[frozenset[Square]]:
    """The beginnings and ends of a line, where it may belong to two plays."""
    for cut in range(1, len(line)):
        yield frozenset(line[:cut])
        yield frozenset(line[cut:])
