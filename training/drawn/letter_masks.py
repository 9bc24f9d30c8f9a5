"""Letters and figures as masks, drawn large once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.typeface_choice import Typeface, families

Grey = NDArray[np.uint8]

CAP = 56
"""How many px the letter H is high in a mask: about as high as on the drawn tile, so that nothing is enlarged much."""

SERIF_SHARE = 0.5
"""How often a family with serifs is drawn for each time one without is: most tiles carry plain letters."""


class Glyph(NamedTuple):
    """A sign's mask in px of a face whose H is CAP px high; rise is the baseline's distance from the mask's top."""

    mask: Grey
    rise: float


class Glyphs:
    """The shapes of all typefaces in use; drawn when first asked for."""

    def __init__(self, faces: Sequence[Typeface]) -> None:
        """Group the faces by family; each family is as likely as another, but for serifs."""
        self._families = list(families(faces).values())
        shares = np.array([SERIF_SHARE if self.has_serifs(cuts[0]) else 1.0 for cuts in self._families])
        self._limits = np.cumsum(shares / shares.sum())
        self._sizes: dict[Typeface, int] = {}
        self._kept: dict[tuple[Typeface, str], Glyph] = {}

    def face(self, rng: Generator) -> Typeface:
        """Any face."""
        cuts = self._families[min(int(np.searchsorted(self._limits, rng.random())), len(self._families) - 1)]
        return cuts[int(rng.integers(len(cuts)))]

    def glyph(self, face: Typeface, sign: str) -> Glyph:
        """The mask of a letter, or of a number of two figures."""
        kept = self._kept.get((face, sign))
        if kept is None:
            kept = self._kept[face, sign] = self._draw(face, sign)
        return kept

    def _draw(self, face: Typeface, sign: str) -> Glyph:
        font = face.font(self._size(face))
        _, top, _, _ = font.getbbox(sign, anchor="ls")
        drawn = font.getmask(sign, mode="L")
        mask = np.array(drawn, np.uint8).reshape(drawn.size[1], drawn.size[0])
        return Glyph(np.pad(mask, 3), 3.0 - top)

    def _size(self, face: Typeface) -> int:
        """The em at which the face's H is CAP px high."""
        if face not in self._sizes:
            _, top, _, bottom = face.font(200).getbbox("H", anchor="ls")
            self._sizes[face] = round(200 * CAP / (bottom - top))
        return self._sizes[face]

    @staticmethod
    def has_serifs(face: Typeface) -> bool:
        """Whether the letter I stands on a foot."""
        drawn = face.font(100).getmask("I", mode="L")
        ink = np.array(drawn, np.uint8).reshape(drawn.size[1], drawn.size[0]) > 127
        return bool(ink[-3].sum() > 1.5 * ink[len(ink) // 2].sum())
