"""Whether a tile is seen whole: a finger or a lamp's mirror over part of it can make one letter of another."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats
from vision.light import hue_step
from vision.sighting import Edition

_HALF = 5
"""Px of a tile's top that are looked at, to each side of its middle, in a picture of half the size: grain is gone."""
_SOFTEN = 0.7
_HUE = 0.18
"""A px of another hue than the tile's top by this is neither top nor print, unless it is ink."""
_INK, _PALER = 0.35, 0.12
"""Ink differs from the top in brightness by this (logarithmic) at least; nothing on a pale tile is paler than by that,
unless a part of it lies in shade: the brightest light near by shows how pale a top can be."""
_SPREAD = 0.06
_CLIPPED, _HUE_CLIPPED = 250, 0.4
"""A top at the end of the scale has lost its hue, and its ink has not: that much is no sign of anything there."""
_FOREIGN = {"light": 0.12, "dark": 0.2}
"""A tile with more than this share of such px is half covered: whole ones have 0.08 at most, dark ones with broad
letters 0.15, covered ones 0.16 to 0.43 (six photographed and rendered sets, and hands drawn over them)."""
_FAINT = 0.3
"""A letter with less than this share of the common contrast of letters is washed out: thin ones have 0.4 and more."""
_INKED = 0.35
"""Blanks have less than this share of it, 0.2 and less but for one in a lamp's pool, letters 0.41 and more; measured on
ten sets, blurred ones, too (25 blanks, 1,236 letters)."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """Tiles to look at: middles (k, 2) px, x and y, on the squared board; lettered (k,) which of them show a letter.

    light: (k, 2) logarithmic brightness of a bare plain square there, and in the brightest light near by.
    """

    middles: Floats
    lettered: Flags
    light: Floats


def whole(pixels: Colour, tiles: Tops, floor: float, edition: Edition, *, blurred: bool = False) -> Flags:
    """Which tiles are seen whole, and their letters clear, (k,).

    pixels: the squared board. floor: what is added to grey levels before their logarithm. blurred: whether letters are
    out of focus; then what seems to have none, and yet a letter's contrast, is not seen whole either.
    """
    if not len(tiles.middles):
        return np.zeros(0, bool)
    half = np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    half = np.asarray(cv2.GaussianBlur(half, (0, 0), _SOFTEN), np.uint8)
    tops = _tops(half, tiles.middles / 2)
    foreign, contrast = _measure(tops, tiles.light, floor, edition)
    common = float(np.median(contrast[tiles.lettered])) if tiles.lettered.any() else 0.0
    clear = np.where(tiles.lettered, contrast > _FAINT * common, not blurred or contrast < _INKED * common)
    return np.asarray((foreign < _FOREIGN[edition]) & clear)


def _measure(tops: Colour, light: Floats, floor: float, edition: Edition) -> tuple[Floats, Floats]:
    """Of each of n tiles' px (n, k, 3): the share that is neither top nor ink, and the letter's contrast."""
    colours = tops.astype(np.float64)
    brightness = np.log(colours + floor).mean(axis=2)
    order = np.sort(brightness, axis=1)
    darkest, face, palest = (
        order[:, int(share * order.shape[1])] for share in (0.04, 0.75 if edition == "light" else 0.3, 0.96)
    )
    top = _mean(colours, np.abs(brightness - face[:, None]) < 0.1)
    is_ink = brightness <= darkest[:, None] if edition == "light" else brightness >= palest[:, None]
    tolerated = np.where(top.max(axis=1) > _CLIPPED, _HUE_CLIPPED, _HUE)
    off_hue = _off_hue(colours, top, _mean(colours, is_ink), floor) > tolerated[:, None]
    step = brightness - face[:, None]
    if edition == "light":
        lit = light[:, 1] + np.median(face - light[:, 0]) + _SPREAD
        foreign = (off_hue & (step > -_INK)) | ((step > _PALER) & (brightness > lit[:, None]))
    else:
        foreign = off_hue & (step < _INK)
    return np.asarray(foreign.mean(axis=1)), np.asarray(palest - darkest)


def _mean(colours: Floats, chosen: Flags) -> Floats:
    """The mean colour of each tile's chosen px, (n, 3)."""
    return np.asarray(np.maximum((colours * chosen[:, :, None]).sum(axis=1) / chosen.sum(axis=1)[:, None], 1))


def _off_hue(colours: Floats, top: Floats, ink: Floats, floor: float) -> Floats:
    """How far each px is in hue from its tile's top in any shade, or from what is between top and ink, (n, k)."""
    levels, top_level, ink_level = colours.sum(axis=2), top.sum(axis=1)[:, None], ink.sum(axis=1)[:, None]
    share = np.clip((levels - ink_level) / np.where(top_level == ink_level, 1, top_level - ink_level), 0, 1)[..., None]
    between = share * top[:, None] + (1 - share) * ink[:, None]
    return np.minimum(hue_step(colours, top[:, None], floor), hue_step(colours, between, floor))


def _tops(half: Colour, middles: Floats) -> Colour:
    """The px round each middle (n, 2), (n, k, 3)."""
    room = np.array(half.shape[1::-1]) - _HALF
    left, top = (np.clip(np.round(middles).astype(int), _HALF, room) - _HALF).T
    views = np.lib.stride_tricks.sliding_window_view(half, (2 * _HALF, 2 * _HALF), axis=(0, 1))
    cuts = views[top, left].transpose(0, 2, 3, 1)
    return np.asarray(cuts.reshape(len(middles), -1, 3), np.uint8)
