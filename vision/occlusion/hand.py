"""What lies over the board or shines upon it: a hand, a sleeve, a lamp's mirror; told from print and tiles px by px."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, around, medians, ranked
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import Squared
from vision.lighting.appearance import Looks
from vision.lighting.coarse_patches import (
    SIDE,
    Mask,
    Patchwork,
    Values,
    closed,
    opened,
    patchwork,
    picture_of,
    squares_of,
    touched,
)
from vision.lighting.illumination import hue_step
from vision.occlusion.specular import PALED, bare_tops, glare_on, usual, veil
from vision.sighting import Edition

_ALIKE = 3
"""Kinds with fewer bare squares than this show no common print to compare with."""
_HUE, _STRAYS = 0.15, 5.0
"""A px is foreign whose hue is off the common print's by more than this, and than five times what is common there:
skin is off by 0.2 from a sand-coloured board, by 0.4 and more from others."""
_GRAIN = 8.0
"""Grey levels by which dark px are off in hue without a meaning."""
_SHADED, _LIT = 0.25, 1.5
"""A tile's top or ink may be so much darker or brighter than the common one, by shade and by light."""
_TILES = 1.5
"""So many squares' worth of px hang together under a hand: a single tile is none."""
_HAND, _PLAINLY = 4.0, 2.0
"""What px are more foreign than 1, each up to _PLAINLY, comes to so many squares under a hand. Measured over ten sets
under eight kinds of light: hands 5.9 and more, none 2.9 and less, but for a deep shade (3.8 at most, twice 10)."""
_BROAD = 5.5
"""So many squares' worth of them are a hand, however little foreign: on a sand-coloured board skin is hardly, and 6 and
more squares of it were seen; without a hand 3.8 at most, but for a deep shade."""
_LIKE_HAND = 0.12
"""What hangs together with a hand and is no further off its hue belongs to it."""
_HAND_HALO, _GLARE_HALO = 4, 6
"""Px beyond a hand (its shadow) and beyond glare (its soft edge) that are not trusted either."""
_SHARE = 0.12
"""A square of which this share is covered is not seen."""

Places = NDArray[np.intp]
"""Which squares, row by row, (k,)."""


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """Which squares something hides, row by row, (n * n,): a hand or another thing, or a lamp's mirror."""

    hand: Flags
    glare: Flags

    def with_more(self, other: Covering) -> Covering:
        """What either tells."""
        return Covering(self.hand | other.hand, self.glare | other.glare)

    def told_apart(self) -> Covering:
        """The same without hands that lie in a lamp's mirror, or beside it, with all of them: they are the mirror."""
        size = isqrt(len(self.hand))
        hands = np.asarray(cv2.connectedComponents(self.hand.reshape(size, size).astype(np.uint8))[1])
        apart = hands[~around(self.glare.reshape(size, size), 1)]
        is_hand = np.isin(hands, apart[apart > 0]).ravel()
        return Covering(is_hand, self.glare | self.hand & ~is_hand)


def covering(squared: Squared, seen: Looks, codes: Codes, lettered: Flags, whole: Flags, edition: Edition) -> Covering:
    """Find what hides squares of the board.

    codes (n, n) tell which are printed alike, lettered (n * n,) which show a letter, whole (n * n,) which of them are
    tiles seen whole.

    Bare squares of a kind show what belongs there; tiles' tops and ink are known from the lettered squares. What has
    another hue than either, and hangs together over more than a tile's size, is a hand. What is whiter than the print
    in every colour, over more than a tile, is glare.
    """
    board = patchwork(squared, seen)
    foreign, veiled, expected = _against_print(board, codes.ravel(), lettered)
    unlike_print = foreign > 1
    near = around(lettered.reshape(codes.shape), 1).ravel()
    # Tiles seen whole have nothing over them, whatever their colour.
    foreign[lettered & whole] = 0
    _forgive_tiles(foreign, board, lettered & whole, near)
    # Dark tiles are lifted by a lamp as the board is; pale ones are whiter than the board by themselves.
    veiled[lettered[:, None, None] & ((veiled == PALED) | (edition == "light"))] = 0
    foreign[veiled == PALED] = 0
    glare = glare_on(veiled, board.size)
    if glare.any() and (tops := bare_tops(veiled, board.cells, expected, lettered)).any():
        veiled[tops] = 0
        glare = glare_on(veiled, board.size)
    hand = _grown(_hand(picture_of(foreign, board.size)), board, unlike_print)
    return Covering(touched(hand, _HAND_HALO, _SHARE, board.size), touched(glare, _GLARE_HALO, _SHARE, board.size))


def _against_print(board: Patchwork, codes: Codes, lettered: Flags) -> tuple[Values, Mask, Values]:
    """How foreign each px is to the common print of its kind, 1 being foreign, and how it is veiled (see specular).

    And the common print, as it would look in the light there.
    """
    every = [np.flatnonzero(codes == kind) for kind in np.unique(codes)]
    kinds = [(alike, alike[~lettered[alike]]) for alike in every]
    kinds = [(alike, bare) for alike, bare in kinds if len(bare) >= _ALIKE]
    homes, colour, lit = (np.zeros_like(board.cells) for _ in range(3))
    unknown = np.ones(len(codes), bool)
    for alike, bare in kinds:
        unknown[alike] = False
        (home,) = ranked(board.shares[:, bare].swapaxes(0, 1), 0.5)
        for all_kinds, common in zip((homes, colour, lit), (home, *usual(board.cells[:, bare])), strict=True):
            all_kinds[:, alike] = common[:, None]
    expected = board.lit(homes, board.light)
    foreign = _foreign(board, expected, kinds)
    veiled = veil(board.cells, colour, lit, expected, foreign > 1)
    veiled[unknown] = 0
    return foreign, veiled, expected


def _foreign(board: Patchwork, expected: Values, kinds: list[tuple[Places, Places]]) -> Values:
    """How far each px is off the hue of what is expected, against how far bare squares of its kind commonly are.

    kinds: which squares are of each kind, and which of them are bare; others have nothing foreign.
    """
    step = hue_step(board.cells, expected, board.floor)
    usually = np.full_like(step, np.inf)
    for alike, bare in kinds:
        usually[alike] = np.maximum(_HUE, _STRAYS * ranked(step[bare], 0.5)[0])
    return np.asarray(step / np.maximum(usually, _GRAIN / (board.cells.mean(axis=0) + board.floor)))


def _forgive_tiles(foreign: Values, board: Patchwork, tiles: Flags, near: Flags) -> None:
    """What has the hue of a tile's top or ink, and is about as bright, is not foreign where tiles lie."""
    if not tiles.any():
        return
    colours = board.shares[:, tiles].reshape(3, -1)
    order = np.argsort(colours.sum(axis=0))
    quarter = len(order) // 4
    asked = (foreign > 1) & near[:, None, None]
    cells, light, told = board.cells[:, asked], board.light[:, asked], foreign[asked]
    level = cells.sum(axis=0)
    least = np.maximum(_HUE, _GRAIN / (level / 3 + board.floor))
    for part in (order[:quarter], order[-quarter:]):
        known = board.lit(medians(colours[:, part].T)[:, None], light)
        brighter = level / known.sum(axis=0)
        is_tile = (brighter > _SHADED) & (brighter < _LIT)
        told = np.where(is_tile, np.minimum(told, hue_step(cells, known, board.floor) / least), told)
    foreign[asked] = told


def _grown(hand: Mask, board: Patchwork, unlike_print: Flags) -> Mask:
    """A hand with what hangs together with it and has its hue: fingers over tiles whose hue is not far from it."""
    found = squares_of(hand, board.size) > 0
    if not found.any():
        return hand
    known = board.lit(medians(board.shares[:, found].T)[:, None, None, None], board.light)
    like = unlike_print & (hue_step(board.cells, known, board.floor) < _LIKE_HAND)
    whole = closed(picture_of(like.astype(np.uint8), board.size) | hand, np.ones((3, 3), np.uint8))
    labels = np.asarray(cv2.connectedComponents(whole)[1])
    return np.asarray(np.isin(labels, np.unique(labels[hand > 0])) & (labels > 0), np.uint8)


def _hand(foreign: Values) -> Mask:
    """The foreign px that hang together over more than a tile's size, as 0 or 1; none if all are hardly foreign."""
    marked = closed(opened(foreign > 1, 3), np.ones((4, 4), np.uint8))
    if np.count_nonzero(marked) < _TILES * SIDE * SIDE:
        return np.zeros_like(marked)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(marked)
    large = stats[:, cv2.CC_STAT_AREA] >= _TILES * SIDE * SIDE
    large[0] = False
    found = large[labels]
    plainness = np.clip(foreign[found] - 1, 0, _PLAINLY).sum()
    if plainness < _HAND * SIDE * SIDE and found.sum() < _BROAD * SIDE * SIDE:
        return np.zeros_like(marked)
    return np.asarray(found, np.uint8)
