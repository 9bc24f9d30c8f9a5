"""What lies over the board hides the lines between its squares: a sleeve, a sheet of paper, whatever its colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Flags, around
from vision.rims import BARE, TILE, Known, Rims

_SHOWN = 0.3
"""Bare squares show more of the common line than this on one side at least."""
_TOGETHER = 3
"""So many squares without a line that hang together are no chance if one of them was taken for a bare one: of 1,251
looks at ten sets in 22 kinds of light, blur and grain 2 had so many, one of them under a lamp's mirror. Blanks and stop
tiles have no line, either. A sleeve across squares that are printed alike in a slanting row may hide these alone: of
1,710 looks in ten kinds one had three that meet in corners or along a side, but of 171 out of focus twelve."""


def unlined(rims: Rims, known: Known, glare: Flags, *, blurred: bool) -> Flags:
    """Which squares perhaps lie under something, (n, n): those that show no line, and what lies beside them.

    glare: (n, n) which lie under a lamp's mirror; that takes lines, too, theirs and those of the squares beside them.
    blurred: whether letters are out of focus, and lines as well.
    """
    without = (known != TILE) & (rims.lined < _SHOWN)
    count, which = cv2.connectedComponents(without.astype(np.uint8), connectivity=4 if blurred else 8)
    apart = without & ~around(glare, 1)
    with_bare = set(np.unique(which[apart & (known == BARE)]).tolist())
    large = [label for label in range(1, count) if label in with_bare and (apart & (which == label)).sum() >= _TOGETHER]
    return around(np.asarray(np.isin(which, large)), 1)
