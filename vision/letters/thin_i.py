"""Finds the upright bar of a thin I, which is hardly read: nothing else on tiles shows one bar and no more."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Grey
from vision.geometry.rectify import Squared
from vision.letters.classifier import Places, Reader, Shares, middles_of
from vision.letters.glyph_shape import GREY, HEIGHT, RIM, glyph, lit_evenly, top_at
from vision.letters.letter_marks import STEM
from vision.letters.reading_cache import Recent

_NARROW, _SOLID = 0.36, 0.6
"""A bar's width at most, as a share of its height, and the share of its box that is ink, at least.

Of 8,240 letters, blanks and jokers of ten sets, as they are, noisy, blurred, dim and packed as JPEG, none has this
shape; the narrowest is 0.42 wide. Of 635 letters I, of which those of one set have feet, 584 have it. The slope of the
light across a tile is taken off first: of 722 letters I in six kinds of light 646 have it then, 614 without that, and
one of 150 blanks."""


_SEEN, _MISTAKEN = 0.85, 0.02
"""The shares of letters I that show a bar, and of tiles without a letter, at most: of 135 none did."""


_PERHAPS, _ALL_BUT_SURE = 0.15, 0.995
"""The reader's shares of an I between which it is checked for a bar."""


def with_bars(shares: Shares, alphabet: tuple[str, ...], middles: Floats, grey: Grey) -> Shares:
    """The shares after a check for bars where the reader wavers between an I and something else.

    middles: (k, 2) squared-board px, x and y, of each tile's middle. grey: the squared board.
    """
    rows = [row for row in _wavering(shares, alphabet) if is_bar(top_at(grey, middles[row]))]
    if not rows:
        return shares
    place = alphabet.index(STEM)
    letters, rest = shares.letters.copy(), np.ones(len(middles))
    bar = letters[rows, place]
    other = _MISTAKEN / _SEEN / (bar + (1 - bar) * _MISTAKEN / _SEEN)
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
    return bool(ink.shape[1] < _NARROW * HEIGHT and ink.mean() > _SOLID)


def _wavering(shares: Shares, alphabet: tuple[str, ...]) -> NDArray[np.intp]:
    """The rows of squares whose I is neither confident nor excluded."""
    if STEM not in alphabet:
        return np.zeros(0, np.intp)
    bar = shares.letters[:, alphabet.index(STEM)]
    return np.flatnonzero((bar > _PERHAPS) & (bar < _ALL_BUT_SURE))
