"""What cards are laid on: wood, and cloths of every pattern, from straight above."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageOps

from pi_referee.errors import RefereeError
from vision.card_render.card_scene import Cloth, ClothPattern
from vision.render.lens import Picture

Field = NDArray[np.float32]

SIDE = 1024
"""The texture's px a side."""

_DENSE = 10_000
"""So many cells of noise are too small for anybody to see that they are not quite smooth."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """Places on the cloth along its pattern and across it, in pitches, and the chance that decides what is on it."""

    across: Field
    down: Field
    rng: Generator


@lru_cache(maxsize=2)
def draw_cloth(cloth: Cloth, reach: float) -> Picture:
    """A square of cloth reach mm wide: (SIDE, SIDE, 3) BGR; kept, since a game is played on one table.

    Raises RefereeError if its photograph cannot be read.
    """
    if cloth.picture is not None:
        return _photographed(cloth.picture)
    rng = np.random.default_rng(cloth.seed)
    steps = np.arange(SIDE, dtype=np.float32) * np.float32(reach / SIDE / cloth.pitch)
    cos, sin = np.float32(np.cos(cloth.turn)), np.float32(np.sin(cloth.turn))
    across, down = np.add.outer(steps * sin, steps * cos), np.add.outer(steps * cos, -steps * sin)
    share, tone = _PATTERNS[cloth.pattern](_Ground(across, down, rng))
    weave = (tone + _threads(cloth, rng)) * np.float32(cloth.weave) + _folds(cloth, rng) + 1
    channels = [cv2.multiply(share * np.float32(end - begin) + begin, weave, dtype=cv2.CV_8U)
                for begin, end in zip(cloth.colour[::-1], cloth.second[::-1], strict=True)]  # fmt: skip
    return np.asarray(cv2.merge(channels), np.uint8)


def _photographed(path: Path) -> Picture:
    """The middle of a photograph, as large a square as it has."""
    try:
        with Image.open(path) as opened:
            middle = ImageOps.fit(opened.convert("RGB"), (SIDE, SIDE))
    except OSError as error:
        cure = "Give a PNG or JPEG picture that exists."
        raise RefereeError("The picture of the table cannot be read.", where=str(path), cure=cure) from error
    return np.array(middle)[:, :, ::-1]


def clouds(rng: Generator, across: int, down: int) -> Field:
    """Smooth noise of mean 0 and deviation about 1, so many cells across and down the texture."""
    cells = rng.standard_normal((down + 3, across + 3), np.float32)
    smooth = cv2.INTER_CUBIC if across * down < _DENSE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(cells, (SIDE, SIDE), interpolation=smooth), np.float32)


def _threads(cloth: Cloth, rng: Generator) -> Field:
    """Fine threads of a cloth, none of wood or stone."""
    if cloth.pattern in ("wood", "planks", "marble"):
        return np.zeros((SIDE, SIDE), np.float32)
    rows, columns = (rng.standard_normal((SIDE, 1), np.float32) for _ in range(2))
    return np.asarray(0.03 * (rows + columns.T) + 0.05 * clouds(rng, SIDE // 3, SIDE // 3), np.float32)


def _folds(cloth: Cloth, rng: Generator) -> Field:
    """Creases: a lighter ridge beside a darker one, straight across the whole cloth."""
    ridges = np.zeros((2, SIDE), np.float32)
    steps = np.arange(SIDE, dtype=np.float32)
    for number in (0, 0, 1, 1):
        off = (steps - np.float32(rng.uniform(0.2, 0.8) * SIDE)) / np.float32(rng.uniform(2, 9))
        ridges[number] += off * np.exp(-(off**2)) * np.float32(rng.choice([-1, 1]))
    return np.asarray(0.25 * cloth.folds * np.add.outer(ridges[0], ridges[1]), np.float32)


def _wood(ground: _Ground) -> tuple[Field, Field]:
    across, rng = ground.across, ground.rng
    tone = 0.11 * clouds(rng, 5, 90) + 0.07 * clouds(rng, 24, 500) + 0.05 * clouds(rng, 2, 8)
    return np.zeros_like(across), tone


def _planks(ground: _Ground) -> tuple[Field, Field]:
    down, rng = ground.down, ground.rng
    share, tone = _wood(ground)
    plank = np.floor(down).astype(int)
    shades = 0.12 * rng.standard_normal(int(np.ptp(plank)) + 1).astype(np.float32)
    joint = np.where(down - plank < 0.03, np.float32(-0.6), np.float32(0))
    return share, tone + shades[plank - plank.min()] + joint


def _plain(ground: _Ground) -> tuple[Field, Field]:
    across, rng = ground.across, ground.rng
    return np.zeros_like(across), 0.02 * clouds(rng, 5, 5)


def _stripes(ground: _Ground) -> tuple[Field, Field]:
    across, rng = ground.across, ground.rng
    wide = float(rng.uniform(-0.7, 0.7))
    return _step(np.sin(2 * np.pi * across) - wide), 0.02 * clouds(rng, 5, 5)


def _checks(ground: _Ground) -> tuple[Field, Field]:
    """Gingham: half where one thread is coloured, full where both are."""
    across, down, rng = ground.across, ground.down, ground.rng
    share = (_step(np.sin(2 * np.pi * across)) + _step(np.sin(2 * np.pi * down))) * np.float32(0.5)
    return share, 0.02 * clouds(rng, 5, 5)


def _tartan(ground: _Ground) -> tuple[Field, Field]:
    across, down, rng = ground.across, ground.down, ground.rng
    levels = rng.uniform(0, 1, 7).astype(np.float32)
    share = (levels[np.floor(across * 3.5).astype(int) % 7] + levels[np.floor(down * 3.5).astype(int) % 7]) / 2
    return share, 0.02 * clouds(rng, 5, 5)


def _dots(ground: _Ground) -> tuple[Field, Field]:
    across, down, rng = ground.across, ground.down, ground.rng
    size = float(rng.uniform(0.6, 1.6))
    return _step(np.cos(2 * np.pi * across) + np.cos(2 * np.pi * down) - size), 0.02 * clouds(rng, 5, 5)


def _floral(ground: _Ground) -> tuple[Field, Field]:
    """An oilcloth's leaves and petals."""
    across, down, rng = ground.across, ground.down, ground.rng
    across, down = across + 0.3 * clouds(rng, 9, 9), down + 0.3 * clouds(rng, 9, 9)
    petals = np.cos(2 * np.pi * across) * np.cos(2 * np.pi * down) + 0.6 * np.cos(4 * np.pi * (across - down))
    return _step(petals - 0.55), 0.03 * clouds(rng, 5, 5)


def _speckle(ground: _Ground) -> tuple[Field, Field]:
    rng = ground.rng
    return _step(clouds(rng, 200, 200) - 1.3), 0.04 * clouds(rng, 300, 300)


def _marble(ground: _Ground) -> tuple[Field, Field]:
    across, rng = ground.across, ground.rng
    veins = np.abs(np.sin(2 * (across * 0.2 + clouds(rng, 4, 4) + 0.4 * clouds(rng, 16, 16))))
    return np.asarray(np.clip(1 - 6 * veins, 0, 0.6), np.float32), 0.05 * clouds(rng, 12, 12)


def _step(wave: Field) -> Field:
    return np.asarray(np.clip(wave * 4 + 0.5, 0, 1), np.float32)


_PATTERNS: Mapping[ClothPattern, Callable[[_Ground], tuple[Field, Field]]] = {
    "wood": _wood, "planks": _planks, "plain": _plain, "stripes": _stripes, "checks": _checks, "tartan": _tartan,
    "dots": _dots, "floral": _floral, "speckle": _speckle, "marble": _marble,
}  # fmt: skip
