"""The evidence for each square: how unlike an empty one and how like a tile it looks, and what was read there.

The colours are learnt from the picture itself: squares printed alike show how an empty one looks in this light, and
the tiles whose letters are plain to see show how a tile looks. Nothing is known beforehand of either.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Flags, Floats, grey_of
from vision.layout_match import Codes
from vision.likeness import compared
from vision.looks import Looks, distance, patches
from vision.reader import Reader, Shares
from vision.sighting import Edition
from vision.soundness import whole
from vision.squared import SQUARE, Squared

STRAY = 0.16
"""An empty square's tint strays from its kind by less than this in even light (real sets: median 0.05 to 0.13)."""
_ANY = 0.05
_MOST_STRAY = 0.5
"""And by less than this in uneven light; a tile strays by 0.8 or more there."""
ROUGHER = 0.03
"""An empty square's roughness strays from its kind by less than this; a letter adds 0.06 to 0.3 to a plain square."""
_FEW = 6
"""Kinds with no more squares than this may be covered by tiles altogether: their squares are always read."""
_PLAIN_TO_SEE = 0.9
_SOME_LETTER = 0.5
_ALIKE, _SLACK = 4, 2
"""Kinds with fewer squares show no common print; a print is sought up to so many px off."""
_ENOUGH = 4
_SAME_TILE = 0.5
"""Tiles cannot lie closer together than 0.9 squares."""
_PERHAPS_PLAIN = 0.3
_MOST = 80
"""So many in a hundred squares show how far their hue strays, where it does so unevenly; a hand covers fewer."""
_ENOUGH_TILES = 8
_REACH = 0.12, 0.4
"""How far a tile may be from the tiles' common tint at most, whatever the others do: measured 0.05 to 0.31."""
_NEAR = 0.3
"""A tile's top is nearer to the tiles' common tint than this (all sets: 95 in 100 within 0.15)."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every square's evidence, row by row, all (n * n,).

    from_empty, from_tile: how unlike an empty square of its kind, and a tile, its tint is. hue, hue_stray: how far its
    hue is from that of its kind, and how far it commonly is there. rougher, bumpy: its roughness less its kind's, and
    less a plain square's. brightness, coloured: how bright it is, and how far its hue is, logarithmic, against a plain
    square there. washed: too bright to tell. plain: printed plain. printed: how like the print of its kind a lettered
    premium square is, -1 to 1. whole: whether a tile is seen whole. letter: the share of certainty that it shows a
    letter, 0 where it was not read. read: the row of each square in shares, for those that were read. tile_reach: how
    far from the common look of tiles a tile may be.
    """

    from_empty: Floats
    from_tile: Floats
    hue: Floats
    hue_stray: Floats
    rougher: Floats
    bumpy: Floats
    brightness: Floats
    coloured: Floats
    washed: Flags
    plain: Flags
    printed: Floats
    whole: Flags
    letter: Floats
    shares: Shares
    read: dict[int, int]
    tile_reach: float


def gather(
    squared: Squared, seen: Looks, codes: Codes, plain: str, reader: Reader, edition: Edition = "light"
) -> Evidence:
    """Read every square that may not be empty, learn what a tile looks like, and read what then looks like one."""
    kinds = codes.ravel()
    first = _Kinds(seen, kinds, np.ones(len(kinds), bool))
    wanted = (
        (first.away > np.clip(3 * first.stray, STRAY, _MOST_STRAY)) | (np.abs(first.rougher) > ROUGHER) | _rare(kinds)
    )
    reading = _Read(squared, reader, seen)
    reading.add(wanted)
    reading.add(_perhaps_covered(reading.away_from_tiles_of(first.home), kinds == plain))
    from_tile = reading.away_from_tiles()
    second = _Kinds(seen, kinds, (reading.letter < 0.5) & ~(reading.plain_top & (from_tile < _NEAR)))
    if reading.add((from_tile < second.away) & (second.away > _ANY)):
        from_tile = reading.away_from_tiles()
    reading.compare()
    return Evidence(
        second.away,
        from_tile,
        second.hue,
        second.hue_stray,
        second.rougher,
        seen.roughness - np.median(seen.roughness[kinds == plain]),
        seen.tints[:, 3],
        np.abs(seen.tints[:, :3]).sum(axis=1),
        seen.washed,
        kinds == plain,
        _as_printed(squared, kinds, kinds != plain, reading.letter > _SOME_LETTER),
        reading.whole(edition, from_tile < _NEAR),
        reading.letter,
        reading.shares,
        reading.rows,
        reading.reach(from_tile),
    )


class _Read:
    """The squares read so far; each is read once."""

    def __init__(self, squared: Squared, reader: Reader, seen: Looks) -> None:
        self._squared, self._reader, self._seen = squared, reader, seen
        self.letter = np.zeros(len(seen.tints))
        self.plain_top = np.zeros(len(seen.tints), bool)
        self.middle = np.column_stack(np.divmod(np.arange(len(seen.tints)), squared.size)).astype(float)
        self.rows: dict[int, int] = {}
        self.shares = reader.read(squared, np.zeros((0, 2), int))

    def add(self, wanted: Flags) -> bool:
        """Read the wanted squares that have not been read yet; whether there were any."""
        places = np.array([place for place in np.flatnonzero(wanted) if place not in self.rows], int)
        if not len(places):
            return False
        shares = self._reader.read(self._squared, np.column_stack(np.divmod(places, self._squared.size)))
        self.letter[places] = shares.letter
        self.middle[places] += shares.offsets
        self.plain_top[places] = shares.blank > _PERHAPS_PLAIN
        self.rows |= {int(place): len(self.rows) + row for row, place in enumerate(places)}
        self.shares = self.shares.with_more(shares)
        self._leave_to_neighbours()
        return True

    def _leave_to_neighbours(self) -> None:
        """A tile that two squares see belongs to the nearer one.

        Tiles stand out from the board: seen from the side all their tops lie off the same way, and that is taken off.
        """
        home = np.column_stack(np.divmod(np.arange(len(self.letter)), self._squared.size))
        sure = self.letter > _PLAIN_TO_SEE
        lean = np.median((self.middle - home)[sure], axis=0) if sure.sum() >= _ENOUGH else np.zeros(2)
        off = np.abs(self.middle - home - lean).max(axis=1)
        lettered = np.flatnonzero(self.letter > _SOME_LETTER)
        apart = np.abs(self.middle[lettered, None] - self.middle[None, lettered]).max(axis=2)
        nearer = off[None, lettered] < off[lettered, None]
        self.letter[lettered[((apart < _SAME_TILE) & nearer).any(axis=1)]] = 0.0

    def compare(self) -> None:
        """Compare the doubtful tiles with the sure ones, now that all are read."""
        rows = np.array(list(self.rows), int)
        middles = (self.middle[rows][:, ::-1] + 1.5) * SQUARE
        letters, rest = compared(self.shares.letters, middles, grey_of(self._squared.pixels))
        self.shares = self.shares.weighed(letters, rest)

    def whole(self, edition: Edition, tile_like: Flags) -> Flags:
        """Which squares show a tile whole, and its letter clear if it has one."""
        lettered = self.letter > _SOME_LETTER
        places = np.flatnonzero(lettered | tile_like)
        middles = (self.middle[places][:, ::-1] + 1.5) * SQUARE
        result = np.zeros(len(self.letter), bool)
        result[places] = whole(self._squared.pixels, middles, lettered[places], edition)
        return result

    def away_from_tiles(self) -> Floats:
        """How unlike the tiles whose letter is plain to see each square is; infinitely where there is none."""
        sure = self.letter > _PLAIN_TO_SEE
        if not sure.any():
            return np.full(len(self.letter), np.inf)
        seen = self._seen
        # Tops are alike, while letters cover more or less of them: so the evener of the two parts is the top.
        tops = min((seen.darker, seen.paler), key=lambda part: _spread(part[sure]))
        by_top = distance(tops, np.median(tops[sure], axis=0))
        return np.minimum(by_top, distance(seen.tints, np.median(seen.tints[sure], axis=0)))

    def away_from_tiles_of(self, tints: Floats) -> Floats:
        """How unlike those tiles each of some other tints is."""
        sure = self.letter > _PLAIN_TO_SEE
        if not sure.any():
            return np.full(len(tints), np.inf)
        return distance(tints, np.median(self._seen.tints[sure], axis=0))

    def reach(self, from_tile: Floats) -> float:
        """How far from the common look of tiles a tile may be."""
        sure = self.letter > _PLAIN_TO_SEE
        if sure.sum() < _ENOUGH_TILES:
            return _NEAR if sure.any() else 0.0
        return float(np.clip(5 * np.median(from_tile[sure]), *_REACH))


@dataclass(frozen=True, slots=True, eq=False)
class _Kinds:
    """How far every square strays from the commonest look of its kind, judged by the usable squares."""

    seen: Looks
    codes: Codes
    usable: Flags
    home: Floats = field(init=False)
    away: Floats = field(init=False)
    stray: Floats = field(init=False)
    rougher: Floats = field(init=False)
    hue: Floats = field(init=False)
    hue_stray: Floats = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.codes)
        home, away, hue = np.zeros((count, 4)), np.full(count, np.inf), np.zeros(count)
        stray, hue_stray, rougher = np.full(count, STRAY), np.zeros(count), np.zeros(count)
        for kind in np.unique(self.codes):
            alike = self.codes == kind
            trusted = alike & self.usable
            if trusted.any():
                home[alike] = _commonest(self.seen.tints[trusted])
                away[alike] = distance(self.seen.tints[alike], home[alike])
                hue[alike] = np.abs(self.seen.tints[alike, :3] - home[alike, :3]).sum(axis=1)
                stray[alike] = np.median(away[trusted])
                hue_stray[alike] = max(np.median(hue[trusted]), np.percentile(hue[trusted], _MOST) / 2)
                rougher[alike] = self.seen.roughness[alike] - np.median(self.seen.roughness[trusted])
        self._set(home=home, away=away, stray=stray, rougher=rougher, hue=hue, hue_stray=hue_stray)

    def _set(self, **arrays: Floats) -> None:
        for name, array in arrays.items():
            object.__setattr__(self, name, array)


def _as_printed(squared: Squared, kinds: Codes, premium: Flags, lettered: Flags) -> Floats:
    """How like the common print of its kind each premium square is that was read as a letter; -1 for the others."""
    result = np.full(len(kinds), -1.0)
    cells = patches(squared)
    for kind in np.unique(kinds[premium & lettered]):
        alike = np.flatnonzero(kinds == kind)
        if len(alike) >= _ALIKE:
            common = np.median(cells[alike], axis=0).astype(np.uint8)
            for place in alike[lettered[alike]]:
                inner = np.ascontiguousarray(common[_SLACK:-_SLACK, _SLACK:-_SLACK])
                result[place] = cv2.matchTemplate(cells[place], inner, cv2.TM_CCOEFF_NORMED).max()
    return result


def _spread(tints: Floats) -> float:
    return float(np.median(distance(tints, np.median(tints, axis=0))))


def _perhaps_covered(home_from_tile: Floats, is_plain: Flags) -> Flags:
    """Squares of kinds whose commonest look is that of a tile: most of them may be covered."""
    return np.asarray(home_from_tile < 0.5 * np.median(home_from_tile[is_plain]))


def _rare(codes: Codes) -> Flags:
    _, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    return np.asarray(counts[which] <= _FEW)


def _commonest(tints: Floats) -> Floats:
    """The middle of the tightest half of the tints."""
    between = np.sort(distance(tints[:, None], tints[None]), axis=1)
    half = (len(tints) + 1) // 2
    heart = int(between[:, :half].mean(axis=1).argmin())
    close = distance(tints, tints[heart]) <= between[heart, half - 1]
    return np.asarray(np.median(tints[close], axis=0))
