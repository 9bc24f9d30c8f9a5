"""What lies over the board or shines upon it: a hand, a sleeve, a lamp's mirror; told from print and tiles px by px."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, ranked
from vision.glare import PALED, glare_on, veil
from vision.layout_match import Codes
from vision.light import hue_step
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
    foreign, veiled = np.zeros(board.cells.shape[:3], np.float32), np.zeros(board.cells.shape[:3], np.uint8)
    for kind in np.unique(codes):
        alike = codes == kind
        bare = alike & ~lettered
        if bare.sum() >= _ALIKE:
            cells = board.cells[alike]
            expected = _expected(board, bare, alike)
            step = _hue_step(cells, expected, board.floor)
            usual = np.maximum(_HUE, _STRAYS * ranked(step[bare[alike]], 0.5)[0])
            foreign[alike] = step / np.maximum(usual, _GRAIN / (cells.mean(axis=3) + board.floor))
            veiled[alike] = veil(cells, board.cells[bare], expected, foreign[alike] > 1)
    return foreign, veiled


def _expected(board: Patchwork, bare: Flags, alike: Flags) -> Values:
    """What squares of a kind would show if they were bare, in the light there."""
    (home,) = ranked((board.cells[bare] + board.floor) / (board.light[bare] + board.floor), 0.5)
    return np.asarray(np.maximum(home * (board.light[alike] + board.floor) - board.floor, 1), np.float32)


def _hue_step(cells: Values, expected: Values, floor: float) -> Values:
    return hue_step(cells, expected, floor).astype(np.float32)


def _forgive_tiles(foreign: Values, board: Patchwork, tiles: Flags, near: Flags) -> None:
    """What has the hue of a tile's top or ink, and is about as bright, is not foreign where tiles lie."""
    if not tiles.any():
        return
    colours = ((board.cells[tiles] + board.floor) / (board.light[tiles] + board.floor)).reshape(-1, 3)
    order = np.argsort(colours.sum(axis=1))
    quarter = len(order) // 4
    cells, light = board.cells[near], board.light[near]
    for part in (order[:quarter], order[-quarter:]):
        known = np.maximum(np.median(colours[part], axis=0) * (light + board.floor) - board.floor, 1)
        brighter = cells.sum(axis=3) / known.sum(axis=3)
        step = _hue_step(cells, known, board.floor)
        step /= np.maximum(_HUE, _GRAIN / (cells.mean(axis=3) + board.floor))
        is_tile = (brighter > _SHADED) & (brighter < _LIT)
        foreign[near] = np.where(is_tile, np.minimum(foreign[near], step), foreign[near])


def _grown(hand: Mask, board: Patchwork, unlike_print: Flags) -> Mask:
    """A hand with what hangs together with it and has its hue: fingers over tiles whose hue is not far from it."""
    found = squares_of(hand, board.size)[..., 0] > 0
    if not found.any():
        return hand
    colour = np.median((board.cells[found] + board.floor) / (board.light[found] + board.floor), axis=0)
    known = np.maximum(colour * (board.light + board.floor) - board.floor, 1).astype(np.float32)
    like = unlike_print & (_hue_step(board.cells, known, board.floor) < _LIKE_HAND)
    whole = closed(picture_of(like.astype(np.uint8), board.size) | hand, np.ones((3, 3), np.uint8))
    labels = np.asarray(cv2.connectedComponents(whole)[1])
    return np.asarray(np.isin(labels, np.unique(labels[hand > 0])) & (labels > 0), np.uint8)


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
