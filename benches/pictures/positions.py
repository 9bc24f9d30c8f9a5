"""Positions drawn at random for the benches that draw their own boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset

_TRIES, _SHORTEST, _RACK = 4000, 2, 7
"""So many rows are tried at most; the fewest tiles of a play after the first, and the most."""
_REACH = 3
"""The first row of letters reaches so many squares to both sides of the middle one."""


def played_board(chance: np.random.Generator, rules: Ruleset, wanted: int = 75) -> Position:
    """Crossing rows of three to eight letters till so many tiles lie there, all letters about as often."""
    middle, size = rules.layout.centre, rules.layout.size
    columns = range(middle.column - _REACH, middle.column + _REACH + 1)
    lying = {
        Square(middle.row, column): letter for column, letter in zip(columns, _letters(chance, rules), strict=False)
    }
    letters = _letters(chance, rules)
    for _ in range(_TRIES):
        if len(lying) >= wanted:
            break
        fresh = _crossing(chance, lying, size)
        if len(fresh) >= _SHORTEST:
            lying |= {square: next(letters) for square in fresh}
    return Position({square: Tile(letter) for square, letter in lying.items()})


def drawn_plays(chance: np.random.Generator, rules: Ruleset, turns: int) -> list[dict[Square, str]]:
    """So many plays, or as many as fit, one after the other, their tiles drawn from the game's box; "" is a blank.

    Three to six tiles over the middle square, and then two to seven that cross what lies there.
    """
    counts = rules.counts or dict.fromkeys(rules.alphabet, 3)
    box = [*(letter for letter, count in counts.items() for _ in range(count)), *[""] * rules.blanks]
    chance.shuffle(box)
    middle, length = rules.layout.centre, int(chance.integers(3, 7))
    left = middle.column - int(chance.integers(length))
    plays = [{Square(middle.row, left + place): box.pop() for place in range(length)}]
    lying = dict(plays[0])
    for _ in range(_TRIES):
        if len(plays) == turns:
            break
        fresh = _crossing(chance, lying, rules.layout.size)
        if _SHORTEST <= len(fresh) <= min(_RACK, len(box)):
            plays.append({square: box.pop() for square in fresh})
            lying |= plays[-1]
    return plays


def _crossing(chance: np.random.Generator, lying: Mapping[Square, str], size: int) -> list[Square]:
    """The free squares of a row of three to eight, drawn at random, that crosses what lies there; none if none fits."""
    start = sorted(lying)[int(chance.integers(len(lying)))]
    down, across = ((0, 1), (1, 0))[int(chance.integers(2))]
    length = int(chance.integers(3, 9))
    first = -int(chance.integers(length))
    row = [Square(start.row + down * k, start.column + across * k) for k in range(first - 1, first + length + 1)]
    fresh = [square for square in row[1:-1] if square not in lying]
    return fresh if _fits(row, fresh, lying, (down, across), size) else []


def with_specials(lying: Position, chance: np.random.Generator, rules: Ruleset) -> Position:
    """The same with any number of its letters turned to blanks, and of stop tiles beside them, that the box holds."""
    tiles, names = dict(lying.tiles), sorted(lying.tiles)
    for place in chance.permutation(len(names))[: chance.integers(rules.blanks + 1)]:
        tiles[names[place]] = Tile("", is_blank=True)
    beside = sorted({near for square in names for near in square.neighbours() if near in rules.layout} - set(names))
    stops = chance.permutation(len(beside))[: chance.integers(rules.stops + 1)]
    return Position(tiles, frozenset(beside[place] for place in stops))


def _letters(chance: np.random.Generator, rules: Ruleset) -> Iterator[str]:
    while True:
        yield from map(str, chance.permutation(list(rules.alphabet)))


def _fits(row: list[Square], fresh: list[Square], lying: Mapping[Square, str], way: tuple[int, int], size: int) -> bool:
    """Whether a row lies on the board and touches others only where it crosses them."""
    on_board = all(0 <= square.row < size and 0 <= square.column < size for square in row[1:-1])
    beside = (Square(s.row + k * way[1], s.column + k * way[0]) for s in fresh for k in (-1, 1))
    return on_board and row[0] not in lying and row[-1] not in lying and not any(square in lying for square in beside)
