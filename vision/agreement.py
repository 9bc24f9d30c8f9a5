"""Two ways to look at the same picture: what both tell, and what only one of them can."""

from __future__ import annotations

from dataclasses import replace

from pi_referee.rules.square import Square
from vision.findings import Findings
from vision.sighting import Doubt

_SURER = 0.98
"""A letter that settles a doubt of the same letter is as sure as this: where shades' edges and strong light were tried
together, letters told with 0.97 after a doubt were wrong."""


def agreed(found: Findings, again: Findings) -> Findings:
    """What two ways to look at the same picture told: the second settles some doubts of the first, and makes others.

    They share picture and reader, so the second does not know more: it settles only what _settles says. Where both are
    sure and differ, and where the second sees a letter and the first nothing, there is a doubt.
    """
    one, other = _told(found), _told(again)
    doubts = {doubt.square: doubt for doubt in found.doubts}
    unsure = {doubt.square: doubt for doubt in again.doubts}
    settled = {square for square, doubt in doubts.items() if square not in unsure and _settles(again, doubt)}
    sure = (one.keys() | other.keys()) - doubts.keys() - unsure.keys()
    disputed = {square for square in sure if one.get(square) != other.get(square)}
    noticed = {square: doubt for square, doubt in unsure.items() if doubt.choices[0][0].isalpha()}
    doubts |= {square: doubt for square, doubt in noticed.items() if square not in one.keys() | doubts.keys()}
    doubts |= {square: _dispute(square, one.get(square, "."), other.get(square, ".")) for square in disputed}
    board = {square: reading for square, reading in found.board.items() if square not in disputed}
    board |= {square: reading for square, reading in again.board.items() if square in settled}
    left = tuple(doubts[square] for square in sorted(doubts.keys() - settled))
    return replace(found, board=board, stops=found.stops - disputed, doubts=left)


def _settles(again: Findings, doubt: Doubt) -> bool:
    """Whether the second way settles a doubt: by the letter that was likeliest, or by plainly bare board.

    A blank or a stop tile is never told by it, nor made to vanish but where print shows: at a shade's edge light and
    tile are too much alike.
    """
    reading, names = again.board.get(doubt.square), [name for name, _ in doubt.choices]
    if reading is not None:
        return reading.letter == names[0] != "" and reading.confidence >= _SURER
    if names[0] == "" or any(name.isalpha() for name in names):
        return False
    return doubt.square in (again.printed if "#" in names else again.bare)


def _dispute(square: Square, one: str, other: str) -> Doubt:
    return Doubt(square, ((one, 0.5), (other, 0.5)))


def _told(found: Findings) -> dict[Square, str]:
    """What surely lies on the squares."""
    return {square: reading.letter for square, reading in found.board.items()} | dict.fromkeys(found.stops, "#")
