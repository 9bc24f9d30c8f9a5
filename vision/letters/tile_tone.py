"""Whether tiles are paler than their letters or darker, told by the letters that are plain to see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import SOME_LETTER, Places, Reader
from vision.letters.reading_cache import Recent
from vision.lighting.appearance import QUANTILES
from vision.sighting import Edition


@dataclass(frozen=True, slots=True)
class ToneLimits:
    """Which tiles tell, and by which px: of 62 pictures of eleven sets, small and soft ones, too, all tiles agreed.

    There ink was further from the tile's middle grey than the palest or darkest px of its top by 32 levels at least.
    """

    half: int = 11  # px to each side of a tile's middle that are looked at: hardly its rim
    apart: float = 6.0  # grey levels by which one is further from the middle grey: less, as in grain, tells nothing


TONE = ToneLimits()


def tone_of(reader: Reader, squared: Squared, places: Places, recent: Recent) -> Edition | None:
    """Whether most letters on these squares are pale on dark tiles; None if none shows it."""
    if not len(places):
        return None
    shares = reader.read(squared, places, recent)
    grey = squared.grey
    middles = np.round((places + shares.offsets + 1.5) * SQUARE).astype(int)[shares.letters.sum(axis=1) > SOME_LETTER]
    if not len(middles):
        return None
    rows, columns = (middles.T[:, :, None] + np.arange(-TONE.half, TONE.half))[..., None]
    tops = np.sort(grey[rows, columns.swapaxes(1, 2)].reshape(len(middles), -1), axis=1, kind="stable").astype(int)
    dark, middle, pale = (tops[:, int(share * tops.shape[1])] for share in (QUANTILES.lowest, 0.5, QUANTILES.highest))
    leans = (pale - middle) - (middle - dark)
    votes = int(np.sign(leans[np.abs(leans) > TONE.apart]).sum())
    return None if not votes else "dark" if votes > 0 else "light"
