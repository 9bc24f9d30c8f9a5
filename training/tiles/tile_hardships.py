"""What a window on a tile goes through before it is learnt from: other makers' ways, light, lamps, the camera."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.rough_pictures import grainy
from vision.geometry.rectify import SQUARE

Field = NDArray[np.float32]

SIDE = 2 * SQUARE
"""Px of a window's side: a tile and half a square round it."""

_DOWN, _RIGHT = (np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - SIDE / 2) / SQUARE
"""Places from the tile's middle, in squares."""


def turned(window: NDArray[np.uint8], chance: Generator) -> Field:
    """The window on any of its sides, now and then mirrored: what lies across has no top."""
    seen = np.rot90(window, int(chance.integers(4)))
    return np.ascontiguousarray(seen[:, ::-1] if chance.random() < 0.5 else seen).astype(np.float32)


def lit(seen: Field, chance: Generator) -> Field:
    """The tile in other colours, and under a shade's edge or a lamp's pool."""
    if chance.random() < 0.5:
        mix = np.diag(np.exp(chance.uniform(-0.3, 0.3, 3)))
        if chance.random() < 0.4:
            mix = mix + chance.uniform(-0.35, 0.35, (3, 3))
            mix = mix / mix.sum(axis=1, keepdims=True)
        seen = np.clip(cv2.transform(seen, mix.astype(np.float32)), 0, 255)
    if chance.random() < 0.35:
        seen = seen * _light(chance)[..., None]
    if chance.random() < 0.5:
        seen = seen * np.float32(np.exp(chance.uniform(np.log(0.4), np.log(1.7))))
    return seen.clip(0, 255)


def _light(chance: Generator) -> Field:
    along, aside = _from(chance.uniform(-1.2, 1.2, 2), chance.uniform(0, 2 * np.pi))
    if chance.random() < 0.6:
        soft = np.exp(chance.uniform(np.log(0.03), np.log(1.5)))
        edge = (along + chance.uniform(-0.3, 0.3) * aside * aside) / soft
        return np.asarray(1 - chance.uniform(0.2, 0.75) / (1 + np.exp(-edge.clip(-30, 30))), np.float32)
    wide = 2 * chance.uniform(0.6, 3) ** 2
    return np.asarray(1 + chance.uniform(0.3, 1.5) * np.exp(-(along**2 + aside**2) / wide), np.float32)


def _from(place: NDArray[np.float64], turn: float) -> tuple[Field, Field]:
    """How far each px lies from a place, squares: along a way, and aside of it."""
    right, down = _RIGHT - np.float32(place[0]), _DOWN - np.float32(place[1])
    cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    return right * cos + down * sin, down * cos - right * sin


def other_make(seen: Field, chance: Generator, *, lettered: bool) -> Field:
    """What some makers' tiles and boards have, and what squaring up leaves beside tiles' tops: no things."""
    sticker = 0.06 if lettered else 0.3
    ways = ((0.3, _bent), (0.2, _beside), (0.3, _rimmed), (0.1, _dotted), (sticker, _with_sticker), (0.3, _with_seam))
    for often, change in ways:
        if chance.random() < often:
            seen = change(seen, chance)
    return seen.clip(0, 255)


def _bent(seen: Field, chance: Generator) -> Field:
    """A top that is not flat, and so lighter on one side."""
    along, _ = _from(np.zeros(2), chance.uniform(0, 2 * np.pi))
    slope = np.tanh(along * SQUARE / np.float32(chance.uniform(8, 40)))
    return np.asarray(seen * (1 + np.float32(chance.uniform(0, 0.35)) * slope)[..., None], np.float32)


def _beside(seen: Field, chance: Generator) -> Field:
    """Another board beside the tile: print of any shape and colour, up to its rim."""
    print_ = np.full((SIDE, SIDE, 3), _any_tone(chance), np.float32)
    for _ in range(chance.integers(1, 9)):
        at, tone = chance.integers(0, SIDE, (3, 2)), [float(part) for part in _any_tone(chance)]
        if chance.random() < 0.5:
            cv2.line(print_, at[0].tolist(), at[1].tolist(), tone, int(chance.integers(1, 5)), cv2.LINE_AA)
        else:
            cv2.fillPoly(print_, [at.astype(np.int32)], tone, cv2.LINE_AA)
    wide, high = chance.uniform(13, 16, 2) / SQUARE
    beyond = (np.maximum(np.abs(_RIGHT) / wide, np.abs(_DOWN) / high) > 1).astype(np.float32)
    return _laid(seen, cv2.GaussianBlur(beyond, (0, 0), 0.6), print_)


def _rimmed(seen: Field, chance: Generator) -> Field:
    """A board's rims round the tile, one or two on some of its sides."""
    for _ in range(chance.integers(1, 3)):
        tone, wide, starts = _any_tone(chance), int(chance.integers(1, 5)) / SQUARE, chance.uniform(13.5, 18) / SQUARE
        for away in (_RIGHT, _DOWN, -_RIGHT, -_DOWN):
            if chance.random() < 0.7:
                rim = cv2.GaussianBlur(((away > starts) & (away < starts + wide)).astype(np.float32), (0, 0), 0.5)
                seen = _laid(seen, rim, tone)
    return seen


def _dotted(seen: Field, chance: Generator) -> Field:
    """Holes or pegs in the tile's corners, or in the middle of its sides."""
    far, radius = chance.uniform(8, 12.5) / SQUARE, chance.uniform(1, 2.6)
    every = ([(-1, -1), (1, -1), (-1, 1), (1, 1)], [(0, -1), (0, 1)], [(-1, 0), (1, 0), (0, -1)])
    dots = np.zeros((SIDE, SIDE), np.float32)
    for right, down in every[int(chance.integers(len(every)))]:
        if chance.random() < 0.8:
            away = np.hypot(_RIGHT - right * far, _DOWN - down * far) * SQUARE
            dots = np.maximum(dots, (np.float32(radius) + 0.5 - away).clip(0, 1))
    corner = SIDE // 2 - 12
    return _laid(seen, dots, seen[corner, corner] * np.float32(chance.uniform(0.5, 1.4)))


def _with_sticker(seen: Field, chance: Generator) -> Field:
    """A sticker in the middle: a blank as people make one, or a label beneath a letter."""
    wide, high = chance.uniform(6, 12, 2) / SQUARE
    sticker = cv2.GaussianBlur(((np.abs(_RIGHT) < wide) & (np.abs(_DOWN) < high)).astype(np.float32), (0, 0), 0.6)
    tone = chance.uniform(120, 255) + chance.uniform(-30, 30, 3)
    return _laid(seen, sticker * (1 - _ink(seen)), tone.astype(np.float32))


def _ink(seen: Field) -> Field:
    """How much of each px is ink, 0 to 1, by how far it is from the tile's median."""
    top = slice(SIDE // 2 - 12, SIDE // 2 + 12)
    away = np.abs(seen - np.median(seen[top, top], axis=(0, 1))).max(axis=2)
    return np.asarray(((away - 15) / 30).clip(0, 1), np.float32)


def _with_seam(seen: Field, chance: Generator) -> Field:
    """The edge of a top that was laid on its square, seen from far aside: beyond it is board."""
    away = (_RIGHT, _DOWN, -_RIGHT, -_DOWN)[int(chance.integers(4))]
    spot = chance.integers(2, 12, 2) if chance.random() < 0.5 else chance.integers(SIDE - 12, SIDE - 2, 2)
    grain = 1 + np.float32(0.02) * chance.standard_normal((SIDE, SIDE, 1), np.float32)
    return _laid(seen, (away * SQUARE > chance.uniform(9.5, 16)).astype(np.float32), seen[spot[0], spot[1]] * grain)


def _any_tone(chance: Generator) -> Field:
    tone = chance.uniform(5, 250) + chance.choice([0.2, 1]) * chance.uniform(-60, 60, 3)
    return np.asarray(tone.clip(0, 255), np.float32)


def _laid(seen: Field, cover: Field, tone: Field) -> Field:
    return np.asarray(seen * (1 - cover[..., None]) + tone * cover[..., None], np.float32)


def mirrored(seen: Field, chance: Generator) -> tuple[Field, Field]:
    """A lamp's mirror, white or warm, its edge soft, of any strength; and how white it makes each px, 0 to 1."""
    radius = np.exp(chance.uniform(np.log(0.15), np.log(1.5)))
    away = np.hypot(*_from(chance.uniform(-1, 1, 2), 0.0)) / np.float32(radius)
    shown = ((1 - away) / np.float32(chance.uniform(0.1, 1)) + 0.5).clip(0, 1)
    veil = np.asarray(shown * np.float32(1 - 0.7 * chance.random() ** 2), np.float32)
    lamp = np.array([255 - chance.choice([0, 1]) * chance.uniform(0, 80), 255 - chance.uniform(0, 30), 255], np.float32)
    return _laid(seen, veil, lamp), veil


def photographed(seen: Field, chance: Generator) -> NDArray[np.uint8]:
    """Blur or shake, grain, and JPEG, each now and then."""
    pick = chance.random()
    if pick < 0.4:
        spread = float(np.exp(chance.uniform(np.log(0.4), np.log(3.0))))
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), spread), np.float32)
    elif pick < 0.47:
        seen = _shaken(seen, chance)
    return grainy(seen, chance, (25, 85))


def _shaken(seen: Field, chance: Generator) -> Field:
    kernel, turn = np.zeros((9, 9), np.float32), chance.uniform(0, np.pi)
    reach = np.array([np.cos(turn), np.sin(turn)]) * chance.uniform(2, 4)
    ends = [tuple(int(at) for at in (4 + sign * reach).round()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1)
    return np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)
