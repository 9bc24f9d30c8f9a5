"""The small print on a tile, a letter's value: strong light takes it before any stroke or mark of the letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Grey

FINE = 64
"""Px a side of a square at which values are looked for: they stand a tenth of a square high."""
_TOP, INK = 0.3, 6
"""Share of a top's px that are paler than its paper, if any are; grey levels below it from which on it is ink."""
_NEAREST, _SMALLEST, _LARGEST, _FEWEST = 8, 4, 14, 8
"""A value's parts: px right of and below the tile's middle at least, px high at least and high and wide at most, px in
all. Of 740 tiles of six sets at 1.3 to 2.2 times their light whose tops were at the end of the scale 680 showed such a
part, of 30 blanks one, a joker's face."""
_ASIDE, _ACROSS, _LETTER = 13, 16, 16
"""How far from the tile's middle a letter's own may be, across and down, and how high one is at least, px."""
_BODY, _CLOSE, _RIM, _BESIDE = 0.25, 4, 6, 3
"""A letter itself is deeper than this share of its ink, which pale dots above an O that touch it are not; px round that
which are its own; px of the tile's rim above it; px to its sides above which marks stand."""
_DEEP = 0.97
"""Share of a letter's half that is less deep than its ink."""


@dataclass(frozen=True, slots=True)
class FinePrint:
    """How far below a tile's top its print is, in grey levels of the least bleached channel.

    value: its value, 0 if none shows. upper, lower: each half of its letter. above: whatever stands above the letter.
    """

    value: float
    upper: float
    lower: float
    above: float


def below_white(board: Colour) -> Grey:
    """How far below the end of the scale each px is in its least bleached channel."""
    blue, green, red = cv2.split(board)
    return np.asarray(255 - cv2.min(cv2.min(blue, green), red), np.uint8)


def fine_print(tile: Grey) -> FinePrint | None:
    """What a tile shows, FINE x FINE px of below_white round its middle; None if no letter is seen on it."""
    top = int(np.partition(tile, int(_TOP * tile.size), axis=None)[int(_TOP * tile.size)])
    depth = np.asarray(cv2.subtract(tile, np.full_like(tile, top)), np.uint8)
    _, labels, stats, centres = cv2.connectedComponentsWithStats((depth > INK).astype(np.uint8))
    parts = [part for part in range(1, len(stats)) if _is_apart(stats[part])]
    off = centres - (FINE - 1) / 2
    letters = [part for part in parts if _is_letter(stats[part], off[part])]
    if not letters:
        return None
    letter = max(letters, key=lambda part: int(stats[part, cv2.CC_STAT_AREA]))
    values = (float(depth[labels == part].max()) for part in parts if _is_of_value(stats[part], off[part]))
    soft = np.asarray(cv2.blur(depth.astype(np.float32), (3, 3)), np.float32)
    return FinePrint(max(values, default=0.0), *_of_letter(soft, labels == letter))


def _is_apart(part: NDArray[np.int32]) -> bool:
    """Whether a part of the ink is not the tile's rim, nor its shadow, nor what lies beside it."""
    left, top, width, height = part[:4]
    return bool(left > 0 and top > 0 and left + width < FINE and top + height < FINE)


def _is_letter(part: NDArray[np.int32], off: NDArray[np.float64]) -> bool:
    return bool(abs(off[0]) < _ASIDE and abs(off[1]) < _ACROSS and part[3] >= _LETTER)


def _is_of_value(part: NDArray[np.int32], off: NDArray[np.float64]) -> bool:
    """Whether a part is as large as a digit, or a piece of one, and stands in the tile's lower right corner."""
    is_small = _SMALLEST <= part[3] <= _LARGEST and 1 < part[2] <= _LARGEST and part[4] >= _FEWEST
    return bool(is_small and (off > _NEAREST).all())


def _of_letter(depth: NDArray[np.float32], part: NDArray[np.bool_]) -> Iterator[float]:
    """How deep each half of a letter's ink is, and whatever stands above it; part: all ink that hangs together."""
    inked = part & (depth > _BODY * float(np.quantile(depth[part], _DEEP)))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    body = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    left, top, width, height = stats[body, :4]
    right, middle = left + width, top + height // 2
    for half in (depth[top:middle, left:right], depth[middle : top + height, left:right]):
        yield float(np.quantile(half, _DEEP)) if half.size else 0.0
    own = cv2.dilate((labels == body).astype(np.uint8), np.ones((2 * _CLOSE + 1,) * 2, np.uint8)) > 0
    yield float(np.where(own, 0, depth)[_RIM:top, max(left - _BESIDE, 0) : right + _BESIDE].max(initial=0))
