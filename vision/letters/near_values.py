"""Takes off values that stand as large as strokes close to their letters: an I and a 1 beside it look like an L.

The letter readers learnt from tiles whose values are small and in a corner. Where the tiles of a picture have larger
ones, nearer to the letter, these are painted over before letters are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Grey, below, grey_of, into_px, scaling
from vision.geometry.rectify import SQUARE, Squared
from vision.sighting import Edition

FINE = 64
"""Px a side of a square where letter and value are told apart."""


@dataclass(frozen=True, slots=True)
class PartLimits:
    """A letter's ink and its value's: shares of the letter's height, or px of which FINE make a square."""

    # Shares of the deepest ink, from which a px is ink: the first that parts letter and value counts.
    depths: tuple[float, ...] = (0.3, 0.45, 0.6)
    deepest: float = 0.97  # quantile of the tile's px that counts as the deepest ink
    min_depth: float = 12.0  # grey levels of the deepest ink, at least: else nothing is seen on it
    half: int = 26  # px to either side of the tile's middle that are its top: beyond is its edge
    letter: int = 16  # a letter's height, at least
    off: int = 14  # a letter's middle off the tile's, at most
    least: float = 0.45  # a value's height, at least: of most sets it is a third, of some 0.4
    most: float = 0.75  # a value's height, at most
    lowest: float = 0.2  # how far a value's foot is above or below the letter's, at most
    apart: float = 0.3  # how far a value begins right of the letter, at most
    round: int = 2  # px round a value that are painted over with it: its soft edge


@dataclass(frozen=True, slots=True)
class SetLimits:
    """When the tiles of a picture have such values.

    Of a set that has them four in ten show letter and value apart where its board is small or slanted, nine in ten
    where it is not; of seventeen other sets one in 700 does.
    """

    # Tiles that show letter and value apart, and different letters among them: one face parts the foot of its G by a
    # hairline, and without it both Gs of a board were Cs.
    fewest: int = 2
    tried: int = 12  # tiles all over the board that are looked at first; if fewer than those have it, no more are


PART, SET = PartLimits(), SetLimits()
WITH_VALUE = frozenset("BDEGKLQRZ")
"""Letters that another one and a value at its lower right may look like, as a P and a 3 like a B."""
_Box = tuple[slice, slice]
"""Rows and columns of the squared board."""


@dataclass(frozen=True, slots=True, eq=False)
class Parted:
    """What became of such values.

    board: with them painted over, None if its tiles have none, or there are hardly any. parted: (k,) the tiles with a
    value painted over, of which the others may show letter and value in one.
    """

    board: Squared | None
    parted: Flags


def without_near_values(squared: Squared, middles: Floats, letters: Sequence[int], edition: Edition) -> Parted:
    """The board with such values painted over.

    middles: (k, 2) down and right, the middles of tiles with letters, in squares. letters: (k,) which letter each
    seems to show.
    """
    tried = _spread(len(middles))
    boxes = {place: _value_on(squared, middles[place], edition) for place in tried}
    if sum(box is not None for box in boxes.values()) < SET.fewest:
        return Parted(None, np.zeros(len(middles), bool))
    boxes |= {at: _value_on(squared, middles[at], edition) for at in range(len(middles)) if at not in boxes}
    parted = np.array([boxes[place] is not None for place in range(len(middles))], bool)
    if len({letters[place] for place in np.flatnonzero(parted).tolist()}) < SET.fewest:
        return Parted(None, parted)
    board = replace(squared, pixels=squared.pixels.copy())
    for box in filter(None, boxes.values()):
        _paint_over(board.pixels, box, edition)
    return Parted(board, parted)


def _spread(count: int) -> list[int]:
    """The places of some of so many tiles, all over the board."""
    return [int(place) for place in np.linspace(0, count - 1, min(count, SET.tried)).round()]


def _value_on(squared: Squared, middle: Floats, edition: Edition) -> _Box | None:
    """Where the value beside a letter stands; None if none is parted from it."""
    down, right = np.round((middle + 1) * FINE).astype(int)
    top = _top_at(squared, down - PART.half, right - PART.half)
    sign = 1 if edition == "light" else -1
    middle_grey, ink = below(top.ravel(), 0.5, 1 - PART.deepest if sign > 0 else PART.deepest)
    depth, deepest = (middle_grey - top) * sign, float(middle_grey - ink) * sign
    if deepest < PART.min_depth:
        return None
    for share in PART.depths:
        value = _apart(np.asarray(depth > share * deepest, np.uint8))
        if value is not None:
            left, upper, width, height = value
            ends = np.array(
                [upper - PART.round, upper + height + PART.round, left - PART.round, left + width + PART.round]
            )
            ends[:2] += down - PART.half
            ends[2:] += right - PART.half
            low, high, start, end = (ends * SQUARE / FINE).round().astype(int)
            return slice(low, high), slice(start, end)
    return None


def _top_at(squared: Squared, down: int, right: int) -> Grey:
    """A tile's top, from so many px of FINE of the squared board on, (2 * half, 2 * half)."""
    side, (picture, to_board) = 2 * PART.half, squared.source
    onto = scaling(1, 1, -right, -down) @ into_px(FINE, 1) @ to_board
    top = cv2.warpPerspective(picture, onto, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return grey_of(np.asarray(top, np.uint8))


def _apart(ink: NDArray[np.uint8]) -> tuple[int, int, int, int] | None:
    """The box of a value that is parted from its letter: left, top, width and height."""
    _, _, stats, centres = cv2.connectedComponentsWithStats(ink)
    low = PART.least * PART.letter
    tall = [part for part, high in enumerate(stats[1:, cv2.CC_STAT_HEIGHT].tolist(), 1) if high >= low]
    if len(tall) < 2:
        return None
    side, (lefts, tops, widths, heights, _) = len(ink), np.asarray(stats[tall]).T
    is_letter = (np.abs(centres[tall] - (side - 1) / 2).max(axis=1) < PART.off) & (heights >= PART.letter)
    if not is_letter.any():
        return None
    main = int(np.where(is_letter, heights, 0).argmax())
    left, foot, width, height = lefts[main], tops[main] + heights[main], widths[main], heights[main]
    is_part = (PART.least * height <= heights) & (heights <= PART.most * height)
    is_part &= np.abs(tops + heights - foot) <= PART.lowest * height
    is_part &= (left + width / 2 < lefts + widths / 2) & (lefts < left + width + PART.apart * height)
    is_part &= lefts + widths < side
    if not is_part.any():
        return None
    upper, start = int(tops[is_part].min()), int(lefts[is_part].min())
    end, last = int((tops + heights)[is_part].max()), int((lefts + widths)[is_part].max())
    return start, upper, last - start, end - upper


def _paint_over(pixels: NDArray[np.uint8], box: _Box, edition: Edition) -> None:
    """Give a part of the board the colour of the tile's top round it; changes pixels."""
    rows, columns = box
    around = pixels[rows.start - 2 : rows.stop + 2, columns.start : columns.stop + 3].reshape(-1, 3)
    order = np.argsort(around.sum(axis=1, dtype=int) * (-1 if edition == "light" else 1))
    pixels[rows, columns] = np.median(around[order[: max(len(order) // 3, 1)]], axis=0)
