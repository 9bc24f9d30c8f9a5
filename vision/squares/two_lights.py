"""Two ways to look at the same picture: what both tell, and what only one of them can."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Why
from vision.squares.first_verdict import Findings

_OTHER_SURE = 0.995
"""A letter that was not the likeliest settles a doubt if it is as sure as this; the likeliest if it is sure at all."""
_HARDLY = 0.9
"""A letter of which the second way is less certain than this is in doubt again."""
_LESS, _STILL_SURE = 0.01, 0.99
"""A letter that is less sure by so much in even light, and then less than this, was perhaps made by a shade's edge: a
bright spot over an A was read as the ring of an Å with 0.998, and with 0.975 without the shade."""


def agreed(found: Findings, again: Findings, *, vouched: Collection[Square] = ()) -> Findings:
    """What two ways to look at the same picture told: the second settles some doubts of the first, and makes others.

    They share picture and reader, so the second does not know more: it settles only what _settles says, and letters
    that another reader has vouched for in both ways. Where both are sure and differ, where
    the second is less sure than the first, what it cannot see, and what it doubts where neither saw plainly bare board,
    there is a doubt.
    """
    doubts = {doubt.square: doubt for doubt in found.doubts}
    unsure = {doubt.square for doubt in again.doubts}
    settled = {
        square
        for square, doubt in doubts.items()
        if square not in unsure and (square in vouched or _settles(again, doubt))
    }
    left = {doubt.square: doubt for doubt in _raised(found, again)} | doubts
    left = {square: doubt for square, doubt in left.items() if square not in settled}
    board = {square: reading for square, reading in found.board.items() if square not in left}
    board |= {square: reading for square, reading in again.board.items() if square in settled}
    stops = (found.stops | (again.stops & settled)) - left.keys()
    told = tuple(left[square] for square in sorted(left))
    return replace(found, board=board, stops=stops, doubts=told, covered=found.covered | again.covered)


def _settles(again: Findings, doubt: Doubt) -> bool:
    """Whether the second way settles a doubt: by a tile that it might have been, or by plainly bare board.

    What may be a letter does not vanish.
    """
    reading, names = again.board.get(doubt.square), [name for name, _ in doubt.choices]
    if reading is not None and reading.letter:
        return reading.letter == names[0] or reading.confidence >= _OTHER_SURE
    if reading is not None or doubt.square in again.stops:
        return ("" if reading else "#") in names
    return doubt.square in again.bare and not any(name.isalpha() for name in names)


def _raised(found: Findings, again: Findings) -> Iterator[Doubt]:
    """The doubts that the second way raises about what the first told."""
    one, other, plainly_bare = _told(found), _told(again), found.bare | again.bare
    for doubt in again.doubts:
        may_be_missed = doubt.square not in one and doubt.square not in plainly_bare
        if doubt.square in again.covered or may_be_missed or _is_other(doubt, one.get(doubt.square, ".")):
            yield doubt
    for square in (one.keys() | other.keys()) - {doubt.square for doubt in again.doubts}:
        if one.get(square) != other.get(square):
            yield Doubt(square, ((one.get(square, "."), 0.5), (other.get(square, "."), 0.5)), Why.EVEN_LIGHT)
        elif _is_weakened(found, again, square):
            yield Doubt(square, ((again.board[square].letter, again.board[square].confidence),), Why.EVEN_LIGHT)


def _is_other(doubt: Doubt, told: str) -> bool:
    """Whether a doubt is about what was told: it is likelier something else, or hardly that."""
    likeliest, share = doubt.choices[0]
    return likeliest != told or (told != "." and share < _HARDLY)


def _is_weakened(found: Findings, again: Findings, square: Square) -> bool:
    """Whether the letter that both read is less sure the second time."""
    one, other = found.board.get(square), again.board.get(square)
    return bool(one and other and other.letter and other.confidence < min(one.confidence - _LESS, _STILL_SURE))


def _told(found: Findings) -> dict[Square, str]:
    """What surely lies on the squares."""
    return {square: reading.letter for square, reading in found.board.items()} | dict.fromkeys(found.stops, "#")
