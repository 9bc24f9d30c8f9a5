"""The pictures that the finder of cards looks at: one picture reduced to several sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour

_BLOCK = 32
"""The network's pictures have sides that are multiples of this."""

_BANDS = 16
"""A picture is reduced in as many bands as this, at most: its px as floats take twelve times their room."""

_MEANS, _SMOOTH = 2.0, 0.32
"""Px of the picture for each of the reduced one's from which on means are taken; and the smoothing below, in such px.

It comes nearest to means, on a drawn table at 1.15 to 1.99 px for each.
"""

Size = tuple[int, int]
Reduced = NDArray[np.float32]
"""A picture, height x width x 3, in whole grey levels."""


def reduced(picture: Colour, sides: Sequence[int]) -> list[Reduced]:
    """The picture with longer sides of so many px, the longest first; each px is about the mean of what it covers.

    Only the first of them goes through all px of the picture; the others, made of it, are off from means of the whole
    by 0.3 grey levels on the mean where sides are no multiples of each other, a tenth of a camera's grain.
    """
    sizes = [_size(picture, side) for side in sides]
    if max(sizes[0]) > max(picture.shape[:2]):
        return [_directly(picture, size) for size in sizes]
    finest = _finest(picture, sizes[0])
    made = [finest, *(cv2.resize(finest, size, interpolation=cv2.INTER_AREA) for size in sizes[1:])]
    return [np.rint(one) for one in made]


def _size(picture: Colour, side: int) -> Size:
    """The width and height of the picture reduced to a longer side of so many px, about."""
    high, wide = picture.shape[:2]
    scale = side / max(high, wide)
    return max(_BLOCK, round(wide * scale / _BLOCK) * _BLOCK), max(_BLOCK, round(high * scale / _BLOCK) * _BLOCK)


def _finest(picture: Colour, size: Size) -> Reduced:
    """The largest; smoothed and sampled where that is near the means: 0.4 grey levels off, in a third of the time."""
    step = max(picture.shape[:2]) / max(size)
    if step >= _MEANS:
        return _in_bands(picture, size)
    smooth = cv2.GaussianBlur(picture, (3, 3), _SMOOTH * step)
    return cv2.resize(smooth, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _directly(picture: Colour, size: Size) -> Reduced:
    how = cv2.INTER_AREA if max(size) < max(picture.shape[:2]) else cv2.INTER_LINEAR
    return cv2.resize(picture, size, interpolation=how).astype(np.float32)


def _in_bands(picture: Colour, size: Size) -> Reduced:
    """The picture reduced, not rounded, band by band; one band's room serves for all, new room takes time to get."""
    wide, high = size
    count = gcd(len(picture), high, _BANDS)
    bands = np.split(picture, count)
    result, band = np.empty((high, wide, 3), np.float32), np.empty(bands[0].shape, np.float32)
    for whole, part in zip(bands, np.split(result, count), strict=True):
        np.copyto(band, whole)
        cv2.resize(band, (wide, high // count), dst=part, interpolation=cv2.INTER_AREA)
    return result
