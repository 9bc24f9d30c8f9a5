"""Finds the upright bar of a thin I, which is hardly read: nothing else on tiles shows one bar and no more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Grey
from vision.geometry.rectify import Squared
from vision.letters.classifier import Places, Reader, Shares, middles_of
from vision.letters.glyph_shape import GREY, HEIGHT, RIM, glyph, lit_evenly, top_at
from vision.letters.reading_cache import Recent

BAR = "I"


@dataclass(frozen=True, slots=True)
class BarShape:
    """The shape of a bar.

    Of 8,240 letters, blanks and jokers of ten sets, as they are, noisy, blurred, dim and packed as JPEG, none has it;
    the narrowest is 0.42 wide. Of 635 letters I, of which those of one set have feet, 584 have it. The slope of the
    light across a tile is taken off first: of 722 letters I in six kinds of light 646 have it then, 614 without that,
    and one of 150 blanks.
    """

    narrow: float = 0.36  # width at most, as a share of the height
    solid: float = 0.6  # share of its box that is ink, at least


@dataclass(frozen=True, slots=True)
class BarRates:
    """How often a tile shows a bar (shares, 0 to 1)."""

    seen: float = 0.85  # of letters I
    mistaken: float = 0.02  # of tiles without a letter, at most: of 135 none did


@dataclass(frozen=True, slots=True)
class WaveringLimits:
    """The reader's shares (0 to 1) of an I between which it is checked for a bar."""

    perhaps: float = 0.15
    all_but_sure: float = 0.995


SHAPE, RATES, WAVERING = BarShape(), BarRates(), WaveringLimits()


def with_bars(shares: Shares, alphabet: tuple[str, ...], middles: Floats, grey: Grey) -> Shares:
    """The shares after a check for bars where the reader wavers between an I and something else.

    middles: (k, 2) squared-board px, x and y, of each tile's middle. grey: the squared board.
    """
    rows = [row for row in _wavering(shares, alphabet) if is_bar(top_at(grey, middles[row]))]
    if not rows:
        return shares
    place = alphabet.index(BAR)
    letters, rest = shares.letters.copy(), np.ones(len(middles))
    bar = letters[rows, place]
    other = RATES.mistaken / RATES.seen / (bar + (1 - bar) * RATES.mistaken / RATES.seen)
    letters[rows] *= other[:, None]
    letters[rows, place] = 1 - other * (1 - bar)
    rest[rows] = other
    return shares.weighed(letters, rest)


def barred(reader: Reader, squared: Squared, places: Places, recent: Recent | None = None) -> Shares:
    """Read the squares at places (k, 2), and check for the bar of a thin I where the reader wavers."""
    shares = reader.read(squared, places, recent)
    return with_bars(shares, reader.alphabet, middles_of(places + shares.offsets), squared.grey)


def is_bar(top: Grey) -> bool:
    """Whether a tile's top shows one upright bar in its middle, and no other ink of the size of a letter."""
    found = glyph(lit_evenly(top))
    ink = found[RIM : RIM + HEIGHT, RIM:-RIM] < GREY
    return bool(ink.shape[1] < SHAPE.narrow * HEIGHT and ink.mean() > SHAPE.solid)


def _wavering(shares: Shares, alphabet: tuple[str, ...]) -> NDArray[np.intp]:
    """The rows of squares whose I is neither confident nor excluded."""
    if BAR not in alphabet:
        return np.zeros(0, np.intp)
    bar = shares.letters[:, alphabet.index(BAR)]
    return np.flatnonzero((bar > WAVERING.perhaps) & (bar < WAVERING.all_but_sure))
