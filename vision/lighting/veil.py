"""A lamp's mirror lies over squares like a white veil: what is darkest on them is no longer dark."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import cv2
import numpy as np

from vision.arrays import Flags, Floats, around
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import MIDDLE, patches


@dataclass(frozen=True, slots=True)
class VeilLimits:
    """When a square lies under a veil."""

    floor: int = 5  # percentile of a square's px that is its floor: ink and edge on a tile, print on the board
    # Percentile of the floors of squares printed alike that is their common floor, that of the lighter ones: half the
    # board may lie in shade, a reflection covers less.
    common: int = 70
    # Density of the veil, as the share of the way from the common floor to white: one this dense takes the letters
    # away. Where lamps shine on good pictures the densest is 0.63, and that on plain squares alone (ten sets).
    dense: float = 0.65
    # The least channel of a floor in a warm lamp's mirror, as a share of the largest; skin has less, if it is not pale.
    colourless: float = 0.7
    reach: int = 2  # squares round it in which its soft edge whitens what lies there
    squares: int = 2  # side by side that are a reflection; a single one is a shiny tile
    # A px shines that is half the way from the palest of the board, but for so many percent, to the end of the scale.
    palest: float = 98.0
    way: float = 0.5
    least: int = 240  # grey level of its largest channel, at least: where few tiles lie they are the palest of all
    # The share of such px of what is covered from which it is a mirror: of 99 hands over photographs none had more than
    # 0.007; of 32 small lamps that veil hardly a square wholly 17 have more.
    shining: float = 0.05
    spot: float = 0.5  # the share of them in a square's middle half from which no letter would be seen there
    blinds: float = 0.5  # the share of them from which nothing is seen of what lies on a square


VEIL = VeilLimits()


def veils_in(squared: Squared, codes: Codes) -> tuple[Flags, Flags]:
    """Which squares lie under a white veil, and which under one of a lamp's light, white or warm, (n, n) each.

    codes: (n, n), equal for squares that are printed alike.
    """
    low, middle, high = np.sort(floors_of(squared), axis=1).T
    white = veiled_in(low, codes)
    return white, white | veiled_in(np.where(low >= VEIL.colourless * high, middle, 0.0), codes)


def floors_of(squared: Squared) -> Floats:
    """How dark each square is where it is darkest, grey levels of each channel, (n * n, 3)."""
    px = np.sort(patches(squared).reshape(squared.size**2, -1, 3), axis=1, kind="stable")
    return np.asarray(px[:, px.shape[1] * VEIL.floor // 100], np.float64)


def veiled_in(floors: Floats, codes: Codes) -> Flags:
    """Adjacent squares whose floor is most of the way from the common floor of squares printed alike to white, (n, n).

    floors: (n * n,) grey levels.
    """
    kinds = codes.ravel()
    common = np.zeros(len(floors))
    for kind in np.unique(kinds):
        common[kinds == kind] = np.percentile(floors[kinds == kind], VEIL.common)
    # A square whose print no other has can only be compared with the whole board.
    common = np.minimum(common, np.percentile(floors, VEIL.common))
    return _side_by_side((floors - common > VEIL.dense * (255 - common)).reshape(codes.shape))


def shining_in(squared: Squared, hidden: Flags) -> tuple[Floats, Floats]:
    """The share of each square's px that shine as only a lamp does, white or warm, and of its middle's, (n * n,) each.

    hidden: (n * n,) what may be a mirror, and so tells nothing of how pale the board is.
    """
    if hidden.all():
        return np.zeros(len(hidden)), np.zeros(len(hidden))
    blue, green, red = cv2.split(squared.grid())
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    shown = np.kron(~hidden.reshape(squared.size, squared.size), np.ones((SQUARE, SQUARE), bool))
    palest = float(np.percentile(high[shown], VEIL.palest))
    shines = (high > max(VEIL.least, palest + VEIL.way * (255 - palest))) & (low >= VEIL.colourless * high)
    squares = shines.reshape(squared.size, SQUARE, squared.size, SQUARE)
    middles = squares[:, MIDDLE, :, MIDDLE]
    whole, middle = (np.asarray(px.mean(axis=(1, 3)).ravel()) for px in (squares, middles))
    return whole, middle


def told_apart(covered: Flags, veiled: Flags, shining: Floats) -> tuple[Flags, Flags]:
    """What lies over the board, and what a lamp's mirror hides, (n * n,) each: of covered squares.

    Covered squares that hang together lie under a mirror if most of them are veiled, or beside such: at its rim, and
    all over where it is soft, hardly a square lies wholly under it. Or if some of them shines: a small one is bright.
    shining: (n * n,) as shining_in tells.
    """
    size = isqrt(len(covered))
    _, groups = cv2.connectedComponents(covered.reshape(size, size).astype(np.uint8))
    which = np.asarray(groups).ravel()
    beside = around(covered & veiled, 1)
    counts = np.bincount(which)
    is_veiled = np.bincount(which, beside) > counts / 2
    is_mirror = covered & (is_veiled | (np.bincount(which, shining) > VEIL.shining * counts))[which]
    return covered & ~is_mirror, is_mirror


def _side_by_side(flags: Flags) -> Flags:
    """Those of the flags, (n, n), in connected groups of so many and more."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flags.astype(np.uint8), connectivity=4)
    large = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= VEIL.squares]
    return np.isin(labels, large)
