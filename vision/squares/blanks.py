"""Tells tiles without a letter, and squares that are neither plainly bare nor plainly tiles."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np

from vision.arrays import Flags
from vision.sighting import Edition, Reading, Why
from vision.squares.choices import FOREIGN, Unsure, either, other_shares
from vision.squares.evidence import ROUGHER, SHOWS, Evidence


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
    half: float = 0.5  # of the reader, above which it names a sign, or no tile
    likely: float = 0.6  # of a blank, at least, on a square too dark for any shade


@dataclass(frozen=True, slots=True)
class LightLimits:
    """What light and shade do to a bare plain square; log ratios of brightness; ten photographed and rendered sets."""

    below_shade: float = 0.45  # below the dimmest light near by: shadows of tiles make 0.4
    above_light: float = 0.25  # above the brightest light near by: light makes 0.06
    hue_in_shade: float = 0.1  # off the hue of a plain square, at most


@dataclass(frozen=True, slots=True)
class StrangeLimits:
    """How far an empty square's hue strays at most: in hue steps, and in multiples of its kind's deviation.

    Where no letter shows the look of tiles (unknown): of 28 ivory tiles in strong light, whose letters stood on their
    side and were not seen, hues strayed by 0.07 to 0.31; 0.01 was common and no bare square strayed by more than 0.03.
    Beside red tiles packed as JPEG it was 0.25, and 0.025 was common.
    """

    strays: float = 25.0  # times what is common
    least: float = 0.15  # limit at least
    most: float = 1.0  # limit at most
    unknown_strays: float = 12.0  # times what is common, where no letter shows the look of tiles
    unknown_least: float = 0.07  # limit at least, likewise
    premium_strays: float = 2.5  # times what is common, on a premium square that does not show its print, either
    premium_least: float = 0.15  # limit at least, likewise


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """Limits of a premium square that does not show its print."""

    not_print: float = 0.3  # likeness to its print, below which it plainly does not show it
    gone: float = 0.4  # distance from its kind's tint, above which that is gone, too
    smoothed: float = -0.12  # roughness less its kind's, below which it is: stickers -0.24 to -0.32
    recoloured: float = 0.4  # hue step under a white blank: 0.77 to 1.18 on drawn boards of Literaki
    strays: float = 5.0  # times the deviation common for its kind, which is 0.01 to 0.08 there
    colourless: float = 0.15  # hue step from a plain square, at most


@dataclass(frozen=True, slots=True)
class InkLimits:
    """Limits of what may be ink; contrast and roughness as in Evidence."""

    contrast: float = 0.3  # turned letters have 0.6 and more
    rough: float = 0.075  # turned letters 0.16 and more; bare plain squares of contrast above 0.25 at most 0.06
    dark: float = 0.8  # contrast of ink alone, where no shade ends near by


SHADOW = 0.9
"""Share of a square that is as dark as its middle, see Evidence.solid, up to which it is bare and in a tile's shadow.

Black stop tiles of dev-light in six kinds of bad light have 0.96 and more; shadows half to seven tenths of a square
long, on 24 drawn boards under a low lamp, 0.7 to 0.87, some on others 0.92 to 0.95: the grid model sees those.
"""
_WEIGHT = BlankWeights()
_SHARE = CertaintyLimits()
_LIGHT = LightLimits()
_STRANGE = StrangeLimits()
_PRINT = PrintLimits()
_INK = InkLimits()

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
_PLAINLY_TILE = 0.15
"""A square is plainly a tile if its distance from the tiles' tint is below this share of that from the empty one's."""


def plain_tile(e: Evidence, index: int, edition: Edition) -> Reading | Unsure | None:
    """Judge a square whose tint is nearer to a tile's than to an empty square's, but that has no clear letter."""
    sign = other_shares(e, index)[2]
    if e.from_empty[index] < SAME:
        return Unsure(Why.ALIKE)
    if sign > _SHARE.half and e.from_tile[index] < 2 * e.tile_reach:
        sure = sign >= _SHARE.sure and e.whole[index] and not _may_be_bare(e, index)
        return Reading("", round(sign, 3)) if sure else Unsure(Why.MAYBE_BLANK, either("", round(sign, 3)))
    is_far = e.from_tile[index] > e.tile_reach and not _is_tile(e, index)
    return strange(e, index) if is_far else _blank(e, index, edition)


def _blank(e: Evidence, index: int, edition: Edition) -> Reading | Unsure | None:
    """Judge a square that has a tile's tint and neither letter nor sign."""
    blank, none, _ = other_shares(e, index)
    certainty = _certainty_of_plain(e, index, blank, none)
    may_be_bare = _may_be_bare(e, index) or _may_be_shade(e, index)
    is_even = e.contrast[index] < _MAX_CONTRAST[edition]
    if certainty > _SHARE.sure and is_even and e.whole[index] and _is_tile(e, index) and not may_be_bare:
        return Reading("", certainty)
    if _is_below_shade(e, index):
        # Whatever makes it so dark, it may be a tile.
        return Unsure(Why.MAYBE_BLANK, either("", float(np.clip(certainty, _SHARE.likely, _SHARE.sure))))
    if abs(e.rougher[index]) > 2 * ROUGHER:
        # A tile's tint, and not the print that belongs there: whatever it is, it may be a tile.
        return Unsure(Why.TILE_ON_PRINT, FOREIGN)
    if certainty > 1 - _SHARE.sure:
        return Unsure(Why.MAYBE_BLANK, either("", min(certainty, _SHARE.sure)))
    return Unsure(Why.INK) if shows_something(e)[index] else None


def _may_be_bare(e: Evidence, index: int) -> bool:
    """Whether the square shows its print, or is in light so strong that board and tiles look the same."""
    return bool(e.printed[index] > NO_PRINT or e.at_end[index] or e.bleached)


def _may_be_shade(e: Evidence, index: int) -> bool:
    """Whether a plain square would have this hue and brightness in some light near by."""
    dimmest, brightest = e.shades[index]
    is_lit_so = dimmest - SAME < e.brightness[index] < brightest + SAME
    return bool(e.plain[index] and is_lit_so and e.hue[index] < _LIGHT.hue_in_shade)


def _is_tile(e: Evidence, index: int) -> bool:
    """Whether a square has plainly the tint of the tiles, or nearly so and another sign of a tile.

    Such a sign: it is darker than any shade makes it, or beside a letter and without the print that belongs there.
    """
    is_told = _is_below_shade(e, index) or (unprinted(e)[index] and _is_beside_letter(e, index))
    reach = e.tile_reach if is_told else e.tile_reach / 2
    return bool(e.from_tile[index] < max(reach, _PLAINLY_TILE * e.from_empty[index]))


def _is_below_shade(e: Evidence, index: int) -> bool:
    """Whether a square is plain, and darker than in a tile's shadow in the dimmest light near by."""
    return bool(e.plain[index] and e.brightness[index] <= e.shades[index, 0] - _LIGHT.below_shade)


def _certainty_of_plain(e: Evidence, index: int, blank: float, none: float) -> float:
    """The certainty of a plain tile: by its tint, by a top smoother than the print and no rougher than bare board."""
    likeness = min(1.0, float(e.from_tile[index] / (e.from_empty[index] + 0.01)))
    smoother = max(0.0, -float(e.rougher[index]) - 2 * ROUGHER)
    bumpy = max(0.0, float(e.bumpy[index]) - ROUGHER)
    read = float(np.clip(np.log((blank + 0.001) / (none + 0.001)), -_WEIGHT.max_reader, _WEIGHT.max_reader))
    weight = _WEIGHT.tint * (0.5 - likeness) + _WEIGHT.smoothness * smoother - _WEIGHT.bumps * bumpy + read
    if -1 < e.printed[index] < NO_PRINT and e.from_empty[index] > _PRINT.gone and _is_beside_letter(e, index):
        weight += _WEIGHT.missing_print
    return round(1 / (1 + float(np.exp(-weight))), 3)


def _is_beside_letter(e: Evidence, index: int) -> bool:
    """Whether a letter lies on one of the four squares beside, as one does beside every blank of a word."""
    size = isqrt(len(e.letter))
    letters = np.pad(e.lettered.reshape(size, size), 1)
    down, right = divmod(index, size)
    return bool(letters[[down, down + 2, down + 1, down + 1], [right + 1, right + 1, right, right + 2]].any())


def strange(e: Evidence, index: int) -> Unsure | None:
    """None for an empty square in unusual light; a doubt for one that no light makes look so.

    Premium squares are glossy and lose their hue under a lamp: they are odd only if they look more like a tile, too, or
    if in even light their print is gone.
    """
    likelier_tile = e.from_tile[index] < e.from_empty[index]
    if e.plain[index]:
        is_known = bool(np.isfinite(e.from_tile[index]))
        strays, least = (
            (_STRANGE.strays, _STRANGE.least) if is_known else (_STRANGE.unknown_strays, _STRANGE.unknown_least)
        )
        common = float(np.clip(strays * e.hue_stray[index], least, _STRANGE.most))
        is_dim = _is_below_shade(e, index) and not in_tile_shadow(e)[index]
        odd = is_dim or e.brightness[index] >= e.shades[index, 1] + _LIGHT.above_light
        odd = odd or e.hue[index] > common
    else:
        common = max(_STRANGE.premium_least, _STRANGE.premium_strays * float(e.hue_stray[index]))
        is_unlike = likelier_tile or _is_smoothed(e, index) or _is_unlike_unknown(e, index)
        odd = is_unlike and e.printed[index] < NO_PRINT and e.hue[index] > common
    read_as_tile = other_shares(e, index)[1] < _SHARE.half and e.from_tile[index] < 2 * e.from_empty[index]
    if odd or read_as_tile:
        return Unsure(Why.STRANGE)
    return Unsure(Why.INK) if shows_something(e)[index] else None


def in_tile_shadow(e: Evidence) -> Flags:
    """Which squares are dark in part only, as in the shadow of a tile, (n * n,)."""
    return np.asarray(e.solid < SHADOW)


def _is_smoothed(e: Evidence, index: int) -> bool:
    """Whether a premium square is smooth and off its kind's tint, in light that shows other prints and blinds nothing.

    So a sticker on a blank is, or a slip of paper.
    """
    is_gone = e.from_empty[index] > _PRINT.gone and e.rougher[index] < _PRINT.smoothed
    return bool(is_gone and e.evenly_lit[index])


def _is_unlike_unknown(e: Evidence, index: int) -> bool:
    """Whether a square is off its kind's tint where no letter shows the look of tiles, as on their side or in blur."""
    return bool(e.from_empty[index] > _PRINT.gone and np.isinf(e.from_tile[index]))


def may_be_tile(e: Evidence, index: int) -> bool:
    """Whether a letter's square has the tint of a tile; the limit is wider where its print is known to be gone."""
    print_is_gone = -1 < e.printed[index] < NO_PRINT
    reach = 2 * e.tile_reach if print_is_gone else e.tile_reach
    return bool(e.from_tile[index] <= max(reach, _TILE_LIKE * e.from_empty[index]))


def unprinted(e: Evidence) -> Flags:
    """Which premium squares plainly do not show their print, (n * n,)."""
    return np.asarray((e.printed > -1) & (e.printed < _PRINT.not_print))


def not_as_printed(e: Evidence) -> Flags:
    """Which premium squares show their print no better than under a tile, or alone tell what it is, (n * n,).

    Of the latter all others of the kind hold letters: a stop tile there passes for the print beneath it.
    """
    is_off = (e.printed > -1) & (e.printed < NO_PRINT)
    return np.asarray(is_off | (~e.plain & (e.from_empty == 0)))


def recoloured(e: Evidence) -> Flags:
    """Which premium squares have plainly another hue than their print, or neither hue nor contrast, (n * n,).

    The latter matters where the only square of a kind that could show its look lies under a white blank.
    """
    is_off = e.hue > np.maximum(_PRINT.recoloured, _PRINT.strays * e.hue_stray)
    return np.asarray(~e.plain & (is_off | ((e.coloured < _PRINT.colourless) & (e.contrast < SHOWS))))


def shows_something(e: Evidence) -> Flags:
    """Which squares show something that is no shadow, no shade's edge, nor the print that belongs there, (n * n,).

    Limits of rough ink: bare plain squares of ten sets in ten disturbances, with shadows and tiles beside them. Of dark
    ink: none of these has more contrast; five had in 1,200 looks in ten kinds of light and in mixtures, two under a
    band; half an F or an I beside a stick has 0.85 to 1. With 0.65 ten of 1,376 mixtures gave a needless doubt.
    """
    is_print = ~e.plain & ~unprinted(e)
    is_rough = (e.contrast > _INK.contrast) & (e.rougher > _INK.rough)
    is_dark = (e.contrast > _INK.dark) & e.evenly_lit
    return np.asarray(~is_print & (is_rough | is_dark))
