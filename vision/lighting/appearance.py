"""What each square of a squared board looks like: its tint relative to the light, and its gradient energy."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats, at_ranks
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.illumination import light_over

MIDDLE = slice(SQUARE // 4, SQUARE - SQUARE // 4)
"""The part of a square whose tint counts: a tile lying a third of a square off still leaves most of it bare."""
_FACE = slice(5, SQUARE - 5)
"""The part of a square whose roughness counts, squared-board px."""
_INNER = slice(4, -4)
"""The part of a square whose contrast counts, px at half the size."""


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Quantiles of a square's px."""

    darker: float = 0.3  # its darker part: a bold letter covers up to a third of the middle
    paler: float = 0.75  # its paler part
    lowest: float = 0.04  # its darkest grey level: dark ink, or a dark top
    highest: float = 0.96  # its palest grey level: pale ink, or a pale top; their difference is its contrast


QUANTILES = Quantiles()


@dataclass(frozen=True, slots=True)
class Floors:
    """What is added to grey levels before taking logarithms or ratios: dark px show more noise than colour."""

    share: float = 0.2  # of the board's mean brightness, for tints and roughness
    dark: float = 10.0  # grey levels added to the light of which contrast is a share
    black: float = 2.0  # grey levels that black has in pictures


FLOORS = Floors()


@dataclass(frozen=True, slots=True)
class ClippingLimits:
    """When brightness is clipped at the sensor's maximum, and what it leaves."""

    white: int = 250  # grey level above which a channel is clipped
    # The same of a tile, as grain is cut off at the end, and lies below it once smoothed: an S was told as a blank at
    # 248, an M half faded as an N at 247. Of 7,024 tiles of 16 sets, as they are, two are so white.
    grainy_white: int = 246
    # Least grey levels between letter and white top: strong light that takes the ring of an Å leaves 80, the letter
    # itself being read without a doubt. Of 1,653 tiles of ten sets, as they are, one was so white.
    contrast: float = 125.0
    squares: float = 2.5  # clipped squares of the 3 x 3 around one that make it no white tile, itself among them


CLIPPING = ClippingLimits()


_NEAR_BY = 2
"""Squares each way in which the dimmest and the brightest light are taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """The look of every square, row by row.

    Tints are logarithmic and relative to the light there: three of hue, which sum to 0, and brightness.
    """

    tints: Floats  # (n * n, 4) of the median of the square's middle
    darker: Floats  # (n * n, 4) of the darker part of each square: the top of a tile with a pale letter
    paler: Floats  # (n * n, 4) of the paler part: the top of a tile with a dark letter
    roughness: Floats  # (n * n,) mean log step between neighbouring px: high on letters and icons, low on plain tops
    washed: Flags  # (n * n,) whether it and two squares around it or more are clipped: nothing can be read there
    floor: float  # grey levels added before taking logarithms
    brightness: Floats  # (n * n,) log ratio of the square's brightness to a plain one's there, without the floor
    shades: Floats  # (n * n, 2) the same ratio of a plain square in the dimmest and in the brightest light near by
    at_end: Flags  # (n * n,) whether the middle of the square is clipped in every channel
    contrast: Floats  # (n * n,) grey levels between its dark and its pale px, as a share of a plain square's
    # (n * n,) whether its palest part is clipped and its ink pale: the top of a tile whose bold letter covers the
    # middle. Thin strokes are lost there.
    faded: Flags

    @property
    def uneven(self) -> Floats:
        """How much brighter the brightest light near each square is than the dimmest, log ratio, (n * n,)."""
        return np.asarray(np.ptp(self.shades, axis=1))

    def bleached_as(self, seen: Looks) -> Looks:
        """The same, with clipping as on the board that was photographed, before its light was evened."""
        return replace(self, washed=seen.washed, at_end=seen.at_end, faded=seen.faded)


def looks(squared: Squared, printed: Printed) -> Looks:
    """Measure what each square looks like."""
    floor = _floor(squared)
    parts = _parts(squared)
    darker, median, paler = (np.log(part + floor) for part in parts)
    roughness = _roughness(squared, floor)
    contrast, at_end = _contrast(squared), np.asarray(parts[1].min(axis=1) > CLIPPING.grainy_white)
    light = light_over(median, roughness, printed.is_plain, squared.size)
    tints = _tint(median, light)
    brightness, shades = _brightness(parts[1], light, floor, squared.size)
    return Looks(
        tints,
        _tint(darker, light),
        _tint(paler, light),
        roughness,
        _washed(parts[1], squared.size),
        floor,
        brightness,
        shades,
        at_end,
        contrast / (np.maximum(np.exp(light) - floor, 1).mean(axis=1) + FLOORS.dark),
        (parts[2].min(axis=1) > CLIPPING.grainy_white) & (contrast < CLIPPING.contrast),
    )


def _contrast(squared: Squared) -> Floats:
    """Grey levels between the dark and the pale px of each square's inner part, blurred against noise, (n * n,)."""
    half = cv2.resize(squared.grey_grid(), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    smooth, side = np.asarray(cv2.blur(half, (3, 3)), np.uint8), SQUARE // 2
    cells = smooth.reshape(squared.size, side, squared.size, side).transpose(0, 2, 1, 3)[:, :, _INNER, _INNER]
    ordered = np.sort(cells.reshape(squared.size**2, -1), axis=1, kind="stable")
    highest, lowest = at_ranks(ordered, QUANTILES.highest, QUANTILES.lowest)
    return np.asarray(highest - lowest, np.float64)


def _brightness(medians: Colour, light: Floats, floor: float, size: int) -> tuple[Floats, Floats]:
    """Each square's log ratio to a plain one there, and those of the light near by: brightness and shades of Looks."""
    plain = np.maximum(np.exp(light) - floor, 1).mean(axis=1)
    around = plain.reshape(size, size)
    window = np.ones((2 * _NEAR_BY + 1, 2 * _NEAR_BY + 1), np.uint8)
    near = np.column_stack([cv2.erode(around, window).ravel(), cv2.dilate(around, window).ravel()])
    return (
        np.asarray(np.log((medians.mean(axis=1) + FLOORS.black) / (plain + FLOORS.black))),
        np.asarray(np.log((near + FLOORS.black) / (plain + FLOORS.black)[:, None])),
    )


def roughness_of(squared: Squared) -> Floats:
    """The roughness of each square, (n * n,), as in Looks."""
    return _roughness(squared, _floor(squared))


def _floor(squared: Squared) -> float:
    """Grey levels added before taking logarithms, so that black has one."""
    grid = squared.grid()
    return max(1.0, FLOORS.share * (sum(cv2.sumElems(grid)) / grid.size))


def _parts(squared: Squared) -> list[Colour]:
    """The darker quantile, the median and the paler one of each channel of each square's middle, (n * n, 3) each."""
    size = squared.size
    channels = _squares(squared)[:, MIDDLE, :, MIDDLE].transpose(0, 2, 4, 1, 3).reshape(size * size, 3, -1)
    # A stable sort of uint8 is a radix sort: a fifth of the time of a partition by a few ranks.
    return at_ranks(np.sort(channels, axis=2, kind="stable"), QUANTILES.darker, 0.5, QUANTILES.paler)


def _tint(logarithm: Floats, light: Floats) -> Floats:
    """Hue and brightness of logarithmic colours (n * n, 3) relative to the light there."""
    seen = logarithm - light
    brightness = seen.mean(axis=1)
    return np.column_stack([seen - brightness[:, None], brightness])


def distance(tints: Floats, other: Floats) -> Floats:
    """Distance of tints: the differences in hue, and half that in brightness, which shade changes most."""
    # Channel by channel: sums over an axis of three are slow.
    hue = np.abs(tints[..., 0] - other[..., 0])
    for channel in (1, 2):
        hue += np.abs(tints[..., channel] - other[..., channel])
    return np.asarray(hue + 0.5 * np.abs(tints[..., 3] - other[..., 3]))


def patches(squared: Squared, which: Flags | None = None) -> Colour:
    """Cut the grid into its squares, or take some of them: (k, SQUARE, SQUARE, 3); which: (n * n,)."""
    cut = _squares(squared).swapaxes(1, 2)
    if which is not None:
        return np.asarray(cut[which.reshape(squared.size, squared.size)])
    return cut.reshape(squared.size**2, SQUARE, SQUARE, 3)


def _washed(medians: Colour, size: int) -> Flags:
    """Where the median of each channel is clipped, and on two squares more around: too large for a white tile."""
    white = (medians.min(axis=1) > CLIPPING.white).reshape(size, size)
    around = cv2.blur(white.astype(np.float32), (3, 3), borderType=cv2.BORDER_CONSTANT) * 9
    return np.asarray(white & (around > CLIPPING.squares)).ravel()


def _roughness(squared: Squared, floor: float) -> Floats:
    """Mean log step between neighbouring px of each square's face, (n * n,)."""
    size, side = squared.size, len(range(SQUARE)[_FACE])
    faces = _squares(squared)[:, _FACE, :, _FACE].reshape(size * side, size * side, 3)
    blue, green, red = cv2.split(faces)
    grey = (blue.astype(np.uint16) + green + red).astype(np.float32) / np.float32(3)
    rows = np.log(grey + np.float32(floor)).reshape(size, side, -1)
    down = np.abs(rows[:, 1:] - rows[:, :-1]).mean(axis=1)
    across = np.zeros_like(down)
    across[:, 1:] = np.abs(rows[:, :, 1:] - rows[:, :, :-1]).mean(axis=1)
    # The first column of each square is a step from the square before it.
    steps = down.reshape(size, size, side).mean(axis=2) + across.reshape(size, size, side)[:, :, 1:].mean(axis=2)
    return np.asarray(steps, np.float64).ravel()


def _squares(squared: Squared) -> Colour:
    """A view of the grid square by square: (n, SQUARE, n, SQUARE, 3)."""
    return squared.grid().reshape(squared.size, SQUARE, squared.size, SQUARE, 3)
