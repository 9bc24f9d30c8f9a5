"""Letters in strong light whose ink still shows everywhere: no stroke of them can be gone, and hardly a mark."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Grey, grey_of
from vision.geometry.rectify import SQUARE, Squared
from vision.sighting import Doubt, Reading, Why
from vision.square_flags import index_of
from vision.squares.choices import choices_of
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import CERTAIN, STEM, Findings, more_than

_SURE, _SURE_ALONE = 0.97, 0.998
"""What the second reader must give a letter at least, and one that may be what is left of another: with a mark more, or
with more strokes than an I. Of 72,800 windows of faded letters, two thirds of them drawn in 104 typefaces under lamps,
the others of ten sets at up to four times their light, 22,100 of plain letters had the first and their ink everywhere,
none of them wrong (7 of 2,800 without it were); of the others 17,600 had the second and none was wrong; with the first
43 of 21,300 were, an O for an Ö, an I for a J."""
_TOLD_APART = frozenset("ÅÄÖÜQ")
"""The letters with a mark more that those windows had. Polish ones are lost sooner: in 4 of 243 looks at drawn boards,
a third of them Polish, an Ą, Ę, Ń or Ź of bold faces was an A, E, N or Z for both readers, with 0.998 and more."""
_DARK_STEM, _SURE_STEM = 0.3, 0.9
"""An I of so much contrast is all there if it gives this: of 1,100 such none was wrong, and none above 0.24."""
_END = 215
"""Ink everywhere at least as dark as this, a sixth below the end of the scale, has lost nothing. An O of which a lamp
had left a C had more on its open side, and so had a U read as a J: both readers were sure of them, with 0.998 and more
(scrabscrap-game01 G7 at three times its light, dev-light H11 at 2.2)."""
_REACH = 10
"""Px from a tile's middle within which its letter stands."""
_PARTS = ((0, 7), (6, 13), (13, 20))
"""The thirds of those px, across and down: none of them is covered by a pale letter altogether."""
_SPECKS = 4
"""So many px of a half may be darker for another reason than ink."""


@dataclass(frozen=True, slots=True)
class Faded:
    """A letter as one reader named it in strong light, and how certain another one must be of it."""

    reading: Reading
    needs: float


def unfaded(
    found: Findings, evidence: Evidence, squared: Squared, alphabet: tuple[str, ...], *, dark: bool
) -> dict[Square, Faded]:
    """The letters in doubt only for strong light that have lost no ink to it.

    squared: the board in the light that it was seen in. dark: whether tops are darker than letters. Of letters out of
    focus none is.
    """
    if evidence.blurred:
        return {}
    named = ((doubt.square, _faded(doubt, evidence, alphabet, squared.size)) for doubt in found.doubts)
    letters = {square: reading for square, reading in named if reading is not None}
    if not letters:
        return {}
    grey = np.asarray(cv2.blur(grey_of(squared.pixels), (3, 3)), np.uint8)
    needed = {}
    for square, reading in letters.items():
        is_whole = _shows_all(_top(grey, square, evidence, squared.size), dark=dark)
        contrast = float(evidence.contrast[index_of(square, squared.size)])
        needs = _needed(reading.letter, contrast, alphabet, is_whole=is_whole)
        if needs is not None:
            needed[square] = Faded(reading, needs)
    return needed


def _faded(doubt: Doubt, e: Evidence, alphabet: tuple[str, ...], size: int) -> Reading | None:
    """The letter on a square that nothing but strong light puts in doubt."""
    index = index_of(doubt.square, size)
    if index not in e.read or not (e.faded[index] and e.whole[index]) or e.hand[index] or e.glare[index]:
        return None
    letter, confidence = choices_of(e, alphabet, index)[0]
    is_only_faded = letter.isalpha() and doubt.why is Why.FADED
    return Reading(letter, confidence) if is_only_faded and confidence >= CERTAIN else None


def _needed(letter: str, contrast: float, alphabet: tuple[str, ...], *, is_whole: bool) -> float | None:
    """How certain another reader must be of a letter of this contrast; None if no certainty is enough.

    is_whole: whether its ink shows everywhere.
    """
    if letter == STEM and contrast >= _DARK_STEM:
        return _SURE_STEM
    more = more_than(letter, alphabet)
    if not (is_whole and more <= _TOLD_APART):
        return None
    return _SURE_ALONE if letter == STEM or more else _SURE


def _top(grey: Grey, square: Square, e: Evidence, size: int) -> Grey:
    """The part of a tile where its letter stands, wherever on its square it lies."""
    offset = e.shares.offsets[e.read[index_of(square, size)]]
    down, right = (np.array([square.row, square.column]) + offset + 1.5) * SQUARE
    top, left = int(down) - _REACH, int(right) - _REACH
    return grey[top : top + 2 * _REACH, left : left + 2 * _REACH]


def _shows_all(top: Grey, *, dark: bool) -> bool:
    """Whether ink is well below the end of the scale in each half of a top, (n, n); of a dark one the top itself."""
    if dark:
        return all(top[slice(*down), slice(*right)].min() <= _END for down in _PARTS for right in _PARTS)
    halves = top[:_REACH], top[_REACH:], top[:, :_REACH], top[:, _REACH:]
    return all(np.partition(half, _SPECKS, axis=None)[_SPECKS] <= _END for half in halves)
