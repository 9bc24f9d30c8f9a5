"""Tells tiles without a letter, and squares that are neither plainly bare nor plainly tiles."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np

from vision.arrays import Flags
from vision.letters.classifier import SOME_LETTER
from vision.sighting import Edition, Reading, Why
from vision.squares.choices import FOREIGN, Unsure, other_shares, perhaps_blank
from vision.squares.evidence import ROUGHER, Evidence


@dataclass(frozen=True, slots=True)
class BlankWeights:
    """Weights of the signs of a tile without a letter; log odds."""

    tint: float = 14.0  # per unit of likeness to a tile's tint
    smoothness: float = 20.0  # per unit of roughness below the print's
    bumps: float = 40.0  # per unit of roughness above bare board's
    missing_print: float = 2.0  # for a premium square beside a letter that shows neither its print nor its tint
    max_reader: float = 3.0  # the letter reader, either way: it cannot tell a plain top from an empty square


@dataclass(frozen=True, slots=True)
class CertaintyLimits:
    """Shares of certainty."""

    sure: float = 0.93  # of a plain tile, from which on it is confident


_WEIGHT = BlankWeights()
_SHARE = CertaintyLimits()
_HUE_IN_SHADE = 0.1
"""How far light and shade take a bare plain square off its kind's hue at most (ten photographed and rendered sets)."""
_GONE = 0.4
"""Distance from its kind's tint above which that of a premium square that does not show its print is gone, too."""
SAME = 0.08
"""An empty square and a tile whose tints differ by no more than this are alike, as where everything is clipped."""
NO_PRINT = 0.6
"""Likeness to the common print of its kind that a premium square under a tile has at most."""
_MAX_CONTRAST = {"light": 0.25, "dark": 0.5}
"""By edition, the contrast that a plain top stays below: of 1,355 confident blanks in twenty kinds of light, 310 dark,
three had more, all half in a shade. A bare premium square in a small specular reflection had 0.31 and 0.35, half a
letter under a band 0.7."""
_TILE_LIKE = 1.2
"""A letter's square is nearer to the empty one's tint than to the tiles' by this factor at most."""


def plain_tile(e: Evidence, index: int, edition: Edition) -> Reading | Unsure | None:
    """Judge a square whose tint is nearer to a tile's than to an empty square's, but that has no clear letter."""
    sign = other_shares(e, index)[2]
    if e.from_empty[index] < SAME:
        return Unsure(Why.ALIKE)
    if sign > SOME_LETTER and e.from_tile[index] < 2 * e.tile_reach:
        sure = sign >= _SHARE.sure and e.whole[index] and not _may_be_bare(e, index)
        return Reading("", round(sign, 3)) if sure else Unsure(Why.MAYBE_BLANK, perhaps_blank(round(sign, 3)))
    return None if e.from_tile[index] > e.tile_reach else _blank(e, index, edition)


def _blank(e: Evidence, index: int, edition: Edition) -> Reading | Unsure:
    """Judge a square that has a tile's tint and neither letter nor sign."""
    blank, none, _ = other_shares(e, index)
    certainty = _certainty_of_plain(e, index, blank, none)
    may_be_bare = _may_be_bare(e, index) or _may_be_shade(e, index)
    is_even = e.contrast[index] < _MAX_CONTRAST[edition]
    if certainty > _SHARE.sure and is_even and e.whole[index] and not may_be_bare:
        return Reading("", certainty)
    if abs(e.rougher[index]) > 2 * ROUGHER:
        # A tile's tint, and not the print that belongs there: whatever it is, it may be a tile.
        return Unsure(Why.TILE_ON_PRINT, FOREIGN)
    # Nearer to a tile's tint than to the board's it is never plainly bare: blur takes all other signs of a plain top.
    return Unsure(Why.MAYBE_BLANK, perhaps_blank(float(np.clip(certainty, 1 - _SHARE.sure, _SHARE.sure))))


def _may_be_bare(e: Evidence, index: int) -> bool:
    """Whether the square shows its print, or is clipped."""
    return bool(e.printed[index] > NO_PRINT or e.at_end[index])


def _may_be_shade(e: Evidence, index: int) -> bool:
    """Whether a plain square would have this hue and brightness in some light near by."""
    dimmest, brightest = e.shades[index]
    is_lit_so = dimmest - SAME < e.brightness[index] < brightest + SAME
    return bool(e.plain[index] and is_lit_so and e.hue[index] < _HUE_IN_SHADE)


def _certainty_of_plain(e: Evidence, index: int, blank: float, none: float) -> float:
    """The certainty of a plain tile: by its tint, by a top smoother than the print and no rougher than bare board."""
    likeness = min(1.0, float(e.from_tile[index] / (e.from_empty[index] + 0.01)))
    smoother = max(0.0, -float(e.rougher[index]) - 2 * ROUGHER)
    bumpy = max(0.0, float(e.bumpy[index]) - ROUGHER)
    read = float(np.clip(np.log((blank + 0.001) / (none + 0.001)), -_WEIGHT.max_reader, _WEIGHT.max_reader))
    weight = _WEIGHT.tint * (0.5 - likeness) + _WEIGHT.smoothness * smoother - _WEIGHT.bumps * bumpy + read
    if -1 < e.printed[index] < NO_PRINT and e.from_empty[index] > _GONE and _is_beside_letter(e, index):
        weight += _WEIGHT.missing_print
    return round(1 / (1 + float(np.exp(-weight))), 3)


def _is_beside_letter(e: Evidence, index: int) -> bool:
    """Whether a letter lies on one of the four squares beside, as one does beside every blank of a word."""
    size = isqrt(len(e.letter))
    letters = np.pad(e.lettered.reshape(size, size), 1)
    down, right = divmod(index, size)
    return bool(letters[[down, down + 2, down + 1, down + 1], [right + 1, right + 1, right, right + 2]].any())


def may_be_tile(e: Evidence, index: int) -> bool:
    """Whether a letter's square has the tint of a tile; the limit is wider where its print is known to be gone."""
    print_is_gone = -1 < e.printed[index] < NO_PRINT
    reach = 2 * e.tile_reach if print_is_gone else e.tile_reach
    return bool(e.from_tile[index] <= max(reach, _TILE_LIKE * e.from_empty[index]))


def not_as_printed(e: Evidence) -> Flags:
    """Which premium squares show their print no better than under a tile, or alone tell what it is, (n * n,).

    Of the latter all others of the kind hold letters: a stop tile there passes for the print beneath it.
    """
    is_off = (e.printed > -1) & (e.printed < NO_PRINT)
    return np.asarray(is_off | (~e.plain & (e.from_empty == 0)))
