"""The squared board at 8 px a square, for a quick search for hands and a lamp's specular reflection."""

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
"""Coarse px a side of each square: a finger is four of them wide, and noise is gone."""
_SOFTEN = 0.7
"""Standard deviation of the blur of the reduced board, coarse px."""


@dataclass(frozen=True, slots=True)
class LightLimits:
    """Limits of the light on the coarse board."""

    reach: float = 3.0  # squares over which its hue is smoothed: a hand over bare squares must not pass for light
    # Least grey levels of the light before taking logarithms: a reflection may add more than all that is seen.
    least: float = 0.001
    least_colour: float = 0.1  # least channel as a share of the brightest: the hue of next to nothing is uncertain


LIGHT = LightLimits()


_Kind = TypeVar("_Kind", np.float32, np.uint8)

Values = NDArray[np.float32]
Mask = NDArray[np.uint8]
"""0 or 1 for each px of a picture of the grid."""


@dataclass(frozen=True, slots=True, eq=False)
class Patchwork:
    """The squares' px, the light on them, and the px as a share of it, (3, n * n, SIDE, SIDE) each, blue-green-red.

    floor: grey levels added before taking logarithms; the light includes it, and so do the px in shares. size: squares
    a side.
    """

    cells: Values
    light: Values
    shares: Values
    floor: float
    size: int

    def lit(self, shares: Values, light: Values) -> Values:
        """The grey levels of px that are these shares of the light."""
        return np.asarray(np.maximum(shares * light - self.floor, 1), np.float32)


def patchwork(squared: Squared, seen: Looks) -> Patchwork:
    """Reduce the board; the light is that on plain squares, smoothed over squares."""
    size, side = squared.size, squared.size * SIDE
    small = cv2.resize(squared.grid(), (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    cells = _planes(cv2.GaussianBlur(small, (0, 0), _SOFTEN), size)
    plain = np.maximum(np.exp(seen.light) - seen.floor, LIGHT.least)
    plain = np.maximum(plain, LIGHT.least_colour * plain.max(axis=1, keepdims=True)).reshape(size, size, 3)
    smooth = cv2.GaussianBlur(np.log(plain).astype(np.float32), (0, 0), LIGHT.reach, borderType=cv2.BORDER_REPLICATE)
    light = _planes(cv2.resize(np.exp(smooth), (side, side), interpolation=cv2.INTER_LINEAR), size) + seen.floor
    return Patchwork(cells, light, (cells + seen.floor) / light, seen.floor, size)


def _planes(picture: cv2.typing.MatLike, size: int) -> Values:
    """The squares of a colour picture, (3, n * n, SIDE, SIDE)."""
    return np.stack([squares_of(np.asarray(channel, np.float32), size) for channel in cv2.split(picture)])


def squares_of(picture: NDArray[_Kind], size: int) -> NDArray[_Kind]:
    """Cut a picture of one channel into its squares: (n * n, px, px)."""
    side = len(picture) // size
    return picture.reshape(size, side, size, side).transpose(0, 2, 1, 3).reshape(size * size, side, side)


def picture_of(squares: NDArray[_Kind], size: int) -> NDArray[_Kind]:
    """Join squares (n * n, px, px) into a picture: the inverse of squares_of."""
    side = squares.shape[1]
    return squares.reshape(size, size, side, side).transpose(0, 2, 1, 3).reshape(size * side, size * side)


def opened(marked: Flags | Mask, side: int) -> Mask:
    """Only the marked px that belong to a marked box of `side` px a side."""
    kernel = np.ones((side, side), np.uint8)
    return np.asarray(cv2.morphologyEx(marked.astype(np.uint8), cv2.MORPH_OPEN, kernel), np.uint8)


def closed(marked: Flags | Mask, kernel: Mask) -> Mask:
    """Marked px and the gaps between them no wider than the kernel."""
    return np.asarray(cv2.morphologyEx(marked.astype(np.uint8), cv2.MORPH_CLOSE, kernel), np.uint8)


def disc(side: int) -> Mask:
    """A round kernel of `side` px across."""
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def touched(marked: Mask, halo: int, share: float, size: int) -> Flags:
    """The squares (n * n,) of which the marked px, widened by `halo` px, cover more than a share."""
    if not marked.any():
        return np.zeros(size * size, bool)
    wider = np.asarray(cv2.dilate(marked, disc(2 * halo + 1)), np.uint8)
    return np.asarray(squares_of(wider, size).mean(axis=(1, 2)) > share)
