"""Variations of a photograph that another camera at the same table might have taken: turned, smaller, tilted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
from numpy.random import Generator

from benches.pictures.disturbances import Corners, Picture, as_picture
from vision.arrays import carry

LEAST_SQUARE = 16.0
"""Image px of a square below which nothing is made smaller."""


@dataclass(frozen=True, slots=True)
class Variation:
    """One way to vary a photograph.

    turn: degrees. size: share of its own. tilt: share by which the far side shrinks, across and down. crop: squares
    left round the board, None for all of the picture. gamma: exponent of grey levels. tint: gains of the three
    channels. blur: deviation in squares. grain: deviation in grey levels. quality: of the JPEG, 0 to 100.
    """

    turn: float
    size: float
    tilt: tuple[float, float]
    crop: tuple[float, ...] | None
    gamma: float
    tint: tuple[float, ...]
    blur: float
    grain: float
    quality: int


def throw_variation(chance: Generator) -> Variation:
    """Any variation: each part of it is left out about every second time, but for turn and size."""
    quarters = 90.0 * int(chance.integers(4))
    return Variation(
        turn=float(chance.choice([quarters, quarters, chance.uniform(-35, 35), chance.uniform(-180, 180)])),
        size=float(chance.uniform(0.45, 1.0)),
        tilt=(float(chance.uniform(-0.25, 0.25)), float(chance.uniform(-0.25, 0.25))),
        crop=tuple(map(float, chance.uniform(0.2, 2, 4))) if chance.random() < 0.35 else None,
        gamma=float(np.exp(chance.uniform(-0.45, 0.45))) if chance.random() < 0.5 else 1.0,
        tint=tuple(map(float, np.exp(chance.uniform(-0.15, 0.15, 3)))) if chance.random() < 0.4 else (1.0, 1.0, 1.0),
        blur=float(chance.uniform(0.01, 0.05)) if chance.random() < 0.3 else 0.0,
        grain=float(chance.uniform(2, 7)) if chance.random() < 0.4 else 0.0,
        quality=int(chance.integers(45, 96)),
    )


def varied(
    picture: Picture, corners: Corners, squares: int, how: Variation, chance: Generator
) -> tuple[Picture, Corners]:
    """A photograph varied, and where the grid's corners (4, 2) lie in it, px; squares: along the grid's side.

    Without corners (0, 2) squares are taken to fill the picture, and it is never cropped.
    """
    side = _square(picture, corners, squares)
    size = min(1.0, max(how.size, LEAST_SQUARE / side))
    seen, moved = _moved(picture, corners, how, size)
    if how.crop is not None and len(corners):
        seen, moved = _cropped(seen, moved, np.array(how.crop) * side * size)
    exposed = as_picture(255 * (seen / 255.0) ** how.gamma * np.array(how.tint))
    if how.blur:
        exposed = np.asarray(cv2.GaussianBlur(exposed, (0, 0), how.blur * side * size), np.uint8)
    exposed = as_picture(exposed + chance.normal(0, how.grain, exposed.shape)) if how.grain else exposed
    coded = cv2.imencode(".jpg", exposed, [cv2.IMWRITE_JPEG_QUALITY, how.quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), moved


def _square(picture: Picture, corners: Corners, squares: int) -> float:
    """About how many px a square's side has."""
    area = cv2.contourArea(corners.astype(np.float32)) if len(corners) else float(min(picture.shape[:2]) ** 2)
    return float(np.sqrt(area)) / squares


def _moved(picture: Picture, corners: Corners, how: Variation, size: float) -> tuple[Picture, Corners]:
    """The photograph turned, tilted and made smaller, all of it in view, and its corners."""
    height, width = picture.shape[:2]
    angle = np.deg2rad(how.turn)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, 1, 0], [*(np.array(how.tilt) / max(height, width)), 1]])
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    there = reduce(np.matmul, (np.diag([size, size, 1.0]), turn, tilt, middle))
    ends = carry(there, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    least, most = ends.min(axis=0), ends.max(axis=0)
    there = np.array([[1, 0, -least[0]], [0, 1, -least[1]], [0, 0, 1]]) @ there
    across, down = (int(side) for side in np.ceil(most - least))
    soft = cv2.GaussianBlur(picture, (0, 0), 0.45 / size) if size < 0.8 else picture
    seen = cv2.warpPerspective(soft, there, (across, down), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), carry(there, corners)


def _cropped(picture: Picture, corners: Corners, left: Corners) -> tuple[Picture, Corners]:
    """The picture with no more around the board than these px: left, top, right, bottom."""
    height, width = picture.shape[:2]
    low = np.maximum(corners.min(axis=0) - left[:2], 0).astype(int)
    high = np.minimum(corners.max(axis=0) + left[2:], [width, height]).astype(int)
    return picture[low[1] : high[1], low[0] : high[0]], corners - low
