"""Finds squares covered by something that hides the lines between them: a sleeve or paper, whatever its colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, around
from vision.tile_edges.edge_measure import BARE, TILE, Known, Rims


@dataclass(frozen=True, slots=True)
class HiddenLimits:
    """When squares without a visible line lie under something."""

    # Share of the common line that bare squares show on one side at least: 0.24 to 0.3 where an icon begins near both
    # of their edges (dev-dark, out of focus and as JPEG).
    shown: float = 0.2
    # Connected squares without a line that are no coincidence, if one of them was taken for bare: of 1,251 looks at ten
    # sets in 22 kinds of light, blur and grain 2 had so many, one of them under a lamp's specular reflection. Blanks
    # and stop tiles show no line, either. Connected by corners, as a sleeve may hide only squares printed alike in a
    # diagonal, and without a confident tile: 1 of 1,540 looks in nine kinds, but 12 of 171 out of focus.
    together: int = 3
    # A confident tile with edges this much like a tile's (log ratio) hides its lines itself; no bare square scores so
    # high (see edge_witness). Two blanks that met in a corner, and a bare square beside both, looked like 15 covered
    # squares.
    tile: float = 1.5


LIMITS = HiddenLimits()
_SIDE_BY_SIDE, _BY_CORNERS = 4, 8
"""OpenCV's names for what connects px: shared sides only, or corners, too."""


def unlined(
    rims: Rims, known: Known, tiles: Flags, glare: Flags, printed: Flags | bool = False, *, blurred: bool
) -> Flags:
    """Which squares are perhaps covered, (n, n): those that show no line, and their neighbours.

    In focus one square is enough of which all four sides are seen, and plainly show none.

    tiles: (n, n) squares with confident tiles; the colour of a sleeve may produce some. glare: (n, n) squares under a
    lamp's specular reflection, which takes lines, too, theirs and those of their neighbours. printed: (n, n) squares
    that show their own icon, which nothing hides then. blurred: whether letters are out of focus, and so the lines.
    """
    seen = (tiles & (rims.tile > LIMITS.tile)) | np.asarray(printed)
    without = (known != TILE) & (rims.lined < LIMITS.shown) & ~seen
    apart = ~around(glare, 1)
    bare = (known == BARE) & apart
    hidden = _large(without, bare, apart, _SIDE_BY_SIDE)
    if not blurred:
        hidden |= rims.flat & bare
        hidden |= _large(without & ~tiles, bare, apart, _BY_CORNERS)
    return around(hidden, 1)


def _large(squares: Flags, bare: Flags, counted: Flags, connectivity: int) -> Flags:
    """The connected groups of squares with enough counted ones and at least one bare one, (n, n) each."""
    count, which = cv2.connectedComponents(squares.astype(np.uint8), connectivity=connectivity)
    parts = [which == label for label in range(1, count)]
    large = [part for part in parts if (part & bare).any() and (part & counted).sum() >= LIMITS.together]
    return np.asarray(np.any(large, axis=0)) if large else np.zeros(squares.shape, bool)
