"""What lies over the board hides the lines between its squares: a sleeve, a sheet of paper, whatever its colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Flags, around
from vision.tile_edges.edge_measure import BARE, TILE, Known, Rims

_SHOWN = 0.2
"""Bare squares show more of the common line than this on one side at least: 0.24 to 0.3 where an icon begins near both
its edges (dev-dark, out of focus and as JPEG)."""
_SIDE_BY_SIDE, _BY_CORNERS = 4, 8
_TOGETHER = 3
"""So many squares without a line that hang together are no chance if one of them was taken for a bare one: of 1,251
looks at ten sets in 22 kinds of light, blur and grain 2 had so many, one of them under a lamp's mirror. Blanks and stop
tiles have no line, either. A sleeve may hide squares alone that are printed alike in a slanting row: as many that meet
in corners, and hold no sure tile, are no chance, either (1 of 1,540 looks in nine kinds), but out of focus (12 of 171).
"""

_RIMMED = 1.5
"""A sure tile with a rim so like a tile's hides its lines itself; no bare square is so like one (see edge_witness). Two
blanks that met in a corner, and a bare square beside both, looked as if something lay over fifteen squares.
"""


def unlined(rims: Rims, known: Known, tiles: Flags, glare: Flags, *, blurred: bool) -> Flags:
    """Which squares perhaps lie under something, (n, n): those that show no line, and what lies beside them.

    tiles: (n, n) on which tiles lie for sure; a sleeve's colour may make some. glare: (n, n) which lie under a lamp's
    mirror; that takes lines, too, theirs and those of the squares beside them. blurred: whether letters are out of
    focus, and lines as well.
    """
    without = (known != TILE) & (rims.lined < _SHOWN) & ~(tiles & (rims.tile > _RIMMED))
    apart = ~around(glare, 1)
    bare = (known == BARE) & apart
    hidden = _large(without, bare, apart, _SIDE_BY_SIDE)
    if not blurred:
        hidden |= _large(without & ~tiles, bare, apart, _BY_CORNERS)
    return around(hidden, 1)


def _large(squares: Flags, bare: Flags, counted: Flags, connectivity: int) -> Flags:
    """Of some squares those that hang together with enough that count, at least one of them bare, (n, n) each."""
    count, which = cv2.connectedComponents(squares.astype(np.uint8), connectivity=connectivity)
    parts = [which == label for label in range(1, count)]
    large = [part for part in parts if (part & bare).any() and (part & counted).sum() >= _TOGETHER]
    return np.asarray(np.any(large, axis=0)) if large else np.zeros(squares.shape, bool)
