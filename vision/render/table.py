"""The table beneath what is drawn: a texture laid level under the camera, and the grain of wood."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.render.lens import Camera, Picture
from vision.render.typeface import colour

_SIDE = 1024
"""The wood's picture in px; under a board it is laid over a field six boards wide, so that grain is some px broad."""


def lay_texture(
    texture: Picture, camera: Camera, middle: tuple[float, float], reach: float, size: tuple[int, int]
) -> Picture:
    """A picture of the bare table as this camera sees it: (height, width, 3) BGR; size: width and height in px.

    texture: (side, side, 3) BGR, laid round a middle over a field so wide, in the camera's units; mirrored beyond it.
    """
    corners = np.array(middle) + reach / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    matrix = camera.plane(0.0, corners) @ np.diag([1 / len(texture), 1 / len(texture), 1])
    return np.asarray(cv2.warpPerspective(texture, matrix, size, borderMode=cv2.BORDER_REFLECT_101), np.uint8)


@lru_cache(maxsize=2)
def wood(tint: str, strength: float, seed: int) -> Picture:
    """Long streaks of lighter and darker, some broad and some fine; kept, since a game looks at one table all along."""
    noise = np.random.default_rng(seed).standard_normal((_SIDE, _SIDE), np.float32)
    broad = cv2.GaussianBlur(noise, (0, 0), sigmaX=90, sigmaY=5)
    fine = cv2.GaussianBlur(noise, (0, 0), sigmaX=20, sigmaY=0.7)
    grain = broad / broad.std() + 0.6 * fine / fine.std()
    shaded = np.array(colour(tint)[::-1], np.float32) * (1 + 0.11 * strength * grain[:, :, None])
    return np.asarray(np.clip(shaded, 0, 255), np.uint8)
