"""Compares a tile in doubt with the confident ones in the same picture: letters of one set look alike.

This is independent evidence: it has learnt no typeface, and compares the print, light and blur of this very table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Grey
from vision.letters.classifier import SOME_LETTER, SURE
from vision.letters.glyph_shape import top_at


@dataclass(frozen=True, slots=True)
class Comparison:
    """How tiles are compared, and what their likeness (correlation, -1 to 1) is worth."""

    half: int = 13  # squared-board px of a tile's top to each side of its middle that are compared
    slack: int = 3  # px by which it may be shifted to fit, to each side
    # What two different letters commonly have at most, and so a letter with what is none. On seven photographed and
    # rendered boards the same letter had 0.93 to 0.98 (5 in 100 below), the most similar other letter 0.78 to 0.87 in
    # the middle, and never above 0.92 but for letters that differ only in their marks.
    unseen: float = 0.86
    steepness: float = 40.0  # log odds a unit of likeness


COMPARISON = Comparison()


def compared(shares: Floats, middles: Floats, grey: Grey) -> tuple[Floats, Floats]:
    """The letters' shares (k, letters) after comparing tiles in doubt with confident ones, whose rows stay.

    Also the factor (k,) for the share of being no letter of the game. middles: (k, 2) squared-board px, x and y, of
    each tile's middle. grey: the squared board.
    """
    best = shares.max(axis=1)
    sure, doubtful = (
        np.flatnonzero(best >= SURE),
        np.flatnonzero((best < SURE) & (shares.sum(axis=1) > SOME_LETTER)),
    )
    letters = shares.argmax(axis=1)
    half = COMPARISON.half
    tops = [(int(letters[row]), top_at(grey, middles[row], half)) for row in sure] if len(doubtful) else []
    result, rest = shares.copy(), np.ones(len(shares))
    for row in doubtful if tops else ():
        alike = _likenesses(top_at(grey, middles[row], half + COMPARISON.slack), tops, shares.shape[1])
        result[row], rest[row] = _weighed(shares[row], alike)
    return result, rest


def _likenesses(around: Grey, tops: list[tuple[int, Grey]], count: int) -> Floats:
    """The likeness of a tile to the most similar confident tile of each letter.

    A letter without a confident tile gets as much as the best one: nothing speaks against it.
    """
    alike = np.full(count, -1.0)
    for letter, top in tops:
        alike[letter] = max(alike[letter], float(cv2.matchTemplate(around, top, cv2.TM_CCOEFF_NORMED).max()))
    return np.where(alike < 0, max(COMPARISON.unseen, float(alike.max())), alike)


def _weighed(shares: Floats, alike: Floats) -> tuple[Floats, float]:
    """One tile's shares weighed with each letter's likeness, and the factor for what is no letter, taken as unseen."""
    top = max(float(alike.max()), COMPARISON.unseen)
    weights = shares * np.exp(COMPARISON.steepness * (alike - top))
    unseen = float(np.exp(COMPARISON.steepness * (COMPARISON.unseen - top)))
    whole = float(weights.sum()) + (1 - float(shares.sum())) * unseen + 1e-9
    return np.asarray(weights / whole), unseen / whole
