"""What a look read on the board, held against what should lie there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.table_link.table_messages import Lying

BLANK, STOP, NOTHING = "", "#", "."
"""What may lie on a square besides a letter."""

Kind = Literal["missing", "wrong", "extra", "unclear"]


@dataclass(frozen=True, slots=True)
class Amiss:
    """A square that is not as it should be, or cannot be told. lies: what was read; belongs: what should lie there."""

    square: Square
    kind: Kind
    lies: str
    belongs: str


@dataclass(frozen=True, slots=True)
class Loose:
    """Tiles that lie on the board and are no part of the game. asked: squares in doubt, with what may lie there."""

    tiles: Mapping[Square, str]
    asked: Mapping[Square, tuple[str, ...]]


def amiss(position: Position, lying: Lying, *, spent: Collection[Square] = ()) -> tuple[Amiss, ...]:
    """Every square on which something else was read than belongs there, in reading order.

    spent: where cards may lie that play no more; what lies there and belongs nowhere is no fault. A doubt is amiss only
    for whoever looks on: it is told as unclear, never taken for right or wrong. What arrows lie under their letters no
    camera sees.
    """
    belongs = _belonging(position)
    left = {square for square in spent if square not in belongs}
    read = {square: sign for square, sign in _read(lying).items() if square not in left}
    doubts = {Square.parse(name): choices for name, choices in lying.doubts.items()}
    doubts = {square: choices for square, choices in doubts.items() if square not in left}
    found = []
    for square in sorted({*belongs, *read, *doubts}):
        wanted, seen = belongs.get(square, NOTHING), read.get(square, NOTHING)
        if square in doubts:
            found.append(Amiss(square, "unclear", next(iter(doubts[square]), NOTHING), wanted))
        elif seen != wanted:
            found.append(Amiss(square, _kind(seen, wanted), seen, wanted))
    return tuple(found)


def loose(position: Position, lying: Lying) -> Loose:
    """The tiles beside the game's own; a doubt counts if something probably lies there, or right beside such a tile."""
    read = {square: sign for square, sign in _read(lying).items() if square not in position.occupied}
    doubts = {Square.parse(name): choices for name, choices in lying.doubts.items()}
    doubts = {square: choices for square, choices in doubts.items() if square not in position.occupied}
    likely = {square for square, choices in doubts.items() if choices[:1] != (NOTHING,)}
    anchors = likely | set(read)
    asked = {square for square in doubts if square in likely or not anchors.isdisjoint(square.neighbours())}
    return Loose(dict(sorted(read.items())), {square: doubts[square] for square in sorted(asked)})


def disturbed(position: Position, lying: Lying) -> tuple[Square, ...]:
    """The game's own squares on which something else surely lies, or nothing."""
    return tuple(one.square for one in amiss(position, lying) if one.kind in {"missing", "wrong"})


def _belonging(position: Position) -> dict[Square, str]:
    return {**position.letters(), **dict.fromkeys(position.stops, STOP)}


def _read(lying: Lying) -> dict[Square, str]:
    signs = {**lying.tiles, **dict.fromkeys(lying.stops, STOP)}
    return {Square.parse(name): sign for name, sign in signs.items()}


def _kind(lies: str, belongs: str) -> Kind:
    if lies == NOTHING:
        return "missing"
    return "extra" if belongs == NOTHING else "wrong"
