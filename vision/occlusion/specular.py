"""Finds the specular reflection of a lamp in the board: it makes px whiter than any light does, in every channel."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, around, by_square, ranked
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import Squared
from vision.lighting.appearance import Looks
from vision.lighting.illumination import hue_step

Values = NDArray[np.float32]
Mask = NDArray[np.uint8]
"""0 or 1 for each px of a picture of the grid."""

SIDE = 8
"""Px a side of each square here, coarse px: noise is gone."""
_SOFTEN = 0.7
"""Standard deviation of the blur of the reduced board, coarse px."""


@dataclass(frozen=True, slots=True)
class LightLimits:
    """Limits of the light on the coarse board."""

    reach: float = 3.0  # squares over which its hue is smoothed: a hand over bare squares must not pass for light
    # Least grey levels of the light before taking logarithms: a reflection may add more than all that is seen.
    least: float = 0.001
    least_colour: float = 0.1  # least channel as a share of the brightest: the hue of next to nothing is uncertain


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


_LIGHT = LightLimits()
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
    veiled = _against_print(_patchwork(squared, seen), codes.ravel(), lettered)
    veiled[lettered | tops] = 0
    glare = glare_on(veiled)
    wider = cv2.dilate(glare, _disc(2 * _GLARE.halo + 1))
    return np.asarray(by_square(np.asarray(wider, np.uint8), SIDE).mean(axis=1) > _GLARE.touched)


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


@dataclass(frozen=True, slots=True, eq=False)
class _Patchwork:
    """The squares' px, the light on them, and the px as a share of it, (3, n * n, SIDE, SIDE) each, blue-green-red.

    floor: grey levels added before taking logarithms; the light includes it, and so do the px in shares.
    """

    cells: Values
    light: Values
    shares: Values
    floor: float

    def lit(self, shares: Values) -> Values:
        """The grey levels of px that are these shares of the light."""
        return np.asarray(np.maximum(shares * self.light - self.floor, 1), np.float32)


def _patchwork(squared: Squared, seen: Looks) -> _Patchwork:
    """Reduce the board; the light is that on plain squares, smoothed over squares."""
    size, side = squared.size, squared.size * SIDE
    small = cv2.resize(squared.grid(), (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    cells = _planes(cv2.GaussianBlur(small, (0, 0), _SOFTEN))
    plain = np.maximum(np.exp(seen.light) - seen.floor, _LIGHT.least)
    plain = np.maximum(plain, _LIGHT.least_colour * plain.max(axis=1, keepdims=True)).reshape(size, size, 3)
    smooth = cv2.GaussianBlur(np.log(plain).astype(np.float32), (0, 0), _LIGHT.reach, borderType=cv2.BORDER_REPLICATE)
    light = _planes(cv2.resize(np.exp(smooth), (side, side), interpolation=cv2.INTER_LINEAR)) + seen.floor
    return _Patchwork(cells, light, (cells + seen.floor) / light, seen.floor)


def _planes(picture: cv2.typing.MatLike) -> Values:
    """The squares of a colour picture, (3, n * n, SIDE, SIDE)."""
    planes = [by_square(np.asarray(channel, np.float32), SIDE) for channel in cv2.split(picture)]
    return np.stack(planes).reshape(3, -1, SIDE, SIDE)


def _against_print(board: _Patchwork, codes: Codes, lettered: Flags) -> Mask:
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
    expected = board.lit(homes)
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


def glare_on(veiled: Mask) -> Mask:
    """The px of the grid's picture that lie in glare, as 0 or 1: veiled px, and the gaps between them.

    veiled: (n * n, SIDE, SIDE), square by square.
    """
    size = isqrt(len(veiled))
    picture = veiled.reshape(size, size, SIDE, SIDE).transpose(0, 2, 1, 3).reshape(size * SIDE, size * SIDE)
    marked = cv2.morphologyEx(picture, cv2.MORPH_OPEN, np.ones((_GLARE.speck, _GLARE.speck), np.uint8))
    result = np.zeros_like(picture)
    squares = by_square(np.asarray(marked, np.uint8), SIDE).mean(axis=1) > _GLARE.min_share
    together = cv2.morphologyEx(marked, cv2.MORPH_CLOSE, _disc(_GLARE.gap))
    for outline in cv2.findContours(together, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        patch = np.asarray(cv2.fillConvexPoly(np.zeros_like(picture), cv2.convexHull(outline), (1,)), np.uint8)
        if (squares & by_square(patch, SIDE).any(axis=1)).sum() >= _GLARE.min_squares:
            result = np.maximum(result, patch)
    return result


def _disc(side: int) -> Mask:
    """A round kernel of `side` px across."""
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _way_to_white(cells: Values, printed: Values) -> Values:
    """How far px have gone from the print there to white (0 to 1), in the channel that went least."""
    return np.asarray(((cells - printed) / np.maximum(255 - printed, 20)).min(axis=0), np.float32)
