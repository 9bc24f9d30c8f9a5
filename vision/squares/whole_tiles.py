"""Tells which tiles are seen whole: what lies across one, a finger, a thread or a lamp's mirror, makes another letter.

A small network sees each tile in colour, as fine as the squared board has it. It reads no letter, and learnt from drawn
tiles alone (docs/reader.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, at_ranks, levelled, median_of
from vision.lighting.appearance import QUANTILES
from vision.networks import shared_network

NETWORK = Path(__file__).with_name("across.onnx")
"""Its network; training/tiles makes it."""

SIDE = 40
"""A window's side in px of the squared board: a tile, and a little of what lies round it."""

_RIM = 8
"""Px of a window from its edge on that are not of the tile's top."""

_LOGS = np.log(np.arange(256, dtype=np.float32) + np.float32(8))
"""The logarithm of each grey level, eight levels added: dark px show more noise than colour."""

_MOST = 2.0
"""Logarithms beyond this are as this."""


@dataclass(frozen=True, slots=True)
class CommonLimits:
    """Limits of a letter against what letters of the picture commonly show."""

    faint: float = 0.3  # share of the common contrast, below which a letter is washed out: thin ones have 0.4 and more
    inked: float = 0.35  # share of the common ink, below which a tile is plain: see _inked
    dropped: int = 4  # px left out at either end of the order by brightness


_COMMON = CommonLimits()

_HALF = 5
"""Px of a tile's top that are used, to each side of its middle, in a picture of half the size: grain is gone there."""
_SOFTEN = 0.7
"""Deviation in px of the blur in that picture."""


def across(pixels: Colour, middles: Floats) -> Floats:
    """The shares, 0 to 1, of something's lying across each of some tiles, (k,).

    pixels: the squared board. middles: (k, 2), x and y in px of it. RefereeError if the network is missing or damaged.
    """
    if not len(middles):
        return np.zeros(0)
    room = np.array(pixels.shape[1::-1]) - SIDE
    left, top = np.clip(np.round(middles).astype(int) - SIDE // 2, 0, room).T
    views = np.lib.stride_tricks.sliding_window_view(pixels, (SIDE, SIDE), axis=(0, 1))
    (logits,) = shared_network(NETWORK).run(("logits",), {"tiles": relative(np.moveaxis(views[top, left], 1, -1))})
    return np.asarray(1 / (1 + np.exp(-np.asarray(logits, np.float64))))


def relative(windows: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Windows (k, SIDE, SIDE, 3) as the network sees them, (k, 3, SIDE, SIDE): log levels less a top's usual ones."""
    channels = np.ascontiguousarray(windows.transpose(0, 3, 1, 2))
    tops = channels[:, :, _RIM:-_RIM, _RIM:-_RIM].reshape(*channels.shape[:2], -1)
    usual = np.partition(tops, tops.shape[2] // 2, axis=2)[:, :, tops.shape[2] // 2]
    return np.asarray((_LOGS[channels] - _LOGS[usual][:, :, None, None]).clip(-_MOST, _MOST), np.float32)


def shown(pixels: Colour, middles: Floats, lettered: Flags, floor: float, *, blurred: bool = False) -> Flags:
    """Which tiles show a clear letter, or none, (k,).

    pixels: the squared board. middles: (k, 2), x and y in px of it. lettered: (k,) which of them show a letter. floor:
    grey levels added before the logarithm. blurred: whether letters are out of focus; then a tile that seems to have no
    letter, but shows a letter's contrast, does not count either.
    """
    if not len(middles):
        return np.zeros(0, bool)
    brightness = np.log(_tops(pixels, middles).astype(np.float64) + floor).mean(axis=0)
    order = np.sort(brightness, axis=1)
    lowest, highest = at_ranks(order, QUANTILES.lowest, QUANTILES.highest)
    contrast = highest - lowest
    common = median_of(contrast[lettered]) if lettered.any() else 0.0
    is_plain = ~_inked(brightness, lettered) if blurred else True
    return np.asarray(np.where(lettered, contrast > _COMMON.faint * common, is_plain))


def _inked(brightness: Floats, lettered: Flags) -> Flags:
    """Which tiles show what may be ink, (n,): more contrast than light that falls off across them gives.

    Of 3,230 letters of ten sets, in focus and blurred by 2.5 to 5 image px, none had less than 0.45 of the common ink,
    and of 60 plain tiles none more than 0.28; before the slope of the light was taken off they had up to 0.83.
    """
    left = np.sort(levelled(brightness.reshape(-1, 2 * _HALF, 2 * _HALF)).reshape(len(brightness), -1), axis=1)
    ink = left[:, -1 - _COMMON.dropped] - left[:, _COMMON.dropped]
    return np.asarray(ink >= _COMMON.inked * np.median(ink[lettered])) if lettered.any() else np.ones(len(ink), bool)


def _tops(pixels: Colour, middles: Floats) -> NDArray[np.uint8]:
    """The px round each middle (n, 2; squared-board px) in a picture of half the size, by channel, (3, n, k)."""
    half = np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    half = np.asarray(cv2.GaussianBlur(half, (0, 0), _SOFTEN), np.uint8)
    room = np.array(half.shape[1::-1]) - _HALF
    left, top = (np.clip(np.round(middles / 2).astype(int), _HALF, room) - _HALF).T
    views = np.lib.stride_tricks.sliding_window_view(half, (2 * _HALF, 2 * _HALF), axis=(0, 1))
    return np.ascontiguousarray(views[top, left].reshape(len(middles), 3, -1).swapaxes(0, 1))
