"""Reads chosen squares of a squared board: cuts a window around each, and another around a tile off its middle."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Grey
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.letter_marks import unmarked
from vision.letters.letter_model import BLANK, NONE, SIGN, LetterOdds, Letters, Windows, windows_at
from vision.letters.reading_cache import Recent

SOME_LETTER = 0.5
"""Share (0 to 1) above which some letter is seen, whichever it is."""
SURE = 0.97
"""Share (0 to 1) from which on a letter is certain. Chosen on rendered boards; see docs/history."""

MARK_SHOWN = 0.9
"""Share of a letter with a mark that the game has not, from which its tile shows that mark, and no speck.

Of 115 such tiles on boards drawn sharp, of another language's set, 98 have as much. Of the game's own letters none has
on 60 boards drawn as they are; some have on 13 of 102 other views of them, of which all were asked about or refused.
"""
_AS_PLAIN = 0.4
"""The part of that share which still stands for the letter without the mark: it is offered first, and is not sure."""

Places = NDArray[np.int_]
"""Squares as (k, 2) rows and columns."""


@dataclass(frozen=True, slots=True)
class WindowLimits:
    """When a window is read again, and how far off its middle a tile may lie (offsets in squares, shares 0 to 1)."""

    off_centre: float = 0.04  # a tile further off is read again with the window moved onto it,
    beyond_doubt: float = 0.999  # unless its share is at least this
    far_off: float = 0.2  # and its offset no more than this
    no_tile: float = 0.9  # share of there being no tile from which there is none: a window is never moved
    furthest: float = 0.42  # a tile further off belongs to the next square


WINDOW = WindowLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """The reader's share (0 to 1) of each answer on k squares; all answers of a square sum to 1.

    letters: (k, alphabet) the game's letters. strange: letters the game has not. blank: a plain top. sign: a tile with
    something else on it. none: no tile. offsets: (k, 2) the tile's middle from the square's, down and right, in
    squares. features: (k, any) of the network's last layer, or (0, 0). centred: (k,) whether the window was centred on
    the tile.
    """

    letters: Floats
    strange: Floats
    blank: Floats
    sign: Floats
    none: Floats
    offsets: Floats
    features: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    centred: Flags = field(default_factory=lambda: np.zeros(0, bool))

    @property
    def letter(self) -> Floats:
        """The share of there being a letter at all, (k,)."""
        return np.asarray(self.letters.sum(axis=1) + self.strange)

    @property
    def clear(self) -> float:
        """How clear the letters are: the mean log share of the likeliest one."""
        return float(np.log(self.letters.max(axis=1) + 1e-9).mean())

    def weighed(self, letters: Floats, rest: Floats) -> Shares:
        """These squares with other shares of the letters; those of other answers are multiplied by rest (k,)."""
        return replace(
            self,
            letters=letters,
            strange=self.strange * rest,
            blank=self.blank * rest,
            sign=self.sign * rest,
            none=self.none * rest,
        )

    def with_more(self, other: Shares) -> Shares:
        """These squares followed by the others."""
        return Shares(
            np.vstack([self.letters, other.letters]),
            np.concatenate([self.strange, other.strange]),
            np.concatenate([self.blank, other.blank]),
            np.concatenate([self.sign, other.sign]),
            np.concatenate([self.none, other.none]),
            np.vstack([self.offsets, other.offsets]),
            np.vstack([self.features, other.features]),
            np.concatenate([self.centred, other.centred]),
        )


class Remembered(Protocol):
    """What is remembered of a set of tiles.

    unclear: (alphabet,) which of the reader's answers may be another letter of this set.
    """

    unclear: Flags

    def weigh(self, shares: Shares) -> Shares:
        """The shares as read, weighed with what is remembered."""


class Reader:
    """Reads squares with the letter reader, for one game's alphabet."""

    remembers: Remembered | None = None

    def __init__(self, letters: Letters, alphabet: Sequence[str], *, kept: float = SURE) -> None:
        """Find the game's letters among the reader's answers.

        kept: share from which what was read is not read again while it looks the same; the next look may do better.
        """
        self._letters, self._kept = letters, kept
        self.alphabet = tuple(alphabet)
        place = {name: index for index, name in enumerate(letters.classes)}
        self._ours = [place[letter] for letter in self.alphabet]
        self._marked = _marked(letters.classes, self.alphabet)
        self._rest = [place[BLANK], place[SIGN], place[NONE]]
        known = {*self._ours, *self._rest, *self._marked}
        self._count = len(letters.classes)
        self._foreign = [i for i in range(len(letters.classes)) if i not in known]

    def remembering(self, remembered: Remembered) -> Reader:
        """A copy of this reader for a set of tiles of which something is remembered."""
        reader = copy.copy(self)
        reader.remembers = remembered
        return reader

    def recall(self, shares: Shares) -> Shares:
        """The shares as read, weighed with what is remembered, if anything is."""
        return self.remembers.weigh(shares) if self.remembers else shares

    def read(self, squared: Squared, places: Places, recent: Recent | None = None) -> Shares:
        """Read the squares at places; the window follows a tile that lies off its square's middle.

        recent: what earlier looks read, which is not read again where nothing has changed.
        """
        grey, recent = squared.grey, recent or Recent()
        middles = middles_of(places)
        windows = windows_at(grey, middles)
        squares = places @ np.array([squared.size, 1])
        fresh = recent.changed(squares, windows)
        rows = self._rows(grey, middles[fresh], windows[fresh], recent)
        # A tile far off the middle is read in a window of its own, whose px are not compared with those of later looks.
        centred = np.abs(rows[:, self._count : self._count + 2]).max(axis=1, initial=0) <= WINDOW.far_off
        answers = np.column_stack([rows[:, : self._count], rows[:, self._rest].sum(axis=1)])
        sure = centred & (answers.max(axis=1, initial=0) >= self._kept)
        all_rows = np.zeros((len(places), rows.shape[1]))
        all_rows[fresh] = rows
        if not fresh.all():
            all_rows[~fresh] = recent.recall(squares[~fresh])
        recent.keep(squares[fresh][sure], windows[fresh][sure], rows[sure])
        return self._split(all_rows)

    def look_ahead(self, squared: Squared, places: Places, recent: Recent) -> None:
        """Start reading the squares at places on another core, for when they are asked for."""
        recent.look_ahead(windows_at(squared.grey, middles_of(places)), self._letters)

    def _rows(self, grey: Grey, middles: Floats, windows: Windows, recent: Recent) -> Floats:
        """What the windows show, (k, any): each class's share, the offset, whether the window was centred, features."""
        odds = recent.told(windows, self._letters)
        shares = np.exp(odds.log_probabilities.astype(np.float64))
        offsets: Floats = np.clip(odds.offsets, -WINDOW.furthest, WINDOW.furthest).astype(np.float64)
        features = odds.features
        off = np.abs(odds.offsets).max(axis=1) > WINDOW.off_centre
        again = off & (shares[:, self._rest[2]] < WINDOW.no_tile) & (_unclear(odds, shares) | self._mistakable(shares))
        if again.any():
            closer = self._letters.read(windows_at(grey, middles[again] + offsets[again] * SQUARE))
            shares[again] = np.exp(closer.log_probabilities.astype(np.float64))
            offsets[again] += closer.offsets
            features[again] = closer.features
        return np.hstack([shares, offsets, (~off | again)[:, None], features])

    def _split(self, rows: Floats) -> Shares:
        """Rows as returned by _rows, for this game's alphabet."""
        shares, offsets, centred, features = np.split(rows, [self._count, self._count + 2, self._count + 3], axis=1)
        return self._told(shares, offsets, features.astype(np.float32), centred[:, 0] > 0)

    def told(self, windows: Windows) -> Shares:
        """Read windows that are cut already, each around a tile's middle: (k, 48, 48)."""
        odds = self._letters.read(windows)
        shares = np.exp(odds.log_probabilities.astype(np.float64))
        return self._told(shares, odds.offsets.astype(float), odds.features, np.ones(len(shares), bool))

    def cut(self, squared: Squared, places: Places) -> Windows:
        """The windows around the tiles at places, each moved onto the tile's middle: (k, 48, 48)."""
        middles = middles_of(places) + self.read(squared, places).offsets[:, ::-1] * SQUARE
        return windows_at(squared.grey, middles)

    def _mistakable(self, shares: Floats) -> Flags:
        """Which windows show a letter that may be another one of the remembered set."""
        if self.remembers is None:
            return np.zeros(len(shares), bool)
        return np.asarray(self.remembers.unclear[shares[:, self._ours].argmax(axis=1)])

    def _told(self, shares: Floats, offsets: Floats, features: NDArray[np.float32], centred: Flags) -> Shares:
        """The reader's answers, for this game's alphabet."""
        blank, sign, none = (shares[:, index] for index in self._rest)
        ours = shares[:, self._ours]
        strange = shares[:, self._foreign].sum(axis=1)
        for index, letter in self._marked.items():
            share = shares[:, index]
            as_plain = np.where(share >= MARK_SHOWN, _AS_PLAIN, 1.0) * share
            ours[:, letter] += as_plain
            strange += share - as_plain
        return Shares(ours, strange, blank, sign, none, offsets[:, ::-1], features, centred)


def _marked(classes: Sequence[str], alphabet: Sequence[str]) -> dict[int, int]:
    """The reader's answers that are a letter of the game with a mark the game has not, and that letter's place.

    If no tile shows an Ą, what looks a little like one is an A with a speck. What clearly shows one is of another set:
    another game's may lie there, or a tile that replaces a lost one.
    """
    plain = {name: unmarked(name) for name in classes if len(name) == 1}
    return {
        index: alphabet.index(plain[name])
        for index, name in enumerate(classes)
        if len(name) == 1 and name not in alphabet and plain[name] in alphabet
    }


def middles_of(places: Places | Floats) -> Floats:
    """The middles of squares, or of tiles that lie off these, in squared-board px, x and y."""
    return np.asarray((places[:, ::-1] + 1.5) * SQUARE, np.float64)


def _unclear(odds: LetterOdds, shares: Floats) -> Flags:
    """Which windows must be read again from their tile's middle, as they were not read beyond doubt."""
    return np.asarray((shares.max(axis=1) < WINDOW.beyond_doubt) | (np.abs(odds.offsets).max(axis=1) > WINDOW.far_off))
