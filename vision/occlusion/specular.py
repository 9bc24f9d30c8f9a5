"""A lamp mirrored in the board: what it makes whiter than any light does, in every colour."""

from __future__ import annotations

from math import isqrt

import cv2
import numpy as np

from vision.arrays import Flags, ranked
from vision.lighting.coarse_patches import Mask, Values, closed, disc, opened, picture_of, squares_of

_VEIL, _PALED = 0.3, 0.45
"""A lamp's mirror takes a coloured px at least so far to white in every channel, and leaves it less than so much of
its colour; brighter light leaves it all."""
_COLOURLESS = 0.3
"""It leaves px less than this share between their channels, warm lamps included; skin has more."""
_COLOURED = 60
"""A print is coloured if its channels are so many grey levels apart."""
_DARK, _DARK_VEIL = 180, 0.6
"""A dark px without colour must go further to white than any light takes it."""
_USUAL = 0.25, 0.75
"""This share of squares is darker than the colour that is expected, and than a dark px in good light: glare
may lie on half of the squares of a kind, and shade on the other half."""
_GLARED, _TWO = 0.25, 2
"""Glare marks this share of two squares at least, and they lie near each other."""
_TILE = 11
"""Px a side that no tile has: white stop tiles are no glare."""
_BETWEEN = 21
"""Tiles and pale squares in the midst of glare are under it: gaps of this many px are closed."""
_SMALL = 3
_PRINTED = 0.1
"""Print beside a tile is no further on its way to white than this: 0.05 at most beside blanks and white stop tiles on
drawn boards, where the tiles themselves are 0.4 to 0.6."""
_INNER, _EVEN = slice(2, -2), 0.12
"""A tile's top is as even as this, 0.05 on drawn boards; what is left of print in a mirror seldom is."""
_BESIDE = {
    (0, 1): np.s_[:, :, 1:-1, 1:4], (0, -1): np.s_[:, :, 1:-1, -4:-1],
    (1, 0): np.s_[:, :, 1:4, 1:-1], (-1, 0): np.s_[:, :, -4:-1, 1:-1],
}  # fmt: skip
"""Steps from a square to those beside it, down and right, with the px of those next to it, a shadow left out."""
PALED, LIFTED = 1, 2
"""How a px is veiled: it has lost its colour to white, or is a dark one that has become bright."""


def usual(bare: Values) -> tuple[Values, Values]:
    """The colour that is expected on squares of a kind, and that of good light, (3, side, side) each.

    bare: (3, k, side, side) what those of them show that have no letter.
    """
    colour, lit = ranked(bare.swapaxes(0, 1), *_USUAL)
    return colour, lit


def veil(cells: Values, colour: Values, lit: Values, expected: Values, foreign: Flags) -> Mask:
    """Which px of k squares are whiter than what is printed there: PALED, LIFTED or 0, (k, side, side).

    cells: (3, k, side, side). colour, lit: what is usual on squares of their kind, the same shape. expected: what they
    would show in the light there. foreign: (k, side, side) which px have another hue than that.
    """
    spread, palest = np.ptp(colour, axis=0), cells.max(axis=0)
    left = palest - cells.min(axis=0)
    faded = (spread > _COLOURED) & (left < _PALED * spread) & (_way_to_white(cells, colour) > _VEIL)
    paled = faded | (foreign & (_way_to_white(cells, expected) > _VEIL))
    paled &= left < _COLOURLESS * palest
    lifted = (lit.max(axis=0) < _DARK) & (_way_to_white(cells, lit) > _DARK_VEIL)
    return np.asarray(np.where(paled, PALED, np.where(lifted, LIFTED, 0)), np.uint8)


def bare_tops(veiled: Mask, cells: Values, expected: Values, lettered: Flags) -> Flags:
    """Which squares (n * n,) seem to lie under glare, and are tiles without a letter: blanks, or white stop tiles.

    veiled: (n * n, side, side). cells, expected: (3, n * n, side, side) as seen, and as printed. lettered: (n * n,).

    A mirror lies anywhere, and lifts the print beside a square, too. A tile ends at its rim: one or two squares side by
    side are tiles if on two sides at least something is printed, and on none of those it is whiter than it should be,
    and if they are even. Where one of all is none, none is: a mirror over many squares may look so on one of them.
    """
    size = isqrt(len(lettered))
    marked = squares_of(opened(picture_of(veiled, size) == PALED, _SMALL), size).mean(axis=(1, 2)) > _GLARED
    bare = ~(lettered | marked).reshape(size, size)
    ways = _way_to_white(cells, expected).reshape(size, size, *veiled.shape[1:])
    sides = [(step, np.median(ways[strip], axis=(2, 3)) < _PRINTED) for step, strip in _BESIDE.items()]
    even = np.ptp(ways[:, :, _INNER, _INNER], axis=(2, 3)) < _EVEN
    for part in _parts(marked.reshape(size, size)):
        printed = np.concatenate([shows[_moved(part, step) & bare] for step, shows in sides])
        if part.sum() > _TWO or len(printed) < _TWO or not (printed.all() and even[part].all()):
            return np.zeros(len(lettered), bool)
    return np.asarray(marked)


def _parts(squares: Flags) -> list[Flags]:
    """The squares (n, n) that hang together by their sides, apart from others."""
    count, labels = cv2.connectedComponents(squares.astype(np.uint8), connectivity=4)
    return [labels == label for label in range(1, count)]


def _moved(squares: Flags, step: tuple[int, int]) -> Flags:
    """Squares (n, n), each a step further, down and right; what leaves the board is gone."""
    (down, right), size = step, len(squares)
    framed = np.pad(squares, 1)
    return np.asarray(framed[1 - down : 1 - down + size, 1 - right : 1 - right + size])


def glare_on(veiled: Mask, size: int) -> Mask:
    """The px of the grid's picture that lie under glare, as 0 or 1: what is veiled, and what lies between."""
    picture = picture_of(veiled, size)
    lifted = closed(picture == LIFTED, np.ones((_SMALL, _SMALL), np.uint8))
    marked = np.maximum(opened(picture == PALED, _SMALL), opened(lifted, _TILE))
    result = np.zeros_like(marked)
    if not marked.any():
        return result
    squares = squares_of(marked, size).mean(axis=(1, 2)) > _GLARED
    for outline in cv2.findContours(closed(marked, disc(_BETWEEN)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        patch = np.asarray(cv2.fillConvexPoly(np.zeros_like(marked), cv2.convexHull(outline), (1,)), np.uint8)
        if (squares & squares_of(patch, size).any(axis=(1, 2))).sum() >= _TWO:
            result = np.maximum(result, patch)
    return result


def _way_to_white(cells: Values, printed: Values) -> Values:
    """How far px have gone from what is printed there to white, in the channel that went least."""
    return np.asarray(((cells - printed) / np.maximum(255 - printed, 20)).min(axis=0), np.float32)
