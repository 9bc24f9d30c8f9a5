"""Letters of one set look alike: a doubtful tile is compared with the tiles in the same picture that are sure.

This is a witness of its own: it has learnt no typeface, and compares the very print, light and blur of this table.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Grey

_TOP, _SLACK = 26, 3
"""Px of a tile's top that are compared, and how far they may be shifted to fit, to each side."""
_UNSEEN = 0.86
"""How alike two different letters commonly are at most, and so a letter to what is none.
Measured on seven photographed and rendered boards: the same letter 0.93 to 0.98 (5 in 100 below), the likeliest other
letter 0.78 to 0.87 in the middle, never above 0.92 but for letters that differ in their marks alone."""
_STEEPNESS = 40.0
_SURE = 0.97
"""A tile that is read with at least this share counts as sure."""


def compared(shares: Floats, middles: Floats, grey: Grey) -> tuple[Floats, Floats]:
    """The letters' shares (k, letters) after comparing doubtful tiles with sure ones; rows of sure tiles stay.

    Also (k,) by what the share of being no letter of the game goes down. middles: (k, 2) px of the squared board, x and
    y, of each tile's middle. grey: the squared board.
    """
    best = shares.max(axis=1)
    sure, doubtful = np.flatnonzero(best >= _SURE), np.flatnonzero((best < _SURE) & (shares.sum(axis=1) > 0.5))
    letters = shares.argmax(axis=1)
    tops = [(int(letters[row]), _cut(grey, middles[row], 0)) for row in sure] if len(doubtful) else []
    result, rest = shares.copy(), np.ones(len(shares))
    for row in doubtful if tops else ():
        alike = _likenesses(_cut(grey, middles[row], _SLACK), tops, shares.shape[1])
        result[row], rest[row] = _weighed(shares[row], alike)
    return result, rest


def _likenesses(around: Grey, tops: list[tuple[int, Grey]], count: int) -> Floats:
    """How alike a tile is to the likest sure tile of each letter.

    A letter without a sure tile may be just as alike as the likest: nothing speaks against it.
    """
    alike = np.full(count, -1.0)
    for letter, top in tops:
        alike[letter] = max(alike[letter], float(cv2.matchTemplate(around, top, cv2.TM_CCOEFF_NORMED).max()))
    return np.where(alike < 0, max(_UNSEEN, float(alike.max())), alike)


def _weighed(shares: Floats, alike: Floats) -> tuple[Floats, float]:
    """One tile's shares times how well each letter's likeness explains it; what is no letter counts as unseen."""
    top = max(float(alike.max()), _UNSEEN)
    weights = shares * np.exp(_STEEPNESS * (alike - top))
    unseen = float(np.exp(_STEEPNESS * (_UNSEEN - top)))
    whole = float(weights.sum()) + (1 - float(shares.sum())) * unseen + 1e-9
    return np.asarray(weights / whole), unseen / whole


def _cut(grey: Grey, middle: Floats, slack: int) -> Grey:
    half = _TOP // 2 + slack
    x, y = np.clip(np.round(middle).astype(int), half, np.array(grey.shape[::-1]) - half)
    return grey[y - half : y + half, x - half : x + half]
