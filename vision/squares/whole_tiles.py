"""Tells whether a tile is seen whole: a finger or reflection over part of it can make one letter of another."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, levelled, median_of
from vision.lighting.illumination import hue_step
from vision.sighting import Edition


@dataclass(frozen=True, slots=True)
class ForeignPxLimits:
    """Limits beyond which a px on a tile is neither top nor ink; brightness in log ratios, hues as in hue_step."""

    hue: float = 0.18  # off the hue of the tile's top
    clipped: float = 250  # grey level of a top that is clipped and has lost its hue, while its ink has not
    clipped_hue: float = 0.4  # off the hue of a clipped top
    ink: float = 0.35  # between top and ink, at least
    paler: float = 0.12  # above a pale top: nothing is paler, unless a part of the tile lies in shade
    spread: float = 0.06  # above the palest top that the brightest light near by explains


@dataclass(frozen=True, slots=True)
class LetterLimits:
    """Limits of a letter against the common letter of the picture."""

    faint: float = 0.3  # share of the common contrast, below which a letter is washed out: thin ones have 0.4 and more
    inked: float = 0.35  # share of the common ink, below which a tile is plain: see _inked
    dropped: int = 4  # px left out at either end of the order by brightness


_PX = ForeignPxLimits()
_LETTER = LetterLimits()

_HALF = 5
"""Px of a tile's top that are used, to each side of its middle, in a picture of half the size: grain is gone there."""
_SOFTEN = 0.7
"""Deviation in px of the blur in that picture."""
_MAX_FOREIGN = {"light": 0.12, "dark": 0.2}
"""By edition, the share of foreign px from which on a tile is partly covered: whole ones have 0.08 at most, dark ones
with broad letters 0.15, covered ones 0.16 to 0.43 (six photographed and rendered sets, and hands drawn over them)."""

Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """Tiles to look at.

    middles: (k, 2), x and y in squared-board px. lettered: (k,) which of them show a letter. light: (k, 2) logarithmic
    brightness of a bare plain square there, and in the brightest light near by.
    """

    middles: Floats
    lettered: Flags
    light: Floats


def whole(pixels: Colour, tiles: Tops, floor: float, edition: Edition, *, blurred: bool = False) -> Flags:
    """Which tiles are seen whole and have a clear letter, or none, (k,).

    pixels: the squared board. floor: grey levels added before the logarithm. blurred: whether letters are out of focus;
    then a tile that seems to have no letter, but shows a letter's contrast, does not count as whole either.
    """
    if not len(tiles.middles):
        return np.zeros(0, bool)
    tops = _tops(pixels, tiles.middles)
    foreign, contrast = _measure(tops, tiles.light, floor, edition)
    common = median_of(contrast[tiles.lettered]) if tiles.lettered.any() else 0.0
    is_plain = ~_inked(tops, tiles.lettered, floor) if blurred else True
    return np.asarray(
        (foreign < _MAX_FOREIGN[edition]) & np.where(tiles.lettered, contrast > _LETTER.faint * common, is_plain)
    )


def _inked(tops: NDArray[np.uint8], lettered: Flags, floor: float) -> Flags:
    """Which tiles show what may be ink, (n,): more contrast than light that falls off across them gives.

    Of 3,230 letters of ten sets, in focus and blurred by 2.5 to 5 image px, none had less than 0.45 of the common ink,
    and of 60 plain tiles none more than 0.28; before the slope of the light was taken off they had up to 0.83.
    """
    brightness = np.log(tops.astype(np.float64) + floor).mean(axis=0)
    left = np.sort(levelled(brightness.reshape(-1, 2 * _HALF, 2 * _HALF)).reshape(len(brightness), -1), axis=1)
    ink = left[:, -1 - _LETTER.dropped] - left[:, _LETTER.dropped]
    return np.asarray(ink >= _LETTER.inked * np.median(ink[lettered])) if lettered.any() else np.ones(len(ink), bool)


def _measure(tops: NDArray[np.uint8], light: Floats, floor: float, edition: Edition) -> tuple[Floats, Floats]:
    """Measure the px of n tiles, (3, n, k): the share that is neither top nor ink, and the letter's contrast."""
    colours = tops.astype(np.float32)
    brightness = np.log(colours + floor).mean(axis=0)
    order = np.sort(brightness, axis=1)
    darkest, face, palest = (
        order[:, int(share * order.shape[1])] for share in (0.04, 0.75 if edition == "light" else 0.3, 0.96)
    )
    step = brightness - face[:, None]
    top = _mean(colours, np.abs(step) < 0.1)
    is_ink = brightness <= darkest[:, None] if edition == "light" else brightness >= palest[:, None]
    tolerated = np.where(top.max(axis=0) > _PX.clipped, _PX.clipped_hue, _PX.hue)
    off_hue = _is_off_hue(colours, top, _mean(colours, is_ink), floor, tolerated)
    if edition == "light":
        lit = light[:, 1] + median_of(face - light[:, 0]) + _PX.spread
        foreign = (off_hue & (step > -_PX.ink)) | ((step > _PX.paler) & (brightness > lit[:, None]))
    else:
        foreign = off_hue & (step < _PX.ink)
    return np.asarray(foreign.mean(axis=1)), np.asarray(palest - darkest, np.float64)


def _mean(colours: Values, chosen: Flags) -> Values:
    """The mean colour of each tile's chosen px, (3, n)."""
    weights = chosen.astype(np.float32)
    return np.asarray(np.maximum(np.einsum("cnk,nk->cn", colours, weights) / weights.sum(axis=1), 1))


def _is_off_hue(colours: Values, top: Values, ink: Values, floor: float, tolerated: Values) -> Flags:
    """Which px are off in hue from their tile's top in any shade, and from any mixture of top and ink, (n, k).

    tolerated: (n,) hue steps up to which a px is not off.
    """
    off = hue_step(colours, top[..., None], floor) > tolerated[:, None]
    tile = np.nonzero(off)[0]
    px, top, ink = colours[:, off], top[:, tile], ink[:, tile]
    level, top_level, ink_level = px.sum(axis=0), top.sum(axis=0), ink.sum(axis=0)
    share = np.clip((level - ink_level) / np.where(top_level == ink_level, 1, top_level - ink_level), 0, 1)
    off[off] = hue_step(px, ink + share * (top - ink), floor) > tolerated[tile]
    return np.asarray(off)


def _tops(pixels: Colour, middles: Floats) -> NDArray[np.uint8]:
    """The px round each middle (n, 2; squared-board px) in a picture of half the size, by channel, (3, n, k)."""
    half = np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    half = np.asarray(cv2.GaussianBlur(half, (0, 0), _SOFTEN), np.uint8)
    room = np.array(half.shape[1::-1]) - _HALF
    left, top = (np.clip(np.round(middles / 2).astype(int), _HALF, room) - _HALF).T
    views = np.lib.stride_tricks.sliding_window_view(half, (2 * _HALF, 2 * _HALF), axis=(0, 1))
    return np.ascontiguousarray(views[top, left].reshape(len(middles), 3, -1).swapaxes(0, 1))
