"""Reads the squares of one picture, each once, and learns the look of its tiles from those plain to see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, median_of, medians
from vision.geometry.rectify import Squared
from vision.letters.classifier import SOME_LETTER, Places, Reader, Shares, middles_of
from vision.letters.letter_marks import unmarked
from vision.letters.near_values import WITH_VALUE, without_near_values
from vision.letters.reading_cache import Recent
from vision.letters.same_set import compared
from vision.letters.thin_i import barred
from vision.lighting.appearance import Looks, distance
from vision.photo.deblur import refocused
from vision.photo.sharpness import BLURRED_BELOW, SOFT_BELOW, sharpness_of
from vision.sighting import Edition
from vision.squares.whole_tiles import across, shown

NEAR = 0.3
"""Distance from the tiles' common tint that a tile's top stays below (all sets: 95 in 100 within 0.15)."""


@dataclass(frozen=True, slots=True)
class WitnessLimits:
    """Which tiles show the common look, and how many are enough."""

    plain_to_see: float = 0.9  # share of certainty above which a letter is plain to see
    perhaps_plain: float = 0.3  # share of a plain top above which a square may be a tile without a letter
    enough: int = 4  # letters plain to see, to tell how tiles lean
    for_focus: int = 24  # letters at most that are compared to choose a focus
    for_reach: int = 8  # letters plain to see, to tell how far a tile's tint strays
    same_tile: float = 0.5  # squares between two middles, below which they are one tile; tiles are 0.9 apart at least
    # By how much it must lie nearer to its square than to the other, in squares: two read so lay half over one another.
    nearer: float = 0.4
    # Squares off its own one's middle, from which on it may as well be the next one's: of 6,896 letters of 18 sets the
    # furthest lies 0.28 off, of 4,830 on drawn boards one more than this.
    astray: float = 0.4
    # Below which one lies over the other's edge, and an Ö was an O: of 7,216 letters of 18 sets none is as near.
    laps: float = 0.84


_WITNESS = WitnessLimits()
_REACH = (0.12, 0.4)
"""Distance from the tiles' common tint up to which a square may be a tile, at least and at most: 0.05 to 0.31 do."""


class Readings:
    """The squares read so far, each once, and the look of tiles learnt from them.

    letter: (n * n,) the share of certainty that a square shows a letter, 0 where it was not read. plain_top: (n * n,)
    whether it may be a tile without one. middle: (n * n, 2) row and column of the tiles' middles, in squares. shares,
    rows: what was read, and the row of each square in it. read_from, grey: the board that is read, also in grey.
    focused: that one, or all that were tried to sharpen it. clear: how clear refocused ones are (see Shares).
    unparted: (n * n,) tiles that may show letter and value in one, on a board of tiles with large values. between:
    (n * n,) squares between which a tile lies that was read from both, or of which one lies far off the middle.
    """

    def __init__(
        self,
        squared: Squared,
        reader: Reader,
        seen: Looks,
        edition: Edition,
        recent: Recent | None = None,
    ) -> None:
        """Begin with nothing read; recent: what earlier looks read."""
        self._squared, self._reader, self._seen, self.edition = squared, reader, seen, edition
        self._recent = recent or Recent()
        self._read_in(squared)
        self.sharpness, self.clear = 1.0, 0.0
        self.unparted = np.zeros(len(seen.tints), bool)
        self.shares: Shares
        self._forget()

    def add(self, wanted: Flags) -> bool:
        """Read the wanted squares that have not been read yet; whether there were any.

        From the first call on there are shares, even if nothing is wanted.
        """
        places = np.array([place for place in np.flatnonzero(wanted) if place not in self.rows], int)
        if self.rows and not len(places):
            return False
        shares = self._read(np.column_stack(np.divmod(places, self._squared.size)))
        self.letter[places] = shares.letter
        self.middle[places] += shares.offsets
        self.plain_top[places] = shares.blank > _WITNESS.perhaps_plain
        self.shares = self.shares.with_more(shares) if self.rows else shares
        self.rows |= {int(place): len(self.rows) + row for row, place in enumerate(places)}
        self._leave_to_neighbours()
        return bool(len(places))

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The letters that are read."""
        return self._reader.alphabet

    @property
    def blurred(self) -> bool:
        """Whether all letters are out of focus."""
        return self.sharpness < BLURRED_BELOW

    def focus(self, is_plain: Flags) -> None:
        """Read these letters and all later ones in a sharpened picture if they are not sharp, and without near values.

        is_plain: (n * n,) squares on which nothing is printed: out of focus a printed disc easily reads as an O.
        """
        sure = self.letter > _WITNESS.plain_to_see
        if (sure & is_plain).any():
            sure &= is_plain
        self.sharpness = sharpness_of(self._squared, sure)
        if self.sharpness <= SOFT_BELOW:
            self._sharpen(sure)
        self._part_values()

    def _sharpen(self, sure: Flags) -> None:
        """Read all in the picture whose sharpened letters are clearest; sure: (n * n,) letters to compare it by."""
        again = np.isin(np.arange(len(self.letter)), list(self.rows))
        shown = np.column_stack(np.divmod(np.flatnonzero(sure)[: _WITNESS.for_focus], self._squared.size))
        # The picture as it is, too: refocusing does not undo a blur that the lens did not make.
        boards = (self._squared, *refocused(self._squared, self.sharpness))
        tried = [(self._reader.read(board, shown).clear, board) for board in boards]
        self.clear, best = max(tried, key=lambda one: one[0])
        self._read_in(best)
        self.focused = boards
        self._recent = Recent()
        self._forget()
        self.add(again)

    def _part_values(self) -> None:
        """If tiles have large values close to their letters, read these and all later ones without the values."""
        tiles = np.flatnonzero(self.letter > SOME_LETTER)
        if self.blurred or self._reader.remembers or not len(tiles):
            return
        letters = [int(self.shares.letters[self.rows[tile]].argmax()) for tile in tiles.tolist()]
        told = without_near_values(self.read_from, self.middle[tiles] + 0.5, letters, self.edition)
        if told.board is None:
            return
        again = np.isin(np.arange(len(self.letter)), list(self.rows))
        self._recent = self._recent.of_this_look()
        self._read_in(told.board)
        self._forget()
        self.add(again)
        for tile in tiles[~told.parted].tolist():
            letter = self.alphabet[int(self.shares.letters[self.rows[tile]].argmax())]
            self.unparted[tile] = unmarked(letter) in WITH_VALUE

    def _read_in(self, board: Squared) -> None:
        """From now on read letters, bars and likenesses in this board."""
        self.read_from, self.grey, self.focused = board, board.grey, (board,)

    def _forget(self) -> None:
        """Forget all that was read."""
        size, count = self._squared.size, len(self._seen.tints)
        self.letter = np.zeros(count)
        self.plain_top = np.zeros(count, bool)
        self.between = np.zeros(count, bool)
        self.middle = np.column_stack(np.divmod(np.arange(count), size)).astype(float)
        self.rows: dict[int, int] = {}

    def _read(self, places: Places) -> Shares:
        """Read the squares at places, and look for the bar of a thin I where the reader is undecided."""
        return barred(self._reader, self.read_from, places, self._recent)

    def _off(self) -> Floats:
        """How far off their squares' middles tiles lie, down or across, in squares.

        Tiles are thick: seen from the side all their tops are shifted the same way; the common shift is subtracted.
        """
        home = np.column_stack(np.divmod(np.arange(len(self.letter)), self._squared.size))
        sure = self._well_seen()
        lean = medians((self.middle - home)[sure]) if sure.sum() >= _WITNESS.enough else np.zeros(2)
        return np.asarray(np.abs(self.middle - home - lean).max(axis=1))

    def _leave_to_neighbours(self) -> None:
        """Leave a tile that was read from two squares to the nearer one."""
        off = self._off()
        lettered = np.flatnonzero(self.letter > SOME_LETTER)
        one = (self._apart(lettered) < _WITNESS.same_tile) & ~np.eye(len(lettered), dtype=bool)
        further = off[lettered, None] - off[None, lettered]
        self.between[lettered[(one & (np.abs(further) < _WITNESS.nearer)).any(axis=1)]] = True
        self.letter[lettered[(one & (further > 0)).any(axis=1)]] = 0.0

    def compare(self) -> None:
        """Compare the tiles with those remembered, and the doubtful with the confident ones, once all are read.

        What lies between two squares may lie on either, and on the other what it hides there: both show a letter. What
        lies far off its own may be the next one's, though nothing was read there.
        """
        self.between |= (self.letter > SOME_LETTER) & (self._off() > _WITNESS.astray)
        for place in np.flatnonzero(self.between).tolist():
            self.letter[place] = self.shares.letter[self.rows[place]]
        told, self.shares = self.shares, self._reader.recall(self.shares)
        rows = np.array(list(self.rows), int)
        disputed = _disputed(told.letters, self.shares.letters)
        # As witnesses for others disputed tiles keep what the reader gave them: a wrong name must not outvote others.
        shares = np.where(disputed[:, None], told.letters, self.shares.letters)
        letters, rest = compared(shares, middles_of(self.middle[rows]), self.grey)
        letters[disputed], rest[disputed] = self.shares.letters[disputed], 1.0
        self.shares = self.shares.weighed(letters, rest)

    def tiles(self, tile_like: Flags) -> tuple[Flags, Floats]:
        """Which squares show a tile and its letter, if any, clearly; and the shares of something's lying across tiles.

        tile_like: (n * n,) squares to look at besides those with letters. Both (n * n,).
        """
        lettered = self.letter > SOME_LETTER
        places = np.flatnonzero(lettered | tile_like)
        middles = middles_of(self.middle[places])
        clear, crossed = np.zeros(len(self.letter), bool), np.zeros(len(self.letter))
        crossed[places] = across(self._squared.pixels, middles)
        letters = np.flatnonzero(lettered)
        crossed[letters[(self._apart(letters) < _WITNESS.laps).sum(axis=1) > 1]] = 1.0
        clear[places] = shown(self._squared.pixels, middles, lettered[places], self._seen.floor, blurred=self.blurred)
        return np.asarray(clear & ~self.unparted), crossed

    def _apart(self, squares: NDArray[np.intp]) -> Floats:
        """How far apart the tiles on some squares lie, down or across, (k, k), in squares."""
        return np.asarray(np.abs(self.middle[squares, None] - self.middle[None, squares]).max(axis=2))

    def _well_seen(self) -> Flags:
        """The tiles whose letter is plain to see."""
        return np.asarray(self.letter > _WITNESS.plain_to_see)

    def away_from_tiles(self) -> Floats:
        """Each square's distance in tint from the tiles whose letter is plain to see; infinite if there is none."""
        sure, seen = self._well_seen(), self._seen
        if not sure.any():
            return np.full(len(self.letter), np.inf)
        tops = seen.darker if self.edition == "dark" else seen.paler
        by_top = distance(tops, medians(tops[sure]))
        return np.minimum(by_top, distance(seen.tints, medians(seen.tints[sure])))

    def away_from_tiles_of(self, tints: Floats) -> Floats:
        """The distance of other tints from those tiles."""
        sure = self._well_seen()
        if not sure.any():
            return np.full(len(tints), np.inf)
        return distance(tints, medians(self._seen.tints[sure]))

    def reach(self, from_tile: Floats) -> float:
        """The distance from the tiles' common tint up to which a square may be a tile."""
        sure = self._well_seen()
        if sure.sum() < _WITNESS.for_reach:
            return NEAR if sure.any() else 0.0
        return float(np.clip(5 * median_of(from_tile[sure]), *_REACH))


def _disputed(told: Floats, now: Floats) -> Flags:
    """Which tiles the reader and the remembered set name differently: comparing them with others does not decide."""
    is_less_sure = told.max(axis=1) > now.max(axis=1) + 0.01
    return np.asarray(is_less_sure | (told.argmax(axis=1) != now.argmax(axis=1)))
