"""The evidence for each square: how unlike an empty one and how like a tile it looks, and what was read there.

The colours are learnt from the picture itself: squares printed alike show how an empty one looks in this light, and
the tiles whose letters are plain to see show how a tile looks. Nothing is known beforehand of either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats
from vision.covering import covering
from vision.kinds import STRAY, Kinds, as_printed, kinds_of
from vision.layout_match import Codes
from vision.looks import Looks, looks
from vision.memory import Recent
from vision.missing import missing
from vision.reader import Reader, Shares
from vision.readings import NEAR, SOME_LETTER, Readings
from vision.sighting import Edition
from vision.squared import Squared

ROUGHER = 0.03
"""An empty square's roughness strays from its kind by less than this; a letter adds 0.06 to 0.3 to a plain square."""
SHOWS = 0.07
"""A plain square of so much contrast shows something: letters have 0.27 and more in any light but glare and such as
bleaches them (0.08), bare squares less, but for up to 19 of a board beside tiles, for their shadows (ten sets)."""
_SHOWS_VEILED = 0.025
"""Where glare lies on the board a square of so much contrast is read: letters in its midst have 0.035 and more."""
_BLEACHED = 0.08
"""Plain squares whose tint is no further from the tiles' are alike: light has taken their colour."""
_PALER = 0.3
"""Tiles differ in brightness by less than this, logarithmic, in the same light."""
_ANY = 0.05
_PLAINLY_TILE = 0.5
"""A square so much nearer to a tile's tint than to its kind's is no print, whatever lies on the others of its kind."""
_MOST_STRAY = 0.5
"""In uneven light an empty square's tint strays by less than this; a tile strays by 0.8 or more there."""
_FEW = 6
"""Kinds with no more squares than this may be covered by tiles altogether: their squares are always read."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every square's evidence, row by row, all (n * n,) but shades, shares and the last three.

    from_empty, from_tile: how unlike an empty square of its kind, and a tile, its tint is. hue, hue_stray: how far its
    hue is from that of its kind, and how far it commonly is there. rougher, bumpy: its roughness less its kind's, and
    less a plain square's.

    brightness, coloured: how bright it is, and how far its hue is, logarithmic, against a plain square there. shades:
    (n * n, 2) how bright that would be in the dimmest and brightest light near by. shaded: whether bare squares beside
    it are lit as it seems to be. at_end: whether it is at the end of the scale, faded: and its ink pale. washed: too
    bright to tell.

    plain: printed plain. printed: how like the print of its kind a premium square is that is lettered or unlike the
    others, -1 to 1. whole: whether a tile is seen whole. hand, glare: whether a hand or some other thing, or a lamp's
    mirror, hides the square.

    contrast: how much its px differ within its rim, as a share of a plain square's grey.

    letter: the share of certainty that it shows a letter, 0 where it was not read. read: the row of each square in
    shares, for those that were read. tile_reach: how far from the common look of tiles a tile may be.
    blurred: whether all letters are out of focus. read_from: the board as the letters were read, made sharp if need be.
    bleached: whether most plain squares look like tiles.
    """

    from_empty: Floats
    from_tile: Floats
    hue: Floats
    hue_stray: Floats
    rougher: Floats
    bumpy: Floats
    brightness: Floats
    shades: Floats
    shaded: Flags
    at_end: Flags
    faded: Flags
    coloured: Floats
    washed: Flags
    plain: Flags
    printed: Floats
    whole: Flags
    contrast: Floats
    letter: Floats
    shares: Shares
    read: dict[int, int]
    tile_reach: float
    hand: Flags
    glare: Flags
    blurred: bool
    read_from: Squared
    bleached: bool

    @property
    def lettered(self) -> Flags:
        """The squares that show a letter, (n * n,)."""
        return np.asarray(self.letter > SOME_LETTER)


def gather(
    squared: Squared,
    seen: Looks,
    codes: Codes,
    plain: str,
    reader: Reader,
    edition: Edition = "light",
    recent: Recent | None = None,
    also: Iterable[int] = (),
) -> Evidence:
    """Read every square that may not be empty, learn what a tile looks like, and read what then looks like one.

    codes (n, n) and plain tell which squares are printed alike. recent: what earlier looks read. also: squares that are
    read in any case, if they are plain.
    """
    kinds = codes.ravel()
    is_plain = kinds == plain
    read = _read(Readings(squared, reader, seen, edition, recent), seen, kinds, is_plain, _showing(seen, SHOWS, also))
    hidden = covering(squared, seen, codes, read.lettered, read.whole, edition)
    if hidden.glare.any():
        # What lies in the glare tells no light, and letters beside it show little.
        seen = looks(squared, codes, plain, hidden.glare)
        showing = _showing(seen, _SHOWS_VEILED, read.readings.rows)
        read = _read(Readings(squared, reader, seen, edition, recent), seen, kinds, is_plain, showing)
        hidden = hidden.with_more(covering(squared, seen, codes, read.lettered, read.whole, edition))
    readings, second, from_tile, lettered = read.readings, read.bare, read.from_tile, read.lettered
    printed = as_printed(squared, kinds, lettered, _perhaps_print(read, is_plain))
    return Evidence(
        from_empty=second.away,
        from_tile=from_tile,
        hue=second.hue,
        hue_stray=second.hue_stray,
        rougher=second.rougher,
        bumpy=seen.roughness - np.median(seen.roughness[is_plain]),
        brightness=seen.step,
        shades=seen.shades,
        shaded=seen.shaded,
        at_end=seen.at_end,
        faded=seen.faded,
        coloured=seen.coloured,
        washed=seen.washed,
        plain=is_plain,
        printed=printed,
        whole=read.whole,
        contrast=seen.contrast,
        letter=readings.letter,
        shares=readings.shares,
        read=readings.rows,
        tile_reach=readings.reach(from_tile),
        hand=hidden.hand | missing(seen, second, is_plain, lettered, printed),
        glare=hidden.glare,
        blurred=readings.blurred,
        read_from=readings.read_from,
        bleached=bool(np.median(from_tile[is_plain]) < _BLEACHED),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """What was read, how bare squares look, how unlike tiles each square is, which show a letter, which tiles whole."""

    readings: Readings
    bare: Kinds
    from_tile: Floats
    lettered: Flags
    whole: Flags


def _read(readings: Readings, seen: Looks, kinds: Codes, is_plain: Flags, showing: Flags) -> _Read:
    """Read what may not be empty, and then what looks like the tiles found so; how bare squares and tiles look.

    showing: which squares show something; of those printed plain all are read.
    """
    first = kinds_of(seen, kinds, np.ones(len(kinds), bool))
    readings.add(_perhaps_not_empty(first, kinds, showing & is_plain))
    readings.focus()
    readings.add(_perhaps_covered(readings.away_from_tiles_of(first.home), is_plain))
    from_tile = readings.away_from_tiles()
    bare = kinds_of(seen, kinds, (readings.letter < SOME_LETTER) & ~(readings.plain_top & (from_tile < NEAR)))
    if readings.add((from_tile < bare.away) & (bare.away > _ANY)):
        from_tile = readings.away_from_tiles()
    readings.compare()
    lettered = readings.letter > SOME_LETTER
    return _Read(readings, bare, from_tile, lettered, readings.whole(from_tile < NEAR) & ~_veiled(seen, lettered))


def _veiled(seen: Looks, lettered: Flags) -> Flags:
    """Which lettered tiles are paler than the others by more than the light near by tells: a lamp mirrored there."""
    common = float(np.median(seen.step[lettered])) if lettered.any() else 0.0
    return np.asarray(lettered & (seen.step > common + np.maximum(seen.shades[:, 1], 0) + _PALER))


def _perhaps_print(read: _Read, is_plain: Flags) -> Flags:
    """Premium squares that are lettered, or unlike others of their kind, and may show their print all the same."""
    unlike = (read.bare.away > _ANY) | (read.from_tile < read.bare.away)
    # Where no tile lies on a plain square, print that reads as a letter may have shown how tiles look.
    is_known = (read.lettered & is_plain).any() & (read.from_tile <= _PLAINLY_TILE * read.bare.away)
    return np.asarray(~is_plain & np.where(read.lettered, ~is_known, unlike))


def _showing(seen: Looks, contrast: float, also: Iterable[int]) -> Flags:
    """The squares that show something, and some others."""
    return np.asarray((seen.contrast > contrast) | np.isin(np.arange(len(seen.contrast)), list(also)))


def _perhaps_not_empty(kinds: Kinds, codes: Codes, showing: Flags) -> Flags:
    """Squares that look unlike others of their kind, plain ones showing something, and kinds all covered perhaps."""
    unlike = (kinds.away > np.clip(3 * kinds.stray, STRAY, _MOST_STRAY)) | (np.abs(kinds.rougher) > ROUGHER) | showing
    _, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    return np.asarray(unlike | (counts[which] <= _FEW))


def _perhaps_covered(home_from_tile: Floats, is_plain: Flags) -> Flags:
    """Squares of kinds whose commonest look is that of a tile: most of them may be covered."""
    return np.asarray(home_from_tile < 0.5 * np.median(home_from_tile[is_plain]))
