"""Doubts an O or I that does not look the same upside down, and so may be a Q or a J, and a D that does.

No typeface need be known for that: there is one whose Q, with a short tail straight below, both readers take for an O.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats, Grey
from vision.letters.classifier import middles_of
from vision.letters.glyph_shape import GREY, RIM, glyph, lit_evenly, top_at
from vision.letters.household_tiles import LearntTile
from vision.letters.letter_marks import unmarked
from vision.letters.letter_model import SIDE, windows_at
from vision.letters.reading_cache import Recent
from vision.sighting import Doubt, Reading, Why
from vision.square_index import index_of
from vision.squares.choices import shared
from vision.squares.evidence import Evidence
from vision.squares.findings import Findings

_OTHERS: Mapping[str, str] = {"O": "OQ", "I": "IJLTF", "C": "CO", "D": "DO", "G": "GO", "Q": "QO"}
"""The letters whose look upside down is known, O and I the same, and those, with any mark, that each may be else."""
_ALIKE: Mapping[str, float] = {"O": 0.9645, "I": 0.955}
"""Correlation (-1 to 1) of a glyph with itself turned by 180 degrees below which it is another letter. Of 1,708
letters O and 3,969 letters I of nine sets under sixteen disturbances 6 and 15 had less (2 and 7 of them out of focus).
Most Qs that both readers took for an O had 0.941 to 0.962, letters J that they took for an I 0.942 to 0.953, and 187
of all 188 letters J less."""
_NEVER_ALIKE = 0.96
"""The same from which on a letter that does not look the same upside down is another one: an O out of focus that was
read as a D had 0.98. Of 929 letters C, D, G and Q of 14 sets, disturbed, none had more than 0.946."""
_PLAINLY = 0.9995
"""Confidence from which on such a letter is not looked at; that D had 0.9977."""


_RING = 0.955
"""Correlation of the middle of an O with itself upside down, below which it is another letter. Seven Qs with short
tails straight below that both readers took for an O had 0.965 to 0.973 as a whole, and 0.906 to 0.951 there. Of 386
letters O of nine sets, disturbed, 2 had less, of 223 in 60 typefaces 6."""
_ASIDE = 0.2
"""Share of the glyph's width left out on either side of its middle for that."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a glyph is compared with itself (px of the glyph, see glyph_shape)."""

    white: int = 6  # px around the glyph that count
    slack: int = 4  # px by which it may be shifted
    soft: float = 2.5  # standard deviation of the blur, so that a px at the edges of strokes hardly counts


COMPARISON = Comparison()
_SHADE_EDGE = 0.6
"""Difference of log light near by above which the edge of a shade crosses the tile, which makes any letter asymmetric;
the slope of a lamp's pool, which is taken off a tile's top, has 0.25 to 0.5. Of 714 letters O and I near edges of
shades 10 looked like others, at 0.62 to 1.1; of 160 in pools one, of 64 on unevenly lit drawn boards 4.
"""
_MIDDLE = np.full(2, SIDE / 2)
"""Where the tile's middle is in a window of it."""


class UpsideDown:
    """Checks letters of which it is known how they look upside down; what passed is checked again once it changes."""

    def __init__(
        self,
        alphabet: Sequence[str],
        learnt: Sequence[LearntTile],
    ) -> None:
        """Prepare for a game's letters.

        learnt: tiles of the household's own set; its letters that look otherwise upside down are not checked.
        """
        own = {
            tile.letter for tile in learnt if tile.letter in _OTHERS and is_another(tile.letter, tile.window, _MIDDLE)
        }
        others = {letter: [other for other in alphabet if unmarked(other) in also] for letter, also in _OTHERS.items()}
        self._choices = {
            letter: shared(letter, 0.5, [other for other in also if other != letter])
            for letter, also in others.items()
            if letter not in own and len(also) > 1
        }
        self._seen = Recent()

    def doubt(self, found: Findings, evidence: Evidence) -> Findings:
        """The findings with those letters in doubt that do not look upside down as they should."""
        even = evidence.seen.uneven < _SHADE_EDGE
        size = evidence.size
        letters = (square for square, reading in found.board.items() if self._may_be_another(reading))
        asked = [square for square in letters if even[index_of(square, size)]]
        return found.with_doubts(self._doubts(asked, found, evidence)) if asked else found

    def _may_be_another(self, reading: Reading) -> bool:
        """Whether a letter is worth a look."""
        return reading.letter in self._choices and (reading.letter in _ALIKE or reading.confidence < _PLAINLY)

    def _doubts(self, asked: Sequence[Square], found: Findings, e: Evidence) -> Iterator[Doubt]:
        """Doubts about those letters on these squares that do not look as they should."""
        grey, size = e.read_from.grey, e.size
        windows = windows_at(grey, middles_of(np.array(asked)))
        names = np.array([index_of(square, size) for square in asked])
        for place in np.flatnonzero(self._seen.changed(names, windows)).tolist():
            square, letter = asked[place], found.board[asked[place]].letter
            if is_another(letter, grey, e.middle_of(square)):
                yield Doubt(square, self._choices[letter], Why.NOT_SYMMETRIC)
            else:
                self._seen.keep_window(int(names[place]), windows[place])


def is_another(letter: str, grey: Grey, middle: Floats) -> bool:
    """Whether what seems to be this letter is another one, as it looks otherwise upside down.

    grey: the squared board, or a window of it. middle: the tile's, in px of that, x and y. Where no glyph is seen its
    ink touches the tile's edge, as a J's foot may: 52 letters J of 600 and no I of 720.
    """
    shown = glyph(lit_evenly(top_at(grey, middle)))
    if shown.min() > GREY:
        return letter in _ALIKE
    soft = np.asarray(cv2.GaussianBlur(shown, (0, 0), COMPARISON.soft), np.uint8)
    alike = _alike(soft, RIM - COMPARISON.white)
    if letter not in _ALIKE:
        return alike > _NEVER_ALIKE
    if letter != "O":
        return alike < _ALIKE[letter]
    # Less those by which its middle may be shifted.
    aside = RIM - COMPARISON.slack + int(_ASIDE * (shown.shape[1] - 2 * RIM))
    return alike < _ALIKE[letter] or _alike(soft, aside) < _RING


def _alike(soft: Grey, aside: int) -> float:
    """The correlation of a blurred glyph with itself upside down, -1 to 1; aside: px left out on either side."""
    cut = soft[RIM - COMPARISON.white : COMPARISON.white - RIM, aside:-aside]
    turned = np.ascontiguousarray(
        np.rot90(cut, 2)[COMPARISON.slack : -COMPARISON.slack, COMPARISON.slack : -COMPARISON.slack]
    )
    return float(cv2.matchTemplate(cut, turned, cv2.TM_CCOEFF_NORMED).max())
