"""A letter stays the same when its window is moved by a px; one that a mark tells from another may not.

A ring, a tail or dots that hardly show are there for a reader at one place of its window and not at the next. Where one
place happened to be the one that was read, a letter was sure, and another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats, grey_of
from vision.letters.classifier import Reader, middles_of, unmarked
from vision.letters.letter_model import windows_at
from vision.letters.reading_cache import Recent
from vision.sighting import Doubt, Why
from vision.square_flags import squares_where
from vision.squares.choices import Choices
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import CERTAIN, Findings

_HERE = np.array([[0, 0]])
_ABOUT = np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
"""Px to the right and down by which a window is moved."""
_NOT_QUITE, _STEADY = (0.9995, 0.99), 0.8
"""A letter to which the readers give less than the first two is looked at again, and is a doubt if either gives it less
than the last on average. Of 23,974 letters on 450 boards drawn at random, as drawn and in mixtures of bad light
(benches/drawn.py), seven such letters in focus were wrong for sure: three of them are doubts then, and 43 right ones;
of 9,956 letters, on every fourth picture of the sets in eight kinds of light, one."""
_AS_O = str.maketrans("Q", "O")


class Steady:
    """Looks again at letters that are not quite sure, and that a mark tells from others of the game."""

    def __init__(self, first: Reader, second: Reader) -> None:
        """Take both readers of one game's letters."""
        self._first, self._second = first, second
        self._kin = {letter: _kin(letter, first.alphabet) for letter in first.alphabet}
        self._seen = Recent()

    def doubt(self, found: Findings, evidence: Evidence) -> Findings:
        """The findings with those letters in doubt that are not the same a px further."""
        # Out of focus a letter had to be surer in the first place.
        doubts = tuple(self._doubts(found, evidence)) if found.certain <= CERTAIN else ()
        doubted = {doubt.square for doubt in doubts}
        board = {square: reading for square, reading in found.board.items() if square not in doubted}
        return replace(found, board=board).with_doubts(doubts) if doubts else found

    def _doubts(self, found: Findings, e: Evidence) -> Iterator[Doubt]:
        """The letters that waver; what was steady and has not changed is not looked at again."""
        letters = dict(self._asked(found, e))
        if not letters:
            return
        places = np.array([(square.row, square.column) for square in letters])
        names = places @ np.array([e.read_from.size, 1])
        windows = windows_at(grey_of(e.read_from.pixels), middles_of(places))
        changed = self._seen.changed(names, windows)
        wavering = {doubt.square: doubt for doubt in self._wavering(dict(compress(letters.items(), changed)), e)}
        steady = changed & [square not in wavering for square in letters]
        self._seen.keep(names[steady], windows[steady], np.zeros((np.count_nonzero(steady), 0)))
        yield from wavering.values()

    def _wavering(self, asked: Mapping[Square, str], e: Evidence) -> Iterator[Doubt]:
        """Those of the letters that are not the same a px further."""
        here = _shares(self._second, asked, e, _HERE)
        asked = {square: asked[square] for square, share in here if share < _NOT_QUITE[1]}
        means = zip(_shares(self._first, asked, e, _ABOUT), _shares(self._second, asked, e, _ABOUT), strict=True)
        for (square, one), (_, other) in means:
            if min(one, other) < _STEADY:
                yield Doubt(square, self._choices(asked[square], (one + other) / 2), Why.WAVERS)

    def _asked(self, found: Findings, e: Evidence) -> Iterator[tuple[Square, str]]:
        """The letters that a mark tells from others, and of which the first reader is not quite sure.

        But those that strong light has faded: they were read on another board, and both readers had to be sure of them.
        """
        faded = squares_where(e.faded | e.at_end, e.read_from.size)
        for square, reading in found.board.items():
            if self._kin.get(reading.letter) and reading.confidence < _NOT_QUITE[0] and square not in faded:
                yield square, reading.letter

    def _choices(self, letter: str, share: float) -> Choices:
        """A letter with so much of certainty, and its kin, each as likely as the next."""
        others = self._kin[letter]
        return (letter, round(share, 4)), *((other, round((1 - share) / len(others), 4)) for other in others)


def _shares(
    reader: Reader, letters: Mapping[Square, str], e: Evidence, moves: Floats
) -> Iterator[tuple[Square, float]]:
    """What a reader gives each letter, on average over its windows moved so; moves: (k, 2) px."""
    if not letters:
        return
    middles = np.array([e.middle_of(square) for square in letters])
    windows = windows_at(grey_of(e.read_from.pixels), (middles + moves[:, None]).reshape(-1, 2))
    shares = reader.told(windows).letters.reshape(len(moves), len(letters), -1).mean(axis=0)
    for (square, letter), odds in zip(letters.items(), shares, strict=True):
        yield square, float(odds[reader.alphabet.index(letter)])


def _kin(letter: str, alphabet: Sequence[str]) -> list[str]:
    """The letters of the game that a mark tells from one; a Q is an O with a mark, too."""
    return [other for other in alphabet if other != letter and _without_mark(other) == _without_mark(letter)]


def _without_mark(letter: str) -> str:
    """A letter without its dots, ring, accent, stroke or tail."""
    return unmarked(letter).translate(_AS_O)
