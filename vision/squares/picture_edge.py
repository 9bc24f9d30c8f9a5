"""Tiles that the picture's rim cuts: what is left of a letter may look like another, or like none."""

from __future__ import annotations

from vision.geometry.rectify import Squared
from vision.sighting import Why
from vision.square_flags import squares_where
from vision.squares.first_verdict import Findings
from vision.squares.partly_hidden import half_seen

_CUT = 0.2
"""A square is whole if no more of it than this is beyond the rim, on any side: a letter begins there. Of 198 pictures
of boards with their sides cut off tiles were misread from 0.3 on; boards that fill their picture seem cut by 0.15."""
_GONE = 0.4
"""From here on a tile may pass for bare board: so at 0.45 did one of 41."""


def is_cut_off(squared: Squared) -> bool:
    """Whether squares of the board lie so far beyond the rim that a tile there might not be seen."""
    return bool(squared.beyond(_GONE).any())


def uncut(found: Findings, squared: Squared) -> Findings:
    """What was found, tiles that the rim cuts being doubts."""
    return half_seen(found, squares_where(squared.beyond(_CUT), squared.size), Why.PICTURE_EDGE)
