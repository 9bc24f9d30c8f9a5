"""Which side of the board is its top: a picture in which hardly a letter can be read may be read upside down."""

from __future__ import annotations

import numpy as np

from vision.arrays import Homography
from vision.reader import is_upright
from vision.sighting import NotSeen, Sighting

Seen = Sighting | NotSeen

_MANY, _HARDLY = 8, 0.3
"""So many letters tell whether a board can be read, and hardly can it be if more than this share of them are doubts: in
looks the right way up 0.25 at most, but under glare and in the strongest light; upside down 0.4 and more."""


def tells_its_top(seen: Sighting) -> bool:
    """Whether letters tell which side is the board's top: a bare one may be turned by the first word laid on it."""
    return is_upright(reading.letter for reading in seen.board.values())


def is_hardly_read(seen: Seen) -> bool:
    """Whether many letters lie on a board, and a good share of them could be made out for sure by nobody."""
    sure, doubtful = _letters(seen)
    return sure + doubtful >= _MANY and doubtful > _HARDLY * (sure + doubtful)


def readable(seen: Seen) -> int:
    """How many more letters were read for sure than are in doubt."""
    sure, doubtful = _letters(seen)
    return sure - doubtful


def turned(to_board: Homography, turns: int, size: int) -> Homography:
    """The way from the picture to a board of this size that lies so many quarter turns on."""
    quarter = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, size], [0.0, 0.0, 1.0]])
    return np.asarray(np.linalg.matrix_power(quarter, turns) @ to_board)


def _letters(seen: Seen) -> tuple[int, int]:
    """How many letters were read for sure, and how many squares likely hold one that was not."""
    if isinstance(seen, NotSeen):
        return 0, 0
    sure = sum(bool(reading.letter) for reading in seen.board.values())
    return sure, sum(doubt.choices[0][0] not in {"", ".", "#"} for doubt in seen.doubts)
