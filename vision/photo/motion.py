"""Whether anything moved on the table between two pictures."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Colour, Floats, grey_of

_ACROSS = 160
"""Both pictures are reduced to so many px across: grain is gone, and a hand still has twenty."""
_STEP = 0.08
"""A place has changed if its brightness did by this (logarithmic) and the lamp's flicker does not explain it: grain of
deviation 30 leaves 0.03 at that size."""
_SHARE = 0.004
"""So large a share of the picture changes when a hand, a sleeve or a tile moves: half a tile of a board that fills it
is 0.002, a finger 0.01."""
_DARK = 16.0


def moved(before: Colour, after: Colour) -> bool:
    """Whether something moved between two pictures of the same camera; pictures of another size are others."""
    if before.shape != after.shape:
        return True
    step = _light(after) - _light(before)
    changed = np.abs(step - np.median(step)) > _STEP
    return bool(changed.mean() > _SHARE)


def _light(picture: Colour) -> Floats:
    """The reduced picture's brightness, logarithmic."""
    height, width = picture.shape[:2]
    size = (_ACROSS, max(1, round(height * _ACROSS / width)))
    small = cv2.resize(grey_of(picture), size, interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(cv2.GaussianBlur(small, (3, 3), 0) + _DARK), np.float64)
