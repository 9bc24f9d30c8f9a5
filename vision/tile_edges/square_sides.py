"""The four sides of a square against its own middle: a tile with a pale sticker has a bare square's middle only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats
from vision.geometry.rectify import SQUARE, Squared
from vision.tile_edges.edge_measure import BARE, Known


@dataclass(frozen=True, slots=True)
class SideLimits:
    """When the sides of a plain square are a tile's and not the board's (mean log ratio of the channels).

    Of 62 pictures of eleven sets, bare plain squares had two sides less than 0.05 off in most, up to 0.3 on boards of
    raised plastic and in slanted pictures; stickered blanks three of 0.49 to 1.0.
    """

    least: float = 0.25  # off what is common for that side on bare squares, at least,
    strays: float = 4.0  # and this many times what nine in ten of them stay below
    sides: int = 3  # sides that are so: beside tiles that lie off their squares one may be, or two that meet
    fewest: int = 12  # bare plain squares that tell what is common
    near: int = 2  # px between a square's edge, where its line is printed, and the strip that is looked at
    far: int = 6  # px between its edge and the strip's inner side
    corner: int = 8  # px left out at either end of a strip
    middle: int = 10  # px between the edge and the part that counts as its middle
    soft: float = 20.0  # grey levels added before the logarithm: dark px show more noise than colour


SIDES = SideLimits()


def framed(squared: Squared, known: Known, is_plain: Flags) -> Flags:
    """Which plain squares have a frame of another colour than bare ones, (n, n), whatever their middle shows.

    known: what is known of each square, (n, n). is_plain: (n, n) printed plain.
    """
    bare = is_plain & (known == BARE)
    if np.count_nonzero(bare) < SIDES.fewest:
        return np.zeros(bare.shape, bool)
    sides = _sides(squared)
    common = np.median(sides[bare], axis=0)
    # The side that is least off of those that must be.
    off = np.sort(np.abs(sides - common).mean(axis=3), axis=2)[..., -SIDES.sides]
    return np.asarray(is_plain & (off > max(SIDES.least, SIDES.strays * float(np.quantile(off[bare], 0.9)))))


def _sides(squared: Squared) -> Floats:
    """The log brightness of each square's four sides less that of its middle, (n, n, 4, 3)."""
    size = squared.size
    levels = np.log(squared.grid().astype(np.float32) + np.float32(SIDES.soft))
    cells = levels.reshape(size, SQUARE, size, SQUARE, 3).transpose(0, 2, 1, 3, 4)
    strip, along = slice(SIDES.near, SIDES.far), slice(SIDES.corner, -SIDES.corner)
    back = slice(-SIDES.far, -SIDES.near)
    inner = slice(SIDES.middle, -SIDES.middle)
    parts = (cells[:, :, strip, along], cells[:, :, back, along], cells[:, :, along, strip], cells[:, :, along, back])
    middle = np.median(cells[:, :, inner, inner], axis=(2, 3))
    return np.stack([np.median(part, axis=(2, 3)) - middle for part in parts], axis=2)
