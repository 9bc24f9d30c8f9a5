"""What was learnt of the household's own tiles, as a witness beside the letter reader.

Tiles of one set are alike in what the reader's last layer decides by (their features), even where it gives them the
wrong name. So a tile is compared with those that were learnt, and the reader's odds are weighed with how alike they
are. The reader's odds on the learnt tiles themselves tell how far it may be trusted with them, and they with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats
from vision.letters.classifier import Reader, Shares
from vision.letters.letter_model import Windows

Features = NDArray[np.float32]
_HALF = 0.5
SURE = 0.97
"""From this share on the reader is sure."""
_BY_READER, _BY_LIKENESS = 0.25, 140.0
"""How much the reader's log odds and the likeness weigh: together they give the least log loss on the odd typefaces of
benches/unknown_typefaces.py (flat between 0.1 and 0.5, and between 100 and 240)."""
_FITS = 0.94
"""The tiles that are plain to see on a board are in the middle at least so like the learnt ones of their letters, if
they are of that set: 0.951 to 0.98 on 205 drawn boards in 33 typefaces, on those of other sets 0.93 in the middle."""
_CLOSE = 0.9
"""A tile is so like the learnt one of its letter, else nothing becomes sure by it: in most sets 99 in 100 are."""
_APART = 2.0
"""The reader tells two learnt letters apart if its log odds on the tiles of the one and the other differ by this."""
_CLEAR = 6.0
"""No learnt tile of another letter is taken for this one if the reader's log odds against it are as high as this on all
of them."""
_FAR = 5.0
"""How much lower than on the learnt tiles the reader's log odds may be."""
_STAYS = 0.8
"""What the reader is sure of stays so if this much of certainty is left after weighing."""
_MOST = 0.59
"""A letter that the reader takes for another, and nothing vouches for, is no surer than this, and Tesseract is not
asked about it either."""
_COUNTS = 0.005
"""A letter with a smaller share is no rival."""


@dataclass(frozen=True, slots=True, eq=False)
class LearntTile:
    """A tile that somebody named: its letter, and its window (48, 48) uint8 as the letter reader sees it."""

    letter: str
    window: Windows


class Learnt:
    """The tiles of one set, ready to compare with.

    unclear: (alphabet,) which of the reader's answers may be another letter of this set.
    """

    def __init__(self, reader: Reader, tiles: Sequence[LearntTile]) -> None:
        """See the learnt tiles through the reader's eyes; those whose letter the game has not are left out."""
        ours = [tile for tile in tiles if tile.letter in reader.alphabet]
        self._letters = np.array([reader.alphabet.index(tile.letter) for tile in ours], int)
        self._tops, odds = seen(reader, ours)
        self._odds = _by_letter(odds, self._letters, len(reader.alphabet))
        self.unclear: Flags = np.asarray((self._odds < _CLEAR).any(axis=0))

    def weigh(self, shares: Shares) -> Shares:
        """The letters' shares weighed with how alike the learnt tiles are; what is no letter keeps its share.

        Nothing changes on a board whose plain tiles are unlike the learnt ones: they are of another set.
        """
        rows = np.flatnonzero((shares.letters.sum(axis=1) > _HALF) & shares.centred)
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
        """How alike each tile is to the likest learnt one of each letter, (k, alphabet); -1 for letters not learnt."""
        # No matrix product: on a busy machine its threads wait for each other, 100 ms instead of 1.
        each = np.einsum("kf,nf->kn", unit(features), self._tops)
        alike = np.full((len(features), len(self._odds)), -1.0)
        for letter in np.unique(self._letters):
            alike[:, letter] = each[:, self._letters == letter].max(axis=1)
        return alike

    def _settled(self, read: Floats, alike: Floats) -> Floats:
        """The new shares of the letters, (k, alphabet)."""
        together = _together(read, alike)
        said, top = read.argmax(axis=1), together.argmax(axis=1)
        was_sure, agrees = read.max(axis=1) >= SURE, said == top
        is_close = np.take_along_axis(alike, top[:, None], axis=1)[:, 0] >= _CLOSE
        is_sure = (together.max(axis=1) >= SURE) & self._vouched(read, together, top) & is_close
        stays = agrees & (~is_sure | was_sure) & ~(was_sure & (together.max(axis=1) < _STAYS))
        # A tile like none that was learnt: they have no say in what the reader is unsure of.
        stays |= ~agrees & ~is_close & ~was_sure
        result = np.where(stays[:, None], read, together)
        for row in np.flatnonzero(~agrees & ~is_sure & ~stays):
            result[row] = _held_down(result[row], int(said[row]))
        return result

    def _vouched(self, read: Floats, together: Floats, top: NDArray[np.int_]) -> Flags:
        """Whether the reader's odds of each tile's letter against all rivals are those of its learnt tiles.

        So a wrong name is found out: on tiles whose names were exchanged the reader's odds are the other way about.
        """
        logs = np.log(read + 1e-9)
        odds = np.take_along_axis(logs, top[:, None], axis=1) - logs
        on_own, on_rival = self._odds[top], -self._odds.T[top]
        with np.errstate(invalid="ignore"):
            fine = (on_own - on_rival >= _APART) & (odds >= (on_own + on_rival) / 2) & (odds >= on_own - _FAR)
        rivals = (read > _COUNTS) | (together > _COUNTS)
        np.put_along_axis(rivals, top[:, None], values=False, axis=1)
        return np.asarray((fine | ~rivals).all(axis=1))


def seen(reader: Reader, tiles: Sequence[LearntTile]) -> tuple[Features, Floats]:
    """Tiles as the reader sees them: their features (n, any) of length 1, and its log odds (n, alphabet).

    Of each tile five windows are read, moved by a px: as the lattice will lie now so, now so.
    """
    if not tiles:
        return np.zeros((0, 0), np.float32), np.zeros((0, len(reader.alphabet)))
    told = reader.told(np.concatenate([_moved(tile.window) for tile in tiles]))
    features = unit(told.features).reshape(len(tiles), -1, told.features.shape[1])
    logs = np.log(told.letters / told.letters.sum(axis=1, keepdims=True) + 1e-9)
    return unit(features.mean(axis=1)), np.median(logs.reshape(len(tiles), -1, logs.shape[1]), axis=1)


def unit(features: Features) -> Features:
    """Features (k, any) as vectors of length 1, so that their products tell how alike they are."""
    lengths = np.linalg.norm(features, axis=1, keepdims=True)
    return np.asarray(features / np.maximum(lengths, 1e-9), np.float32)


def _moved(window: Windows) -> Windows:
    """A window as it is, and moved by a px to each side."""
    wide = np.pad(window, 1, mode="edge")
    side = len(window)
    return np.stack([wide[y : y + side, x : x + side] for y, x in ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2))])


def _by_letter(logs: Floats, letters: NDArray[np.int_], count: int) -> Floats:
    """On the tiles of each letter (row), its log odds against every other (column); nan where none was learnt."""
    odds = np.full((count, count), np.nan)
    for letter in np.unique(letters):
        own = logs[letters == letter]
        odds[letter] = np.median(own[:, [letter]] - own, axis=0)
        odds[letter, letter] = np.nan
    return odds


def _fits(read: Floats, alike: Floats) -> bool:
    """Whether the board's tiles are of the set that was learnt, as far as those tell that are plain to see."""
    own = np.take_along_axis(alike, read.argmax(axis=1)[:, None], axis=1)[:, 0]
    plain = own[(read.max(axis=1) >= SURE) & (own >= 0)]
    return bool(np.median(plain if len(plain) else alike.max(axis=1)) >= _FITS)


def _together(read: Floats, alike: Floats) -> Floats:
    """Both witnesses' shares of the letters; against one that was not learnt nothing speaks but the reader."""
    logs = np.log(read + 1e-9)
    known = alike >= 0
    weights = np.where(known, _BY_READER * logs + _BY_LIKENESS * alike, -np.inf)
    likeliest = weights.argmax(axis=1)[:, None]
    at_best = np.take_along_axis(weights, likeliest, axis=1)
    weights = np.where(known, weights, at_best + logs - np.take_along_axis(logs, likeliest, axis=1))
    shares = np.exp(weights - weights.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _held_down(shares: Floats, said: int) -> Floats:
    """One tile's shares with the likeliest held down, what is over going to what the reader said."""
    top = int(shares.argmax())
    over = max(0.0, float(shares[top]) - _MOST)
    result = shares.copy()
    result[top] -= over
    result[said] += over
    return result
