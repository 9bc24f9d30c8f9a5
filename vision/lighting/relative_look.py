"""What the grid model sees of a board: its colours against the light there, and against squares printed alike."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import medians, nearby
from vision.geometry.layout_match import Printed

PX = 16
"""Px a side of a square."""

CHANNELS = 8
"""The look (3), its difference from the common look of squares printed alike (3), grey as it is, how many are alike."""

_DARK = 6.0
"""Grey levels added before taking logarithms: dark px show more noise than colour."""
_NEAR = 3
"""Squares each way in which plain ones tell the light."""
_MOST = 2.0
"""Logarithms beyond this are as this."""

Pixels = NDArray[np.uint8]
Codes = NDArray[np.uint8]
Field = NDArray[np.float32]


def numbered(printed: Printed) -> Codes:
    """How the board's squares are printed, (n, n), as numbers: 0 for plain ones, the others by their codes' order."""
    names, which = np.unique(printed.codes, return_inverse=True)
    order = np.argsort(np.argsort(names != printed.plain, kind="stable"))
    return np.asarray(order[which].reshape(printed.codes.shape), np.uint8)


def relative(pixels: Pixels, codes: Codes) -> Field:
    """A squared board ((n + 2) * PX, same, 3) as the network sees it, (CHANNELS, (n + 2) * PX, same).

    codes: (n, n), equal for squares printed alike, 0 for plain ones.
    """
    level = np.log(pixels.astype(np.float32) + np.float32(_DARK))
    seen = level - _light(level, codes)
    looks = [*cv2.split(seen), *cv2.split(seen - _alike(seen, codes))]
    result = np.empty((CHANNELS, *seen.shape[:2]), np.float32)
    for channel, look in enumerate(looks):
        np.clip(look, -_MOST, _MOST, out=result[channel])
    result[6] = cv2.transform(level, np.full((1, 3), 1 / 6, np.float32)) - 2
    result[7] = _many(codes)
    return result


def _light(level: Field, codes: Codes) -> Field:
    """The log light on each px, (side, side, 3): how plain squares near by commonly look, most of them bare."""
    size = len(codes)
    inner = level[PX:-PX, PX:-PX].reshape(size, PX, size, PX, 3)[:, 4:-4:2, :, 4:-4:2]
    middles = medians(inner.transpose(1, 3, 0, 2, 4).reshape(-1, size, size, 3))
    near, _ = nearby(middles, codes == 0, _NEAR)
    # Where no plain square is near, all of them tell it.
    light = np.where(np.isfinite(near), near, np.median(middles[codes == 0], axis=0)).astype(np.float32)
    smooth = cv2.blur(np.pad(light, ((1, 1), (1, 1), (0, 0)), mode="edge"), (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(smooth, (len(level), len(level)), interpolation=cv2.INTER_LINEAR), np.float32)


def _alike(seen: Field, codes: Codes) -> Field:
    """The common look of squares printed alike, in each one's place."""
    size = len(codes)
    cells = seen[PX:-PX, PX:-PX].reshape(size, PX, size, PX, 3).transpose(0, 2, 1, 3, 4).reshape(size * size, -1)
    common, which = np.empty_like(cells), codes.ravel()
    for code in np.unique(which):
        alike = cells[which == code]
        half = len(alike) // 2
        common[which == code] = np.partition(alike, half, axis=0)[half]
    result = seen.copy()
    there = common.reshape(size, size, PX, PX, 3).transpose(0, 2, 1, 3, 4)
    result[PX:-PX, PX:-PX] = there.reshape(size * PX, size * PX, 3)
    return result


def _many(codes: Codes) -> Field:
    """How many squares are printed as each one is, as a share of the most there may be; 0 round the board."""
    share = np.log2(np.bincount(codes.ravel())[codes] + 1).astype(np.float32) / 8
    return np.pad(share.repeat(PX, axis=0).repeat(PX, axis=1), PX)
