"""Fits what tells an upright letter from one upside down: a logistic regression on the letter reader's last layer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.cards.card_letters import LIMITS, UPRIGHT
from vision.letters.letter_model import SIDE, Letters, Windows

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ"
_FINE = 4
"""Letters are drawn so many times as large, and made small smoothly."""


def draw_letter(rng: Generator, typeface: Path, letter: str) -> NDArray[np.uint8]:
    """A letter in the middle of a window, (48, 48), a little askew, blurred and grainy."""
    base = ImageFont.truetype(typeface, 100)
    cap = -base.getbbox("H", anchor="ls")[1]
    size = 100 * LIMITS.cap * _FINE / cap * float(rng.uniform(0.9, 1.25))
    font = ImageFont.truetype(typeface, max(8, round(size)))
    left, top, right, bottom = font.getbbox(letter, anchor="ls")
    image = Image.new("L", (SIDE * _FINE, SIDE * _FINE), int(rng.uniform(150, 255)))
    middle = SIDE * _FINE / 2
    place = (middle - (left + right) / 2 + rng.normal(0, 2), middle - (top + bottom) / 2 + rng.normal(0, 3))
    ImageDraw.Draw(image).text(place, letter, font=font, fill=int(rng.uniform(10, 90)), anchor="ls")
    turn = cv2.getRotationMatrix2D((middle, middle), float(rng.normal(0, 4)), 1)
    turned = cv2.warpAffine(np.asarray(image), turn, image.size, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(turned, (0, 0), float(rng.uniform(0.5, 1.6)) * _FINE)
    small = cv2.resize(soft, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    grainy = small + rng.normal(0, float(rng.uniform(0, 6)), small.shape)
    return np.clip(grainy, 0, 255).astype(np.uint8)


def seen(letters: Letters, windows: Windows) -> NDArray[np.float32]:
    """What the reader's last layer and its log shares tell of windows, a row each."""
    odds = [letters.read(windows[first : first + 256]) for first in range(0, len(windows), 256)]
    return np.vstack([np.hstack([one.features, one.log_probabilities]) for one in odds])


def fit_upright(typefaces: Sequence[Path], count: int = 7000, seed: int = 5) -> NDArray[np.float32]:
    """The weights, fitted on so many letters drawn in these typefaces, each both ways."""
    rng, letters = np.random.default_rng(seed), Letters()
    names = rng.choice(list(LETTERS), count)
    faces = rng.integers(len(typefaces), size=count)
    windows = np.array([draw_letter(rng, typefaces[k], str(name)) for k, name in zip(faces, names, strict=True)])
    told = seen(letters, np.concatenate([windows, np.ascontiguousarray(windows[:, ::-1, ::-1])]))
    way = np.repeat([1.0, -1.0], count)
    spread = told.std(axis=0) + 1e-3
    scaled = (told - told.mean(axis=0)) / spread
    weights = np.zeros(scaled.shape[1])
    for _ in range(400):
        sure = 1 / (1 + np.exp(np.clip(scaled @ weights * way, -30, 30)))
        weights += (scaled * (way * sure)[:, None]).mean(axis=0) - 1e-3 * weights
    return np.asarray(weights / spread, np.float32)


def main(folder: Path) -> None:
    """Fit on the typefaces of a folder and put the weights in their place."""
    faces = sorted(path for path in folder.iterdir() if path.suffix in {".ttf", ".otf"})
    np.save(UPRIGHT, fit_upright(faces))
