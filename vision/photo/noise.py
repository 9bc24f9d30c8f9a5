"""Takes the grain out of pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Colour, Grey, grey_of

_LAPLACE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Nothing of straight edges is left by it: what is, is grain (Immerkaer, Fast noise variance estimation, 1996)."""
_TO_DEVIATION = 1 / (6 * 0.6745)
_EVERY = 3
_GRAINY = 2.5
"""From this deviation on grain is taken out of a squared board: ten sets have 0.7 and less, 2.0 with noise of 15 grey
levels, and 3.7 at most with 30. From less it would take no doubts, and perhaps dots."""
_APART, _REACH = 5.0, 1.5
"""Px differ by grain alone if by fewer of its deviations than this; and how far px count, as a deviation in px."""


def grain_of(grey: Grey) -> float:
    """The deviation of a picture's grain, grey levels."""
    rough = np.abs(cv2.filter2D(grey, cv2.CV_32F, _LAPLACE)[::_EVERY, ::_EVERY])
    return float(np.median(rough)) * _TO_DEVIATION


def without_grain(picture: Colour) -> Colour:
    """A grainy picture, smooth where it shows nothing else, edges and all that is small left; others as they are."""
    grain = grain_of(grey_of(picture))
    if grain < _GRAINY:
        return picture
    return np.asarray(cv2.bilateralFilter(picture, 5, _APART * grain, _REACH), np.uint8)


def average(pictures: Sequence[Colour]) -> Colour:
    """The mean of pictures taken one after another by the same camera: of n there is the n-th root less grain.

    pictures: one at least, (height, width, 3) uint8 each; those of another size than the last are left out.
    """
    alike = [picture for picture in pictures if picture.shape == pictures[-1].shape]
    total = np.zeros(alike[-1].shape, np.float32)
    for picture in alike:
        cv2.accumulate(picture, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(alike)), np.uint8)
