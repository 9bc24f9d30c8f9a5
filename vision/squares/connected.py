"""Settles doubts by a rule: tiles are connected, so a square that may be bare, and that no tile leads to, is bare."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Why
from vision.squares.findings import Findings

_SEEN = frozenset({Why.TOO_MANY_BLANKS, Why.TOO_MANY_STOPS, Why.PICTURE_EDGE})
"""Reasons of doubts about tiles that were confident but for these: a tile once seen never vanishes."""


def together(found: Findings) -> Findings:
    """Drop the doubts about squares that are connected to no tile and no likelier to be a tile than bare.

    Every play touches an earlier tile (rules A34), and a stop tile the word behind it: so all tiles are connected over
    squares that hold or may hold one. If the confident tiles are not connected - letters laid out for a lesson, or one
    between them that was not seen - nothing follows, and all doubts stay. They stay, too, where something lies over the
    board, since it may hide the tiles between. Without a confident tile nothing follows either, even if the middle
    square seems bare: under a sheet over the first word the doubts are the only sign of it.
    """
    sure = frozenset({*found.board, *found.stops})
    perhaps = frozenset(doubt.square for doubt in found.doubts if _may_be_bare(doubt))
    if found.covered or not (sure and perhaps) or not sure <= _reached(frozenset({min(sure)}), found.taken):
        return found
    near = _reached(found.taken - perhaps, found.taken)
    return replace(found, doubts=tuple(doubt for doubt in found.doubts if doubt.square in near))


def _may_be_bare(doubt: Doubt) -> bool:
    """Whether a tile is no likelier than bare board, and none was seen there with confidence."""
    return doubt.why not in _SEEN and (doubt.likeliest == "." or {name for name, _ in doubt.choices} == {"#", "."})


def _reached(start: AbstractSet[Square], ground: AbstractSet[Square]) -> frozenset[Square]:
    """The squares of start, and those of ground that are connected to them by their sides."""
    reached = newest = frozenset(start)
    while newest:
        newest = frozenset(beside for square in newest for beside in square.neighbours() if beside in ground) - reached
        reached |= newest
    return reached
