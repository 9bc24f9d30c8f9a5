"""An O and an I look the same upside down: what passes for one and does not, as a Q or a J, is a doubt.

No typeface need be known for that: there is one whose Q, with a short tail straight below, both readers take for an O.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats, Grey, grey_of
from vision.letter_checks.unison import Unison
from vision.letters.classifier import middles_of, unmarked
from vision.letters.glyph_shape import RIM, glyph, lit_evenly, top_at
from vision.letters.household_tiles import LearntTile
from vision.letters.letter_model import SIDE, windows_at
from vision.letters.reading_cache import Recent
from vision.sighting import Doubt, Why
from vision.square_flags import index_of
from vision.squares.choices import Choices
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import STEM, Findings

_OTHERS: Mapping[str, str] = {"O": "OQ", "I": "IJL"}
"""The letters that look the same upside down, and the letters, with any mark, that each may be when it does not."""
_ALIKE: Mapping[str, float] = {"O": 0.9645, "I": 0.955}
"""A letter that is no more like itself upside down than this is another one. Of 1,708 letters O and 3,969 letters I of
nine sets under sixteen disturbances 6 and 15 were (2 and 7 of them out of focus). Most Qs that both readers took for an
O had 0.941 to 0.962, letters J that they took for an I 0.942 to 0.953, and 187 of all 188 letters J less.
"""
_HARDLY, _LIKELIER = 0.972, 10_000.0
"""An I that is no more like itself must be so many times likelier than any other letter by both readers' nine windows.
Eleven letters J of faces with feet (PT Serif Caption and others, drawn at 800 to 1,280 px) that both took for an I were
like themselves by 0.955 to 0.969, and 6,461 times likelier at most; of 50 letters I as little like themselves, drawn
and in three sets under five disturbances, 44 were more."""
_TAILED, _ASIDE = 0.955, 0.2
"""So is an O whose middle is no more like itself than the first, such a share of it left out on either side. Seven Qs
with short tails straight below that both readers took for an O had 0.965 to 0.973 as a whole, and 0.906 to 0.951 there.
Of 386 letters O of nine sets, disturbed, 2 had less, of 223 in 60 typefaces 6.
"""
_BROKEN = 0.87
"""An O with thin strokes breaks, and half of it is compared: it may be less like itself than this, as five of those 223
were; one whose ring is closed may not. An Ö with its dots on the ring had 0.65."""
LOOK_THE_SAME = frozenset(_ALIKE)
"""The letters that look the same upside down."""
_EDGE = 0.6
"""A shade's edge across a tile is another thing upside down, too: light near by differs by more than this there
(logarithmic), by 0.25 to 0.5 on the slope of a lamp's pool, which a tile's top is freed from. Of 714 letters O and I
near edges of shades 10 looked like others, at 0.62 to 1.1; of 160 in pools one, of 64 on unevenly lit drawn boards 4.
"""
_WHITE, _SLACK, _SOFT = 6, 4, 2.5
"""Px round the glyph that count, by how many it may be moved, and how far it is softened, as a deviation."""
_GREY, _PAPERS = 128, 2
"""Paper is paler than that; what is no paper, and the paper round the glyph."""
_HALF = 0.5
_NOTHING = np.zeros((1, 0))
_MIDDLE = np.array([SIDE / 2, SIDE / 2])
"""Where the tile's middle is in a window of it."""


class UpsideDown:
    """Looks at letters that are the same upside down; what has not changed since is not looked at again."""

    def __init__(self, alphabet: Sequence[str], learnt: Sequence[LearntTile], unison: Unison | None = None) -> None:
        """Get ready for a game's letters; learnt: tiles of the household's own set, whose letters may be others.

        unison: both readers, who are asked about an I that is hardly the same.
        """
        self._unison = unison
        own = {
            tile.letter for tile in learnt if tile.letter in _ALIKE and is_another(tile.letter, tile.window, _MIDDLE)
        }
        others = {letter: [other for other in alphabet if unmarked(other) in also] for letter, also in _OTHERS.items()}
        self._choices = {
            letter: _choices(letter, [other for other in also if other != letter])
            for letter, also in others.items()
            if letter not in own and len(also) > 1
        }
        self._seen = Recent()

    def doubt(self, found: Findings, evidence: Evidence) -> Findings:
        """The findings with those letters in doubt that should look the same upside down, and do not."""
        even = np.ptp(evidence.shades, axis=1) < _EDGE
        size = evidence.read_from.size
        letters = (square for square, reading in found.board.items() if reading.letter in self._choices)
        asked = [square for square in letters if even[index_of(square, size)]]
        doubts = tuple(self._doubts(asked, found, evidence)) if asked else ()
        doubted = {doubt.square for doubt in doubts}
        board = {square: reading for square, reading in found.board.items() if square not in doubted}
        return replace(found, board=board).with_doubts(doubts) if doubts else found

    def _doubts(self, asked: Sequence[Square], found: Findings, e: Evidence) -> Iterator[Doubt]:
        """Of letters on these squares those that are not the same."""
        grey, size = grey_of(e.read_from.pixels), e.read_from.size
        windows = windows_at(grey, middles_of(np.array([(square.row, square.column) for square in asked])))
        names = np.array([index_of(square, size) for square in asked])
        for place in np.flatnonzero(self._seen.changed(names, windows)).tolist():
            square, letter = asked[place], found.board[asked[place]].letter
            shown = _glyph_at(grey, e.middle_of(square))
            soft = _softened(shown)
            if _is_other(letter, shown, soft) or self._is_hardly_sure(letter, square, soft, e):
                yield Doubt(square, self._choices[letter], Why.NOT_SYMMETRIC)
            else:
                self._seen.keep(names[[place]], windows[[place]], _NOTHING)

    def _is_hardly_sure(self, letter: str, square: Square, soft: Grey, e: Evidence) -> bool:
        """Whether an I is hardly like itself upside down, and both readers are not sure enough of it for that."""
        if letter != STEM or self._unison is None:
            return False
        is_hardly_alike = _alike(soft, RIM - _WHITE) < _HARDLY
        return is_hardly_alike and self._unison.times_likelier(letter, square, e) < _LIKELIER


def is_another(letter: str, grey: Grey, middle: Floats) -> bool:
    """Whether what seems this letter is another one, since it is not the same upside down.

    grey: the squared board, or a window of it. middle: the tile's, px of that, x and y.
    """
    shown = _glyph_at(grey, middle)
    return _is_other(letter, shown, _softened(shown))


def _glyph_at(grey: Grey, middle: Floats) -> Grey:
    """The glyph of the tile with its middle here, in even light."""
    return glyph(lit_evenly(top_at(grey, middle)))


def _softened(shown: Grey) -> Grey:
    """A glyph out of focus: what a px more or less of its edges is worth does not count."""
    return np.asarray(cv2.GaussianBlur(shown, (0, 0), _SOFT), np.uint8)


def _is_other(letter: str, shown: Grey, soft: Grey) -> bool:
    """Whether the glyph that is shown, soft as well, is another letter's."""
    alike = _alike(soft, RIM - _WHITE)
    if letter != "O":
        return alike < _ALIKE[letter]
    is_broken = alike <= _BROKEN and not _is_ring(shown)
    return not is_broken and (alike < _ALIKE[letter] or _alike(soft, _middle_from(shown)) < _TAILED)


def _alike(soft: Grey, aside: int) -> float:
    """How like itself upside down a soft glyph is, -1 to 1; aside: px left out on either side."""
    cut = soft[RIM - _WHITE : _WHITE - RIM, aside:-aside]
    turned = np.ascontiguousarray(np.rot90(cut, 2)[_SLACK:-_SLACK, _SLACK:-_SLACK])
    return float(cv2.matchTemplate(cut, turned, cv2.TM_CCOEFF_NORMED).max())


def _middle_from(found: Grey) -> int:
    """How many px of a glyph are aside of its middle, on either side, with what it may be moved by."""
    return RIM - _SLACK + int(_ASIDE * (found.shape[1] - 2 * RIM))


def _is_ring(found: Grey) -> bool:
    """Whether the ink of a glyph runs all round some paper."""
    papers, _ = cv2.connectedComponents((found > _GREY).astype(np.uint8), connectivity=4)
    return papers > _PAPERS


def _choices(letter: str, others: Sequence[str]) -> Choices:
    """As likely this letter as any other, each of those as likely as the next."""
    return (letter, _HALF), *((other, round(_HALF / len(others), 4)) for other in others)
