"""The disturbances of the bench: each makes a good picture worse in one way, by a formula that is written here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.drawn_hand import lay_hand

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]
"""The grid's corners in px, (4, 2)."""
Disturb = Callable[[Picture, Corners, np.random.Generator], Picture]


def _gains(blue: float, green: float, red: float) -> Disturb:
    """Each channel times its gain."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        del corners, chance
        return as_picture(picture * np.array([blue, green, red]))

    return disturb


def _shade(factor: float) -> Disturb:
    """All right of the board's middle, to the picture's rim, times the factor; the edge 3 % of the board wide."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        del chance
        middle, width = corners[:, 0].mean(), _side(corners)
        beyond = np.clip((np.arange(picture.shape[1]) - middle) / (0.03 * width) + 0.5, 0, 1)
        return as_picture(picture * (1 + (factor - 1) * beyond)[None, :, None])

    return disturb


def _glare(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
    """A white ellipse of a sixth of the board's area at 85 % opacity, a soft edge, anywhere on the board."""
    height, width = picture.shape[:2]
    place = corners.min(axis=0) + (corners.max(axis=0) - corners.min(axis=0)) * chance.uniform(0.25, 0.75, 2)
    area = _side(corners) ** 2 / 6
    ratio = chance.uniform(0.6, 1.0)
    half = np.sqrt(area / np.pi) * np.array([1 / np.sqrt(ratio), np.sqrt(ratio)])
    y, x = np.mgrid[0:height, 0:width]
    far = np.hypot((x - place[0]) / half[0], (y - place[1]) / half[1])
    opacity = 0.85 * np.clip((1.1 - far) / 0.2, 0, 1)[:, :, None]
    return as_picture(picture * (1 - opacity) + 255 * opacity)


def _noise(deviation: float) -> Disturb:
    """Gaussian noise on every channel."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        del corners
        return as_picture(picture + chance.normal(0, deviation, picture.shape))

    return disturb


def _blur(deviation: float) -> Disturb:
    """Gaussian blur, px of the picture."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        del corners, chance
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), deviation), np.uint8)

    return disturb


def _jpeg(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
    """JPEG of quality 20."""
    del corners, chance
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 20])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _third(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
    """A third of the width and height."""
    del corners, chance
    return np.asarray(cv2.resize(picture, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA), np.uint8)


def _rotation(degrees: float) -> Disturb:
    """Turned clockwise, on a canvas large enough to hold all of it, the rest grey."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        del corners, chance
        height, width = picture.shape[:2]
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
        cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
        size = (int(height * sin + width * cos), int(height * cos + width * sin))
        turn[:, 2] = turn[:, 2] + np.array(size) / 2 - np.array([width, height]) / 2
        return np.asarray(cv2.warpAffine(picture, turn, size, borderValue=(127, 127, 127)), np.uint8)

    return disturb


def _tilt(share: float) -> Disturb:
    """The picture's upper edge shrunk by a share, on a canvas of the same size."""

    def disturb(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
        del corners, chance
        height, width = picture.shape[:2]
        inset = share * width / 2
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        leaning = np.array([[inset, inset], [width - inset, inset], [width, height], [0, height]], np.float32)
        turn = cv2.getPerspectiveTransform(flat, leaning)
        return np.asarray(cv2.warpPerspective(picture, turn, (width, height), borderValue=(127, 127, 127)), np.uint8)

    return disturb


def _hand(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
    """A skin-coloured arm, a palm and four fingers from the lower rim to somewhere on the board."""
    side = _side(corners)
    tip = corners.min(axis=0) + (corners.max(axis=0) - corners.min(axis=0)) * chance.uniform(0.3, 0.7, 2)
    wrist = np.array([tip[0] + chance.uniform(-0.2, 0.2) * side, picture.shape[0] + 0.1 * side])
    return lay_hand(picture, tip, wrist, side)


def _mirrored(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
    """Left and right exchanged, as some webcams do."""
    del corners, chance
    return np.ascontiguousarray(picture[:, ::-1])


def _paper(picture: Picture, corners: Corners, chance: np.random.Generator) -> Picture:
    """A slip of white paper of a thirtieth of the board's area, anywhere on it and turned anyhow, with its shadow."""
    side = _side(corners)
    place = corners.min(axis=0) + (corners.max(axis=0) - corners.min(axis=0)) * chance.uniform(0.25, 0.75, 2)
    size, turn = side * np.sqrt(1 / 30) * np.array([1.2, 1 / 1.2]), chance.uniform(0, 180)
    outline = cv2.boxPoints((tuple(map(float, place)), tuple(map(float, size)), float(turn)))
    cover = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(cover, np.round(outline).astype(np.int32), (255,), cv2.LINE_AA)
    shadow = cv2.GaussianBlur(cover, (0, 0), 0.008 * side)[:, :, None] / 255
    share = cover[:, :, None] / 255
    white = float(np.quantile(picture.max(axis=2), 0.97))
    return as_picture(picture * (1 - 0.35 * shadow) * (1 - share) + white * np.array([0.97, 0.98, 1.0]) * share)


def as_picture(values: NDArray[np.float64]) -> Picture:
    """Px of any brightness as a picture has them: what is beyond the scale lies at its end."""
    return np.clip(values, 0, 255).astype(np.uint8)


def _side(corners: Corners) -> float:
    return float(np.linalg.norm(corners[1] - corners[0]))


DISTURBANCES: Mapping[str, Disturb] = {
    "as it is": _gains(1, 1, 1),
    "brightness x0.4": _gains(0.4, 0.4, 0.4),
    "brightness x0.7": _gains(0.7, 0.7, 0.7),
    "brightness x1.3": _gains(1.3, 1.3, 1.3),
    "brightness x1.6": _gains(1.6, 1.6, 1.6),
    "warm cast": _gains(0.7, 1.0, 1.25),
    "cold cast": _gains(1.25, 1.0, 0.7),
    "shade x0.5": _shade(0.5),
    "shade x0.35": _shade(0.35),
    "glare": _glare,
    "noise 15": _noise(15),
    "noise 30": _noise(30),
    "blur 2": _blur(2),
    "blur 4": _blur(4),
    "JPEG 20": _jpeg,
    "a third of the size": _third,
    "rotation 5": _rotation(5),
    "rotation 20": _rotation(20),
    "rotation 90": _rotation(90),
    "rotation 180": _rotation(180),
    "tilt 15 %": _tilt(0.15),
    "tilt 30 %": _tilt(0.30),
    "a hand": _hand,
}
"""Every disturbance by name, in the order of the table."""
AT_BOARDS: Mapping[str, Disturb] = {"mirrored": _mirrored, "a slip of paper": _paper}
"""Those that are tried on boards only."""
