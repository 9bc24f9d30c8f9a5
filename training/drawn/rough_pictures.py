"""What is never smooth: the folds of what lies there, and a camera's grain, with what a file leaves of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Field = NDArray[np.float32]


def folds(side: int, chance: Generator, *, soft: float, deep: float) -> Field:
    """How much lighter each px of a thing is, (side, side), by its folds; soft, deep: how wide and deep at most."""
    rough = chance.normal(0, 1, (side // 4 + 1, side // 4 + 1)).astype(np.float32)
    smooth = cv2.GaussianBlur(rough, (0, 0), float(chance.uniform(0.3, soft)))
    fold = np.asarray(cv2.resize(smooth, (side, side)), np.float32)
    return np.asarray(fold * np.float32(chance.uniform(0, deep) / (fold.std() + 1e-6)), np.float32)


def grainy(seen: Field, chance: Generator, qualities: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture in grain, and as a JPEG file of one of these qualities, each now and then."""
    if chance.random() < 0.35:
        seen = seen + chance.standard_normal(seen.shape, np.float32) * np.float32(chance.uniform(1, 14))
    pixels = np.asarray(seen.clip(0, 255), np.uint8)
    if chance.random() < 0.12:
        coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(*qualities))])[1]
        pixels = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return pixels
