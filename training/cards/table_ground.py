"""The bare table: wood, cloths and patterns, and the light and camera that all of it is seen by."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Field = NDArray[np.float32]


def paint_table(rng: Generator, high: int, wide: int) -> Picture:
    """A table top as blue-green-red px: plain, of wood, chequered, striped, flowered or pale."""
    ground = _painted(rng, high // 2, wide // 2)
    large = cv2.resize(np.clip(ground, 0, 255).astype(np.uint8), (wide, high), interpolation=cv2.INTER_LINEAR)
    fine = np.empty((high, wide, 1), np.int16)
    cv2.randn(fine, 0, float(rng.uniform(0, 5)))
    return cv2.add(large, cv2.merge([fine, fine, fine]), dtype=cv2.CV_8U)


def _painted(rng: Generator, high: int, wide: int) -> Field:
    """The ground at half its size."""
    kind = str(rng.choice(["plain", "plain", "wood", "wood", "check", "stripe", "flowers", "white", "white", "weave"]))
    base = _base(rng, kind)
    ground = np.empty((high, wide, 3), np.float32)
    ground[:] = base
    down, across = np.mgrid[0:high, 0:wide].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    along = across * np.cos(turn) + down * np.sin(turn)
    beside = down * np.cos(turn) - across * np.sin(turn)
    other = _base(rng, "plain") if rng.random() < 0.6 else base * rng.uniform(0.6, 1.2)
    if kind == "wood":
        ground += _wood(rng, high, wide)[:, :, None] * np.array([0.8, 0.95, 1.0], np.float32)
    elif kind == "check":
        step = rng.uniform(7, 60)
        share = ((along // step) % 2 + (beside // step) % 2) / 2
        ground += (other - base) * share[:, :, None]
    elif kind == "stripe":
        step = rng.uniform(4, 55)
        ground += (other - base) * ((along % step) < step * rng.uniform(0.1, 0.6))[:, :, None]
    elif kind == "flowers":
        _flowers(rng, ground)
    elif kind == "weave":
        step = rng.uniform(2, 5)
        ground += rng.uniform(3, 16) * (np.sin(along * 6.28 / step) * np.sin(beside * 6.28 / step))[:, :, None]
    soft = cv2.GaussianBlur(rng.standard_normal((high // 8, wide // 8)).astype(np.float32), (0, 0), rng.uniform(1, 9))
    ground += (cv2.resize(soft, (wide, high)) * rng.uniform(0, 40))[:, :, None]
    return ground


def _base(rng: Generator, kind: str) -> Field:
    if kind == "white":
        return np.asarray(rng.uniform(195, 250) - np.array([1.5, 0.5, 0]) * abs(rng.normal(0, 8)), np.float32)
    if kind == "wood":
        level = rng.uniform(40, 210)
        return np.asarray(level * np.array([rng.uniform(0.4, 0.85), rng.uniform(0.65, 0.92), 1.0]), np.float32)
    if rng.random() < 0.35:
        return np.asarray(np.full(3, rng.uniform(10, 240)) + rng.normal(0, 6, 3), np.float32)
    return rng.uniform(10, 235, 3).astype(np.float32)


def _wood(rng: Generator, high: int, wide: int) -> Field:
    fine = rng.standard_normal((high // 2, wide // 2)).astype(np.float32)
    long, short = rng.uniform(15, 60), rng.uniform(0.6, 3)
    sigmas = (long, short) if rng.random() < 0.5 else (short, long)
    grain = cv2.GaussianBlur(fine, (0, 0), sigmaX=sigmas[0], sigmaY=sigmas[1])
    return np.asarray(cv2.resize(grain / grain.std(), (wide, high)) * rng.uniform(3, 18), np.float32)


def _flowers(rng: Generator, ground: Field) -> None:
    high, wide = ground.shape[:2]
    inks = [_base(rng, "plain") for _ in range(3)]
    reach = rng.uniform(2, 13)
    for _ in range(int(min(500, 0.25 * high * wide / reach**2))):
        x, y = (int(v) for v in rng.uniform(0, 1, 2) * [wide, high])
        ink = tuple(float(v) for v in inks[int(rng.integers(3))])
        axes = (max(1, int(reach * rng.uniform(0.3, 1))), max(1, int(reach * rng.uniform(0.2, 0.6))))
        cv2.ellipse(ground, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)


def light_table(rng: Generator, picture: Picture) -> Field:
    """The picture under some lamp: a slope, a pool, raking light, somebody's shade, a mirror of the lamp."""
    high, wide = picture.shape[:2]
    down, across = np.mgrid[-1 : 1 : (high // 8) * 1j, -1 : 1 : (wide // 8) * 1j].astype(np.float32)
    field = 1 + rng.normal(0, 0.15) * across + rng.normal(0, 0.15) * down
    if rng.random() < 0.3:
        spot, size = rng.uniform(-0.7, 0.7, 2), rng.uniform(0.35, 1.1)
        far = ((across - spot[0]) ** 2 + (down - spot[1]) ** 2) / size**2
        field *= rng.uniform(0.35, 0.8) + rng.uniform(0.3, 0.9) * np.exp(-far)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.3 else 0):
        turn, place = rng.uniform(0, 2 * np.pi), rng.uniform(-0.7, 0.7)
        past = (across * np.cos(turn) + down * np.sin(turn) - place) / rng.uniform(0.01, 0.3)
        field *= 1 - rng.uniform(0.15, 0.6) / (1 + np.exp(-np.clip(past * 4, -30, 30)))
    gains = np.exp(rng.normal(0, 0.1, 3)).astype(np.float32) * np.float32(_exposure(rng))
    bright = np.clip(field, 0.15, 2.2).astype(np.float32)[:, :, None] * gains
    lit = cv2.multiply(picture, cv2.resize(bright, (wide, high)), dtype=cv2.CV_32F)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.15 else 0):
        spot, size = rng.uniform(-0.8, 0.8, 2), rng.uniform(0.05, 0.3, 2)
        far = ((across - spot[0]) / size[0]) ** 2 + ((down - spot[1]) / size[1]) ** 2
        mirror = cv2.resize((rng.uniform(20, 160) * np.exp(-far)).astype(np.float32), (wide, high))
        lit = cv2.add(lit, cv2.merge([mirror, mirror, mirror]))
    return np.asarray(lit, np.float32)


def _exposure(rng: Generator) -> float:
    thrown = rng.random()
    if thrown < 0.75:
        return float(rng.uniform(0.75, 1.1))
    return float(rng.uniform(0.35, 0.75) if thrown < 0.9 else rng.uniform(1.1, 1.5))


def photograph(rng: Generator, lit: Field, card: float) -> Picture:
    """What the camera makes of it: blur of focus or motion, grain, sharpening, JPEG; card: px that a card is high."""
    blur = abs(rng.normal(0, 0.006)) if rng.random() < 0.8 else rng.uniform(0.006, 0.018)
    seen = cv2.GaussianBlur(lit, (0, 0), max(0.35, blur * card))
    if rng.random() < 0.08:
        seen = _moved(rng, seen, card)
    if rng.random() < 0.35:
        sharper = float(rng.uniform(0.3, 1.5))
        seen = cv2.addWeighted(seen, 1 + sharper, cv2.GaussianBlur(seen, (0, 0), 1.2), -sharper, 0)
    grain = abs(rng.normal(0, 3)) if rng.random() < 0.85 else rng.uniform(4, 22)
    is_grey = rng.random() < 0.4
    noise = np.empty((*seen.shape[:2], 1 if is_grey else 3), np.int16)
    cv2.randn(noise, 0, float(grain))
    picture = cv2.add(seen, cv2.merge([noise] * 3) if is_grey else noise, dtype=cv2.CV_8U)
    if rng.random() < 0.6:
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _moved(rng: Generator, seen: Field, card: float) -> Field:
    length = max(2, int(rng.uniform(0.01, 0.035) * card))
    kernel = np.zeros((length, length), np.float32)
    far = (int(rng.integers(length)), length - 1)
    cv2.line(kernel, (length - 1 - far[0], 0), far, 1.0)
    return np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)
