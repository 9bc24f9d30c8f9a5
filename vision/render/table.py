"""The table beneath the drawn board: a colour with the grain of wood."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.lens import Camera, Picture
from vision.render.typeface import colour
from vision.render.view import View

_SIDE = 1024
"""The wood's picture in px; it is laid over a field six boards wide, so that grain is some px broad in the end."""


def draw_table(view: View, camera: Camera, size: int) -> Picture:
    """A picture of the bare table as this camera sees it, BGR."""
    wood = _wood(view.table, view.wood, view.seed)
    far = 3.0 * size
    middle = size / 2
    corners = middle + far * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    matrix = camera.plane(0.0, corners) @ np.diag([1 / _SIDE, 1 / _SIDE, 1])
    reach = (view.width, view.height)
    return np.asarray(cv2.warpPerspective(wood, matrix, reach, borderMode=cv2.BORDER_REFLECT_101), np.uint8)


@lru_cache(maxsize=2)
def _wood(tint: str, strength: float, seed: int) -> NDArray[np.uint8]:
    """Long streaks of lighter and darker, some broad and some fine; kept, since a game looks at one table all along."""
    noise = np.random.default_rng(seed).standard_normal((_SIDE, _SIDE), np.float32)
    broad = cv2.GaussianBlur(noise, (0, 0), sigmaX=90, sigmaY=5)
    fine = cv2.GaussianBlur(noise, (0, 0), sigmaX=20, sigmaY=0.7)
    grain = broad / broad.std() + 0.6 * fine / fine.std()
    shaded = np.array(colour(tint)[::-1], np.float32) * (1 + 0.11 * strength * grain[:, :, None])
    return np.asarray(np.clip(shaded, 0, 255), np.uint8)
