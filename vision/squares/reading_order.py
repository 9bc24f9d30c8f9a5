"""The squares of one picture that have been read, and what the tiles plain to see tell of the others."""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags, Floats, grey_of, median_of, medians
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import Places, Reader, Shares
from vision.letters.reading_cache import Recent
from vision.letters.same_set import compared
from vision.letters.thin_i import barred
from vision.lighting.appearance import Looks, distance
from vision.occlusion.whole_tiles import Tops, darkest_of, whole
from vision.photo.refocus import refocused
from vision.photo.sharpness import BLURRED, SOFT, sharpness_of
from vision.sighting import Edition

SOME_LETTER = 0.5
"""From this share of certainty on a square is taken to show some letter."""
NEAR = 0.3
"""A tile's top is nearer to the tiles' common tint than this (all sets: 95 in 100 within 0.15)."""
_PLAIN_TO_SEE = 0.9
_PERHAPS_PLAIN = 0.3
_ENOUGH = 4
_SHOWN = 24
"""So many letters at most show in which focus they are clearest."""
_SAME_TILE = 0.5
"""Tiles cannot lie closer together than 0.9 squares."""
_ENOUGH_TILES = 8
_REACH = 0.12, 0.4
"""How far a tile may be from the tiles' common tint at most, whatever the others do: measured 0.05 to 0.31."""


class Readings:
    """The squares read so far, each once, and what they tell of how a tile looks.

    letter: (n * n,) the share of certainty that a square shows a letter, 0 where it was not read. plain_top: whether
    it may be a tile without one. middle: (n * n, 2) rows and columns of the tiles' middles. shares, rows: what was
    read, and the row of each square in it. read_from, grey: the board that is read, and without its colours. focused:
    that one, or if letters were not sharp all that were tried. clear: how clear letters are in focus again, see Shares.
    """

    def __init__(
        self,
        squared: Squared,
        reader: Reader,
        seen: Looks,
        edition: Edition,
        glare: Flags,
        recent: Recent | None = None,
    ) -> None:
        """Nothing is read yet in this look; glare: (n * n,) under a lamp's mirror; recent: what earlier looks read."""
        self._squared, self._reader, self._seen, self.edition = squared, reader, seen, edition
        self._glare = glare
        self._recent = recent
        self._read_in(squared)
        self.sharpness, self.clear = 1.0, 0.0
        self.shares: Shares
        self._forget()

    def add(self, wanted: Flags) -> bool:
        """Read the wanted squares that have not been read yet; whether there were any.

        Shares are there from the first call on, though nothing be wanted.
        """
        places = np.array([place for place in np.flatnonzero(wanted) if place not in self.rows], int)
        if self.rows and not len(places):
            return False
        shares = self._read(np.column_stack(np.divmod(places, self._squared.size)))
        self.letter[places] = shares.letter
        self.middle[places] += shares.offsets
        self.plain_top[places] = shares.blank > _PERHAPS_PLAIN
        self.shares = self.shares.with_more(shares) if self.rows else shares
        self.rows |= {int(place): len(self.rows) + row for row, place in enumerate(places)}
        self._leave_to_neighbours()
        return bool(len(places))

    @property
    def blurred(self) -> bool:
        """Whether all letters are out of focus."""
        return self.sharpness < BLURRED

    def focus(self, is_plain: Flags) -> None:
        """If the letters read so far are not sharp, read all again, and what comes later, in a picture made sharp.

        is_plain: (n * n,) squares on which nothing is printed: out of focus a printed disc is soon an O.
        """
        sure = self.letter > _PLAIN_TO_SEE
        if (sure & is_plain).any():
            sure &= is_plain
        self.sharpness = sharpness_of(self._squared, sure)
        if self.sharpness > SOFT:
            return
        again = np.isin(np.arange(len(self.letter)), list(self.rows))
        shown = np.column_stack(np.divmod(np.flatnonzero(sure)[:_SHOWN], self._squared.size))
        # As it is, too: a blur that is none of a lens out of focus is not taken back so.
        boards = (self._squared, *refocused(self._squared, self.sharpness))
        tried = [(self._reader.read(board, shown).clear, board) for board in boards]
        self.clear, best = max(tried, key=lambda one: one[0])
        self._read_in(best)
        self.focused = boards
        self._recent = None
        self._forget()
        self.add(again)

    def _read_in(self, board: Squared) -> None:
        """From now on letters, bars and likenesses are seen in this board."""
        self.read_from, self.grey, self.focused = board, grey_of(board.pixels), (board,)

    def _forget(self) -> None:
        """Nothing is read."""
        size, count = self._squared.size, len(self._seen.tints)
        self.letter = np.zeros(count)
        self.plain_top = np.zeros(count, bool)
        self.middle = np.column_stack(np.divmod(np.arange(count), size)).astype(float)
        self.rows: dict[int, int] = {}

    def _read(self, places: Places) -> Shares:
        """Read the squares at places, and look for the bar of a thin I where the reader wavers."""
        return barred(self._reader, self.read_from, places, self._recent)

    def _leave_to_neighbours(self) -> None:
        """A tile that two squares see belongs to the nearer one.

        Tiles stand out from the board: seen from the side all their tops lie off the same way, and that is taken off.
        """
        home = np.column_stack(np.divmod(np.arange(len(self.letter)), self._squared.size))
        sure = self.letter > _PLAIN_TO_SEE
        lean = medians((self.middle - home)[sure]) if sure.sum() >= _ENOUGH else np.zeros(2)
        off = np.abs(self.middle - home - lean).max(axis=1)
        lettered = np.flatnonzero(self.letter > SOME_LETTER)
        apart = np.abs(self.middle[lettered, None] - self.middle[None, lettered]).max(axis=2)
        nearer = off[None, lettered] < off[lettered, None]
        self.letter[lettered[((apart < _SAME_TILE) & nearer).any(axis=1)]] = 0.0

    def compare(self) -> None:
        """Compare the tiles with those remembered, and the doubtful ones with the sure, now that all are read."""
        told, self.shares = self.shares, self._reader.recall(self.shares)
        rows = np.array(list(self.rows), int)
        middles = (self.middle[rows][:, ::-1] + 1.5) * SQUARE
        disputed = _disputed(told.letters, self.shares.letters)
        # As witnesses for others the disputed tiles stay what the reader was sure of: wrong names silence nobody.
        shares = np.where(disputed[:, None], told.letters, self.shares.letters)
        letters, rest = compared(shares, middles, self.grey)
        letters[disputed], rest[disputed] = self.shares.letters[disputed], 1.0
        self.shares = self.shares.weighed(letters, rest)

    def whole(self, tile_like: Flags) -> Flags:
        """Which squares show a tile whole, and its letter clear if it has one."""
        lettered = self.letter > SOME_LETTER
        places = np.flatnonzero(lettered | tile_like)
        middles = (self.middle[places][:, ::-1] + 1.5) * SQUARE
        light = self._seen.light.mean(axis=1)
        tiles = Tops(middles, lettered[places], np.column_stack([light, light + self._seen.shades[:, 1]])[places])
        result = np.zeros(len(self.letter), bool)
        result[places] = whole(self._squared.pixels, tiles, self._seen.floor, self.edition, blurred=self.blurred)
        return result

    def darkest(self, tiles: Flags) -> Floats:
        """The grey levels of the darkest px in the middle of tiles, (n * n, 3); 0 where none of them lies."""
        result = np.zeros((len(tiles), 3))
        result[tiles] = darkest_of(self._squared.pixels, (self.middle[tiles][:, ::-1] + 1.5) * SQUARE)
        return result

    def _well_seen(self) -> Flags:
        """The tiles whose letter is plain to see, but for those in a lamp's mirror, unless hardly another one is."""
        sure = self.letter > _PLAIN_TO_SEE
        clear = sure & ~self._glare
        return np.asarray(clear if clear.sum() >= _ENOUGH else sure)

    def away_from_tiles(self) -> Floats:
        """How unlike the tiles whose letter is plain to see each square is; infinitely where there is none."""
        sure, seen = self._well_seen(), self._seen
        if not sure.any():
            return np.full(len(self.letter), np.inf)
        tops = seen.darker if self.edition == "dark" else seen.paler
        by_top = distance(tops, medians(tops[sure]))
        return np.minimum(by_top, distance(seen.tints, medians(seen.tints[sure])))

    def away_from_tiles_of(self, tints: Floats) -> Floats:
        """How unlike those tiles each of some other tints is."""
        sure = self._well_seen()
        if not sure.any():
            return np.full(len(tints), np.inf)
        return distance(tints, medians(self._seen.tints[sure]))

    def reach(self, from_tile: Floats) -> float:
        """How far from the common look of tiles a tile may be."""
        sure = self._well_seen()
        if sure.sum() < _ENOUGH_TILES:
            return NEAR if sure.any() else 0.0
        return float(np.clip(5 * median_of(from_tile[sure]), *_REACH))


def _disputed(told: Floats, now: Floats) -> Flags:
    """Which tiles the reader takes for something else than those who remember the set: no third witness decides."""
    is_less_sure = told.max(axis=1) > now.max(axis=1) + 0.01
    return np.asarray(is_less_sure | (told.argmax(axis=1) != now.argmax(axis=1)))
