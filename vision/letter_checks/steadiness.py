"""Doubts letters that change when their window is shifted by a px, which those told apart by a mark may do.

A reader sees a ring, a tail or dots that hardly show with its window at one place and not at the next. If the one place
happened to be the wrong one, a wrong letter was read with confidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.letters.classifier import Reader, middles_of
from vision.letters.letter_model import windows_at
from vision.letters.reading_cache import Recent
from vision.letters.way_up import unmarked
from vision.sighting import Doubt, Why
from vision.square_index import squares_where
from vision.squares.choices import shared
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import CERTAIN, Findings

_HERE = np.array([[0, 0]])
_ABOUT = np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
"""Squared-board px to the right and down by which a window is shifted."""


@dataclass(frozen=True, slots=True)
class SteadyLimits:
    """Shares (0 to 1) below which a letter is read again with shifted windows, and below which it is in doubt then.

    Of 23,974 letters on 450 boards drawn at random, as drawn and in mixtures of bad light (benches/drawn.py), seven
    such letters in focus were confident and wrong: three of them are doubts now, and 43 right ones; of 9,956 letters,
    on every fourth picture of the sets in eight kinds of light, one.
    """

    first: float = 0.9995  # of the first reader, in the window as it was cut
    second: float = 0.99  # of the second reader, in the same window
    mean: float = 0.8  # of either reader, on average over the shifted windows


LIMITS = SteadyLimits()
_AS_O = str.maketrans("Q", "O")


class Steady:
    """Reads again the letters of slightly less confidence that a mark tells from others of the game."""

    def __init__(self, first: Reader, second: Reader) -> None:
        """Take both readers of one game's letters."""
        self._first, self._second = first, second
        self._kin = {letter: _kin(letter, first.alphabet) for letter in first.alphabet}
        self._seen = Recent()

    def doubt(self, found: Findings, evidence: Evidence) -> Findings:
        """The findings with those letters in doubt that change within a px."""
        # Out of focus a letter needed more confidence in the first place.
        return found.with_doubts(self._doubts(found, evidence)) if found.certain <= CERTAIN else found

    def _doubts(self, found: Findings, e: Evidence) -> Iterator[Doubt]:
        """Doubts about the letters that change; what was steady and looks as before is not read again."""
        letters = dict(self._asked(found, e))
        if not letters:
            return
        places = np.array([(square.row, square.column) for square in letters])
        names = places @ np.array([e.read_from.size, 1])
        windows = windows_at(e.read_from.grey, middles_of(places))
        changed = self._seen.changed(names, windows)
        wavering = {doubt.square: doubt for doubt in self._wavering(dict(compress(letters.items(), changed)), e)}
        steady = changed & [square not in wavering for square in letters]
        self._seen.keep(names[steady], windows[steady], np.zeros((np.count_nonzero(steady), 0)))
        yield from wavering.values()

    def _wavering(self, asked: Mapping[Square, str], e: Evidence) -> Iterator[Doubt]:
        """Doubts about those of the letters that change within a px."""
        here = _shares(self._second, asked, e, _HERE)
        asked = {square: asked[square] for square, share in here if share < LIMITS.second}
        means = zip(_shares(self._first, asked, e, _ABOUT), _shares(self._second, asked, e, _ABOUT), strict=True)
        for (square, one), (_, other) in means:
            if min(one, other) < LIMITS.mean:
                letter = asked[square]
                yield Doubt(square, shared(letter, (one + other) / 2, self._kin[letter]), Why.WAVERS)

    def _asked(self, found: Findings, e: Evidence) -> Iterator[tuple[Square, str]]:
        """The letters that a mark tells from others, and to which the first reader gives less than its limit.

        Except those that strong light has faded: they were read in other light, by both readers with confidence.
        """
        faded = squares_where(e.faded | e.at_end, e.read_from.size)
        for square, reading in found.board.items():
            if self._kin.get(reading.letter) and reading.confidence < LIMITS.first and square not in faded:
                yield square, reading.letter


def _shares(
    reader: Reader, letters: Mapping[Square, str], e: Evidence, moves: Floats
) -> Iterator[tuple[Square, float]]:
    """The share a reader gives each letter, on average over its shifted windows; moves: (k, 2) squared-board px."""
    if not letters:
        return
    middles = np.array([e.middle_of(square) for square in letters])
    windows = windows_at(e.read_from.grey, (middles + moves[:, None]).reshape(-1, 2))
    shares = reader.told(windows).letters.reshape(len(moves), len(letters), -1).mean(axis=0)
    for (square, letter), odds in zip(letters.items(), shares, strict=True):
        yield square, float(odds[reader.alphabet.index(letter)])


def _kin(letter: str, alphabet: Sequence[str]) -> list[str]:
    """The letters of the game that a mark tells from one; a Q is an O with a mark, too."""
    return [other for other in alphabet if other != letter and _without_mark(other) == _without_mark(letter)]


def _without_mark(letter: str) -> str:
    """A letter without its dots, ring, accent, stroke or tail."""
    return unmarked(letter).translate(_AS_O)
