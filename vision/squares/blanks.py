"""Tiles without a letter, and squares that are neither plainly bare nor tiles."""

from __future__ import annotations

from math import isqrt

import numpy as np

from vision.arrays import Flags
from vision.sighting import Edition, Reading, Why
from vision.squares.choices import FOREIGN, Unsure, either, other_shares
from vision.squares.evidence import ROUGHER, SHOWS, Evidence

_BY_TINT, _BY_SMOOTHNESS, _BY_BUMPS = 14.0, 20.0, 40.0
"""How much nearness to a tile's tint, a smooth top where the print is rough, and a rough top weigh (log odds)."""
_BY_READER = 3.0
"""The reader cannot tell a plain top from an empty square: it weighs no more than this, either way."""
_SURELY_PLAIN = 0.93
SAME = 0.08
"""An empty square and a tile that are no further apart are alike, as where all is at the end of the scale."""
_NO_HUE = 0.1
"""Shade leaves the hue of a plain square to within this."""
_EVEN = {"light": 0.25, "dark": 0.5}
"""A plain top has less contrast than this: of 1,355 sure blanks in twenty kinds of light, 310 of them dark, three had
more, all half in a shade. A bare premium square in a small mirror had 0.31 and 0.35, half a letter under a band 0.7."""
_PLAINLY_TILE = 0.15
"""A square so many times nearer to the tiles' tint than to the empty square's is a tile."""
_HALF, _LIKELY = 0.5, 0.6
_STRANGE_STRAYS, _LEAST_STRANGE, _MOST_STRANGE = 25.0, 0.15, 1.0
"""An empty square's hue strays by no more than so many times what is common for its kind; the limits of that."""
_UNKNOWN_STRAYS, _LEAST_UNKNOWN = 12.0, 0.07
"""The same where no letter shows how tiles look: of 28 ivory ones in strong light, whose letters stood on their side
and were not seen, hues strayed by 0.07 to 0.31, where 0.01 was common and no bare square strayed by more than 0.03;
beside red ones packed as JPEG by 0.25 where 0.025 was."""
_HUE_LOST, _PREMIUM_STRAYS = 0.15, 2.5
"""A premium square that shows not its print, either, has lost its hue beyond this and so many times what is common."""
NO_PRINT = 0.6
"""How like the common print of its kind a premium square is under a tile at most."""
_BELOW_BLEACHED = 0.25
"""Light that takes a print's colour leaves it no darker than a plain square; a dark tile is by 0.45 (dev-dark)."""
_BY_MISSING_PRINT, _PRINT_GONE = 2.0, 0.4
"""A premium square beside a letter that shows neither its print nor its tint is so much likelier a tile (log odds)."""
_BELOW_SHADE, _ABOVE_LIGHT = 0.45, 0.25
"""No bare plain square is so much darker than in the dimmest light near by, or brighter than in the brightest: tiles'
shadows make 0.4, light 0.06 (ten photographed and rendered sets)."""

_NOT_PRINT = 0.3
"""A premium square no more like its print than this plainly does not show it."""
_RECOLOURED, _STRAYS = 0.4, 5.0
"""A premium square's hue is off by more than this, and than so many times what is common, under a white blank: by 0.77
to 1.18 on drawn boards of Literaki, where 0.01 to 0.08 is common."""
_COLOURLESS = 0.15
"""A square's hue is no further than this from a plain one's."""
_INK, _INK_ROUGH = 0.3, 0.075
"""Turned letters have a contrast of 0.6 and more and are rougher than bare squares by 0.16 and more. Of bare plain ones
with a contrast above 0.25, by shadows and tiles beside them, none is by more than 0.06 (ten sets, ten disturbances)."""

_DARK_INK = 0.8
"""Nor has any more contrast than this where no shade ends near by. Five had in 1,200 looks in ten kinds of light and in
mixtures, two under a band; half an F or an I beside a stick 0.85 to 1. With 0.65 ten of 1,376 mixtures were asked about
without need.
"""


def plain_tile(e: Evidence, index: int, edition: Edition) -> Reading | Unsure | None:
    """What a square is that has more of a tile's tint than of an empty one's, but no clear letter."""
    sign = other_shares(e, index)[2]
    if e.from_empty[index] < SAME:
        return Unsure(Why.ALIKE)
    if sign > _HALF and e.from_tile[index] < 2 * e.tile_reach:
        sure = sign >= _SURELY_PLAIN and e.whole[index] and not _may_be_bare(e, index)
        return Reading("", round(sign, 3)) if sure else Unsure(Why.MAYBE_BLANK, either("", round(sign, 3)))
    is_far = e.from_tile[index] > e.tile_reach and not _is_tile(e, index)
    return strange(e, index) if is_far else _blank(e, index, edition)


def _blank(e: Evidence, index: int, edition: Edition) -> Reading | Unsure | None:
    """What a square is that has a tile's tint and neither letter nor sign."""
    blank, none, _ = other_shares(e, index)
    certainty = _certainty_of_plain(e, index, blank, none)
    may_be_bare = _may_be_bare(e, index) or _may_be_shade(e, index)
    is_even = e.contrast[index] < _EVEN[edition]
    if certainty > _SURELY_PLAIN and is_even and e.whole[index] and _is_tile(e, index) and not may_be_bare:
        return Reading("", certainty)
    if _is_below_shade(e, index):
        # Whatever makes it so dark, it is not sure to be nothing.
        return Unsure(Why.MAYBE_BLANK, either("", float(np.clip(certainty, _LIKELY, _SURELY_PLAIN))))
    if abs(e.rougher[index]) > 2 * ROUGHER:
        # A tile's tint, and not the print that belongs there: whatever it is, it is not sure to be nothing.
        return Unsure(Why.TILE_ON_PRINT, FOREIGN)
    if certainty > 1 - _SURELY_PLAIN:
        return Unsure(Why.MAYBE_BLANK, either("", min(certainty, _SURELY_PLAIN)))
    return Unsure(Why.INK) if shows_something(e)[index] else None


def _may_be_bare(e: Evidence, index: int) -> bool:
    """Whether the square shows its print, or so much light that board and tiles look the same."""
    is_alike = e.bleached and not _is_below_shade(e, index) and e.brightness[index] > -_BELOW_BLEACHED
    return bool(e.printed[index] > NO_PRINT or e.at_end[index] or is_alike)


def _may_be_shade(e: Evidence, index: int) -> bool:
    """Whether a plain square would look like this in some light near by: its hue, and as bright."""
    dimmest, brightest = e.shades[index]
    is_lit_so = dimmest - SAME < e.brightness[index] < brightest + SAME
    return bool(e.plain[index] and is_lit_so and e.hue[index] < _NO_HUE)


def _is_tile(e: Evidence, index: int) -> bool:
    """Whether a square has plainly the tint of the tiles, or nearly so, and something else tells of one, too.

    That is that it is darker than any shade makes it, or beside a letter and without the print that belongs there.
    """
    is_told = _is_below_shade(e, index) or (unprinted(e)[index] and _is_beside_letter(e, index))
    reach = e.tile_reach if is_told else e.tile_reach / 2
    return bool(e.from_tile[index] < max(reach, _PLAINLY_TILE * e.from_empty[index]))


def _is_below_shade(e: Evidence, index: int) -> bool:
    """Whether a square is plain and darker than in the dimmest light near by, a tile's shadow on it."""
    return bool(e.plain[index] and e.brightness[index] <= e.shades[index, 0] - _BELOW_SHADE)


def _certainty_of_plain(e: Evidence, index: int, blank: float, none: float) -> float:
    """How sure a plain tile is: by its tint, by a top smoother than the print below and no bumpier than bare board."""
    likeness = min(1.0, float(e.from_tile[index] / (e.from_empty[index] + 0.01)))
    smoother = max(0.0, -float(e.rougher[index]) - 2 * ROUGHER)
    bumpy = max(0.0, float(e.bumpy[index]) - ROUGHER)
    read = float(np.clip(np.log((blank + 0.001) / (none + 0.001)), -_BY_READER, _BY_READER))
    weight = _BY_TINT * (0.5 - likeness) + _BY_SMOOTHNESS * smoother - _BY_BUMPS * bumpy + read
    if -1 < e.printed[index] < NO_PRINT and e.from_empty[index] > _PRINT_GONE and _is_beside_letter(e, index):
        weight += _BY_MISSING_PRINT
    return round(1 / (1 + float(np.exp(-weight))), 3)


def _is_beside_letter(e: Evidence, index: int) -> bool:
    """Whether a letter lies on one of the four squares beside, as one does beside every blank of a word."""
    size = isqrt(len(e.letter))
    letters = np.pad(e.lettered.reshape(size, size), 1)
    down, right = divmod(index, size)
    return bool(letters[[down, down + 2, down + 1, down + 1], [right + 1, right + 1, right, right + 2]].any())


def strange(e: Evidence, index: int) -> Unsure | None:
    """None for an empty square in odd light; a doubt for one that no light makes look so.

    Premium squares shine, and a lamp takes their hue away: they are odd only if they look more like a tile, too.
    """
    likelier_tile = e.from_tile[index] < e.from_empty[index]
    if e.plain[index]:
        is_known = bool(np.isfinite(e.from_tile[index]))
        strays, least = (_STRANGE_STRAYS, _LEAST_STRANGE) if is_known else (_UNKNOWN_STRAYS, _LEAST_UNKNOWN)
        common = float(np.clip(strays * e.hue_stray[index], least, _MOST_STRANGE))
        odd = _is_below_shade(e, index) or e.brightness[index] >= e.shades[index, 1] + _ABOVE_LIGHT
        odd = odd or e.hue[index] > common
    else:
        common = max(_HUE_LOST, _PREMIUM_STRAYS * float(e.hue_stray[index]))
        odd = likelier_tile and e.printed[index] < NO_PRINT and e.hue[index] > common
    read_as_tile = other_shares(e, index)[1] < _HALF and e.from_tile[index] < 2 * e.from_empty[index]
    is_covered = shows_something(e)[index] or may_cover_its_kind(e)[index]
    if odd or read_as_tile:
        return Unsure(Why.STRANGE)
    return Unsure(Why.INK) if is_covered else None


def may_cover_its_kind(e: Evidence) -> Flags:
    """Which squares look like tiles and are the only ones printed so: nothing tells how the middle one looks bare."""
    return np.asarray(e.alone & (e.from_tile < e.tile_reach))


def unprinted(e: Evidence) -> Flags:
    """Which premium squares plainly do not show their print, (n * n,)."""
    return np.asarray((e.printed > -1) & (e.printed < _NOT_PRINT))


def recoloured(e: Evidence) -> Flags:
    """Which premium squares have plainly another hue than their print has, or neither hue nor print, (n * n,).

    The latter tells where no square of a kind but a white blank's shows how that kind looks.
    """
    is_off = e.hue > np.maximum(_RECOLOURED, _STRAYS * e.hue_stray)
    return np.asarray(~e.plain & (is_off | ((e.coloured < _COLOURLESS) & (e.contrast < SHOWS))))


def shows_something(e: Evidence) -> Flags:
    """Which squares show something that is no shadow, no shade's edge, nor the print that belongs there, (n * n,)."""
    is_print = ~e.plain & ~unprinted(e)
    is_rough = (e.contrast > _INK) & (e.rougher > _INK_ROUGH)
    is_dark = (e.contrast > _DARK_INK) & e.evenly_lit
    return np.asarray(~is_print & (is_rough | is_dark))
