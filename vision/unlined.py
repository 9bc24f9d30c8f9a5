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
tiles have no line, either."""


def unlined(rims: Rims, known: Known, glare: Flags) -> Flags:
    """Which squares perhaps lie under something, (n, n): those that show no line, and what lies beside them.

    glare: (n, n) which lie under a lamp's mirror; that takes lines, too, theirs and those of the squares beside them.
    """
    without = (known != TILE) & (rims.lined < _SHOWN) & ~around(glare, 1)
    count, which, stats, _ = cv2.connectedComponentsWithStats(without.astype(np.uint8), connectivity=4)
    with_bare = set(np.unique(which[without & (known == BARE)]).tolist())
    large = [label for label in range(1, count) if label in with_bare and stats[label, cv2.CC_STAT_AREA] >= _TOGETHER]
    return around(np.asarray(np.isin(which, large)), 1)
