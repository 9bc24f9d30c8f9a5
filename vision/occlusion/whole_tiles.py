"""Whether a tile is seen whole: a finger or a lamp's mirror over part of it can make one letter of another."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, levelled, median_of
from vision.lighting.illumination import hue_step
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
_INKED, _FEW_PX = 0.35, 4
"""A tile with less than this share of the letters' common ink is plain, a few px to either end left out. Of 3,230
letters of ten sets, in focus and blurred by 2.5 to 5 px of the picture, none had less than 0.45, and of 60 plain tiles
none more than 0.28; before a lamp's pool across one was taken off they had up to 0.83."""


Values = NDArray[np.float32]


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
    tops = _tops(pixels, tiles.middles)
    foreign, contrast = _measure(tops, tiles.light, floor, edition)
    common = median_of(contrast[tiles.lettered]) if tiles.lettered.any() else 0.0
    is_plain = ~_inked(tops, tiles.lettered, floor) if blurred else True
    return np.asarray((foreign < _FOREIGN[edition]) & np.where(tiles.lettered, contrast > _FAINT * common, is_plain))


def darkest_of(pixels: Colour, middles: Floats) -> Floats:
    """The grey levels of the darkest px of tiles' tops, a few left out, (n, 3).

    pixels: the squared board. middles: as in Tops. On 20 drawn boards of the dark edition, each in its own
    typeface, a tile's were brighter than commonly by a tenth at most; the darker third of the px were by eight tenths
    where a bold M lies.
    """
    tops = np.sort(_tops(pixels, middles), axis=2, kind="stable")
    return np.asarray(tops[:, :, _FEW_PX].T, np.float64)


def _inked(tops: NDArray[np.uint8], lettered: Flags, floor: float) -> Flags:
    """Which tiles show what may be ink, (n,): more than a light that falls off across them."""
    brightness = np.log(tops.astype(np.float64) + floor).mean(axis=0)
    left = np.sort(levelled(brightness.reshape(-1, 2 * _HALF, 2 * _HALF)).reshape(len(brightness), -1), axis=1)
    ink = left[:, -1 - _FEW_PX] - left[:, _FEW_PX]
    return np.asarray(ink >= _INKED * np.median(ink[lettered])) if lettered.any() else np.ones(len(ink), bool)


def _measure(tops: NDArray[np.uint8], light: Floats, floor: float, edition: Edition) -> tuple[Floats, Floats]:
    """Of each of n tiles' px (3, n, k): the share that is neither top nor ink, and the letter's contrast."""
    colours = tops.astype(np.float32)
    brightness = np.log(colours + floor).mean(axis=0)
    order = np.sort(brightness, axis=1)
    darkest, face, palest = (
        order[:, int(share * order.shape[1])] for share in (0.04, 0.75 if edition == "light" else 0.3, 0.96)
    )
    step = brightness - face[:, None]
    top = _mean(colours, np.abs(step) < 0.1)
    is_ink = brightness <= darkest[:, None] if edition == "light" else brightness >= palest[:, None]
    tolerated = np.where(top.max(axis=0) > _CLIPPED, _HUE_CLIPPED, _HUE)
    off_hue = _is_off_hue(colours, top, _mean(colours, is_ink), floor, tolerated)
    if edition == "light":
        lit = light[:, 1] + median_of(face - light[:, 0]) + _SPREAD
        foreign = (off_hue & (step > -_INK)) | ((step > _PALER) & (brightness > lit[:, None]))
    else:
        foreign = off_hue & (step < _INK)
    return np.asarray(foreign.mean(axis=1)), np.asarray(palest - darkest, np.float64)


def _mean(colours: Values, chosen: Flags) -> Values:
    """The mean colour of each tile's chosen px, (3, n)."""
    weights = chosen.astype(np.float32)
    return np.asarray(np.maximum(np.einsum("cnk,nk->cn", colours, weights) / weights.sum(axis=1), 1))


def _is_off_hue(colours: Values, top: Values, ink: Values, floor: float, tolerated: Values) -> Flags:
    """Which px are off in hue from their tile's top in any shade, and from what is between top and ink, too, (n, k).

    tolerated: (n,) by more than this.
    """
    off = hue_step(colours, top[..., None], floor) > tolerated[:, None]
    tile = np.nonzero(off)[0]
    px, top, ink = colours[:, off], top[:, tile], ink[:, tile]
    level, top_level, ink_level = px.sum(axis=0), top.sum(axis=0), ink.sum(axis=0)
    share = np.clip((level - ink_level) / np.where(top_level == ink_level, 1, top_level - ink_level), 0, 1)
    off[off] = hue_step(px, ink + share * (top - ink), floor) > tolerated[tile]
    return np.asarray(off)


def _tops(pixels: Colour, middles: Floats) -> NDArray[np.uint8]:
    """The px round each middle (n, 2) on the squared board, in a picture of half the size, by channel, (3, n, k)."""
    half = np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    half = np.asarray(cv2.GaussianBlur(half, (0, 0), _SOFTEN), np.uint8)
    room = np.array(half.shape[1::-1]) - _HALF
    left, top = (np.clip(np.round(middles / 2).astype(int), _HALF, room) - _HALF).T
    views = np.lib.stride_tricks.sliding_window_view(half, (2 * _HALF, 2 * _HALF), axis=(0, 1))
    return np.ascontiguousarray(views[top, left].reshape(len(middles), 3, -1).swapaxes(0, 1))
