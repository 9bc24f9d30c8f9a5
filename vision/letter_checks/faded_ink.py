"""Finds letters in strong light whose ink still shows everywhere: they can have lost no stroke, and hardly a mark."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Grey
from vision.geometry.rectify import Squared
from vision.letters.letter_marks import STEM, more_than
from vision.sighting import Doubt, Reading, Why
from vision.square_index import index_of
from vision.squares.choices import choices_of
from vision.squares.evidence import Evidence
from vision.squares.findings import CERTAIN, Findings


@dataclass(frozen=True, slots=True)
class ShareLimits:
    """Share (0 to 1) that the second reader must give a letter in strong light at least.

    Of 72,800 windows of faded letters, two thirds of them drawn in 104 typefaces under lamps, the others of ten sets at
    up to four times their light.
    """

    # A letter whose ink is seen everywhere. Of 17,600 that may be the rest of one with a mark more and had this share
    # none was wrong; with 0.97 43 of 21,300 were, an O for an Ö, an I for a J. Of 22,100 others with 0.97 none was, but
    # an M under a pool of light was told as an N since.
    whole: float = 0.998
    # An I of at least the contrast below is whole: of 1,100 such none was wrong, nor any of a contrast above 0.24.
    stem: float = 0.9
    stem_contrast: float = 0.3


@dataclass(frozen=True, slots=True)
class InkLimits:
    """Where ink must be seen on a tile for the letter to have lost none."""

    # Grey level, a sixth below clipping: ink at least as dark as this everywhere has lost nothing. An O of which a lamp
    # had left a C was brighter on its open side, and so was a U read as a J: both readers gave them 0.998 and more
    # (scrabscrap-game01 G7 at three times its light, dev-light H11 at 2.2).
    end: int = 215
    reach: int = 10  # squared-board px from the tile's middle within which its letter stands
    specks: int = 4  # px of a half that may be dark for other reasons than ink


SHARES, INK = ShareLimits(), InkLimits()
_TOLD_APART = frozenset("ÅÄÖÜQ")
"""The letters with a mark more that those windows had. Polish ones are lost sooner: in 4 of 243 looks at drawn boards,
a third of them Polish, an Ą, Ę, Ń or Ź of bold faces was an A, E, N or Z for both readers, with 0.998 and more."""
_PARTS = ((0, 7), (6, 13), (13, 20))
"""The thirds of the px around a tile's middle, across and down: a pale letter covers none of them altogether."""


@dataclass(frozen=True, slots=True)
class Faded:
    """A letter as one reader named it in strong light, and the share (0 to 1) that another one must give it."""

    reading: Reading
    needs: float


def unfaded(found: Findings, evidence: Evidence, squared: Squared) -> dict[Square, Faded]:
    """The letters that are in doubt only because of strong light, and have lost no ink to it.

    None of them if letters are out of focus. squared: the board in the light in which it was seen.
    """
    if evidence.blurred:
        return {}
    named = ((doubt.square, _faded(doubt, evidence)) for doubt in found.doubts)
    letters = {square: reading for square, reading in named if reading is not None}
    if not letters:
        return {}
    grey = np.asarray(cv2.blur(squared.grey, (3, 3)), np.uint8)
    needed = {}
    for square, reading in letters.items():
        is_whole = _shows_all(_top(grey, square, evidence), dark=evidence.edition == "dark")
        needs = _needed(evidence, square, reading.letter, is_whole=is_whole)
        if needs is not None:
            needed[square] = Faded(reading, needs)
    return needed


def _faded(doubt: Doubt, e: Evidence) -> Reading | None:
    """The letter on a square that only strong light puts in doubt; None of any other square."""
    index = index_of(doubt.square, e.size)
    if index not in e.read or not (e.seen.faded[index] and e.whole[index]):
        return None
    letter, confidence = choices_of(e, index)[0]
    is_only_faded = letter.isalpha() and doubt.why is Why.FADED
    return Reading(letter, confidence) if is_only_faded and confidence >= CERTAIN else None


def _needed(e: Evidence, square: Square, letter: str, *, is_whole: bool) -> float | None:
    """The share that another reader must give the letter on a square; None if no share is enough.

    is_whole: whether its ink shows everywhere.
    """
    if letter == STEM and e.seen.contrast[index_of(square, e.size)] >= SHARES.stem_contrast:
        return SHARES.stem
    return SHARES.whole if is_whole and more_than(letter, e.alphabet) <= _TOLD_APART else None


def _top(grey: Grey, square: Square, e: Evidence) -> Grey:
    """The part of a tile where its letter stands, wherever on its square the tile lies."""
    left, top = e.middle_of(square).astype(int) - INK.reach
    return grey[top : top + 2 * INK.reach, left : left + 2 * INK.reach]


def _shows_all(top: Grey, *, dark: bool) -> bool:
    """Whether ink is well below clipping in each half of a top, (n, n); on a dark tile, the top in each ninth of it."""
    if dark:
        return all(top[slice(*down), slice(*right)].min() <= INK.end for down in _PARTS for right in _PARTS)
    halves = top[: INK.reach], top[INK.reach :], top[:, : INK.reach], top[:, INK.reach :]
    return all(np.partition(half, INK.specks, axis=None)[INK.specks] <= INK.end for half in halves)
