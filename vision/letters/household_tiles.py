"""Compares tiles with the household's own ones that were learnt, as evidence beside the letter reader.

Tiles of one set have similar features in the reader's last layer, even where the reader gives them the wrong name. So
a tile is compared with the learnt ones, and the reader's odds are weighed with the likeness. The reader's odds on the
learnt tiles themselves show how far it can be trusted with them, and they with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats
from vision.letters.classifier import SOME_LETTER, SURE, Reader, Shares
from vision.letters.letter_model import Windows

Features = NDArray[np.float32]


_BY_READER, _BY_LIKENESS = 0.25, 140.0
"""Weights of the reader's own log odds, and of the likeness to the learnt tile, in the log odds of a letter.

Together they give the least log loss on the odd typefaces of benches/unknown_typefaces.py, which is flat from 0.1 to
0.5 and from 100 to 240."""


@dataclass(frozen=True, slots=True)
class LikenessLimits:
    """Likeness of tiles to the learnt ones of their letters (cosine of their features, -1 to 1)."""

    # Median over a board's confident tiles, if they are of the learnt set: 0.951 to 0.98 on 205 drawn boards in 33
    # typefaces; on boards of other sets 0.93.
    same_set: float = 0.94
    close: float = 0.9  # of a tile that likeness may make confident: in most sets 99 in 100 have it


@dataclass(frozen=True, slots=True)
class LogOddsLimits:
    """Log odds of the reader for one learnt letter against another."""

    apart: float = 2.0  # the reader tells both apart if its log odds on their tiles differ by this
    clear: float = 6.0  # a letter with as much against all others on its learnt tiles is mistaken for none of them
    lower: float = 5.0  # how much lower than on the learnt tiles they may be on the board


@dataclass(frozen=True, slots=True)
class ShareLimits:
    """Shares of certainty (0 to 1) of a letter after weighing."""

    stays: float = 0.8  # a letter of which the reader was confident stays so with this left
    # Most that a letter gets which the reader takes for another, and that nothing confirms; Tesseract is not asked
    # about it then, either.
    unconfirmed: float = 0.59
    rival: float = 0.005  # a letter with less is no rival


LIKENESS, LOG_ODDS, SHARES = LikenessLimits(), LogOddsLimits(), ShareLimits()


@dataclass(frozen=True, slots=True, eq=False)
class LearntTile:
    """A tile that somebody named: its letter, and its window (48, 48) uint8 as the letter reader sees it."""

    letter: str
    window: Windows


class Learnt:
    """The learnt tiles of one set, ready for comparison.

    unclear: (alphabet,) which of the reader's answers may be another letter of this set.
    """

    def __init__(self, reader: Reader, tiles: Sequence[LearntTile]) -> None:
        """Compute the reader's features and odds of the learnt tiles; letters of other games are left out."""
        ours = [tile for tile in tiles if tile.letter in reader.alphabet]
        self._letters = np.array([reader.alphabet.index(tile.letter) for tile in ours], int)
        self._tops, odds = seen(reader, ours)
        self._odds = _by_letter(odds, self._letters, len(reader.alphabet))
        self.unclear: Flags = np.asarray((self._odds < LOG_ODDS.clear).any(axis=0))

    def weigh(self, shares: Shares) -> Shares:
        """The letters' shares weighed with the likeness to the learnt tiles; what is no letter keeps its share.

        Nothing changes on a board whose confident tiles are unlike the learnt ones: they are of another set.
        """
        rows = np.flatnonzero((shares.letters.sum(axis=1) > SOME_LETTER) & shares.centred)
        if not len(rows) or not len(self._tops):
            return shares
        mass = shares.letters[rows].sum(axis=1, keepdims=True)
        read = shares.letters[rows] / mass
        alike = self._likeness(shares.features[rows])
        if not _fits(read, alike):
            return shares
        letters = shares.letters.copy()
        letters[rows] = mass * self._settled(read, alike)
        return replace(shares, letters=letters)

    def _likeness(self, features: Features) -> Floats:
        """Each tile's likeness to the most similar learnt one of each letter, (k, alphabet); -1 if none was learnt."""
        # Not as a matrix product, whose threads wait for each other on a busy machine: 100 ms instead of 1.
        each = np.einsum("kf,nf->kn", unit(features), self._tops)
        alike = np.full((len(features), len(self._odds)), -1.0)
        for letter in np.unique(self._letters):
            alike[:, letter] = each[:, self._letters == letter].max(axis=1)
        return alike

    def _settled(self, read: Floats, alike: Floats) -> Floats:
        """The new shares of the letters, (k, alphabet): the reader's own, or those that it and likeness give together.

        Where both name the same letter likeness may make it sure, and where the reader was sure of it take that away.
        Where they differ likeness has a say if a learnt tile is close, or the reader was sure; and if that leaves the
        letter unsure, neither name may become sure.
        """
        together = _together(read, alike)
        said, top, share = read.argmax(axis=1), together.argmax(axis=1), together.max(axis=1)
        was_sure, agrees = read.max(axis=1) >= SURE, said == top
        is_close = np.take_along_axis(alike, top[:, None], axis=1)[:, 0] >= LIKENESS.close
        is_sure = (share >= SURE) & is_close & self._vouched(read, together, top)
        weighs = np.where(agrees, np.where(was_sure, share < SHARES.stays, is_sure), is_close | was_sure)
        result = np.where(weighs[:, None], together, read)
        for row in np.flatnonzero(weighs & ~agrees & ~is_sure):
            result[row] = _held_down(result[row], int(said[row]))
        return result

    def _vouched(self, read: Floats, together: Floats, top: NDArray[np.int_]) -> Flags:
        """Whether the reader's odds of each tile's letter against all rivals are as on its learnt tiles, (k,).

        This finds wrong names: on tiles whose names were exchanged the reader's odds are the other way about.
        """
        logs = np.log(read + 1e-9)
        odds = np.take_along_axis(logs, top[:, None], axis=1) - logs
        # The same odds as the learnt tiles of the letter have them, and as those of each rival do; nan if none is.
        on_own, on_rival = self._odds[top], -self._odds.T[top]
        with np.errstate(invalid="ignore"):
            are_apart = on_own - on_rival >= LOG_ODDS.apart
            is_as_own = odds >= np.maximum((on_own + on_rival) / 2, on_own - LOG_ODDS.lower)
        is_rival = (read > SHARES.rival) | (together > SHARES.rival)
        np.put_along_axis(is_rival, top[:, None], values=False, axis=1)
        return np.asarray(((are_apart & is_as_own) | ~is_rival).all(axis=1))


def seen(reader: Reader, tiles: Sequence[LearntTile]) -> tuple[Features, Floats]:
    """The reader's features (n, any), of length 1, and log odds (n, alphabet) of tiles.

    Of each tile five windows are read, shifted by a px, as the lattice does not always lie the same.
    """
    if not tiles:
        return np.zeros((0, 0), np.float32), np.zeros((0, len(reader.alphabet)))
    told = reader.told(np.concatenate([_moved(tile.window) for tile in tiles]))
    features = unit(told.features).reshape(len(tiles), -1, told.features.shape[1])
    logs = np.log(told.letters / told.letters.sum(axis=1, keepdims=True) + 1e-9)
    return unit(features.mean(axis=1)), np.median(logs.reshape(len(tiles), -1, logs.shape[1]), axis=1)


def unit(features: Features) -> Features:
    """Features (k, any) scaled to length 1, so that their products are cosines."""
    lengths = np.linalg.norm(features, axis=1, keepdims=True)
    return np.asarray(features / np.maximum(lengths, 1e-9), np.float32)


def _moved(window: Windows) -> Windows:
    """A window as it is, and shifted by a px to each side."""
    wide = np.pad(window, 1, mode="edge")
    side = len(window)
    return np.stack([wide[y : y + side, x : x + side] for y, x in ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2))])


def _by_letter(logs: Floats, letters: NDArray[np.int_], count: int) -> Floats:
    """Log odds of each letter (row) against every other (column) on its learnt tiles; nan where none was learnt."""
    odds = np.full((count, count), np.nan)
    for letter in np.unique(letters):
        own = logs[letters == letter]
        odds[letter] = np.median(own[:, [letter]] - own, axis=0)
        odds[letter, letter] = np.nan
    return odds


def _fits(read: Floats, alike: Floats) -> bool:
    """Whether the board's tiles are of the learnt set, judged by the confident ones."""
    own = np.take_along_axis(alike, read.argmax(axis=1)[:, None], axis=1)[:, 0]
    plain = own[(read.max(axis=1) >= SURE) & (own >= 0)]
    return bool(np.median(plain if len(plain) else alike.max(axis=1)) >= LIKENESS.same_set)


def _together(read: Floats, alike: Floats) -> Floats:
    """The letters' shares by reader and likeness together; for letters not learnt by the reader alone."""
    logs = np.log(read + 1e-9)
    known = alike >= 0
    weights = np.where(known, _BY_READER * logs + _BY_LIKENESS * alike, -np.inf)
    likeliest = weights.argmax(axis=1)[:, None]
    at_best = np.take_along_axis(weights, likeliest, axis=1)
    weights = np.where(known, weights, at_best + logs - np.take_along_axis(logs, likeliest, axis=1))
    shares = np.exp(weights - weights.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _held_down(shares: Floats, said: int) -> Floats:
    """One tile's shares with the likeliest limited, and the excess given to the reader's letter."""
    top = int(shares.argmax())
    over = max(0.0, float(shares[top]) - SHARES.unconfirmed)
    result = shares.copy()
    result[top] -= over
    result[said] += over
    return result
