"""Light on the patch and the camera's own faults: gradients, shade, glare, blur, grain, sharpening, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.drawn.board_marks import Grey
from training.drawn.ground import PATCH, Field


def light_up(rng: Generator, patch: Field) -> Field:
    """The patch under some lamp: uneven, with a shade's edge or a glare at times, bright or dim; grey 0..255."""
    small = 36
    down, across = np.mgrid[-1 : 1 : small * 1j, -1 : 1 : small * 1j].astype(np.float32)
    field = 1 + rng.normal(0, 0.09) * across + rng.normal(0, 0.09) * down
    if rng.random() < 0.12:
        field *= _shade(rng, across, down)
    lit = patch * cv2.resize(field.astype(np.float32), (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.12:
        lit += cv2.resize(_glare(rng, across, down), (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)
    return np.asarray(lit * _exposure(rng) + rng.uniform(-10, 25), np.float32)


def _exposure(rng: Generator) -> float:
    """How bright a picture comes out; a dim one is rarer, and one so bright that tops are white."""
    thrown = rng.random()
    if thrown < 0.7:
        return rng.uniform(0.7, 1.15)
    return rng.uniform(0.4, 0.8) if thrown < 0.92 else rng.uniform(1.15, 1.7)


def _shade(rng: Generator, across: Field, down: Field) -> Field:
    """Somebody's shadow, its edge anywhere across the patch."""
    turn, place = rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6)
    along = (across * np.cos(turn) + down * np.sin(turn) - place) / rng.uniform(0.02, 0.4)
    return np.asarray(1 - rng.uniform(0.2, 0.65) / (1 + np.exp(-along * 4)), np.float32)


def _glare(rng: Generator, across: Field, down: Field) -> Field:
    """A lamp mirrored in a tile or the board."""
    spot, size = rng.uniform(-0.8, 0.8, 2), rng.uniform(0.1, 0.7, 2)
    distance = ((across - spot[0]) / size[0]) ** 2 + ((down - spot[1]) / size[1]) ** 2
    return np.asarray(rng.uniform(30, 170) * np.exp(-distance), np.float32)


def shake(rng: Generator, seen: Field, sharpness: float) -> Field:
    """A camera that was knocked as it looked, in one picture of sixteen: everything is seen twice."""
    if rng.random() > 1 / 16:
        return seen
    turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.03, 0.13) * sharpness
    matrix = np.array([[1, 0, far * np.cos(turn)], [0, 1, far * np.sin(turn)]], np.float32)
    again = cv2.warpAffine(seen, matrix, seen.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    share = rng.uniform(0.2, 0.5)
    return np.asarray(seen + (again - seen) * share, np.float32)


def expose(rng: Generator, seen: Field, sharpness: float, *, is_mild: bool) -> Grey:
    """What the camera makes of it: blur by focus or motion, grain, sharpening, JPEG.

    sharpness: px a square in the source, since a far board has no room for much blur. is_mild: little blur and grain.
    """
    spread = abs(rng.normal(0, 0.019)) if is_mild or rng.random() < 0.88 else rng.uniform(0.04, 0.085)
    focus = max(0.25, spread * sharpness)
    blurred: Field = np.asarray(cv2.GaussianBlur(seen, (0, 0), focus), np.float32)
    if rng.random() < 0.1:
        blurred = _moved(rng, blurred, sharpness)
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(blurred, (0, 0), 1.2)
        blurred = np.asarray(blurred + (blurred - soft) * rng.uniform(0.3, 1.8), np.float32)
    is_fine = is_mild or rng.random() < 0.82
    grain = abs(rng.normal(0, 3.0)) if is_fine else rng.choice([rng.uniform(4, 10), rng.uniform(8, 30)])
    noisy = blurred + rng.standard_normal(blurred.shape, np.float32) * grain
    picture = np.clip(noisy, 0, 255).astype(np.uint8)
    return _packed(picture, int(rng.integers(35, 96))) if rng.random() < 0.6 else picture


def _moved(rng: Generator, seen: Field, sharpness: float) -> Field:
    length = max(2, int(rng.uniform(0.03, 0.1) * sharpness))
    kernel = np.zeros((length, length), np.float32)
    far = (int(rng.integers(length)), length - 1)
    cv2.line(kernel, (length - 1 - far[0], 0), far, 1.0)
    return np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)


def _packed(picture: Grey, quality: int) -> Grey:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
