"""The four sides of a square: a tile with a sticker in a bare square's colour has a tile's sides all the same."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats, below, medians
from vision.geometry.rectify import SQUARE, Squared
from vision.tile_edges.edge_measure import BARE, TILE, Known


@dataclass(frozen=True, slots=True)
class SideLimits:
    """When the sides of a square are not those of its kind (mean log ratio of the channels).

    Of 62 pictures of eleven sets, bare plain squares had two sides less than 0.05 off in most, up to 0.3 on boards of
    raised plastic and in slanted pictures; stickered blanks three of 0.49 to 1.0.
    """

    least: float = 0.25  # off what is common for that side on bare squares of the kind, at least,
    strays: float = 4.0  # and this many times what nine in ten bare plain squares stay below
    nearer: float = 0.5  # of a premium square: off what is common for a tile's sides, at most this share of that
    sides: int = 3  # sides that are so: beside tiles that lie off their squares one may be, or two that meet
    plain: int = 12  # bare plain squares that tell what is common
    alike: int = 3  # bare squares of another kind, or lettered tiles, that do
    near: int = 2  # px between a square's edge, where its line is printed, and the strip that is looked at
    far: int = 6  # px between its edge and the strip's inner side
    corner: int = 8  # px left out at either end of a strip
    middle: int = 10  # px between the edge and the part that counts as its middle
    soft: float = 20.0  # grey levels added before the logarithm: dark px show more noise than colour
    window: int = 5  # squares across which bare plain ones tell the light


SIDES = SideLimits()


def framed(squared: Squared, known: Known, codes: np.ndarray[tuple[int, int], np.dtype[np.str_]], plain: str) -> Flags:
    """Which squares have other sides than bare ones of their kind, (n, n), whatever their middle shows.

    A plain square's sides are compared with its own middle, which is as pale as the board; those of others with the
    light there, and they must be nearer to a tile's. known: what is known of each square, (n, n). codes: (n, n) how
    squares are printed; plain: the code of plain ones.
    """
    is_plain, bare = codes == plain, known == BARE
    if np.count_nonzero(is_plain & bare) < SIDES.plain:
        return np.zeros(bare.shape, bool)
    sides, middles = _levels(squared)
    off = _off(sides - middles[:, :, None], is_plain & bare)
    limit = max(SIDES.least, SIDES.strays * float(below(off[is_plain & bare], 0.9)[0]))
    result = is_plain & (off > limit)
    tiles = known == TILE
    if np.count_nonzero(tiles) < SIDES.alike:
        return np.asarray(result)
    lit = sides - _light(middles, is_plain & bare)[:, :, None]
    as_tile = _off(lit, tiles)
    for code in np.unique(codes[~is_plain]):
        alike = codes == code
        if np.count_nonzero(alike & bare) > SIDES.alike:
            off = _off(lit, alike & bare)
            result |= alike & (off > limit) & (as_tile < SIDES.nearer * off)
    return np.asarray(result)


def _off(sides: Floats, known: Flags) -> Floats:
    """How far each square's sides (n, n, 4, 3) are off those commonly of known squares, (n, n): the third furthest."""
    off = np.abs(sides - medians(sides[known])).mean(axis=3)
    return np.asarray(np.sort(off, axis=2)[..., -SIDES.sides])


def _light(middles: Floats, bare: Flags) -> Floats:
    """The mean log brightness of the bare plain squares round each square, (n, n, 3); of all where there are none."""
    kernel = (SIDES.window, SIDES.window)
    told = np.where(bare[..., None], middles, 0.0)
    count = cv2.blur(bare.astype(np.float64), kernel, borderType=cv2.BORDER_CONSTANT)[..., None]
    near = cv2.blur(told, kernel, borderType=cv2.BORDER_CONSTANT) / np.maximum(count, 1e-6)
    return np.asarray(np.where(count > 1e-6, near, middles[bare].mean(axis=0)))


def _levels(squared: Squared) -> tuple[Floats, Floats]:
    """The log brightness of each square's four sides, (n, n, 4, 3), and of its middle, (n, n, 3)."""
    size = squared.size
    cells = squared.grid().reshape(size, SQUARE, size, SQUARE, 3).transpose(0, 2, 4, 1, 3)
    strip, along = slice(SIDES.near, SIDES.far), slice(SIDES.corner, -SIDES.corner)
    back, inner = slice(-SIDES.far, -SIDES.near), slice(SIDES.middle, -SIDES.middle)
    parts = (cells[..., strip, along], cells[..., back, along], cells[..., along, strip], cells[..., along, back])
    return np.stack([_level(part) for part in parts], axis=2), _level(cells[..., inner, inner])


def _level(part: Colour) -> Floats:
    """The log of the median of each channel of a part of each square, (n, n, 3); part: (n, n, 3, any, any)."""
    # A stable sort of uint8 is a radix sort, much faster than a partition.
    px = np.sort(part.reshape(*part.shape[:3], -1), axis=3, kind="stable")
    return np.asarray(np.log(px[..., px.shape[3] // 2] + SIDES.soft))
