"""What each square of a squared board looks like: its tint with the light taken out, and how rough it is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats, grey_of
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.illumination import is_light_told, light_over

_MIDDLE = slice(SQUARE // 4, SQUARE - SQUARE // 4)
"""The part of a square whose tint counts: a tile lying a third of a square off still leaves most of it bare."""
_FACE = slice(5, SQUARE - 5)
_DARKER, _PALER = 0.3, 0.75
"""Shares of px below which a square's darker and paler part lie: a bold letter covers up to a third of the middle."""
_FLOOR = 0.2
"""This share of the board's mean brightness is added before taking logarithms: below it is more noise than colour."""
_INNER, _LOWEST, _HIGHEST = slice(4, -4), 0.04, 0.96
_DARK = 10.0
"""Grey levels added to what contrast is a share of: there is grain in the dark."""
_PALE = 125.0
"""Letters on a white top differ from it by more grey levels; by 80 where strong light has taken the ring of an Å, the
letter itself being read without a doubt. Of 1,653 tiles of ten sets, as they are, one was so white."""
_WHITE = 250
_NEAR_BY = 2
_BLACK = 2.0
"""Grey levels that black has in pictures."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """The look of every square, row by row.

    tints: (n * n, 4) logarithmic: three of hue, which sum to 0, and brightness, all against the light there.
    darker, paler: the same for the darker and the paler part of each square: the top of a tile whose letter is pale, or
    dark. roughness: (n * n,) mean step between neighbouring px, logarithmic: letters and icons have it, plain tops not.
    washed: (n * n,) whether most of the square is so bright that nothing can be told from it. light: (n * n, 3) the
    logarithmic light there. floor: what was added to grey levels before their logarithm. step: (n * n,) how bright
    the square is against a plain one there, logarithmic, nothing added. shades: (n * n, 2) how bright a plain one would
    be in the dimmest and in the brightest light near by, likewise. shaded:
    (n * n,) whether a bare square beside it looks the same. at_end: (n * n,) whether the middle of the square is at the
    end of the scale. contrast: (n * n,) grey levels between its dark and its pale px, as a share of a plain square's.
    faded: (n * n,) whether its palest part is at the end of the scale, as the top of a tile is whose bold letter covers
    the middle, and its ink is pale: thin marks are gone there. coloured: (n * n,) how far its hue is from a plain
    square's there; a channel at the end of the scale tells no lack of it. level: (n * n, 3) the grey levels of its
    middle px.
    """

    tints: Floats
    darker: Floats
    paler: Floats
    roughness: Floats
    washed: Flags
    light: Floats
    floor: float
    step: Floats
    shades: Floats
    shaded: Flags
    at_end: Flags
    contrast: Floats
    faded: Flags
    coloured: Floats
    level: Colour

    def bleached_as(self, seen: Looks) -> Looks:
        """The same, with what light has taken told by the board as it was seen, before its light was made even."""
        return replace(self, washed=seen.washed, at_end=seen.at_end, faded=seen.faded, level=seen.level)


def looks(squared: Squared, codes: Codes, plain: str, hidden: Flags | None = None) -> Looks:
    """See what each square looks like; codes (n, n) and plain tell which squares are printed alike.

    hidden: (n * n,) squares that do not show the light there, unless they hide so much that nothing else shows it.
    """
    floor = _floor(squared)
    parts = _parts(squared)
    darker, median, paler = (np.log(part + floor) for part in parts)
    roughness = _roughness(squared, floor)
    contrast, at_end = _contrast(squared), np.asarray(parts[1].min(axis=1) > _WHITE)
    tells = codes.ravel() == plain
    if hidden is not None and is_light_told(tells & ~hidden, squared.size):
        tells &= ~hidden
    light, shaded = light_over(median, roughness, tells, squared.size)
    tints = _tint(median, light)
    return Looks(
        tints,
        _tint(darker, light),
        _tint(paler, light),
        roughness,
        _washed(parts[1], squared.size),
        light,
        floor,
        *_brightness(parts[1], light, floor, squared.size),
        shaded,
        at_end,
        contrast / (np.maximum(np.exp(light) - floor, 1).mean(axis=1) + _DARK),
        (parts[2].min(axis=1) > _WHITE) & (contrast < _PALE),
        _coloured(tints[:, :3], parts[1] > _WHITE),
        parts[1],
    )


def _coloured(hues: Floats, ends: Flags) -> Floats:
    """How far hues (k, 3) are from grey; a channel that ends, (k, 3), is at least as strong as the others are."""
    others = np.where(ends, 0.0, hues).sum(axis=1) / np.maximum((~ends).sum(axis=1), 1)
    told = np.where(ends, np.maximum(hues, others[:, None]), hues)
    return np.asarray(np.abs(told - told.mean(axis=1, keepdims=True)).sum(axis=1))


def _contrast(squared: Squared) -> Floats:
    """Grey levels between the dark and the pale px of each square within its rim, grain smoothed out, (n * n,)."""
    half = cv2.resize(grey_of(squared.grid()), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    smooth, side = cv2.blur(half, (3, 3)), SQUARE // 2
    cells = smooth.reshape(squared.size, side, squared.size, side).transpose(0, 2, 1, 3)[:, :, _INNER, _INNER]
    ordered = np.sort(cells.reshape(squared.size**2, -1), axis=1, kind="stable")
    highest, lowest = (ordered[:, int(share * ordered.shape[1])] for share in (_HIGHEST, _LOWEST))
    return np.asarray(highest - lowest, np.float64)


def _brightness(medians: Colour, light: Floats, floor: float, size: int) -> tuple[Floats, Floats]:
    """Each square's step against a plain one there, and the shades near by."""
    plain = np.maximum(np.exp(light) - floor, 1).mean(axis=1)
    around = plain.reshape(size, size)
    window = np.ones((2 * _NEAR_BY + 1, 2 * _NEAR_BY + 1), np.uint8)
    near = np.column_stack([cv2.erode(around, window).ravel(), cv2.dilate(around, window).ravel()])
    return (
        np.asarray(np.log((medians.mean(axis=1) + _BLACK) / (plain + _BLACK))),
        np.asarray(np.log((near + _BLACK) / (plain + _BLACK)[:, None])),
    )


def top_of(seen: Looks, *, dark: bool) -> Floats:
    """How bright each square's top is, whatever is written there, as step is, (n * n,).

    dark: whether tops are darker than letters. Bold ones cover most of a square's middle, and step tells of them.
    """
    part = seen.darker if dark else seen.paler
    return against_plain(np.exp(part[:, :3] + part[:, 3:] + seen.light) - seen.floor, seen)


def against_plain(levels: Floats, seen: Looks) -> Floats:
    """How bright grey levels (n * n, 3) on each square are against a plain one there, as step is, (n * n,)."""
    plain = np.maximum(np.exp(seen.light) - seen.floor, 1)
    return np.asarray(np.log((levels.mean(axis=1) + _BLACK) / (plain.mean(axis=1) + _BLACK)))


def roughness_of(squared: Squared) -> Floats:
    """How rough each square is, (n * n,), as in Looks."""
    return _roughness(squared, _floor(squared))


def _floor(squared: Squared) -> float:
    """What is added to grey levels before their logarithm; black has one, too."""
    grid = squared.grid()
    return max(1.0, _FLOOR * (sum(cv2.sumElems(grid)) / grid.size))


def _parts(squared: Squared) -> list[Colour]:
    """The darker part, the middle and the paler part of each channel of each square's middle, (n * n, 3) each."""
    size = squared.size
    channels = _squares(squared)[:, _MIDDLE, :, _MIDDLE].transpose(0, 2, 4, 1, 3).reshape(size * size, 3, -1)
    ranks = [int(share * channels.shape[2]) for share in (_DARKER, 0.5, _PALER)]
    # A stable sort of grey levels counts them: a fifth of the time in which a few ranks are sought.
    channels = np.sort(channels, axis=2, kind="stable")
    return [channels[:, :, rank] for rank in ranks]


def _tint(logarithm: Floats, light: Floats) -> Floats:
    """Hue and brightness of logarithmic colours (n * n, 3) against the light that falls there."""
    seen = logarithm - light
    brightness = seen.mean(axis=1)
    return np.column_stack([seen - brightness[:, None], brightness])


def distance(tints: Floats, other: Floats) -> Floats:
    """How unlike tints are: the steps in hue, and half the step in brightness, since shade changes that most."""
    # One channel after the other: sums over three neighbours in memory are slow.
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
    """Where half the px of each channel are at the end of the scale, and on two squares more around: no white tile."""
    white = (medians.min(axis=1) > _WHITE).reshape(size, size)
    around = cv2.blur(white.astype(np.float32), (3, 3), borderType=cv2.BORDER_CONSTANT) * 9
    return np.asarray(white & (around > 2.5)).ravel()


def _roughness(squared: Squared, floor: float) -> Floats:
    size, side = squared.size, len(range(SQUARE)[_FACE])
    faces = _squares(squared)[:, _FACE, :, _FACE].reshape(size * side, size * side, 3)
    blue, green, red = cv2.split(faces)
    grey = (blue.astype(np.uint16) + green + red).astype(np.float32) / np.float32(3)
    rows = np.log(grey + np.float32(floor)).reshape(size, side, -1)
    down = np.abs(rows[:, 1:] - rows[:, :-1]).mean(axis=1)
    across = np.zeros_like(down)
    across[:, 1:] = np.abs(rows[:, :, 1:] - rows[:, :, :-1]).mean(axis=1)
    # The first of each square's columns is a step from the square before.
    steps = down.reshape(size, size, side).mean(axis=2) + across.reshape(size, size, side)[:, :, 1:].mean(axis=2)
    return np.asarray(steps, np.float64).ravel()


def _squares(squared: Squared) -> Colour:
    """The grid square by square, none of it copied: (n, SQUARE, n, SQUARE, 3)."""
    return squared.grid().reshape(squared.size, SQUARE, squared.size, SQUARE, 3)
