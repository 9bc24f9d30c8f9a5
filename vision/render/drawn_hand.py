"""A hand over the board: an arm, a palm and four fingers in the colour of skin."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.lens import Picture

Point = NDArray[np.float64]

_SKIN = np.array([130.0, 160.0, 205.0])
_PALM_BEHIND, _KNUCKLE = 0.18, 0.03
_ARM, _FINGER, _SPREAD = 0.11, 0.032, 0.045
"""Measures of a hand in widths of a board: of the kitchen tables it covers about a fifth."""
_SOFT, _ROUND = 2.0, 0.05


def lay_hand(picture: Picture, tip: Point, wrist: Point, board: float) -> Picture:
    """The picture with a hand whose fingers reach to a tip, all in px; board: the width of the board, px."""
    way = (tip - wrist) / np.linalg.norm(tip - wrist)
    across = np.array([-way[1], way[0]])
    cover = np.zeros(picture.shape[:2], np.uint8)
    palm = tip - _PALM_BEHIND * board * way
    _stroke(cover, wrist, palm, _ARM * board)
    for finger in (-1.5, -0.5, 0.5, 1.5):
        knuckle = palm + _KNUCKLE * board * finger * across
        _stroke(cover, knuckle, tip + _SPREAD * board * finger * across, _FINGER * board)
    soft = cv2.GaussianBlur(cover, (0, 0), _SOFT)[:, :, None] / 255
    # Paler in the middle of the arm than at its rim: it is round.
    skin = _SKIN * (0.85 + 0.15 * cv2.GaussianBlur(cover, (0, 0), _ROUND * board)[:, :, None] / 255)
    return np.asarray(np.clip(picture * (1 - soft) + skin * soft, 0, 255), np.uint8)


def _stroke(cover: NDArray[np.uint8], start: Point, end: Point, width: float) -> None:
    a, b = (tuple(int(v) for v in point) for point in (start, end))
    cv2.line(cover, a, b, (255,), max(1, int(width)), cv2.LINE_AA)
