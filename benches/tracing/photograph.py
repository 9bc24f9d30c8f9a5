"""A camera's way from light to a picture: exposure, white balance, tone, softness, grain."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour

_PAPER = 243
"""The grey level that 199 px in 200 of a picture stay below: small cards on a dark cloth are not bleached."""


@dataclass(frozen=True, slots=True)
class Shot:
    """How a picture is taken.

    level: the grey level that nine px in ten of it stay below, unless more than 1 in 200 would be bleached then. cast:
    how much of the light's colour stays, 0 to 1. blur: px. grain: grey levels; both deviations.
    """

    level: float
    cast: float
    blur: float
    grain: float


def draw_shot(chance: np.random.Generator) -> Shot:
    """Draw a good picture: neither dim nor bleached, nor much out of focus."""
    return Shot(*(float(chance.uniform(*ends)) for ends in ((190, 235), (0.2, 0.8), (0.4, 1.0), (1.5, 5))))


def photograph(light: NDArray[np.float32], shot: Shot, chance: np.random.Generator) -> Colour:
    """The picture of what falls on a sensor, blue, green, red."""
    means = light.reshape(-1, 3).mean(axis=0)
    balanced = light * (means.mean() / means) ** (1 - shot.cast)
    soft = np.asarray(cv2.GaussianBlur(np.asarray(balanced, np.float32), (0, 0), shot.blur), np.float32)
    most, brightest = np.percentile(soft.max(axis=2), (90, 99.5))
    soft *= min(_linear(shot.level) / float(most), _linear(_PAPER) / float(brightest))
    shown = np.where(soft <= 0.0031308, 12.92 * soft, 1.055 * np.maximum(soft, 1e-9) ** (1 / 2.4) - 0.055)
    grainy = 255 * shown + chance.normal(0, shot.grain, shown.shape)
    return np.ascontiguousarray(np.clip(grainy, 0, 255).astype(np.uint8)[:, :, ::-1])


def _linear(level: float) -> float:
    """The light, as a share of the most that a picture shows, of a grey level."""
    return float((level / 255) ** 2.2)
