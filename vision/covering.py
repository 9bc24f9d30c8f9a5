"""What lies over the board or shines upon it: a hand, a sleeve, a lamp's mirror; told from print and tiles px by px."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, medians, ranked
from vision.glare import PALED, glare_on, usual, veil
from vision.layout_match import Codes
from vision.light import hue_step_of_planes
from vision.looks import Looks
from vision.patchwork import SIDE, Mask, Patchwork, Values, closed, opened, patchwork, picture_of, squares_of, touched
from vision.sighting import Edition
from vision.squared import Squared

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


@dataclass(frozen=True, slots=True, eq=False)
class Covering:
    """Which squares something hides, row by row, (n * n,): a hand or another thing, or a lamp's mirror."""

    hand: Flags
    glare: Flags

    def with_more(self, other: Covering) -> Covering:
        """What either tells."""
        return Covering(self.hand | other.hand, self.glare | other.glare)


def covering(squared: Squared, seen: Looks, codes: Codes, lettered: Flags, whole: Flags, edition: Edition) -> Covering:
    """Find what hides squares of the board.

    codes (n, n) tell which are printed alike, lettered (n * n,) which show a letter, whole (n * n,) which of them are
    tiles seen whole.

    Bare squares of a kind show what belongs there; tiles' tops and ink are known from the lettered squares. What has
    another hue than either, and hangs together over more than a tile's size, is a hand. What is whiter than the print
    in every colour, over more than a tile, is glare.
    """
    board = patchwork(squared, seen)
    foreign, veiled = _against_print(board, codes.ravel(), lettered)
    unlike_print = foreign > 1
    near = cv2.dilate(lettered.reshape(codes.shape).astype(np.uint8), np.ones((3, 3), np.uint8)).ravel() > 0
    _forgive_tiles(foreign, board, lettered & whole, near)
    # Tiles seen whole have nothing over them, whatever their colour.
    foreign[lettered & whole] = 0
    # Dark tiles are lifted by a lamp as the board is; pale ones are whiter than the board by themselves.
    veiled[lettered[:, None, None] & ((veiled == PALED) | (edition == "light"))] = 0
    foreign[veiled == PALED] = 0
    hand = _grown(_hand(picture_of(foreign, board.size)), board, unlike_print)
    glare = glare_on(veiled, board.size)
    return Covering(touched(hand, _HAND_HALO, _SHARE, board.size), touched(glare, _GLARE_HALO, _SHARE, board.size))


def _against_print(board: Patchwork, codes: Codes, lettered: Flags) -> tuple[Values, Mask]:
    """How foreign each px is to the common print of its kind, 1 being foreign, and how it is veiled (vision.glare)."""
    kinds = [(codes == kind, (codes == kind) & ~lettered) for kind in np.unique(codes)]
    kinds = [(alike, bare) for alike, bare in kinds if bare.sum() >= _ALIKE]
    expected, colour, lit = (np.ones_like(board.cells) for _ in range(3))
    for alike, bare in kinds:
        expected[:, alike] = _expected(board, bare, alike)
        for all_kinds, common in zip((colour, lit), usual(board.cells[:, bare]), strict=True):
            all_kinds[:, alike] = common[:, None]
    foreign = _foreign(board, expected, kinds)
    veiled = veil(board.cells, colour, lit, expected, foreign > 1)
    veiled[~np.any([alike for alike, _ in kinds], axis=0)] = 0
    return foreign, veiled


def _foreign(board: Patchwork, expected: Values, kinds: list[tuple[Flags, Flags]]) -> Values:
    """How far each px is off the hue of what is expected, against how far bare squares of its kind commonly are.

    kinds: which squares are of each kind, and which of them are bare; others have nothing foreign.
    """
    step = hue_step_of_planes(board.cells, expected, board.floor)
    usually = np.full_like(step, np.inf)
    for alike, bare in kinds:
        usually[alike] = np.maximum(_HUE, _STRAYS * ranked(step[bare], 0.5)[0])
    return np.asarray(step / np.maximum(usually, _GRAIN / (board.cells.mean(axis=0) + board.floor)))


def _expected(board: Patchwork, bare: Flags, alike: Flags) -> Values:
    """What squares of a kind would show if they were bare, in the light there."""
    homes = (board.cells[:, bare] + board.floor) / (board.light[:, bare] + board.floor)
    (home,) = ranked(homes.swapaxes(0, 1), 0.5)
    return np.asarray(np.maximum(home[:, None] * (board.light[:, alike] + board.floor) - board.floor, 1), np.float32)


def _forgive_tiles(foreign: Values, board: Patchwork, tiles: Flags, near: Flags) -> None:
    """What has the hue of a tile's top or ink, and is about as bright, is not foreign where tiles lie."""
    if not tiles.any():
        return
    colours = ((board.cells[:, tiles] + board.floor) / (board.light[:, tiles] + board.floor)).reshape(3, -1)
    order = np.argsort(colours.sum(axis=0))
    quarter = len(order) // 4
    cells, light = board.cells[:, near], board.light[:, near]
    for part in (order[:quarter], order[-quarter:]):
        known = _lit(medians(colours[:, part].T), light, board.floor)
        brighter = cells.sum(axis=0) / known.sum(axis=0)
        step = hue_step_of_planes(cells, known, board.floor)
        step /= np.maximum(_HUE, _GRAIN / (cells.mean(axis=0) + board.floor))
        is_tile = (brighter > _SHADED) & (brighter < _LIT)
        foreign[near] = np.where(is_tile, np.minimum(foreign[near], step), foreign[near])


def _grown(hand: Mask, board: Patchwork, unlike_print: Flags) -> Mask:
    """A hand with what hangs together with it and has its hue: fingers over tiles whose hue is not far from it."""
    found = squares_of(hand, board.size) > 0
    if not found.any():
        return hand
    colour = medians(((board.cells[:, found] + board.floor) / (board.light[:, found] + board.floor)).T)
    known = _lit(colour, board.light, board.floor)
    like = unlike_print & (hue_step_of_planes(board.cells, known, board.floor) < _LIKE_HAND)
    whole = closed(picture_of(like.astype(np.uint8), board.size) | hand, np.ones((3, 3), np.uint8))
    labels = np.asarray(cv2.connectedComponents(whole)[1])
    return np.asarray(np.isin(labels, np.unique(labels[hand > 0])) & (labels > 0), np.uint8)


def _lit(colour: Values, light: Values, floor: float) -> Values:
    """What something of a colour (3,) shows in the light there."""
    return np.asarray(np.maximum(colour[:, None, None, None] * (light + floor) - floor, 1), np.float32)


def _hand(foreign: Values) -> Mask:
    """The foreign px that hang together over more than a tile's size, as 0 or 1; none if all are hardly foreign."""
    marked = closed(opened(foreign > 1, 3), np.ones((4, 4), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(marked)
    large = stats[:, cv2.CC_STAT_AREA] >= _TILES * SIDE * SIDE
    large[0] = False
    found = large[labels]
    plainness = np.clip(foreign[found] - 1, 0, _PLAINLY).sum()
    if plainness < _HAND * SIDE * SIDE and found.sum() < _BROAD * SIDE * SIDE:
        return np.zeros_like(marked)
    return np.asarray(found, np.uint8)
