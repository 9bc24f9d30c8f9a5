"""Cuts cards out of a picture, each upright and of one size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Floats

HIGH, WIDE = 128, 96
"""A window's size in px."""

FILLED = (0.80, 0.82)
"""The share of the window's width and height that the card takes; the rest shows what lies round it."""

_SMOOTHED = 1.5
"""Px of the picture for each of the window's, above which the picture is smoothed before it is reduced."""

Windows = NDArray[np.uint8]


def window_of(picture: Colour, corners: Floats) -> Windows:
    """The window on a card: its corners (4, 2) in image px come to FILLED of (HIGH, WIDE, 3)."""
    across, down = (1 - FILLED[0]) / 2 * WIDE, (1 - FILLED[1]) / 2 * HIGH
    onto = np.array([[across, down], [WIDE - across, down], [WIDE - across, HIGH - down], [across, HIGH - down]])
    step = float(np.linalg.norm(corners[3] - corners[0])) / (FILLED[1] * HIGH)
    if step > _SMOOTHED:
        picture, low = _near(picture, corners)
        picture, corners = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * step), np.uint8), corners - low
    matrix = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), (onto - 0.5).astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, matrix, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _near(picture: Colour, corners: Floats) -> tuple[Colour, Floats]:
    """The part of the picture round a quad, and where it begins."""
    size = np.array(picture.shape[1::-1])
    room = 0.3 * np.linalg.norm(corners[3] - corners[0])
    low = np.clip(np.floor(corners.min(axis=0) - room), 0, size - 2).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0) + room), low + 2, size).astype(int)
    return picture[low[1] : high[1], low[0] : high[0]], low.astype(float)


def windows_of(picture: Colour, corners: Floats) -> Windows:
    """The windows on k cards: corners (k, 4, 2) to (k, HIGH, WIDE, 3)."""
    return np.array([window_of(picture, quad) for quad in corners], np.uint8).reshape(-1, HIGH, WIDE, 3)


def standardised(windows: Windows) -> NDArray[np.float32]:
    """(k, HIGH, WIDE, 3) to (k, 3, HIGH, WIDE) of mean 0 and deviation 1 over all colours."""
    values = windows.reshape(len(windows), -1).astype(np.float32)
    values -= values.mean(axis=1, keepdims=True)
    values /= values.std(axis=1, keepdims=True) + 4
    return np.ascontiguousarray(values.reshape(-1, HIGH, WIDE, 3).transpose(0, 3, 1, 2))
