"""The ways in which one play can be meant, where it lengthens an older word that turns (A12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Ruling


def readings(position: Position, play: Play, ruleset: Ruleset, *, rack: int) -> tuple[Ruling, ...]:
    """Every lawful way to read a play: along its straight line first, then as a longer turned word.

    A play that lengthens the leg of a turned word makes either a new straight word or the turned word longer.
    Only the words tell which. Empty if no reading is lawful.
    """
    plays = (replace(play, follows=frozenset(corners)) for corners in _old_corners(position))
    rulings = (adjudicate(position, read, ruleset, rack=rack) for read in plays)
    return tuple(ruling for ruling in rulings if ruling.is_legal)


def _old_corners(position: Position) -> Iterator[Sequence[Square]]:
    """Sets of older corners to follow, none first."""
    corners = sorted(position.arrows)
    for count in range(len(corners) + 1):
        yield from combinations(corners, count)
