"""Finds the specular reflection of a lamp in the board: it makes px whiter than any light does, in every channel."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import cv2
import numpy as np

from vision.arrays import Flags, around, ranked
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import Squared
from vision.lighting.appearance import Looks
from vision.lighting.coarse_patches import (
    Mask,
    Patchwork,
    Values,
    closed,
    disc,
    opened,
    patchwork,
    picture_of,
    squares_of,
    touched,
)
from vision.lighting.illumination import hue_step


@dataclass(frozen=True, slots=True)
class ForeignLimits:
    """Limits beyond which the hue of a px is foreign to what is printed on its square; hues as in hue_step."""

    min_bare: int = 3  # bare squares of a kind; with fewer its common print is unknown
    hue: float = 0.15  # off the common print
    strays: float = 5.0  # times the deviation that is common there on bare squares; both limits must be passed
    grain: float = 8.0  # grey levels of noise, which shift the hue of dark px without a meaning


@dataclass(frozen=True, slots=True)
class VeilLimits:
    """Limits of px that a specular reflection has whitened; the way to white is 0 as printed and 1 at white."""

    min_way: float = 0.3  # way to white of a coloured px in every channel
    max_left: float = 0.45  # share of its colour that a coloured px keeps at most; brighter light leaves all of it
    colourless: float = 0.3  # spread of channels, as a share of the brightest, at most: warm lamps too; skin has more
    coloured: float = 60  # grey levels between the channels of a print, above which it is coloured


@dataclass(frozen=True, slots=True)
class GlareLimits:
    """Sizes of a specular reflection; coarse px, SIDE to a square."""

    min_share: float = 0.25  # of a square's px marked, for the square to lie in it
    min_squares: int = 2  # that lie in it, near each other
    gap: int = 21  # px: tiles and pale squares within glare are under it
    speck: int = 3  # px a side: what is smaller is noise
    halo: int = 6  # px beyond a reflection, which has a soft edge, that count as well
    touched: float = 0.12  # share of a square's px from which on it counts as hidden


_FOREIGN = ForeignLimits()
_VEIL = VeilLimits()
_GLARE = GlareLimits()

_USUAL = 0.25
"""Share of squares of a kind that are darker than the expected colour: glare may lie on half of them, and shade on the
other half."""


def mirrored_in(squared: Squared, seen: Looks, codes: Codes, lettered: Flags, tops: Flags) -> Flags:
    """Find which squares of the board a lamp's reflection hides, (n * n,).

    codes: (n, n), equal for squares that are printed alike. lettered, tops: (n * n,) which show a letter, and which are
    tiles without one, whose white is no mirror's. Bare squares of a kind show its print; px whiter than that in every
    channel, over more than a tile, are glare.
    """
    board = patchwork(squared, seen)
    veiled = _against_print(board, codes.ravel(), lettered)
    veiled[lettered | tops] = 0
    glare = glare_on(veiled, board.size)
    return touched(glare, _GLARE.halo, _GLARE.touched, board.size)


def told_apart(covered: Flags, glare: Flags) -> tuple[Flags, Flags]:
    """What lies over the board, and what a reflection hides, (n * n,) each: of covered squares, and those in glare.

    Covered squares that hang together, and of which most lie in glare or beside it, are a part of the reflection.
    """
    size = isqrt(len(covered))
    beside = around(glare.reshape(size, size), 1).ravel()
    _, groups = cv2.connectedComponents(covered.reshape(size, size).astype(np.uint8))
    which = np.asarray(groups).ravel()
    in_glare = np.bincount(which, beside) > np.bincount(which) / 2
    is_mirror = covered & in_glare[which]
    return covered & ~is_mirror, glare | is_mirror


def _against_print(board: Patchwork, codes: Codes, lettered: Flags) -> Mask:
    """How each px is veiled, against the common print of its kind.

    lettered: (n * n,). Bare squares of a kind tell its print; where too few do nothing is veiled.
    """
    every = [np.flatnonzero(codes == kind) for kind in np.unique(codes)]
    kinds = [(alike, alike[~lettered[alike]]) for alike in every]
    kinds = [(alike, bare) for alike, bare in kinds if len(bare) >= _FOREIGN.min_bare]
    homes, colour = (np.zeros_like(board.cells) for _ in range(2))
    unknown = np.ones(len(codes), bool)
    for alike, bare in kinds:
        unknown[alike] = False
        (home,) = ranked(board.shares[:, bare].swapaxes(0, 1), 0.5)
        (usual,) = ranked(board.cells[:, bare].swapaxes(0, 1), _USUAL)
        homes[:, alike], colour[:, alike] = home[:, None], usual[:, None]
    expected = board.lit(homes, board.light)
    step = hue_step(board.cells, expected, board.floor)
    usually = np.full_like(step, np.inf)
    for alike, bare in kinds:
        usually[alike] = np.maximum(_FOREIGN.hue, _FOREIGN.strays * ranked(step[bare], 0.5)[0])
    foreign = step > np.maximum(usually, _FOREIGN.grain / (board.cells.mean(axis=0) + board.floor))
    veiled = veil(board.cells, colour, expected, foreign)
    veiled[unknown] = 0
    return veiled


def veil(cells: Values, colour: Values, expected: Values, foreign: Flags) -> Mask:
    """Which px of k squares have lost their colour to white, 0 or 1, (k, side, side).

    cells: (3, k, side, side). colour: how their kinds commonly look, the same shape. expected: the print in the light
    there. foreign: (k, side, side) px of another hue than that.
    """
    spread, palest = np.ptp(colour, axis=0), cells.max(axis=0)
    left = palest - cells.min(axis=0)
    faded = (
        (spread > _VEIL.coloured) & (left < _VEIL.max_left * spread) & (_way_to_white(cells, colour) > _VEIL.min_way)
    )
    paled = faded | (foreign & (_way_to_white(cells, expected) > _VEIL.min_way))
    return np.asarray(paled & (left < _VEIL.colourless * palest), np.uint8)


def glare_on(veiled: Mask, size: int) -> Mask:
    """The px of the grid's picture that lie in glare, as 0 or 1: veiled px, and the gaps between them."""
    marked = opened(picture_of(veiled, size), _GLARE.speck)
    result = np.zeros_like(marked)
    if not marked.any():
        return result
    squares = squares_of(marked, size).mean(axis=(1, 2)) > _GLARE.min_share
    for outline in cv2.findContours(closed(marked, disc(_GLARE.gap)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        patch = np.asarray(cv2.fillConvexPoly(np.zeros_like(marked), cv2.convexHull(outline), (1,)), np.uint8)
        if (squares & squares_of(patch, size).any(axis=(1, 2))).sum() >= _GLARE.min_squares:
            result = np.maximum(result, patch)
    return result


def _way_to_white(cells: Values, printed: Values) -> Values:
    """How far px have gone from the print there to white (0 to 1), in the channel that went least."""
    return np.asarray(((cells - printed) / np.maximum(255 - printed, 20)).min(axis=0), np.float32)
