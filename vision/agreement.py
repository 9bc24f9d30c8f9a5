"""Two ways to look at the same picture: what both tell, and what only one of them can."""

from __future__ import annotations

from dataclasses import replace

from pi_referee.rules.square import Square
from vision.findings import Findings
from vision.sighting import Doubt

_HALF = 0.5


def agreed(found: Findings, again: Findings) -> Findings:
    """What two ways to look at the same picture told: one that is sure settles a doubt, two that differ make one.

    Nothing lies where the first way saw something for sure, though not what.
    """
    one, other = _told(found), _told(again)
    doubts = {doubt.square: doubt for doubt in found.doubts}
    unsure = {doubt.square for doubt in again.doubts}
    settled = {
        square
        for square, doubt in doubts.items()
        if square not in unsure and _may_be(doubt, other.get(square), plainly_bare=square in again.bare)
    }
    sure = (one.keys() | other.keys()) - doubts.keys() - unsure
    disputed = {square for square in sure if one.get(square) != other.get(square)}
    doubts |= {square: _dispute(square, one.get(square, "."), other.get(square, ".")) for square in disputed}
    board = {square: reading for square, reading in found.board.items() if square not in disputed}
    board |= {square: reading for square, reading in again.board.items() if square in settled}
    stops = (found.stops - disputed) | (again.stops & settled)
    left = tuple(doubts[square] for square in sorted(doubts.keys() - settled))
    return replace(found, board=board, stops=stops, doubts=left)


def _may_be(doubt: Doubt, told: str | None, *, plainly_bare: bool) -> bool:
    """Whether what is told of a doubted square may settle it: a choice, or where none was likely, another letter.

    That nothing lies there settles it only if that was as likely as any, or the square is plainly bare, and no letter
    was seen before.
    """
    shares = dict(doubt.choices)
    if told is None:
        likely = plainly_bare or shares.get(".", 0.0) >= _HALF
        return likely and not any(name.isalpha() for name in shares)
    return told in shares or max(shares.values()) <= _HALF


def _dispute(square: Square, one: str, other: str) -> Doubt:
    return Doubt(square, ((one, 0.5), (other, 0.5)))


def _told(found: Findings) -> dict[Square, str]:
    """What surely lies on the squares."""
    return {square: reading.letter for square, reading in found.board.items()} | dict.fromkeys(found.stops, "#")
