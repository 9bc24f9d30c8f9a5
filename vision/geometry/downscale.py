"""Shrink a picture, quickly and without moire."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Homography, Px, scaling

_SMOOTH = 0.4
"""Standard deviation of the blur before the last step of shrinking, in px of the smaller picture."""


def reduced(picture: NDArray[Px], scale: float) -> NDArray[Px]:
    """Shrink a picture to a share of its width and height, 0 to 1.

    It is halved by means over 2 x 2 px as often as possible, and the rest is interpolated: a tenth of the work of
    averaging over areas of fractional size.
    """
    while scale <= 0.5:
        height, width = (2 * (side // 2) or 1 for side in picture.shape[:2])
        half = (max(width // 2, 1), max(height // 2, 1))  # a strip stays a strip
        picture = np.asarray(cv2.resize(picture[:height, :width], half, interpolation=cv2.INTER_AREA), picture.dtype)
        scale *= 2
    if scale >= 1:
        return picture
    # Blurred first: interpolation samples a fine line or misses it, and thin letters would lose strokes.
    smooth = cv2.GaussianBlur(picture, (3, 3), _SMOOTH / scale)
    return np.asarray(cv2.resize(smooth, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), picture.dtype)


def reducing(scale: float) -> Homography:
    """The homography from px of a picture to px of the reduced one, which maps borders to borders."""
    return scaling(scale, scale, (scale - 1) / 2, (scale - 1) / 2)
