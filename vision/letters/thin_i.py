"""The upright bar: a thin I is hardly read, but nothing else on tiles shows one bar and no more."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Grey, grey_of
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import Places, Reader, Shares
from vision.letters.glyph_shape import HEIGHT, RIM, glyph, lit_evenly, top_at
from vision.letters.reading_cache import Recent

BAR = "I"
_NARROW, _SOLID = 0.36, 0.6
"""A bar is no wider than this share of its height, and its ink fills so much of that box. Of 8,240 letters, blanks
and jokers of ten sets, as they are, noisy, blurred, dim and packed as JPEG, none was: the narrowest is 0.42 wide; of
635 letters I, of which those of one set have feet, 584 were. A light that falls off across a tile is taken off first:
of 722 letters I in six kinds of light 646 were then, 614 before, and one of 150 blanks."""
_SEEN, _MISTAKEN = 0.85, 0.02
"""How often an I shows the bar, and how often a tile without a letter may: of 135 of those none did."""
_PERHAPS, _ALL_BUT_SURE = 0.15, 0.995


def with_bars(shares: Shares, alphabet: tuple[str, ...], middles: Floats, grey: Grey) -> Shares:
    """The shares after a look for bars where the reader wavers between an I and something else.

    middles: (k, 2) px of the squared board, x and y, of each tile's middle. grey: the squared board.
    """
    rows = [row for row in _wavering(shares, alphabet) if is_bar(top_at(grey, middles[row]))]
    if not rows:
        return shares
    place = alphabet.index(BAR)
    letters, rest = shares.letters.copy(), np.ones(len(middles))
    bar = letters[rows, place]
    other = _MISTAKEN / _SEEN / (bar + (1 - bar) * _MISTAKEN / _SEEN)
    letters[rows] *= other[:, None]
    letters[rows, place] = 1 - other * (1 - bar)
    rest[rows] = other
    return shares.weighed(letters, rest)


def barred(reader: Reader, squared: Squared, places: Places, recent: Recent | None = None) -> Shares:
    """Read the squares at places (k, 2), and look for the bar of a thin I where the reader wavers."""
    shares = reader.read(squared, places, recent)
    middles = (places + shares.offsets)[:, ::-1] * SQUARE + 1.5 * SQUARE
    return with_bars(shares, reader.alphabet, middles, grey_of(squared.pixels))


def is_bar(top: Grey) -> bool:
    """Whether a tile's top shows one upright bar in its middle, and no other ink of a letter's size."""
    found = glyph(lit_evenly(top))
    ink = found[RIM : RIM + HEIGHT, RIM:-RIM] < 128
    return bool(ink.shape[1] < _NARROW * HEIGHT and ink.mean() > _SOLID)


def _wavering(shares: Shares, alphabet: tuple[str, ...]) -> NDArray[np.intp]:
    """The squares that are perhaps an I, and not for sure."""
    if BAR not in alphabet:
        return np.zeros(0, np.intp)
    bar = shares.letters[:, alphabet.index(BAR)]
    return np.flatnonzero((bar > _PERHAPS) & (bar < _ALL_BUT_SURE))
