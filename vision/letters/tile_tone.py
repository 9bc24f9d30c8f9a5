"""Whether tiles are paler than their letters or darker, told by the letters that are plain to see."""

from __future__ import annotations

import numpy as np

from vision.arrays import at_ranks
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import SOME_LETTER, Places, Reader
from vision.letters.reading_cache import Recent
from vision.lighting.appearance import QUANTILES
from vision.sighting import Edition

_HALF = 11
"""Px to each side of a tile's middle that are looked at: hardly its rim."""
_APART = 6.0
"""Grey levels by which ink or top is further from the tile's middle grey: less, as in grain, tells nothing.

Of 62 pictures of eleven sets, small and soft ones, too, all tiles agreed: ink was further from it than the palest or
darkest px of the top by 32 levels at least."""


def tone_of(reader: Reader, squared: Squared, places: Places, recent: Recent) -> Edition | None:
    """Whether most letters on these squares are pale on dark tiles; None if none shows it."""
    if not len(places):
        return None
    shares = reader.read(squared, places, recent)
    grey = squared.grey
    middles = np.round((places + shares.offsets + 1.5) * SQUARE).astype(int)[shares.letters.sum(axis=1) > SOME_LETTER]
    if not len(middles):
        return None
    rows, columns = (middles.T[:, :, None] + np.arange(-_HALF, _HALF))[..., None]
    tops = np.sort(grey[rows, columns.swapaxes(1, 2)].reshape(len(middles), -1), axis=1, kind="stable").astype(int)
    dark, middle, pale = at_ranks(tops, QUANTILES.lowest, 0.5, QUANTILES.highest)
    leans = (pale - middle) - (middle - dark)
    votes = int(np.sign(leans[np.abs(leans) > _APART]).sum())
    return None if not votes else "dark" if votes > 0 else "light"
