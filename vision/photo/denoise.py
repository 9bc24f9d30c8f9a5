"""Measures and removes noise in pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colour, Grey, grey_of

_BEND = np.array([1, -2, 1], np.float32)
_LAPLACE = np.outer(_BEND, _BEND)
"""A kernel that responds to noise, not to straight edges (Immerkaer, Fast noise variance estimation, 1996)."""
_TO_DEVIATION = 1 / (6 * 0.6745)
"""From the median absolute response to the deviation of the noise."""


@dataclass(frozen=True, slots=True)
class NoiseLimits:
    """When noise is removed, and how strongly."""

    every: int = 3  # every third px each way is sampled
    # Deviation of the noise, grey levels, from which on it is removed from a squared board: ten sets have 0.7 and less,
    # 2.0 with added noise of 15 grey levels, 3.7 at most with 30. At less it would settle no doubt, and perhaps cost
    # dots.
    grainy: float = 2.5
    apart: float = 5.0  # deviations of the noise within which px of the bilateral filter count as alike
    reach: float = 1.5  # deviation of that filter in space, squared-board px
    diameter: int = 5  # of that filter, squared-board px


NOISE = NoiseLimits()


def grain_of(grey: Grey) -> float:
    """The standard deviation of a picture's noise, grey levels."""
    rough = np.abs(cv2.filter2D(grey, cv2.CV_32F, _LAPLACE)[:: NOISE.every, :: NOISE.every])
    return float(np.median(rough)) * _TO_DEVIATION


def without_grain(picture: Colour) -> Colour:
    """A noisy picture smoothed, with edges and small details kept; others unchanged."""
    grain = grain_of(grey_of(picture))
    if grain < NOISE.grainy:
        return picture
    return np.asarray(cv2.bilateralFilter(picture, NOISE.diameter, NOISE.apart * grain, NOISE.reach), np.uint8)


def average(pictures: Sequence[Colour]) -> Colour:
    """The mean of pictures taken one after another by the same camera, to reduce noise.

    pictures: one at least, (height, width, 3) uint8 each; those of another size than the last are left out.
    """
    alike = [picture for picture in pictures if picture.shape == pictures[-1].shape]
    total = np.zeros(alike[-1].shape, np.float32)
    for picture in alike:
        cv2.accumulate(picture, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(alike)), np.uint8)
