"""Which squares are likely to show letters, before any is read: those rougher than others printed alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, median_of
from vision.geometry.layout_match import Codes
from vision.letters.classifier import Places
from vision.squares.evidence import ROUGHER


@dataclass(frozen=True, slots=True)
class RoughLimits:
    """When squares that are less rough than letters in focus are read as well (gradient energy).

    Of thin letters of 30 image px a square one was rough in a row of 28, and the board was not turned: all were read as
    bare board.
    """

    few: int = 5  # rough squares, below which those are read, too,
    stands_out: float = 4.0  # that are rougher than this many times the median deviation of squares from their kind


ROUGH = RoughLimits()


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
    if np.count_nonzero(rougher > ROUGHER) < ROUGH.few:
        least = min(ROUGHER, ROUGH.stands_out * median_of(np.abs(rougher)))
    places = np.argsort(-rougher)
    return np.column_stack(np.divmod(places[rougher[places] > least], len(codes)))
