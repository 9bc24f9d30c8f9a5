"""Doubts a letter on a tile that lies on its side or upside down: an N is a Z so, a W an M, and a V may be a blank.

Which way up a tile lies the network that tells it of the whole board tells of each, by its letter and its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.letters.classifier import SOME_LETTER, Reader
from vision.letters.household_tiles import LearntTile
from vision.letters.letter_model import Windows, windows_at
from vision.letters.reading_cache import Recent
from vision.letters.way_up import QUARTERS, TURN, way_up_reader
from vision.sighting import HALF_SEEN, Choices, Doubt, Reading, Why
from vision.square_index import index_of
from vision.squares.choices import likeliest
from vision.squares.evidence import Evidence
from vision.squares.findings import CERTAIN, Findings

LIKELIER = 20.0
"""So many times likelier another way up must be than the one in which a tile was read. Of 3,461 letters that lie
upright, on photographs of 12 sets and drawn boards, none has as much, of 2,969 disturbed ones an O, of 34 blanks none,
of 81 in another, soft photograph an U and an H. By a quarter turned 997 of 1,000 have, upside down 95 of 100."""
ONE_IN = 100.0
"""Of so many tiles one lies turned, as is thought before any is seen: an estimate. Of what is plainly turned the letter
that it is so comes first, then; that U and H, which were 93 and 33 times likelier, are still thought to be what they
are."""
COMPANY = 2
"""Beside so many tiles that are turned alike, ONE_IN times likelier than not, others may be, too, unless they plainly
stand upright: somebody laid a word from the other side of the board, and its J was told as a T for sure. No photograph
of 18 sets has two such tiles; in soft ones many letters do not plainly stand."""


class TurnedTiles:
    """Checks that tiles lie as the others do; how each lies is told again once it changes."""

    def __init__(self, reader: Reader, learnt: Sequence[LearntTile]) -> None:
        """Prepare for a game's letters; learnt: of the household's own set, some of which seem to lie otherwise."""
        self._reader, self._way_up, self._seen = reader, way_up_reader(), Recent()
        ways = _plainly(self._likelier(np.array([tile.window for tile in learnt]))) if learnt else []
        self._own = {tile.letter for tile, way in zip(learnt, ways, strict=True) if way}

    def doubt(self, found: Findings, evidence: Evidence) -> Findings:
        """The findings with those tiles in doubt that do not lie upright, and may be another letter so."""
        asked = {square: told for square, told in _told(found).items() if told.letter not in self._own}
        return found.with_doubts(self._doubts(asked, found, evidence)) if asked else found

    def _doubts(self, asked: Mapping[Square, Reading], found: Findings, e: Evidence) -> Iterator[Doubt]:
        """Doubts about the tiles on these squares that lie otherwise."""
        squares = list(asked)
        windows = windows_at(e.read_from.grey, np.array([e.middle_of(square) for square in squares]))
        names = np.array([index_of(square, e.size) for square in squares])
        fresh = self._seen.changed(names, windows)
        self._seen.keep(names[fresh], windows[fresh], self._likelier(windows[fresh]))
        ways = _ways(self._seen.recall(names))
        for square, window, (way, share) in zip(squares, windows, ways, strict=True):
            is_sure = square in found.board
            choices = self._choices(asked[square], np.rot90(window, way), share, is_sure=is_sure) if way else ()
            if choices:
                yield Doubt(square, choices, Why.TURNED)

    def _likelier(self, windows: Windows) -> Floats:
        """How many times likelier it is that windows (k, 48, 48) must be turned to stand upright than that they do.

        (k, 4), by so many quarters to the left.
        """
        shares = np.maximum(self._way_up.shares(windows)[:, :QUARTERS], TURN.least)
        return np.asarray(shares / shares[:, :1])

    def _choices(self, reading: Reading, upright: Windows, share: float, *, is_sure: bool) -> Choices:
        """What a tile may be by both ways up, likeliest first; none if it is the same, or was in doubt and still is.

        share: how likely it lies turned.
        """
        told = self._reader.recall(self._reader.told(np.ascontiguousarray(upright)[None]))
        shares = dict(zip(self._reader.alphabet, told.letters[0].tolist(), strict=True))
        shares |= {"": float(told.blank[0] + told.sign[0]), ".": float(told.none[0]), "#": 0.0}
        is_letter = is_sure or told.letters[0].max() > SOME_LETTER
        if not is_letter or (reading.letter.isalpha() and shares[reading.letter] >= CERTAIN):
            return ()
        both = {name: share * one for name, one in shares.items()}
        both[reading.letter] += (1 - share) * reading.confidence
        return likeliest(both)


def _plainly(likelier: Floats, least: float = LIKELIER) -> list[int]:
    """By how many quarters tiles are turned; none, if that is not so many times likelier than that they stand."""
    return list(map(int, np.where(likelier.max(axis=1) > least, likelier.argmax(axis=1), 0)))


def _ways(likelier: Floats) -> Iterator[tuple[int, float]]:
    """By how many quarters tiles that lie together may be turned, and how likely, 0 to 1."""
    plainly, surely = _plainly(likelier), _plainly(likelier, ONE_IN)
    together, count = max(((way, surely.count(way)) for way in range(1, QUARTERS)), key=itemgetter(1))
    others = together if count >= COMPANY else 0
    for way, times in zip(plainly, likelier, strict=True):
        perhaps = way or (others if times[others] > 1 / LIKELIER else 0)
        yield perhaps, float(times[perhaps] / (times[perhaps] + (1.0 if perhaps and not way else ONE_IN)))


def _told(found: Findings) -> Mapping[Square, Reading]:
    """What is sure, and what squares in doubt likely show that are wholly seen: on its side a letter may be none."""
    seen = [doubt for doubt in found.doubts if doubt.why not in HALF_SEEN and doubt.square not in found.covered]
    return {**found.board, **{doubt.square: Reading(*doubt.choices[0]) for doubt in seen}}
