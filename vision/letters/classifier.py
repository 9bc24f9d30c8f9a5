"""Reads what lies on chosen squares of a squared board: cuts a window round each, and once more round its tile."""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, Grey, grey_of
from vision.geometry.orientation import FEW, Turn, standing
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.letter_model import BLANK, NONE, SIGN, LetterOdds, Letters, Windows, windows_at
from vision.letters.reading_cache import Recent

_OFF_CENTRE = 0.04
"""A tile further off its window's middle than this, in squares, is looked at again with the window moved onto it."""
_BEYOND_DOUBT, _FAR_OFF = 0.999, 0.2
"""Unless it is read as surely as this, and lies no further off than that."""
_NO_TILE = 0.9
_KEPT = 0.97
"""What was read less surely is read again at the next look, for it may do better."""
_FURTHEST = 0.42
"""A tile further off than this belongs to the next square."""

_CLEAR, _MOST = 0.9, 0.75
_HARDLY, _CLEARER, _ALL_CLEAR, _MUCH_CLEARER = 0.3, 0.1, -0.15, 2.0
"""A letter's share below which it makes no difference; the sum of the letters' logarithms by which a turned board must
be clearer, where their mean is at least the third, or else by which. Of those 800 boards, most with few letters, 18
were then taken for turned otherwise than they were, each reading as well that way, as N, Z and S do; of 506 pictures of
four sets none."""

_ENOUGH = 5
"""Fewer letters than these that are clear some way up do not settle it: one of 14, of a bold face in grain or out of
focus, turned boards of 50 letters."""

_EITHER_WAY, _GUESSED = frozenset("HIMNOSWXZ"), 0.1
"""Letters that turned are letters, too: one seen as the board lies, more likely than the second, does not tell that the
board is turned (a bleached N, 0.28 as it lay and 0.91 upside down, turned a board of 29). Nor do they with a mark,
which is easily lost: a bleached Ż, a Z upside down, and an Ś turned a board of 31."""

_STROKES = str.maketrans("Ł", "L")
"""A stroke through a letter is no mark that Unicode takes off."""

Places = NDArray[np.int_]
"""Squares as (k, 2) rows and columns."""


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """How certainty is shared out on each of k squares; every row of all parts together sums to 1.

    letters: (k, alphabet) the game's letters. strange: letters the game has not. blank: a plain top.
    sign: a tile with something else on it. none: no tile. offsets: (k, 2) how many squares down and right of the
    square's middle the tile's middle lies. features: (k, any) what the letter reader decided by, or (0, 0). centred:
    (k,) whether it saw the tile in the middle.
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
        """How clear the letters are: the mean logarithm of the likeliest one's share."""
        return float(np.log(self.letters.max(axis=1) + 1e-9).mean())

    def weighed(self, letters: Floats, rest: Floats) -> Shares:
        """These squares with other shares for the letters, all that is no letter of the game times rest (k,)."""
        return replace(
            self,
            letters=letters,
            strange=self.strange * rest,
            blank=self.blank * rest,
            sign=self.sign * rest,
            none=self.none * rest,
        )

    def with_more(self, other: Shares) -> Shares:
        """These squares and then the others."""
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
        """Weigh what was read with what is remembered."""


class Reader:
    """Reads squares with the letter reader, for one game's alphabet."""

    remembers: Remembered | None = None

    def __init__(self, letters: Letters, alphabet: Sequence[str], *, kept: float = _KEPT) -> None:
        """Remember where the game's letters stand among the answers; kept: what was read less surely is read again."""
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
        """This reader, for a set of tiles of which something is remembered."""
        reader = copy.copy(self)
        reader.remembers = remembered
        return reader

    def recall(self, shares: Shares) -> Shares:
        """What was read, weighed with what is remembered."""
        return self.remembers.weigh(shares) if self.remembers else shares

    def read(self, squared: Squared, places: Places, recent: Recent | None = None) -> Shares:
        """Read the squares at places; a tile that lies off its square's middle is followed there.

        recent: what was read by earlier looks and is not read again where nothing has changed.
        """
        grey = grey_of(squared.pixels)
        middles = middles_of(places)
        windows = windows_at(grey, middles)
        if recent is None:
            return self._split(self._rows(grey, middles, windows, Recent()))
        squares = places @ np.array([squared.size, 1])
        fresh = recent.changed(squares, windows)
        rows = self._rows(grey, middles[fresh], windows[fresh], recent)
        # A tile far off the middle is read from a window of its own, whose px nobody compares.
        centred = np.abs(rows[:, self._count : self._count + 2]).max(axis=1, initial=0) <= _FAR_OFF
        sure = centred & (rows[:, : self._count].max(axis=1, initial=0) >= self._kept)
        all_rows = np.zeros((len(places), rows.shape[1]))
        all_rows[fresh] = rows
        if not fresh.all():
            all_rows[~fresh] = recent.recall(squares[~fresh])
        recent.keep(squares[fresh][sure], windows[fresh][sure], rows[sure])
        return self._split(all_rows)

    def look_ahead(self, squared: Squared, places: Places, recent: Recent) -> None:
        """Have squares at places read meanwhile, on another core, for when they are asked about."""
        recent.look_ahead(windows_at(grey_of(squared.pixels), middles_of(places)), self._letters)

    def _rows(self, grey: Grey, middles: Floats, windows: Windows, recent: Recent) -> Floats:
        """What the windows show, (k, any): each class's share, the offset, whether it was read centred, features."""
        odds = recent.told(windows, self._letters)
        shares = np.exp(odds.log_probabilities.astype(np.float64))
        offsets: Floats = np.clip(odds.offsets, -_FURTHEST, _FURTHEST).astype(np.float64)
        features = odds.features
        off = np.abs(odds.offsets).max(axis=1) > _OFF_CENTRE
        again = off & (shares[:, self._rest[2]] < _NO_TILE) & (_unclear(odds, shares) | self._mistakable(shares))
        if again.any():
            closer = self._letters.read(windows_at(grey, middles[again] + offsets[again] * SQUARE))
            shares[again] = np.exp(closer.log_probabilities.astype(np.float64))
            offsets[again] += closer.offsets
            if len(features):
                features[again] = closer.features
        features = features.reshape(len(windows), features.shape[1])
        return np.hstack([shares, offsets, (~off | again)[:, None], features])

    def _split(self, rows: Floats) -> Shares:
        """Rows as given by _rows, for this game's alphabet."""
        shares, offsets, centred, features = np.split(rows, [self._count, self._count + 2, self._count + 3], axis=1)
        return self._told(shares, offsets, features.astype(np.float32), centred[:, 0] > 0)

    def told(self, windows: Windows) -> Shares:
        """Read windows that were cut before, each round a tile's middle: (k, 48, 48)."""
        odds = self._letters.read(windows)
        shares = np.exp(odds.log_probabilities.astype(np.float64))
        return self._told(shares, odds.offsets.astype(float), odds.features, np.ones(len(windows), bool))

    def cut(self, squared: Squared, places: Places) -> Windows:
        """The windows round the tiles at places, each followed to its middle: (k, 48, 48)."""
        middles = middles_of(places) + self.read(squared, places).offsets[:, ::-1] * SQUARE
        return windows_at(grey_of(squared.pixels), middles)

    def _mistakable(self, shares: Floats) -> Flags:
        """Which windows' letter may be another one of the set that is remembered."""
        if self.remembers is None:
            return np.zeros(len(shares), bool)
        return np.asarray(self.remembers.unclear[shares[:, self._ours].argmax(axis=1)])

    def _told(self, shares: Floats, offsets: Floats, features: NDArray[np.float32], centred: Flags) -> Shares:
        """The reader's answers, for this game's alphabet."""
        blank, sign, none = (shares[:, index] for index in self._rest)
        ours = shares[:, self._ours]
        for index, letter in self._marked.items():
            ours[:, letter] += shares[:, index]
        strange = shares[:, self._foreign].sum(axis=1)
        return Shares(ours, strange, blank, sign, none, offsets[:, ::-1], features, centred)

    def turn(self, squared: Squared, places: Places, recent: Recent | None = None) -> Turn:
        """How far the board must be turned to set the tiles at places upright; not at all if that cannot be told.

        recent: where what was read for this is kept, for when letters are read there.
        """
        if not len(places):
            return Turn(0, is_settled=False)
        windows = windows_at(grey_of(squared.pixels), middles_of(places))
        odds = self._letters.read(windows)
        if recent is not None:
            recent.tell(windows, odds)
        as_it_is = self._surest(odds)
        if np.mean(as_it_is > _CLEAR) >= _MOST and self._one_way(odds) >= FEW:
            return Turn(0, is_settled=True)
        turned = (np.ascontiguousarray(np.rot90(windows, turn, axes=(1, 2))) for turn in (1, 2, 3))
        ways = [odds, *(self._letters.read(windows) for windows in turned)]
        sure = np.stack([self._surest(way) for way in ways])
        # Squares that show no letter whichever way up, as icons do, say nothing.
        shown = (sure.max(axis=0) > _CLEAR) & ~self._either_way(ways, sure)
        clear = np.log(np.clip(sure[:, shown], _HARDLY, 1)).sum(axis=1)
        best = int(clear.argmax())
        is_clear = clear[best] > _ALL_CLEAR * np.count_nonzero(shown)
        turns = best if clear[best] > clear[0] + (_CLEARER if is_clear else _MUCH_CLEARER) else 0
        is_apart = np.delete(clear, turns).max() < clear[turns] - _MUCH_CLEARER
        return Turn(turns, is_settled=bool(is_apart and np.count_nonzero(shown) >= _ENOUGH))

    def _one_way(self, odds: LetterOdds) -> int:
        """How many windows show for sure a letter that no turned one looks like."""
        shares = np.exp(odds.log_probabilities[:, self._ours])
        return standing(self.alphabet[index] for index in shares[shares.max(axis=1) > _KEPT].argmax(axis=1))

    def _either_way(self, ways: Sequence[LetterOdds], sure: Floats) -> Flags:
        """Which windows, clearest when turned, show a letter as they are that may be the same one turned."""
        clearest = sure.argmax(axis=0)
        is_either = np.array([unmarked(letter) in _EITHER_WAY for letter in self.alphabet])
        either = np.stack([is_either[way.log_probabilities[:, self._ours].argmax(axis=1)] for way in ways])
        both = either[0] & either[clearest, np.arange(len(clearest))]
        return np.asarray((clearest > 0) & (sure[0] > _GUESSED) & both)

    def _surest(self, odds: LetterOdds) -> Floats:
        """The share of the likeliest letter in each window."""
        shares = np.exp(odds.log_probabilities[:, self._ours])
        return np.asarray(shares.max(axis=1), np.float64)


DOTTED = frozenset("ÅÄÖÜ")
"""Letters whose mark stands above them, apart from them."""


def unmarked(letter: str) -> str:
    """A letter without its dots, ring, accent, tail or stroke."""
    return unicodedata.normalize("NFD", letter)[0].translate(_STROKES)


def _marked(classes: Sequence[str], alphabet: Sequence[str]) -> dict[int, int]:
    """The reader's letters that the game has only without their mark, as answers, with the place of that letter.

    Where no tile shows an Ą, what looks like one is an A with a speck.
    """
    plain = {name: unmarked(name) for name in classes if len(name) == 1}
    return {
        index: alphabet.index(plain[name])
        for index, name in enumerate(classes)
        if len(name) == 1 and name not in alphabet and plain[name] in alphabet and plain[name] != name
    }


def middles_of(places: Places) -> Floats:
    """The squares' middles in px of the squared board, x and y."""
    return np.asarray((places[:, ::-1] + 1.5) * SQUARE, np.float64)


def _unclear(odds: LetterOdds, shares: Floats) -> Flags:
    """Which windows were not read surely from where they are."""
    return np.asarray((shares.max(axis=1) < _BEYOND_DOUBT) | (np.abs(odds.offsets).max(axis=1) > _FAR_OFF))
