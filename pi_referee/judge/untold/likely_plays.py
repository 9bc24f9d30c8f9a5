"""How likely plays are that were laid without a press between them, and which of them nothing on the board tells apart.

The figures are from played records, 9,834 plays: how many tiles each has, and how often the next play carries on the
row of the one before so that both could be one (24 times at its end, 14 at its beginning, once at both).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from pi_referee.rules.board.path import run
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.plays.play import Play

_BY_TILES: Mapping[int, float] = {1: 0.7, 2: 0.2, 5: 0.1, 6: 0.35, 7: 0.1}
"""How much more far-fetched a play of so many tiles is than one of three or four: 0.3 for each factor e of rarity."""

_CARRIED_ON, _PUT_BEFORE, _PUT_AROUND = 0.5, 0.65, 1.45
"""How much more far-fetched it is that a play carries on another new one's row, at its end, its beginning, or both."""

_Squares = frozenset[Square]
Words = frozenset[tuple[Axis, _Squares]]
"""Rows and columns with the new squares in each."""


def far_fetched(old: Collection[Square], plays: Sequence[Play]) -> float:
    """How much more far-fetched these plays are than as many of the commonest kind; old: what lay there before."""
    lying = frozenset(old).union(*(play.tiles for play in plays))
    pairs = combinations([sorted(play.tiles) for play in plays], 2)
    return sum(_BY_TILES.get(len(play.tiles), 0.0) for play in plays) + sum(_carried_on(lying, *pair) for pair in pairs)


def _carried_on(lying: _Squares, first: list[Square], then: list[Square]) -> float:
    """How much more far-fetched a play is because it carries on the row of one before; 0 if it does not."""
    for axis in Axis:
        line = frozenset(run(lying, first[0], axis))
        if line.issuperset(first) and line.issuperset(then):
            return _CARRIED_ON if then[0] > first[-1] else _PUT_BEFORE if then[-1] < first[0] else _PUT_AROUND
    return 0.0


def new_words(old: Collection[Square], plays: Sequence[Play]) -> Words:
    """The rows and columns that plays filled: where they are the same, nothing on the board tells which was first.

    A square where two of them cross belongs to both, whichever play laid its tile.
    """
    lying, along = set(old), list[tuple[_Squares, Axis]]()
    for play in plays:
        squares = frozenset(play.tiles)
        lying |= squares
        along.append((squares, _axis(lying, squares)))
    return frozenset((axis, _filled(old, lying, along, place)) for place, (_, axis) in enumerate(along))


def _axis(lying: Collection[Square], squares: _Squares) -> Axis:
    """The way along which a play was laid; a single tile along the longer word."""
    if len(squares) == 1:
        return max(Axis, key=lambda axis: len(run(lying, next(iter(squares)), axis)))
    return Axis.ACROSS if len({square.row for square in squares}) == 1 else Axis.DOWN


def _filled(
    old: Collection[Square], lying: Collection[Square], along: Sequence[tuple[_Squares, Axis]], place: int
) -> _Squares:
    """The new squares in the row of one of several plays, but those of others that carry that row on."""
    squares, axis = along[place]
    others = (laid for n, (laid, way) in enumerate(along) if n != place and way is axis)
    line = run(frozenset(lying).difference(*others), min(squares), axis)
    return squares | frozenset(line).difference(old)
