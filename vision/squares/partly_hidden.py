"""Doubts what was found on squares that are not wholly seen."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, PERHAPS_STOP, UNKNOWN, Choices
from vision.squares.first_verdict import Findings


def half_seen(found: Findings, squares: AbstractSet[Square], why: Why) -> Findings:
    """The findings with the tiles on these squares in doubt, since a part of each is not seen; why: the reason."""
    board = {square: reading for square, reading in found.board.items() if square not in squares}
    return replace(found, board=board, stops=found.stops - squares).with_doubts(_doubts(found, squares, why))


def covered(found: Findings, squares: AbstractSet[Square], why: Why = Why.NO_LINES) -> Findings:
    """The findings with these squares in doubt, tile or no tile, since something lies over them."""
    nothing = squares - found.taken
    told = half_seen(found, squares, why).with_doubts(Doubt(square, UNKNOWN, why) for square in nothing)
    return replace(told, covered=found.covered | squares)


def _doubts(found: Findings, squares: AbstractSet[Square], why: Why) -> Iterator[Doubt]:
    """Doubts about the tiles found on these squares."""
    for square in squares & found.board.keys():
        yield Doubt(square, _perhaps(found.board[square]), why)
    for square in squares & found.stops:
        yield Doubt(square, PERHAPS_STOP, why)


def _perhaps(reading: Reading) -> Choices:
    """The choices of a half-seen tile: the letter that is seen, or any that it may be a part of."""
    return ((reading.letter, round(reading.confidence / 2, 4)), ("", 0.25)) if reading.letter else FOREIGN
