"""Takes the grain out of pictures of a table that does not move."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Colour


def average(pictures: Sequence[Colour]) -> Colour:
    """The mean of pictures taken one after another by the same camera: of n there is the n-th root less grain.

    pictures: one at least, (height, width, 3) uint8 each; those of another size than the last are left out.
    """
    alike = [picture for picture in pictures if picture.shape == pictures[-1].shape]
    total = np.zeros(alike[-1].shape, np.float32)
    for picture in alike:
        cv2.accumulate(picture, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(alike)), np.uint8)
