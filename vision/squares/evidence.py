"""The evidence for each square: how unlike an empty one and how like a tile it looks, and what was read there.

The colours are learnt from the picture itself: squares printed alike show how an empty one looks in this light, and
the tiles whose letters are plain to see show how a tile looks. Nothing is known beforehand of either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, Floats, median_of
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import Reader, Shares
from vision.letters.reading_cache import Recent
from vision.lighting.appearance import Looks, against_plain, looks, top_of
from vision.lighting.printed_plates import plates_on
from vision.lighting.square_kinds import STRAY, Kinds, as_printed, counts_of, is_of_few, kinds_of
from vision.occlusion.hand import Covering, covering
from vision.occlusion.missing_print import missing
from vision.sighting import Edition
from vision.square_flags import index_of
from vision.squares.reading_order import NEAR, SOME_LETTER, Readings

ROUGHER = 0.03
"""An empty square's roughness strays from its kind by less than this; a letter adds 0.06 to 0.3 to a plain square."""
SHOWS = 0.07
"""A plain square of so much contrast shows something: letters have 0.27 and more in any light but glare and such as
bleaches them (0.08), bare squares less, but for up to 19 of a board beside tiles, for their shadows (ten sets)."""
_VEILED_PRINT = 0.1
"""A premium square whose tint is no further from the tiles' is read, however others of its kind look: 0.06 where
a wide, soft mirror lay on an Å that was told as bare board."""
_BLEACHED, _LIT = 0.08, 160.0
"""Plain squares whose tint is no further from the tiles' are alike. Light has taken their colour if they are brighter
than this in a channel, too: 255 where it had (dev-light at x1.6), 111 and 116 on a dark board out of focus."""
_PALER = 0.3
"""Tiles differ in brightness by less than this, logarithmic, in the same light."""
_ANY = 0.05
_PLAINLY_TILE = 0.5
"""A square so much nearer to a tile's tint than to its kind's is no print, whatever lies on the others of its kind."""
_MOST_STRAY = 0.5
"""In uneven light an empty square's tint strays by less than this; a tile strays by 0.8 or more there."""
_EVENLY_LIT = 0.25
"""Light near by differs by no more (logarithmic) where no shade ends."""
_FLAT, _MOST_COVERED = 0.045, 4
"""Squares printed in one colour have less contrast, 0.044 in strong grain, those with icons more, 0.05 out of focus;
one in so many of a kind at least is bare (four sets and drawn boards of Literaki)."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every square's evidence, row by row, all (n * n,) but shades, shares and the last three.

    from_empty, from_tile: how unlike an empty square of its kind, and a tile, its tint is. hue, hue_stray: how far its
    hue is from that of its kind, and how far it commonly is there. rougher, bumpy: its roughness less its kind's, and
    less a plain square's.

    brightness, coloured: how bright it is, and how far its hue is, logarithmic, against a plain square there. shades:
    (n * n, 2) how bright that would be in the dimmest and brightest light near by. shaded: whether bare squares beside
    it are lit as it seems to be. plated: whether a pale plate is printed in its middle, its print showing round it.
    at_end: whether it is at the end of the scale, and that is no plate. faded: see Looks. washed: too bright to tell.

    plain: printed plain. alone: printed as no other square is. printed: how like the print of its kind a premium square
    is that is lettered or unlike the others, -1 to 1. whole: whether a tile is seen whole. hand, glare: whether a hand
    or some other thing, or a lamp's mirror, hides the square.

    contrast: how much its px differ within its rim, as a share of a plain square's grey.

    letter: the share of certainty that it shows a letter, 0 where it was not read. read: the row of each square in
    shares, for those that were read. tile_reach: how far from the common look of tiles a tile may be.
    blurred: whether all letters are out of focus. clear: how clear letters that are not sharp are in focus again, see
    Shares; 0 if they are sharp.
    read_from: the board as the letters were read, made sharp if need be. focused: as they might have been read.
    bleached: whether most plain squares look like tiles, for the light.
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
    plated: Flags
    at_end: Flags
    faded: Flags
    coloured: Floats
    washed: Flags
    plain: Flags
    alone: Flags
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
    clear: float
    read_from: Squared
    focused: tuple[Squared, ...]
    bleached: bool

    @property
    def lettered(self) -> Flags:
        """The squares that show a letter, (n * n,)."""
        return np.asarray(self.letter > SOME_LETTER)

    def middle_of(self, square: Square) -> Floats:
        """The middle of the tile on a square, x and y in px of the squared board."""
        row = self.read.get(index_of(square, self.read_from.size))
        offset = np.zeros(2) if row is None else self.shares.offsets[row]
        return np.asarray((np.array([square.row, square.column]) + offset + 1.5)[::-1] * SQUARE)

    @property
    def evenly_lit(self) -> Flags:
        """The squares near which no shade ends, (n * n,)."""
        return np.asarray(np.ptp(self.shades, axis=1) < _EVENLY_LIT)


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
    is_plain, nowhere = kinds == plain, np.zeros(len(kinds), bool)
    showing = _flat(seen.contrast, kinds, is_plain) & (seen.contrast > SHOWS)
    showing |= is_plain & np.isin(np.arange(len(kinds)), list(also))
    read = _read(Readings(squared, reader, seen, edition, nowhere, recent), seen, kinds, is_plain, showing)
    hidden = covering(squared, seen, codes, read.lettered, read.whole, edition)
    if hidden.glare.any():
        # What lies in the glare tells no light, and letters in it or beside it look like anything: all is read.
        seen = looks(squared, codes, plain, hidden.glare)
        read = _read(Readings(squared, reader, seen, edition, hidden.glare, recent), seen, kinds, is_plain, ~nowhere)
        hidden = hidden.with_more(covering(squared, seen, codes, read.lettered, read.whole, edition)).told_apart()
    printed = as_printed(squared, kinds, read.lettered, _perhaps_print(read, is_plain))
    hand = hidden.hand | missing(seen, read.bare, kinds, is_plain, read.lettered, printed, hidden.glare)
    plates = plates_on(squared, seen, kinds, ~(is_plain | read.lettered))
    return _told(read, seen, kinds, plain, _Print(printed, plates), replace(hidden, hand=hand))


def _told(read: _Read, seen: Looks, kinds: Codes, plain: str, shown: _Print, hidden: Covering) -> Evidence:
    """The evidence, from what was read and seen."""
    is_plain, alone = kinds == plain, counts_of(kinds) == 1
    readings, second, from_tile = read.readings, read.bare, read.from_tile
    return Evidence(
        from_empty=second.away,
        from_tile=from_tile,
        hue=second.hue,
        hue_stray=second.hue_stray,
        rougher=second.rougher,
        bumpy=seen.roughness - median_of(seen.roughness[is_plain]),
        brightness=seen.step,
        shades=seen.shades,
        shaded=seen.shaded,
        plated=shown.plates,
        at_end=seen.at_end & ~shown.plates,
        faded=seen.faded,
        coloured=seen.coloured,
        washed=seen.washed & ~shown.plates,
        plain=is_plain,
        alone=alone,
        printed=shown.likeness,
        whole=read.whole,
        contrast=seen.contrast,
        letter=readings.letter,
        shares=readings.shares,
        read=readings.rows,
        tile_reach=readings.reach(from_tile),
        hand=hidden.hand,
        glare=hidden.glare,
        blurred=readings.blurred,
        clear=readings.clear,
        read_from=readings.read_from,
        focused=readings.focused,
        bleached=_is_bleached(from_tile[is_plain], (np.exp(seen.light) - seen.floor)[is_plain]),
    )


def _is_bleached(from_tile: Floats, light: Floats) -> bool:
    """Whether light has made plain squares look like tiles; from_tile (k,) and the light (k, 3) of each of them."""
    return median_of(from_tile) < _BLEACHED and median_of(light.max(axis=1)) > _LIT


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """What premium squares show of their print, (n * n,): how like it they are, and where a plate of it is seen."""

    likeness: Floats
    plates: Flags


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

    showing: which squares are read in any case, since they show something.
    """
    first = kinds_of(seen, kinds, np.ones(len(kinds), bool))
    readings.add(_perhaps_not_empty(first, kinds, showing))
    readings.focus(is_plain)
    readings.add(_perhaps_covered(readings.away_from_tiles_of(first.home), is_plain))
    from_tile = readings.away_from_tiles()
    # Under a soft veil of light print may look like a tile, and a letter on it like print.
    readings.add(~is_plain & (from_tile < _VEILED_PRINT))
    bare = kinds_of(seen, kinds, (readings.letter < SOME_LETTER) & ~(readings.plain_top & (from_tile < NEAR)))
    if readings.add((from_tile < bare.away) & (bare.away > _ANY)):
        from_tile = readings.away_from_tiles()
    readings.compare()
    lettered = readings.letter > SOME_LETTER
    is_whole = readings.whole(from_tile < NEAR) & ~_veiled(readings, seen, lettered)
    return _Read(readings, bare, from_tile, lettered, is_whole)


def _veiled(readings: Readings, seen: Looks, lettered: Flags) -> Flags:
    """Which lettered tiles are paler than the others by more than the light near by tells: a lamp mirrored there.

    As a whole and on their tops: a whole one is paler by a letter that covers less, a dark top by a little haze. A dark
    tile's darkest px, too, which a mirror lifts like all others: a bold M leaves little else of the top.
    """
    if not lettered.any():
        return lettered
    is_dark = readings.edition == "dark"
    veiled = lettered & _paler(seen.step, seen, lettered) & _paler(top_of(seen, dark=is_dark), seen, lettered)
    if is_dark and veiled.any():
        veiled &= _paler(against_plain(readings.darkest(lettered), seen), seen, lettered)
    return veiled


def _paler(bright: Floats, seen: Looks, lettered: Flags) -> Flags:
    """Which squares are brighter than lettered ones commonly are, and than the light near by tells; any: (n * n,)."""
    return np.asarray(bright > median_of(bright[lettered]) + np.maximum(seen.shades[:, 1], 0) + _PALER)


def _perhaps_print(read: _Read, is_plain: Flags) -> Flags:
    """Premium squares that are lettered, or unlike others of their kind, and may show their print all the same."""
    unlike = (read.bare.away > _ANY) | (read.from_tile < read.bare.away)
    # Where no tile lies on a plain square, print that reads as a letter may have shown how tiles look.
    is_known = (read.lettered & is_plain).any() & (read.from_tile <= _PLAINLY_TILE * read.bare.away)
    return np.asarray(~is_plain & np.where(read.lettered, ~is_known, unlike))


def _perhaps_not_empty(kinds: Kinds, codes: Codes, showing: Flags) -> Flags:
    """Squares that look unlike others of their kind, those showing something, and kinds all covered perhaps."""
    unlike = (kinds.away > np.clip(3 * kinds.stray, STRAY, _MOST_STRAY)) | (np.abs(kinds.rougher) > ROUGHER) | showing
    return np.asarray(unlike | is_of_few(codes))


def _flat(contrast: Floats, kinds: Codes, is_plain: Flags) -> Flags:
    """Which squares are of one colour alone, as plain ones are: what shows something there is read.

    Literaki's tiles have the colours of its squares, and a yellow one on a yellow square differs from it by its letter.
    """
    flat = is_plain.copy()
    for kind in np.unique(kinds):
        alike = np.sort(contrast[kinds == kind])
        flat[kinds == kind] |= alike[len(alike) // _MOST_COVERED] < _FLAT
    return flat


def _perhaps_covered(home_from_tile: Floats, is_plain: Flags) -> Flags:
    """Squares of kinds whose commonest look is that of a tile: most of them may be covered."""
    return np.asarray(home_from_tile < 0.5 * median_of(home_from_tile[is_plain]))
