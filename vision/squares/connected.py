"""Tiles hang together: a square that is perhaps bare, and that no tile leads to, is bare."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Why
from vision.squares.first_verdict import Findings

_SEEN = frozenset({Why.TOO_MANY_BLANKS, Why.TOO_MANY_STOPS, Why.PICTURE_EDGE})
"""Reasons of doubts about tiles that were sure but for these: what was seen as a tile never vanishes."""
_APART = 2
"""Nothing lies, nor may lie, so many squares round a plain tile that no play reaches."""


def together(found: Findings, inkless: AbstractSet[Square]) -> Findings:
    """The findings without doubts of squares that lie apart from all tiles, and are as likely bare as anything.

    inkless: squares that show no ink, so that no letter lies there, however it is turned.

    Every play touches a tile that lay before (rules A34), and a stop tile the word behind it: so each tile leads to
    every other over squares with tiles, or with what may be one. Where those that are sure do not - letters laid out
    for a lesson, or one among them that was not seen - nothing follows, and all doubts stay. So they do where something
    lies over the board: it may hide the tiles that lead there. Without a sure tile nothing follows either, though the
    middle square seem bare: under a sheet over the first word the doubts are all that tells of it.
    """
    sure = frozenset({*found.board, *found.stops})
    faint = {doubt.square for doubt in found.doubts if doubt.square in inkless and _is_alone(doubt, found.taken)}
    perhaps = frozenset(doubt.square for doubt in found.doubts if _may_be_bare(doubt)) | faint
    if found.covered or not (sure and perhaps) or not sure <= _reached(frozenset({min(sure)}), found.taken):
        return found
    near = _reached(found.taken - perhaps, found.taken)
    return replace(found, doubts=tuple(doubt for doubt in found.doubts if doubt.square in near))


def counted(found: Findings, inkless: AbstractSet[Square], blanks: int) -> Findings:
    """The findings without doubts of squares that tiles do not lead to over as many plain ones as the box holds.

    inkless: squares in doubt on which only a plain tile may lie; on the others that may be bare, who knows. In a lamp's
    pool the squares beside a word, and all as far as the rim, may each be a blank, but there are not so many. Those
    that lie there already are not taken off: one of them may be none.
    """
    sure = frozenset({*found.board, *found.stops})
    if not (inkless and sure) or found.covered or not sure <= _reached(frozenset({min(sure)}), found.taken):
        return found
    perhaps = frozenset(doubt.square for doubt in found.doubts if _may_be_bare_or_plain(doubt))
    plain, ground = perhaps & inkless, found.taken - (perhaps & inkless)
    reached = _reached(found.taken - perhaps, ground)
    for _ in range(blanks):
        beside = frozenset(square for near in reached for square in near.neighbours() if square in plain)
        reached = _reached(reached | beside, ground | reached | beside)
    return replace(found, doubts=tuple(doubt for doubt in found.doubts if doubt.square in reached))


def _may_be_bare_or_plain(doubt: Doubt) -> bool:
    """Whether a square may be bare or a plain tile, and no tile was seen there for sure."""
    return doubt.why not in _SEEN and (_may_be_bare(doubt) or may_be_plain(doubt))


def may_be_plain(doubt: Doubt) -> bool:
    """Whether a square in doubt is bare, a plain tile, or what nobody can say."""
    return _names(doubt) <= {"", "."}


def _names(doubt: Doubt) -> frozenset[str]:
    """What the square in doubt may be."""
    return frozenset(name for name, _ in doubt.choices)


def _may_be_bare(doubt: Doubt) -> bool:
    """Whether a tile is no likelier to lie there than nothing, and none was seen there for sure."""
    return doubt.why not in _SEEN and (doubt.choices[0][0] == "." or _names(doubt) == {"#", "."})


def _is_alone(doubt: Doubt, taken: AbstractSet[Square]) -> bool:
    """Whether a square has a tile's tint, and not the print that belongs there, with nothing beside it."""
    row, column = doubt.square.row, doubt.square.column
    near = sum(max(abs(row - other.row), abs(column - other.column)) <= _APART for other in taken)
    return doubt.why is Why.TILE_ON_PRINT and near == 1


def _reached(start: AbstractSet[Square], ground: AbstractSet[Square]) -> frozenset[Square]:
    """The squares of the ground that squares lead to, from neighbour to neighbour, and those themselves."""
    reached = newest = frozenset(start)
    while newest:
        newest = frozenset(beside for square in newest for beside in square.neighbours() if beside in ground) - reached
        reached |= newest
    return reached
