"""Merges the findings of two looks at one picture, in its own light and in light made even, and compares findings."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Step, Why
from vision.squares.findings import BEYOND_DOUBT, Findings

_HARDLY = 0.9
"""Share in the second look below which a letter of the first is in doubt again."""


def agreed(found: Findings, again: Findings, seen_bare: AbstractSet[Square] = frozenset()) -> Findings:
    """Merge two looks at the same picture: the second settles some doubts of the first, and raises others.

    They share picture and reader, so the second does not know more: it settles only what _settles says. It raises a
    doubt where both are confident and differ, and about squares it doubts that neither saw as plainly bare.

    seen_bare: squares that the grid model sees as bare in the second: such are plainly so if that look says so, too.
    """
    doubts = {doubt.square: doubt for doubt in found.doubts}
    unsure = {doubt.square for doubt in again.doubts}
    settled = {square for square, doubt in doubts.items() if square not in unsure and _settles(again, doubt)}
    left = {doubt.square: doubt for doubt in _raised(found, again)} | doubts
    left = {square: doubt for square, doubt in left.items() if square not in settled}
    board = {square: reading for square, reading in found.board.items() if square not in left}
    board |= {square: reading for square, reading in again.board.items() if square in settled}
    stops = (found.stops | (again.stops & settled)) - left.keys()
    told = tuple(left[square] for square in sorted(left))
    return replace(found, board=board, stops=stops, doubts=told, bare=found.bare | (again.bare & seen_bare))


def _settles(again: Findings, doubt: Doubt) -> bool:
    """Whether the second look settles a doubt: by a tile among its choices, or by plainly bare board.

    A doubt that may be a letter is never settled as bare, nor one about what a mirror or a thing hides at all: even
    light evens that out.
    """
    if doubt.why in (Why.MIRROR, Why.HAND):
        return False
    reading, names = again.board.get(doubt.square), [name for name, _ in doubt.choices]
    if reading is not None and reading.letter:
        return reading.letter == names[0] or reading.confidence >= BEYOND_DOUBT
    if reading is not None or doubt.square in again.stops:
        return ("" if reading else "#") in names
    return doubt.square in again.bare and not doubt.may_be_letter


def _raised(found: Findings, again: Findings) -> Iterator[Doubt]:
    """The doubts that the second look raises about the findings of the first."""
    one, other, plainly_bare = _told(found), _told(again), found.bare | again.bare
    for doubt in again.doubts:
        may_be_missed = doubt.square not in one and doubt.square not in plainly_bare
        if may_be_missed or _is_other(doubt, one.get(doubt.square, ".")):
            yield doubt
    for square in (one.keys() | other.keys()) - {doubt.square for doubt in again.doubts}:
        if one.get(square) != other.get(square):
            yield Doubt(square, ((one.get(square, "."), 0.5), (other.get(square, "."), 0.5)), Why.EVEN_LIGHT)


def _is_other(doubt: Doubt, told: str) -> bool:
    """Whether a doubt contradicts what the first look found: something else is likelier, or the same hardly certain."""
    likeliest, share = doubt.choices[0]
    return likeliest != told or (told != "." and share < _HARDLY)


def _told(found: Findings) -> dict[Square, str]:
    """The confident tiles by square: a letter, "" for a blank, "#" for a stop tile."""
    return {square: reading.letter for square, reading in found.board.items()} | dict.fromkeys(found.stops, "#")


def step_of(name: str, before: Findings, after: Findings) -> Step:
    """What a stage of this name changed."""
    was, now = _by_square(before), _by_square(after)
    doubted, doubts = ({doubt.square for doubt in found.doubts} for found in (before, after))
    raised, settled = frozenset(doubts - doubted), frozenset(doubted - doubts)
    differing = {square for square in was.keys() | now.keys() if was.get(square) != now.get(square)}
    return Step(name, raised, settled, frozenset(differing - raised - settled))


def _by_square(found: Findings) -> dict[Square, object]:
    """What is told of each square: its letter, its doubt with the reason, or that a stop tile lies there."""
    told: dict[Square, object] = {square: read.letter for square, read in found.board.items()}
    told.update(dict.fromkeys(found.stops, "#"))
    told.update((doubt.square, (doubt.choices, doubt.why)) for doubt in found.doubts)
    return told
