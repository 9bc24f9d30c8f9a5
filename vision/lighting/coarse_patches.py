"""The squared board in few px, each square by itself: enough to see a hand or a lamp's mirror, and quick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags
from vision.geometry.rectify import Squared
from vision.lighting.appearance import Looks

SIDE = 8
"""Px a side of each square here: a finger is four of them wide, and grain is gone."""
_SOFTEN = 0.7
_LIGHT_REACH = 3.0
"""The hue of the light is smoothed over so many squares: a hand over bare squares must not pass for light."""
_NO_LIGHT = 0.001
"""Grey levels that are taken where what a mirror adds is more than all that is seen: no logarithm is of less."""
_LEAST_COLOUR = 0.1
"""No channel of the light is below this share of its brightest: what is next to nothing has no sure hue."""

_Kind = TypeVar("_Kind", np.float32, np.uint8)

Values = NDArray[np.float32]
Mask = NDArray[np.uint8]
"""0 or 1 for each px of a picture of the grid."""


@dataclass(frozen=True, slots=True, eq=False)
class Patchwork:
    """The squares' px, the light on them, and the px as a share of that, (3, n * n, SIDE, SIDE) each, blue-green-red.

    floor: grey levels added before taking logarithms; the light has them, and so have the px of which shares are taken.
    size: squares a side.
    """

    cells: Values
    light: Values
    shares: Values
    floor: float
    size: int

    def lit(self, shares: Values, light: Values) -> Values:
        """What is so large a share of the light shows there, grey levels."""
        return np.asarray(np.maximum(shares * light - self.floor, 1), np.float32)


def patchwork(squared: Squared, seen: Looks) -> Patchwork:
    """Reduce the board; the light is that on plain squares, smoothed."""
    size, side = squared.size, squared.size * SIDE
    small = cv2.resize(squared.grid(), (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    cells = _planes(cv2.GaussianBlur(small, (0, 0), _SOFTEN), size)
    plain = np.maximum(np.exp(seen.light) - seen.floor, _NO_LIGHT)
    plain = np.maximum(plain, _LEAST_COLOUR * plain.max(axis=1, keepdims=True)).reshape(size, size, 3)
    smooth = cv2.GaussianBlur(np.log(plain).astype(np.float32), (0, 0), _LIGHT_REACH, borderType=cv2.BORDER_REPLICATE)
    light = _planes(cv2.resize(np.exp(smooth), (side, side), interpolation=cv2.INTER_LINEAR), size) + seen.floor
    return Patchwork(cells, light, (cells + seen.floor) / light, seen.floor, size)


def _planes(picture: cv2.typing.MatLike, size: int) -> Values:
    """The squares of a picture in colour, (3, n * n, SIDE, SIDE)."""
    return np.stack([squares_of(np.asarray(channel, np.float32), size) for channel in cv2.split(picture)])


def squares_of(picture: NDArray[_Kind], size: int) -> NDArray[_Kind]:
    """Cut a picture without colour, some px a square, into its squares: (n * n, px, px)."""
    side = len(picture) // size
    return picture.reshape(size, side, size, side).transpose(0, 2, 1, 3).reshape(size * size, side, side)


def picture_of(squares: NDArray[_Kind], size: int) -> NDArray[_Kind]:
    """Put squares (n * n, px, px) together again."""
    side = squares.shape[1]
    return squares.reshape(size, size, side, side).transpose(0, 2, 1, 3).reshape(size * side, size * side)


def opened(marked: Flags | Mask, side: int) -> Mask:
    """Only the marked px that fill a box of so many px."""
    kernel = np.ones((side, side), np.uint8)
    return np.asarray(cv2.morphologyEx(marked.astype(np.uint8), cv2.MORPH_OPEN, kernel), np.uint8)


def closed(marked: Flags | Mask, kernel: Mask) -> Mask:
    """Marked px and the gaps between them no wider than the kernel."""
    return np.asarray(cv2.morphologyEx(marked.astype(np.uint8), cv2.MORPH_CLOSE, kernel), np.uint8)


def disc(side: int) -> Mask:
    """A round kernel of so many px."""
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def touched(marked: Mask, halo: int, share: float, size: int) -> Flags:
    """The squares (n * n,) of which marked px, and so many px around them, cover more than a share."""
    if not marked.any():
        return np.zeros(size * size, bool)
    wider = np.asarray(cv2.dilate(marked, disc(2 * halo + 1)), np.uint8)
    return np.asarray(squares_of(wider, size).mean(axis=(1, 2)) > share)
