"""What use does to a card: fading, stains, scuffs, a bent corner, and the grain of its paper."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.card_render.deck_style import DeckStyle, Wear
from vision.render.overlay import Layer

Field = NDArray[np.float32]

_STAIN = np.array([0.62, 0.82, 0.95], np.float32)
"""What a stain of coffee or tea leaves of blue, green and red where it is deepest."""

_RUBBED = np.array([232, 238, 242], np.float32)
"""The paper's core, BGR, where print is rubbed off."""


def is_worn(wear: Wear) -> bool:
    """Whether cards differ from new ones at all."""
    return max(wear.scuffs, wear.stains, wear.bent_corners, wear.fading) > 0


def worn(layer: Layer, style: DeckStyle, is_face: bool, seed: int) -> Layer:
    """A card's layer after use; chance decides what happened to this one."""
    wear, rng = style.wear, np.random.default_rng(seed)
    cover, shown = layer[:, :, 3:], layer[:, :, :3].copy()
    if wear.fading and is_face:
        paper = np.array(style.face[::-1], np.float32) * cover
        shown += (paper - shown) * (wear.fading * float(rng.uniform(0.5, 1.0)))
    if rng.random() < wear.stains:
        shown *= 1 - (1 - _STAIN) * _blot(layer, rng)[:, :, None] * (0.2 + 0.8 * wear.stains)
    if wear.scuffs:
        rubbed = _scuffs(layer, wear.scuffs, rng)[:, :, None]
        shown += (_RUBBED * cover - shown) * rubbed
    if rng.random() < wear.bent_corners:
        shown *= _bent(layer, rng)[:, :, None]
    shown *= 1 + 0.02 * wear.grain * _noise(layer, rng, 0.7)[:, :, None]
    return np.asarray(np.dstack([np.clip(shown, 0, 255), cover]), np.float32)


def _noise(layer: Layer, rng: Generator, share: float) -> Field:
    """Noise with about so many cells a px."""
    high, wide = layer.shape[:2]
    cells = rng.standard_normal((max(2, round(share * high)), max(2, round(share * wide))), np.float32)
    return np.asarray(cv2.resize(cells, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)


def _blot(layer: Layer, rng: Generator) -> Field:
    """A stain somewhere, at times the ring of a cup: 0 to 1."""
    high, wide = layer.shape[:2]
    down, across = np.ogrid[0:high, 0:wide]
    middle, radius = rng.uniform(0, 1, 2) * (wide, high), float(rng.uniform(0.15, 0.6)) * wide
    far = np.hypot(across - middle[0], down - middle[1]) / radius + 0.1 * _noise(layer, rng, 0.06)
    if rng.random() < 0.4:
        return np.asarray(np.exp(-(((far - 1) / 0.08) ** 2)), np.float32)
    return np.asarray(0.6 / (1 + np.exp(14 * (far - 1))), np.float32)


def _scuffs(layer: Layer, strength: float, rng: Generator) -> Field:
    """How much print is rubbed off: along the edges, in specks, in some scratches."""
    high, wide = layer.shape[:2]
    down, across = np.ogrid[0:high, 0:wide]
    edge = np.minimum(np.minimum(across, wide - 1 - across), np.minimum(down, high - 1 - down)) / (0.04 * wide)
    rubbed = 0.7 * strength * np.exp(-edge.astype(np.float32)) * (1 + 0.6 * _noise(layer, rng, 0.15))
    rubbed += 0.35 * strength * np.clip(_noise(layer, rng, 0.25) - 2.0, 0, 1)
    lines = np.zeros((high, wide), np.uint8)
    for _ in range(int(rng.integers(0, 1 + round(5 * strength)))):
        first, second = (tuple(int(part) for part in rng.uniform(0, 1, 2) * (wide, high)) for _ in range(2))
        cv2.line(lines, first, second, (90,), 1, cv2.LINE_AA)
    return np.asarray(np.clip(rubbed + strength * lines / 255, 0, 1), np.float32)


def _bent(layer: Layer, rng: Generator) -> Field:
    """A corner that stands up or hangs: lighter or darker beyond its fold, which is a thin line."""
    high, wide = layer.shape[:2]
    down, across = np.ogrid[0:high, 0:wide]
    x = across if rng.random() < 0.5 else wide - 1 - across
    y = down if rng.random() < 0.5 else high - 1 - down
    beyond = float(rng.uniform(0.12, 0.35)) * wide - x - float(rng.uniform(0.7, 1.4)) * y
    tone = float(rng.choice([-1, 1])) * float(rng.uniform(0.06, 0.22))
    fold = 0.12 * np.exp(-((beyond / max(0.8, 0.012 * wide)) ** 2))
    return np.asarray(1 + tone * np.clip(beyond / (0.05 * wide) + 0.5, 0, 1) - fold, np.float32)
