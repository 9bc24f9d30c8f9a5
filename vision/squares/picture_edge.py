"""Doubts tiles that the border of the picture cuts: the rest of a letter may look like another one, or like none."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from pi_referee.rules.board.square import Square
from vision.geometry.rectify import Squared
from vision.sighting import Doubt, Why
from vision.square_index import squares_where
from vision.squares.choices import PERHAPS_STOP, part_of
from vision.squares.findings import Findings

_IN_DOUBT = 0.2
"""Share of a square beyond the border of the picture, on any side, above which its tile is a doubt; a letter begins
there.

Of 198 pictures of boards with their sides cut off tiles were misread from 0.3 on; boards that fill their picture seem
cut by 0.15."""
_UNSEEN = 0.4
"""The same from which on a tile may pass for bare board: at 0.45 one of 41 did."""


def is_cut_off(squared: Squared) -> bool:
    """Whether squares lie so far beyond the border of the picture that a tile there might not be seen."""
    return bool(squared.beyond(_UNSEEN).any())


def uncut(found: Findings, squared: Squared) -> Findings:
    """The findings, with tiles that the border of the picture cuts in doubt."""
    return found.with_doubts(_doubts(found, squares_where(squared.beyond(_IN_DOUBT), squared.size)))


def _doubts(found: Findings, squares: AbstractSet[Square]) -> Iterator[Doubt]:
    """Doubts about the tiles found on these squares."""
    for square in squares & found.board.keys():
        yield Doubt(square, part_of(found.board[square]), Why.PICTURE_EDGE)
    for square in squares & found.stops:
        yield Doubt(square, PERHAPS_STOP, Why.PICTURE_EDGE)
