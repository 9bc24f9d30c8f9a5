"""Whether anything moved on the table between two pictures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colour, Floats, grey_of


@dataclass(frozen=True, slots=True)
class MotionLimits:
    """Limits of the difference between two pictures in which nothing moved."""

    width: int = 160  # px across to which both are reduced: noise is gone, and a hand still has twenty
    # Change of a px in log brightness, less the median change (a flickering lamp), from which on it has changed: noise
    # of deviation 30 leaves 0.03 at this size.
    step: float = 0.08
    # Share of changed px above which something moved; of a board that fills the picture half a tile is 0.002, a finger
    # 0.01.
    share: float = 0.004
    floor: float = 16.0  # grey levels added before taking logarithms, against noise in the dark


MOTION = MotionLimits()


def moved(before: Colour, after: Colour) -> bool:
    """Whether something moved between two pictures of the same camera; true if their sizes differ."""
    if before.shape != after.shape:
        return True
    step = _light(after) - _light(before)
    changed = np.abs(step - np.median(step)) > MOTION.step
    return bool(changed.mean() > MOTION.share)


def _light(picture: Colour) -> Floats:
    """The log brightness of the reduced picture."""
    height, width = picture.shape[:2]
    size = (MOTION.width, max(1, round(height * MOTION.width / width)))
    small = cv2.resize(grey_of(picture), size, interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(cv2.GaussianBlur(small, (3, 3), 0) + MOTION.floor), np.float64)
