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
_PAD = 4.0
"""So many deviations away a blur has no more to say."""


def lay_hand(picture: Picture, tip: Point, wrist: Point, board: float, skin: Point = _SKIN) -> Picture:
    """The picture with a hand whose fingers reach to a tip, all in px; board: the width of the board, px; skin: BGR."""
    cover = hand_cover(picture.shape[:2], tip, wrist, board)
    left, top, wide, high = cv2.boundingRect(cover)
    pad = int(_PAD * max(_SOFT, _ROUND * board)) + 1
    part = np.s_[max(0, top - pad) : top + high + pad, max(0, left - pad) : left + wide + pad]
    soft = cv2.GaussianBlur(cover[part], (0, 0), _SOFT)[:, :, None] / 255
    # Paler in the middle of the arm than at its rim: it is round.
    shaded = skin * (0.85 + 0.15 * cv2.GaussianBlur(cover[part], (0, 0), _ROUND * board)[:, :, None] / 255)
    laid = picture.copy()
    laid[part] = np.clip(picture[part] * (1 - soft) + shaded * soft, 0, 255)
    return laid


def hand_cover(shape: tuple[int, ...], tip: Point, wrist: Point, board: float) -> NDArray[np.uint8]:
    """What the hand covers of a picture of this height and width: 0 or 255, px by px."""
    way = (tip - wrist) / np.linalg.norm(tip - wrist)
    across = np.array([-way[1], way[0]])
    cover = np.zeros(shape, np.uint8)
    palm = tip - _PALM_BEHIND * board * way
    _stroke(cover, wrist, palm, _ARM * board)
    for finger in (-1.5, -0.5, 0.5, 1.5):
        knuckle = palm + _KNUCKLE * board * finger * across
        _stroke(cover, knuckle, tip + _SPREAD * board * finger * across, _FINGER * board)
    return cover


def _stroke(cover: NDArray[np.uint8], start: Point, end: Point, width: float) -> None:
    a, b = (tuple(int(v) for v in point) for point in (start, end))
    cv2.line(cover, a, b, (255,), max(1, int(width)), cv2.LINE_AA)
