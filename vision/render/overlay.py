"""Flat things laid into a picture: a layer with its own cover, warped to where the camera sees it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.lens import Picture, Points

Layer = NDArray[np.float32]
"""(height, width, 4): BGR times cover, 0 to 255, and cover, 0 to 1."""

MIDDLE = 0.5
"""How far a px's middle lies from its outer corner: OpenCV counts from middle to middle."""


def lay_over(picture: Picture, layer: Layer, corners: Points) -> None:
    """Warp a layer to its four corners and blend it into the picture.

    corners: (4, 2) in px, top left first and clockwise, counted from the outer corner of the picture's first px, which
    lies `MIDDLE` before its middle.
    """
    high, wide = picture.shape[:2]
    low = np.clip(np.floor(corners.min(0)).astype(int) - 1, 0, (wide, high))
    upper = np.clip(np.ceil(corners.max(0)).astype(int) + 2, 0, (wide, high))
    if (upper <= low).any():
        return
    down, across = layer.shape[:2]
    own = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32) - MIDDLE
    matrix = cv2.getPerspectiveTransform(own, (corners - low - MIDDLE).astype(np.float32))
    reach = (int(upper[0] - low[0]), int(upper[1] - low[1]))
    seen = cv2.warpPerspective(layer, matrix, reach, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    here = picture[low[1] : upper[1], low[0] : upper[0]]
    cover = seen[:, :, 3:]
    here[:] = np.clip(here * (1 - cover) + seen[:, :, :3] + 0.5, 0, 255).astype(np.uint8)


def layer_of(face: Picture, cover: NDArray[np.uint8]) -> Layer:
    """A layer from a face (height, width, 3) BGR and how much of each px it covers, 0 to 255."""
    share = cover.astype(np.float32) / 255
    return np.asarray(cv2.merge([*cv2.split(face.astype(np.float32) * share[:, :, None]), share]), np.float32)
