"""A lamp's mirror lies over squares like a white veil: what is darkest on them is no longer dark."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import cv2
import numpy as np

from vision.arrays import Flags, Floats
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import Squared
from vision.lighting.appearance import patches


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
    reach: int = 2  # squares round it in which its soft edge whitens what lies there
    squares: int = 2  # side by side that are a reflection; a single one is a shiny tile


VEIL = VeilLimits()


def floors_of(squared: Squared) -> Floats:
    """How dark each square is where it is darkest, grey levels of the least channel, (n * n,)."""
    least = np.sort(patches(squared).min(axis=3).reshape(squared.size**2, -1), axis=1, kind="stable")
    return np.asarray(least[:, least.shape[1] * VEIL.floor // 100], np.float64)


def veiled_in(floors: Floats, codes: Codes) -> Flags:
    """Adjacent squares whose floor is most of the way from the common floor of squares printed alike to white, (n, n).

    codes: (n, n), equal for squares that are printed alike.
    """
    kinds = codes.ravel()
    common = np.zeros(len(floors))
    for kind in np.unique(kinds):
        common[kinds == kind] = np.percentile(floors[kinds == kind], VEIL.common)
    # A square whose print no other has can only be compared with the whole board.
    common = np.minimum(common, np.percentile(floors, VEIL.common))
    return _side_by_side((floors - common > VEIL.dense * (255 - common)).reshape(codes.shape))


def told_apart(covered: Flags, veiled: Flags) -> tuple[Flags, Flags]:
    """What lies over the board, and what a lamp's mirror hides, (n * n,) each: of covered squares.

    Covered squares that hang together lie under a mirror if most of them are veiled.
    """
    size = isqrt(len(covered))
    _, groups = cv2.connectedComponents(covered.reshape(size, size).astype(np.uint8))
    which = np.asarray(groups).ravel()
    is_mirror = covered & (np.bincount(which, veiled) > np.bincount(which) / 2)[which]
    return covered & ~is_mirror, is_mirror


def _side_by_side(flags: Flags) -> Flags:
    """Those of the flags, (n, n), in connected groups of so many and more."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(flags.astype(np.uint8), connectivity=4)
    large = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= VEIL.squares]
    return np.isin(labels, large)
