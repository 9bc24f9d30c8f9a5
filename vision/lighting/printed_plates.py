"""Premium squares with a pale plate in their middle, as for a sign: no tile, which has one colour up to its rim."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.arrays import Colour, Flags, Floats, medians
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import Looks, patches

_NEAR, _FAR, _ENDS = 4, 7, SQUARE // 4
"""Px from a square's rim between which a tile is still seen, if it lies a tenth of a square off, and a plate not yet;
px that are left out at either end."""
_SIDES = 3
"""A tile that lies off its square, or is smaller, leaves the board bare on two sides at most."""
_PALER, _BLACK = 0.1, 10.0
"""A plate is so much paler, logarithmic, than what is printed round it, so many grey levels added: there is grain."""
_PALE = 0.1
"""White icons and white tiles are paler than a plain square by more, logarithmic."""
_FEWEST, _ALIKE = 3, 0.4
"""So many squares printed alike show what lies round their plates, and how far it is from that (logarithmic, of all
channels together): 0.03 to 0.25 on three path-traced boards in good light."""


def plates_on(squared: Squared, seen: Looks, kinds: Codes, asked: Flags) -> Flags:
    """Which squares show a pale plate, (n * n,); asked: (n * n,) premium squares that show no letter.

    kinds: (n * n,) how they are printed. Only where one is at the end of the scale, or paler than a plain square there.
    """
    plates = np.zeros(len(kinds), bool)
    if (asked & (seen.at_end | (seen.step > _PALE))).any():
        plates[asked] = plated(patches(squared, asked), seen.level[asked], seen.light[asked], kinds[asked])
    return plates


def plated(cells: Colour, middles: Colour, light: Floats, kinds: Codes) -> Flags:
    """Which of some premium squares show a pale plate, and round it what others of their kind show there.

    cells: (k, SQUARE, SQUARE, 3). middles: (k, 3) grey levels. light: (k, 3) the logarithmic light there.
    kinds: (k,) how they are printed.
    """
    rims = _rims(cells)
    paler = np.log((middles[:, None] + _BLACK) / (rims + _BLACK)).max(axis=2) > _PALER
    shown = np.log(medians(rims.swapaxes(0, 1)) + _BLACK) - light
    away = np.full(len(cells), np.inf)
    for kind in np.unique(kinds):
        alike = kinds == kind
        if alike.sum() >= _FEWEST:
            away[alike] = np.abs(shown[alike] - medians(shown[alike])).sum(axis=1)
    return np.asarray((paler.sum(axis=1) >= _SIDES) & (away < _ALIKE))


def _rims(cells: Colour) -> Floats:
    """The mean colours near the four sides of squares, (k, 4, 3)."""
    along, depths = slice(_ENDS, SQUARE - _ENDS), (slice(_NEAR, _FAR), slice(SQUARE - _FAR, SQUARE - _NEAR))
    sides = [
        cells[:, depth, along] if is_level else cells[:, along, depth] for is_level, depth in product((1, 0), depths)
    ]
    return np.stack([side.mean(axis=(1, 2)) for side in sides], axis=1)
