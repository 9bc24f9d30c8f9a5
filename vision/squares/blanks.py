"""Tells tiles without a letter, and squares that are neither plainly bare nor plainly tiles."""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags
from vision.letters.classifier import SOME_LETTER
from vision.sighting import Reading, Why
from vision.squares.choices import FOREIGN, Unsure, other_shares, perhaps_blank
from vision.squares.evidence import ROUGHER, Evidence

_BY_TINT, _BY_READER, _MISSING_PRINT = 14.0, 3.0, 2.0
"""Log odds of a tile without a letter: per unit of likeness to a tile's tint; by the letter reader, either way at most,
for it cannot tell a plain top from an empty square; and for a premium square beside a letter that does not show its
print."""
_SURE = 0.93
"""Share of certainty of a plain tile, from which on it is confident."""
_GONE = 0.4
"""Distance from its kind's tint above which that of a premium square that does not show its print is gone, too."""
SAME = 0.08
"""An empty square and a tile whose tints differ by no more than this are alike, as where everything is clipped."""
SHOWS_PRINT = 0.75
"""Likeness to the common print of its kind from which on a premium square shows it: print has 0.9 and more, 0.8 in
strong grain, tiles have 0.6 at most."""
_MAX_CONTRAST = {"light": 0.25, "dark": 0.5}
"""By edition, the contrast that a plain top stays below: of 1,355 confident blanks in twenty kinds of light, 310 dark,
three had more, all half in a shade. A bare premium square in a small specular reflection had 0.31 and 0.35, half a
letter under a band 0.7."""


def plain_tile(e: Evidence, index: int) -> Reading | Unsure | None:
    """Judge a square that has a tint nearer to a tile's than to an empty one's, no clear letter, and not its print."""
    sign = other_shares(e, index)[2]
    if e.from_empty[index] < SAME:
        return Unsure(Why.ALIKE)
    if sign > SOME_LETTER and e.from_tile[index] < 2 * e.tile_reach:
        sure = sign >= _SURE and e.whole[index] and not e.seen.at_end[index]
        return Reading("", round(sign, 3)) if sure else Unsure(Why.MAYBE_BLANK, perhaps_blank(round(sign, 3)))
    return None if e.from_tile[index] > e.tile_reach else _blank(e, index)


def _blank(e: Evidence, index: int) -> Reading | Unsure:
    """Judge a square that has a tile's tint and neither letter nor sign."""
    blank, none, _ = other_shares(e, index)
    certainty = _certainty_of_plain(e, index, blank, none)
    may_be_bare = e.seen.at_end[index] or _may_be_shade(e, index)
    is_even = e.seen.contrast[index] < _MAX_CONTRAST[e.edition]
    if certainty > _SURE and is_even and e.whole[index] and not may_be_bare:
        return Reading("", certainty)
    if abs(e.rougher[index]) > 2 * ROUGHER:
        # A tile's tint, and not the print that belongs there: whatever it is, it may be a tile.
        return Unsure(Why.TILE_ON_PRINT, FOREIGN)
    # Nearer to a tile's tint than to the board's it is never plainly bare: blur takes all other signs of a plain top.
    return Unsure(Why.MAYBE_BLANK, perhaps_blank(float(np.clip(certainty, 1 - _SURE, _SURE))))


def _may_be_shade(e: Evidence, index: int) -> bool:
    """Whether a plain square would have this hue and brightness in some light near by."""
    dimmest, brightest = e.seen.shades[index]
    is_lit_so = dimmest - SAME < e.seen.brightness[index] < brightest + SAME
    return bool(e.plain[index] and is_lit_so and e.hue[index] < SAME)


def _certainty_of_plain(e: Evidence, index: int, blank: float, none: float) -> float:
    """The certainty of a plain tile: by its tint, by the letter reader, and by print that is missing."""
    likeness = float(e.from_tile[index] / (e.from_empty[index] + 0.01))
    read = float(np.clip(np.log((blank + 0.001) / (none + 0.001)), -_BY_READER, _BY_READER))
    is_gone = e.printed[index] > -1 and e.from_empty[index] > _GONE
    is_missing = is_gone and _is_beside_letter(e, index)
    weight = _BY_TINT * (0.5 - likeness) + read + (_MISSING_PRINT if is_missing else 0)
    return round(1 / (1 + float(np.exp(-weight))), 3)


def _is_beside_letter(e: Evidence, index: int) -> bool:
    """Whether a letter lies on one of the four squares beside, as one does beside every blank of a word."""
    letters = np.pad(e.lettered.reshape(e.size, e.size), 1)
    down, right = divmod(index, e.size)
    return bool(letters[[down, down + 2, down + 1, down + 1], [right + 1, right + 1, right, right + 2]].any())


def may_be_tile(e: Evidence, index: int) -> bool:
    """Whether a letter's square has the tint of a tile; the limit is wider where its print is known to be gone."""
    print_is_gone = -1 < e.printed[index] < SHOWS_PRINT
    reach = 2 * e.tile_reach if print_is_gone else e.tile_reach
    return bool(e.from_tile[index] <= max(reach, e.from_empty[index]))


def not_as_printed(e: Evidence) -> Flags:
    """Which premium squares show their print no better than under a tile, or alone tell what it is, (n * n,).

    Of the latter all others of the kind hold letters: a stop tile there passes for the print beneath it.
    """
    is_off = (e.printed > -1) & (e.printed < SHOWS_PRINT)
    return np.asarray(is_off | (~e.plain & (e.from_empty == 0)))
