"""Whether a tile is seen whole: a finger or a lamp's mirror over part of it can make one letter of another."""

from __future__ import annotations

import numpy as np

from vision.arrays import Colour, Flags, Floats
from vision.sighting import Edition

_HALF = 10
"""Px of a tile's top that are looked at, to each side of its middle."""
_HUE = 0.18
"""A px of another hue than the tile's top by this is neither top nor print, unless it is ink."""
_INK, _PALER = 0.35, 0.12
"""Ink differs from the top in brightness by this (logarithmic) at least; nothing on a tile is paler than by that."""
_FOREIGN = {"light": 0.12, "dark": 0.2}
"""A tile with more than this share of such px is half covered: whole ones have 0.08 at most, dark ones with broad
letters 0.15, covered ones 0.16 to 0.43 (six photographed and rendered sets, and hands drawn over them)."""
_FAINT = 0.3
"""A letter with less than this share of the common contrast of letters is washed out: thin ones have 0.4 and more."""


def whole(pixels: Colour, middles: Floats, lettered: Flags, edition: Edition) -> Flags:
    """Which tiles are seen whole, and their letters clear, (k,).

    pixels: the squared board. middles: (k, 2) px, x and y, of tiles. lettered: (k,) which of them show a letter.
    """
    if not len(middles):
        return np.zeros(0, bool)
    floor = 0.2 * float(pixels.mean())
    tops = np.stack([_cut(pixels, middle) for middle in middles]).reshape(len(middles), -1, 3)
    foreign, contrast = _measure(np.log(tops + floor), edition)
    common = float(np.median(contrast[lettered])) if lettered.any() else 0.0
    return np.asarray((foreign < _FOREIGN[edition]) & (~lettered | (contrast > _FAINT * common)))


def _measure(colours: Floats, edition: Edition) -> tuple[Floats, Floats]:
    """Of each of n tiles' px (n, k, 3): the share that is neither top nor ink, and the letter's contrast."""
    brightness = colours.mean(axis=2)
    order = np.sort(brightness, axis=1)
    darkest, face, palest = (
        order[:, int(share * order.shape[1])] for share in (0.04, 0.75 if edition == "light" else 0.3, 0.96)
    )
    is_face = np.abs(brightness - face[:, None]) < 0.1
    top = (colours * is_face[:, :, None]).sum(axis=1) / is_face.sum(axis=1)[:, None]
    step = brightness - top.mean(axis=1)[:, None]
    hue_of_top = top - top.mean(axis=1, keepdims=True)
    hue = np.abs(colours - brightness[:, :, None] - hue_of_top[:, None]).sum(axis=2)
    if edition == "light":
        foreign = ((hue > _HUE) & (step > -_INK)) | (step > _PALER)
    else:
        foreign = ((hue > _HUE) & (step < _INK)) | (step < -2 * _PALER)
    return np.asarray(foreign.mean(axis=1)), np.asarray(palest - darkest)


def _cut(pixels: Colour, middle: Floats) -> Colour:
    x, y = np.clip(np.round(middle).astype(int), _HALF, np.array(pixels.shape[1::-1]) - _HALF)
    return pixels[y - _HALF : y + _HALF, x - _HALF : x + _HALF]
