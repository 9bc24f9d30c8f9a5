"""Which squares are likely to show letters, before any is read: those rougher than others printed alike."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, median_of
from vision.geometry.layout_match import Codes
from vision.letters.classifier import Places
from vision.squares.evidence import ROUGHER

_FEW, _STANDS_OUT = 5, 4.0
"""Where fewer squares than this are rough those are read as well that are rougher than so many times the median
deviation of squares from their kind: of thin letters of 30 image px a square one was rough in a row of 28, and the
board was not turned: all were read as bare board."""


def roughest(roughness: Floats, codes: Codes) -> Places:
    """The squares likely to show letters, likeliest first, (k, 2): those rougher than others printed alike.

    A square printed as no other is, such as the middle one, which every first word covers, is compared with all. If
    hardly a square is rough, as when thin letters are small or out of focus, those that stand out at all.
    """
    rougher = roughness.copy()
    for kind in np.unique(codes):
        alike = codes.ravel() == kind
        rougher[alike] -= median_of(roughness[alike] if alike.sum() > 1 else roughness)
    least = ROUGHER
    if np.count_nonzero(rougher > ROUGHER) < _FEW:
        least = min(ROUGHER, _STANDS_OUT * median_of(np.abs(rougher)))
    places = np.argsort(-rougher)
    return np.column_stack(np.divmod(places[rougher[places] > least], len(codes)))
