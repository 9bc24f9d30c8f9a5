"""The squared board: seen straight from above, every square the same size; letters are read from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import (
    Colour,
    Flags,
    Floats,
    Grey,
    Homography,
    Px,
    carry,
    grey_of,
    into_px,
    inverse,
    side_of,
    unrounded,
)
from vision.geometry.downscale import reduced, reducing
from vision.geometry.raised_plane import RAISED, centred, laid_over, raised, stands_off

SQUARE = 32
"""Squared-board px a side of each square."""
_LARGEST = 1.1
"""Times the squared board's px that the smallest square keeps when the picture is reduced first."""
_NOT_WORTH_REDUCING = 0.85
"""A picture that would be reduced to more than this share of its size stays as it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """Tiles' tops, which seen from the side stand off their squares.

    to_tops: from picture px to squares on the plane of the tops. standing: the squares on which tiles stand, (n, n).
    """

    to_tops: Homography
    standing: Flags

    def centred(self, offsets: Sequence[Floats]) -> Tops:
        """The same on the plane that tiles tell; offsets: as of vision.geometry.raised_plane.centred."""
        return Tops(centred(self.to_tops, offsets), self.standing)


@dataclass(frozen=True, eq=False)
class Squared:
    """A squared board with one square's width of its surroundings on each side.

    pixels: ((size + 2) * SQUARE, same, 3). size: squares a side. origin: the picture, and the homography from its px to
    squares; None for a board that was made otherwise. tops: where tiles' tops are seen, if not on their squares. side:
    px of that picture, or of the one it was made of, on the shortest side of a square.
    """

    pixels: Colour
    size: int
    origin: tuple[Colour, Homography] | None = None
    tops: Tops | None = None
    side: float = float("inf")

    @cached_property
    def grey(self) -> Grey:
        """Its px without their colours, ((size + 2) * SQUARE, same)."""
        return grey_of(self.pixels)

    @cached_property
    def above(self) -> Squared | None:
        """The plane of the tiles' tops straight from above; None if they hardly stand off their squares, or unknown."""
        if self.origin is None:
            return None
        picture, to_board = self.origin
        if np.linalg.norm(stands_off(to_board, picture.shape, self.size)) < RAISED.matters:
            return None
        return square_up(picture, raised(to_board, picture.shape, self.size), self.size)

    @property
    def of_letters(self) -> Squared:
        """The plane on which letters lie, straight from above: that of the tops if they stand off, else the board's."""
        return self.above or self

    def grid(self) -> Colour:
        """The squares alone, without the surroundings."""
        return self.pixels[SQUARE:-SQUARE, SQUARE:-SQUARE]

    def grey_grid(self) -> Grey:
        """The squares alone, without their colours."""
        return self.grey[SQUARE:-SQUARE, SQUARE:-SQUARE]

    def alone(self) -> Squared:
        """The same without its picture, which takes many times the memory."""
        return self.made_into(self.pixels)

    def made_into(self, pixels: Colour) -> Squared:
        """The same board with other px, of which no picture was taken."""
        return Squared(pixels, self.size, side=self.side)

    def beyond(self, depth: float) -> Flags:
        """Which squares the border of the picture cuts off deeper than this, (n * n,); none without a picture.

        depth: 0 to 0.5 squares. Px beyond the border repeat those at it: a part of a letter may look like another one.
        """
        corners = np.indices((self.size, self.size)).reshape(2, -1).T[:, None, ::-1] + _ends(depth)
        if self.origin is None:
            return np.zeros(len(corners), bool)
        picture, to_board = self.origin
        there = carry(inverse(to_board), corners.reshape(-1, 2)).reshape(corners.shape)
        return np.asarray(((there < 0) | (there > picture.shape[1::-1])).any(axis=(1, 2)))

    @property
    def source(self) -> tuple[Colour, Homography]:
        """Where its tiles are seen finest, and the homography from its px to squares: in its picture, or in itself."""
        if self.origin is None:
            return self.pixels, inverse(into_px(SQUARE, 1))
        picture, to_board = self.origin
        return picture, self.tops.to_tops if self.tops else to_board

    def unrounded(self) -> NDArray[np.float32]:
        """The board squared up again in fractional grey levels, ((size + 2) * SQUARE, same).

        Blur leaves steps of less than a grey level, which the rounded px of a squared board have lost.
        """
        if self.origin is None:
            return unrounded(self.pixels)
        picture, to_board = self.origin
        return _seen(unrounded(picture), to_board, self.size, self.tops)


def _ends(depth: float) -> Floats:
    """The corners of a unit square shrunk by `depth` on every side, x and y, (4, 2)."""
    near, far = depth, 1 - depth
    return np.array([[near, near], [far, near], [far, far], [near, far]])


def square_up(picture: Colour, to_board: Homography, size: int, tops: Tops | None = None) -> Squared:
    """Show the board straight from above; to_board: picture px to squares."""
    return Squared(_seen(picture, to_board, size, tops), size, (picture, to_board), tops, side_of(to_board, size))


def _seen(picture: NDArray[Px], to_board: Homography, size: int, tops: Tops | None) -> NDArray[Px]:
    """The board straight from above, and the tiles' tops on their squares."""
    board = _flat(picture, to_board, size)
    if tops is None:
        return board
    above = _flat(picture, tops.to_tops, size)
    return laid_over(board, above, tops.standing, to_board @ inverse(tops.to_tops), SQUARE)


def _flat(picture: NDArray[Px], to_board: Homography, size: int) -> NDArray[Px]:
    """The board straight from above, with its surroundings, in px of the same type."""
    smaller, scale = _reduce(picture, to_board, size)
    into = into_px(SQUARE, 1) @ to_board @ inverse(reducing(scale))
    side = (size + 2) * SQUARE
    # Linear interpolation blurs some px more than others, which does not matter with whole grey levels.
    way = cv2.INTER_LINEAR if picture.dtype == np.uint8 else cv2.INTER_CUBIC
    flat = cv2.warpPerspective(smaller, into, (side, side), flags=way, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, picture.dtype)


def _reduce(picture: NDArray[Px], to_board: Homography, size: int) -> tuple[NDArray[Px], float]:
    """The picture reduced until its smallest square is about as large as in the squared board, which prevents moire."""
    scale = _LARGEST * SQUARE / side_of(to_board, size)
    if scale > _NOT_WORTH_REDUCING:
        return picture, 1.0
    return reduced(picture, scale), scale
