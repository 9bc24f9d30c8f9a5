"""Finds what hides the board, px by px: a hand, a sleeve or a specular reflection, unlike print and tiles."""

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


@dataclass(frozen=True, slots=True)
class ForeignLimits:
    """Limits beyond which the hue of a px is foreign to what is printed on its square; hues as in hue_step."""

    min_bare: int = 3  # bare squares of a kind; with fewer its common print is unknown
    hue: float = 0.15  # off the common print; skin is off by 0.2 from a sand-coloured board, by 0.4 or more from others
    strays: float = 5.0  # times the deviation that is common there on bare squares; both limits must be passed
    grain: float = 8.0  # grey levels of noise, which shift the hue of dark px without a meaning
    darkest_tile: float = 0.25  # brightness of a tile's px in shade, as a ratio to the common top or ink
    brightest_tile: float = 1.5  # the same in strong light


@dataclass(frozen=True, slots=True)
class HandLimits:
    """Limits of a hand: areas in squares; of ten sets under eight kinds of light."""

    min_area: float = 1.5  # of connected foreign px; a single tile is smaller
    # Sum of foreignness above 1: hands have 5.9 or more, boards without one 2.9 at most, in a deep shade 3.8, twice 10.
    min_foreign: float = 4.0
    max_a_px: float = 2.0  # what one px adds to that sum at most
    # Area of a hand however faint, as skin on a sand-coloured board: 6 or more; without a hand 3.8, but for deep shade.
    broad: float = 5.5
    same_hue: float = 0.12  # off the hand's own hue; px connected to it and no further off belong to it


@dataclass(frozen=True, slots=True)
class CoverLimits:
    """From which px on a square counts as covered; coarse px, SIDE to a square."""

    hand_halo: int = 4  # px beyond a hand, where its shadow lies
    glare_halo: int = 6  # px beyond a specular reflection, which has a soft edge
    min_share: float = 0.12  # share of a square's px that makes it covered


_FOREIGN = ForeignLimits()
_HAND = HandLimits()
_COVER = CoverLimits()

Places = NDArray[np.intp]
"""Indices of squares, row by row, (k,)."""


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """Which squares are hidden, row by row, (n * n,): by a hand or another object, or by a specular reflection."""

    hand: Flags
    glare: Flags

    def with_more(self, other: Covering) -> Covering:
        """The squares that are hidden in either of the two."""
        return Covering(self.hand | other.hand, self.glare | other.glare)

    def told_apart(self) -> Covering:
        """Take hands that lie wholly in a specular reflection, or beside one, for a part of it."""
        size = isqrt(len(self.hand))
        hands = np.asarray(cv2.connectedComponents(self.hand.reshape(size, size).astype(np.uint8))[1])
        apart = hands[~around(self.glare.reshape(size, size), 1)]
        is_hand = np.isin(hands, apart[apart > 0]).ravel()
        return Covering(is_hand, self.glare | self.hand & ~is_hand)


def covering(squared: Squared, seen: Looks, codes: Codes, lettered: Flags, whole: Flags, edition: Edition) -> Covering:
    """Find which squares of the board are hidden.

    codes: (n, n), equal for squares that are printed alike. lettered: (n * n,) which show a letter. whole: (n * n,)
    which of those are tiles seen whole.

    Bare squares of a kind show its print; lettered squares show the colours of tiles' tops and ink. Connected px of
    another hue than either, over more than a tile's area, are a hand. Px whiter than the print in every channel, over
    more than a tile, are glare.
    """
    board = patchwork(squared, seen)
    foreign, veiled, expected = _against_print(board, codes.ravel(), lettered)
    unlike_print = foreign > 1
    near = around(lettered.reshape(codes.shape), 1).ravel()
    # Nothing lies over a tile that is seen whole, whatever its colour.
    foreign[lettered & whole] = 0
    _forgive_tiles(foreign, board, lettered & whole, near)
    # A lamp brightens dark tiles as it does the board; pale tiles are whiter than the board by themselves.
    veiled[lettered[:, None, None] & ((veiled == PALED) | (edition == "light"))] = 0
    foreign[veiled == PALED] = 0
    glare = glare_on(veiled, board.size)
    if glare.any() and (tops := bare_tops(veiled, board.cells, expected, lettered)).any():
        veiled[tops] = 0
        glare = glare_on(veiled, board.size)
    hand = _grown(_hand(picture_of(foreign, board.size)), board, unlike_print)
    return Covering(
        touched(hand, _COVER.hand_halo, _COVER.min_share, board.size),
        touched(glare, _COVER.glare_halo, _COVER.min_share, board.size),
    )


def _against_print(board: Patchwork, codes: Codes, lettered: Flags) -> tuple[Values, Mask, Values]:
    """How foreign each px is to the common print of its kind (above 1: foreign), and how it is veiled (see specular).

    The third is the common print, as it would look in the light there.
    """
    every = [np.flatnonzero(codes == kind) for kind in np.unique(codes)]
    kinds = [(alike, alike[~lettered[alike]]) for alike in every]
    kinds = [(alike, bare) for alike, bare in kinds if len(bare) >= _FOREIGN.min_bare]
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
    """How far each px is off the expected hue, as a ratio to the limit for its kind of square.

    kinds: the squares of each kind, and the bare ones among them; squares of no kind have no foreign px.
    """
    step = hue_step(board.cells, expected, board.floor)
    usually = np.full_like(step, np.inf)
    for alike, bare in kinds:
        usually[alike] = np.maximum(_FOREIGN.hue, _FOREIGN.strays * ranked(step[bare], 0.5)[0])
    return np.asarray(step / np.maximum(usually, _FOREIGN.grain / (board.cells.mean(axis=0) + board.floor)))


def _forgive_tiles(foreign: Values, board: Patchwork, tiles: Flags, near: Flags) -> None:
    """Px with the hue and about the brightness of a tile's top or ink are not foreign near tiles; changes foreign."""
    if not tiles.any():
        return
    colours = board.shares[:, tiles].reshape(3, -1)
    order = np.argsort(colours.sum(axis=0))
    quarter = len(order) // 4
    asked = (foreign > 1) & near[:, None, None]
    cells, light, told = board.cells[:, asked], board.light[:, asked], foreign[asked]
    level = cells.sum(axis=0)
    least = np.maximum(_FOREIGN.hue, _FOREIGN.grain / (level / 3 + board.floor))
    for part in (order[:quarter], order[-quarter:]):
        known = board.lit(medians(colours[:, part].T)[:, None], light)
        brighter = level / known.sum(axis=0)
        is_tile = (brighter > _FOREIGN.darkest_tile) & (brighter < _FOREIGN.brightest_tile)
        told = np.where(is_tile, np.minimum(told, hue_step(cells, known, board.floor) / least), told)
    foreign[asked] = told


def _grown(hand: Mask, board: Patchwork, unlike_print: Flags) -> Mask:
    """The hand with all connected px of its hue: fingers over tiles have a hue not far from the tiles' own."""
    found = squares_of(hand, board.size) > 0
    if not found.any():
        return hand
    known = board.lit(medians(board.shares[:, found].T)[:, None, None, None], board.light)
    like = unlike_print & (hue_step(board.cells, known, board.floor) < _HAND.same_hue)
    whole = closed(picture_of(like.astype(np.uint8), board.size) | hand, np.ones((3, 3), np.uint8))
    labels = np.asarray(cv2.connectedComponents(whole)[1])
    return np.asarray(np.isin(labels, np.unique(labels[hand > 0])) & (labels > 0), np.uint8)


def _hand(foreign: Values) -> Mask:
    """The connected foreign px over more than a tile's area, as 0 or 1; none if they are too few and too faint."""
    marked = closed(opened(foreign > 1, 3), np.ones((4, 4), np.uint8))
    if np.count_nonzero(marked) < _HAND.min_area * SIDE * SIDE:
        return np.zeros_like(marked)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(marked)
    large = stats[:, cv2.CC_STAT_AREA] >= _HAND.min_area * SIDE * SIDE
    large[0] = False
    found = large[labels]
    plainness = np.clip(foreign[found] - 1, 0, _HAND.max_a_px).sum()
    if plainness < _HAND.min_foreign * SIDE * SIDE and found.sum() < _HAND.broad * SIDE * SIDE:
        return np.zeros_like(marked)
    return np.asarray(found, np.uint8)
