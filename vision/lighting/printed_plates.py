"""Premium squares printed with a pale plate in their middle: unlike a tile, which has one colour up to its edge."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from vision.arrays import Colour, Flags, Floats, medians
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import Looks, patches


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """Where the frame around a plate is measured, squared-board px from the edge of the square.

    In this range a tile is still seen if it lies a tenth of a square off, and a plate is not yet.
    """

    near: int = 4  # start of the range
    far: int = 7  # end of the range
    ends: int = SQUARE // 4  # left out at either end of each side


FRAME = FrameLimits()


@dataclass(frozen=True, slots=True)
class PlateLimits:
    """When a premium square shows a plate; brightness as log ratios."""

    paler: float = 0.1  # of the plate to the frame around it
    black: float = 10.0  # grey levels added before taking logarithms, against noise
    # Sides with a darker frame: a tile off its square, or a smaller one, leaves the board bare on two at most.
    sides: int = 3
    pale: float = 0.1  # of a white icon or a white tile to a plain square, above which a plate is possible
    fewest: int = 3  # squares printed alike that show the common frame
    # Distance of a frame from the common one, all channels together: 0.03 to 0.25 on three path-traced boards in good
    # light.
    alike: float = 0.4


PLATE = PlateLimits()


def plates_on(squared: Squared, seen: Looks, kinds: Codes, asked: Flags) -> Flags:
    """Which squares show a pale plate, (n * n,); asked: (n * n,) premium squares that show no letter.

    kinds: (n * n,) how they are printed. Measured only if one of them is clipped, or paler than a plain square there.
    """
    plates = np.zeros(len(kinds), bool)
    if (asked & (seen.at_end | (seen.step > PLATE.pale))).any():
        plates[asked] = plated(patches(squared, asked), seen.level[asked], seen.light[asked], kinds[asked])
    return plates


def plated(cells: Colour, middles: Colour, light: Floats, kinds: Codes) -> Flags:
    """Which of some premium squares show a pale plate, framed as others of their kind are.

    cells: (k, SQUARE, SQUARE, 3). middles: (k, 3) grey levels. light: (k, 3) logarithmic.
    kinds: (k,) how they are printed.
    """
    frames = _frames(cells)
    paler = np.log((middles[:, None] + PLATE.black) / (frames + PLATE.black)).max(axis=2) > PLATE.paler
    shown = np.log(medians(frames.swapaxes(0, 1)) + PLATE.black) - light
    away = np.full(len(cells), np.inf)
    for kind in np.unique(kinds):
        alike = kinds == kind
        if alike.sum() >= PLATE.fewest:
            away[alike] = np.abs(shown[alike] - medians(shown[alike])).sum(axis=1)
    return np.asarray((paler.sum(axis=1) >= PLATE.sides) & (away < PLATE.alike))


def _frames(cells: Colour) -> Floats:
    """The mean colours along the four sides of squares, (k, 4, 3)."""
    along, depths = (
        slice(FRAME.ends, SQUARE - FRAME.ends),
        (slice(FRAME.near, FRAME.far), slice(SQUARE - FRAME.far, SQUARE - FRAME.near)),
    )
    sides = [
        cells[:, depth, along] if is_level else cells[:, along, depth] for is_level, depth in product((1, 0), depths)
    ]
    return np.stack([side.mean(axis=(1, 2)) for side in sides], axis=1)
