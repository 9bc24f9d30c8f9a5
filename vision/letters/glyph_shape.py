"""Cuts the glyph out of a tile's top: the letter's own ink with its marks, without the tile's edge and the value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Grey, median_of
from vision.geometry.rectify import SQUARE

HEIGHT, RIM = 64, 24
"""Px of a cut-out glyph's height, and of the white border around it."""
_AROUND = 2
"""Squared-board px that are kept around a tile."""
GREY = 128
"""Mean grey level of a tile's top after levelling; above it a px of a glyph is paper."""


@dataclass(frozen=True, slots=True)
class PartLimits:
    """Which connected parts of ink belong to a letter (shares of the tile's side, unless it says otherwise)."""

    largest: float = 0.72  # no letter is wider or higher; a tile's own edge is
    off_centre: float = 0.3  # of the centre of the letter's main part from the tile's, across and down, at most
    mark_gap: float = 0.25  # of the main part's height: a mark is nearer to it than this, above
    mark_area: float = 0.01  # of the main part's area: a mark is larger, dust is not


PARTS = PartLimits()


_ROUNDS, _OFF = 4, 6.0
"""How the light on a tile's top is told by its paper: in so many rounds, and by how many grey levels off the plane a
px counts less; ink, which lies on one side as a value does, hardly counts then.

With all px alike 110 of 720 letters O on 40 drawn boards in uneven light did not look the same upside down, with these
6, and 3 of 600 letters Q did instead of 11."""


def top_at(grey: Grey, middle: Floats, half: int = SQUARE // 2 + _AROUND) -> Grey:
    """The tile with its middle here, squared-board px, x and y, and a little around it, or so many px to each side."""
    x, y = np.clip(np.round(middle).astype(int), half, np.array(grey.shape[::-1]) - half)
    return grey[y - half : y + half, x - half : x + half]


def lit_evenly(top: Grey) -> Grey:
    """A tile's top without the slope of light that falls off across it: the plane in which most of its px lie."""
    side, plane = len(top), _plane(len(top))
    face = slice(side // 6, side - side // 6)
    px, ways = top[face, face].ravel().astype(np.float64), plane[face, face].reshape(-1, 3)
    light = np.array([median_of(px), 0.0, 0.0])
    for _ in range(_ROUNDS):
        weight = (1 + ((px - ways @ light) / _OFF) ** 2) ** -2
        light = np.linalg.solve(ways.T @ (ways * weight[:, None]), ways.T @ (weight * px))
    return np.asarray(np.clip(top - plane @ light + GREY, 0, 255), np.uint8)


@cache
def _plane(side: int) -> Floats:
    """One, and how far right and down each px of a square picture lies from its middle, (side, side, 3)."""
    away = (np.arange(side) - (side - 1) / 2) / side
    return np.stack([np.ones((side, side)), *np.meshgrid(away, away)], axis=-1)


def glyph(top: Grey) -> Grey:
    """The letter alone, black on white, without the tile's edge and value: (HEIGHT + 2 * RIM, any width)."""
    kept = _main_parts(np.asarray(_ink_on(top) * 255, np.uint8))
    rows, columns = np.flatnonzero(kept.any(axis=1)), np.flatnonzero(kept.any(axis=0))
    if not len(rows):
        return np.full((HEIGHT, HEIGHT), 255, np.uint8)
    cut = 255 - kept[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = HEIGHT / cut.shape[0]
    sized = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(sized, RIM, RIM, RIM, RIM, cv2.BORDER_CONSTANT, value=(255,)), np.uint8)


def _ink_on(top: Grey) -> Flags:
    """Which px of a tile's top, three times as large, are ink: those of the fewer brightness."""
    large = cv2.resize(top, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(large, (0, 0), 1.5)
    edge = large.shape[0] // 6
    face = np.ascontiguousarray(soft[edge:-edge, edge:-edge])
    split = cv2.threshold(face, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]
    return np.asarray((soft > split) == (np.mean(face > split) < 0.5))


def _main_parts(ink: Grey) -> Grey:
    """The largest part of the ink near the middle, and the marks above it, such as rings and dots.

    A part that touches the border, or is larger than a letter, is the tile's edge. A mark begins above the letter and
    not far from it, and is no dust.
    """
    _, labels, stats, centres = cv2.connectedComponentsWithStats(ink)
    side, (left, top, width, height, area) = np.array(ink.shape[::-1]), np.asarray(stats).T
    right, foot = left + width, top + height
    is_part = (left > 1) & (top > 1) & (right < side[0] - 1) & (foot < side[1] - 1)
    is_part &= np.maximum(width / side[0], height / side[1]) <= PARTS.largest
    is_part[0] = False  # the paper
    inner = is_part & (np.abs(centres / side - 0.5) < PARTS.off_centre).all(axis=1)
    if not inner.any():
        return np.zeros_like(ink)
    main = int(np.where(inner, area, 0).argmax())
    gap = np.maximum(top[main] - foot, top - foot[main])
    kept = is_part & (top < top[main]) & (gap < PARTS.mark_gap * height[main]) & (area > PARTS.mark_area * area[main])
    kept &= (left[main] <= centres[:, 0]) & (centres[:, 0] <= right[main])
    kept[main] = True
    return np.asarray((kept * np.uint8(255))[labels])
