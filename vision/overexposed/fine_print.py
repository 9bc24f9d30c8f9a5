"""Measures the value printed on a tile: clipping takes it before any stroke or mark of the letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Grey

FINE = 64
"""Px a side of a square where values are looked for: they stand a tenth of a square high."""
INK = 6
"""Grey levels below a tile's top from which on a px is ink."""


@dataclass(frozen=True, slots=True)
class ValueLimits:
    """Limits of a connected part of a value's digits; px of which FINE make a square.

    Of 740 tiles of six sets at 1.3 to 2.2 times their light whose tops were clipped 680 showed such a part, of 30
    blanks one, a joker's face.
    """

    min_off: int = 8  # right of and below the tile's middle
    min_high: int = 4  # height, at least
    max_side: int = 14  # height and width, at most
    min_px: int = 8  # area


@dataclass(frozen=True, slots=True)
class LetterPartLimits:
    """Limits of the letter's own ink and of what stands above it; px of which FINE make a square."""

    max_across: int = 13  # off the tile's middle, left or right
    max_down: int = 16  # off the tile's middle, up or down
    min_high: int = 16  # height
    body: float = 0.25  # share of the ink's depth: the letter is deeper; pale dots that touch an O are not
    near: int = 4  # px round the letter that are its own
    edge: int = 6  # px at the top of the tile, which are its edge
    beside: int = 3  # px to either side of the letter, above which its marks stand
    deep: float = 0.97  # quantile of a half's depth that counts as the depth of its ink


_VALUE = ValueLimits()
_LETTER = LetterPartLimits()

_TOP = 0.3
"""Share of a tile's px that are paler than its paper, if any are."""


@dataclass(frozen=True, slots=True)
class FinePrint:
    """The depth of a tile's print: grey levels below its top, in the least bleached channel.

    value: the deepest px of its value, 0 if none shows. upper, lower: the ink of each half of its letter. above: the
    deepest px above the letter.
    """

    value: float
    upper: float
    lower: float
    above: float


def below_white(board: Colour) -> Grey:
    """How many grey levels each px is below 255 in its least bleached channel."""
    blue, green, red = cv2.split(board)
    return np.asarray(255 - cv2.min(cv2.min(blue, green), red), np.uint8)


def fine_print(tile: Grey) -> FinePrint | None:
    """Measure a tile's print in FINE x FINE px of below_white round its middle; None if no letter is seen on it."""
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
    """Whether a part of the ink is off the window's border; the tile's edge, a shadow or a neighbour would touch it."""
    left, top, width, height = part[:4]
    return bool(left > 0 and top > 0 and left + width < FINE and top + height < FINE)


def _is_letter(part: NDArray[np.int32], off: NDArray[np.float64]) -> bool:
    """Whether a part of the ink is as high as a letter, and near the tile's middle."""
    return bool(abs(off[0]) < _LETTER.max_across and abs(off[1]) < _LETTER.max_down and part[3] >= _LETTER.min_high)


def _is_of_value(part: NDArray[np.int32], off: NDArray[np.float64]) -> bool:
    """Whether a part has the size of a digit, or of a piece of one, and stands in the tile's lower right corner."""
    is_small = (
        _VALUE.min_high <= part[3] <= _VALUE.max_side and 1 < part[2] <= _VALUE.max_side and part[4] >= _VALUE.min_px
    )
    return bool(is_small and (off > _VALUE.min_off).all())


def _of_letter(depth: NDArray[np.float32], part: NDArray[np.bool_]) -> Iterator[float]:
    """The depth of each half of a letter's ink, and of what stands above it; part: all connected ink."""
    inked = part & (depth > _LETTER.body * float(np.quantile(depth[part], _LETTER.deep)))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    body = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    left, top, width, height = stats[body, :4]
    right, middle = left + width, top + height // 2
    for half in (depth[top:middle, left:right], depth[middle : top + height, left:right]):
        yield float(np.quantile(half, _LETTER.deep)) if half.size else 0.0
    own = cv2.dilate((labels == body).astype(np.uint8), np.ones((2 * _LETTER.near + 1,) * 2, np.uint8)) > 0
    above = np.where(own, 0, depth)[_LETTER.edge : top, max(left - _LETTER.beside, 0) : right + _LETTER.beside]
    yield float(above.max(initial=0))
