"""A shade's edge over the board: the light is told px by px, and the board shown as it would be in even light.

A tile half in the shade shows an edge that is no stroke, and a square half in it has neither the tint of the one side
nor of the other; told square by square (vision.light) no light explains them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, ranked
from vision.layout_match import Codes
from vision.looks import Looks
from vision.squared import SQUARE, Squared

_FLOOR = 0.04
"""This share of the board's mean brightness is added before taking logarithms: below it is more grain than light."""
_SIDE = 16
"""Px a side of each square here: an edge is told to a sixteenth of a square."""
_GLYPH = 9
"""Strokes are no wider than so many px: they are filled with the tile's top around them."""
_WINDOW = 33
"""Of so many px a side, two squares, the middle brightness is light; a stop tile is one of four."""
_STEPS = 80.0
"""Steps of brightness in one of its logarithm: more would not go into the 256 of the filter."""
_REACH, _EDGE = 15, 0.25
"""Light that differs by more than this (logarithmic) within so many px, most of a square, is a shade's edge."""
_LONG = 4.0
"""An edge is no shade's if all of it comes to less than so many squares."""
_BRIGHTEST, _MOST = 0.9, 1.6
"""Shade is lit as brightly as all but a tenth of the board, and at most so much (logarithmic)."""

Values = NDArray[np.float32]


def evened(squared: Squared, seen: Looks, codes: Codes, lettered: Flags, *, dark: bool) -> Squared | None:
    """The board as it would look without a shade's edge; None if there is none.

    codes (n * n,) tell which squares are printed alike, lettered (n * n,) which show a letter. dark: whether tiles are.
    """
    light = _light(squared, seen, codes, lettered, dark=dark)
    if not _has_edge(light):
        return None
    lift = np.clip(float(np.quantile(light, _BRIGHTEST)) - light, 0, _MOST)
    side = squared.size * SQUARE
    gain = np.exp(cv2.resize(lift, (side, side), interpolation=cv2.INTER_LINEAR))
    whole = cv2.copyMakeBorder(gain, SQUARE, SQUARE, SQUARE, SQUARE, cv2.BORDER_REPLICATE)
    return Squared(np.clip(squared.pixels * whole[..., None], 0, 255).astype(np.uint8), squared.size)


def _has_edge(light: Values) -> bool:
    """Whether the light changes as abruptly as at a shade's edge, over the length of some squares."""
    window = np.ones((_REACH, _REACH), np.uint8)
    abrupt = cv2.dilate(light, window) - cv2.erode(light, window) > _EDGE
    return bool(abrupt.sum() > _LONG * _SIDE * _REACH)


def _light(squared: Squared, seen: Looks, codes: Codes, lettered: Flags, *, dark: bool) -> Values:
    """The logarithmic light, with _SIDE px a square: what each px is brighter than the print there commonly is."""
    size, side = squared.size, squared.size * _SIDE
    grey = cv2.resize(squared.grid(), (side, side), interpolation=cv2.INTER_AREA).mean(axis=2, dtype=np.float32)
    brightness = np.log(grey + _FLOOR * float(grey.mean()))
    way = cv2.MORPH_OPEN if dark else cv2.MORPH_CLOSE
    tops = np.asarray(cv2.morphologyEx(brightness, way, np.ones((_GLYPH, _GLYPH), np.uint8)), np.float32)
    cells = np.where(lettered[:, None, None], _squares_of(tops), _squares_of(brightness))
    there = seen.light.mean(axis=1).astype(np.float32)[:, None, None]
    kinds = np.where(lettered, "tile", codes)
    for kind in np.unique(kinds):
        alike = kinds == kind
        cells[alike] -= ranked((cells - there)[alike], 0.5)[0]
    steps = np.clip(np.round((_picture_of(cells, size) - float(np.median(cells))) * _STEPS) + 128, 0, 255)
    return np.asarray((cv2.medianBlur(steps.astype(np.uint8), _WINDOW).astype(np.float32) - 128) / _STEPS, np.float32)


def _squares_of(picture: Values) -> Values:
    """Cut a picture into its squares, (n * n, _SIDE, _SIDE)."""
    size = len(picture) // _SIDE
    return picture.reshape(size, _SIDE, size, _SIDE).transpose(0, 2, 1, 3).reshape(-1, _SIDE, _SIDE)


def _picture_of(squares: Values, size: int) -> Values:
    """Put squares together again."""
    return squares.reshape(size, size, _SIDE, _SIDE).transpose(0, 2, 1, 3).reshape(size * _SIDE, -1)
