"""Settles doubts about letters by a second opinion, where both opinions together are confident enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.arrays import Grey
from vision.geometry.rectify import Squared
from vision.letters.classifier import middles_of
from vision.letters.glyph_shape import top_at
from vision.letters.letter_marks import unmarked
from vision.sighting import Doubt, Reading
from vision.squares.findings import Findings

Witness = Callable[[Sequence[Grey]], list[str]]
"""Names the letter on each tile top, "" where it has no answer."""

WORTH_ASKING = 0.85
"""A letter with a smaller share stays in doubt whatever the second opinion is: in bad light both make the same mistake
more often. Letters to which the reader gave 0.67 to 0.82 were wrong together (blurred and bleached pictures)."""
_UNCLEAR = 0.99
"""Where blur, or that many letters are hard to read, raises the confidence that letters need to this, Tesseract is not
asked: of an E out of focus both made a C, the reader with 0.988."""


_RIGHT, _SAME_MISTAKE = 0.81, 0.05
"""How often Tesseract is right, and how often it makes the very mistake of the reader (shares, 0 to 1).

Of 700 glyphs of seven photographed and rendered sets it named 566 right and took 45 for another letter, most of them of
one set."""


def nobody(tops: Sequence[Grey]) -> list[str]:
    """The witness that never knows."""
    return [""] * len(tops)


def settle(findings: Findings, squared: Squared, witness: Witness) -> Findings:
    """Ask the witness about the letters in doubt, and settle those on which it agrees with enough confidence."""
    asked = [doubt for doubt in findings.doubts if _worth_asking(doubt, findings.certain)]
    if not asked:
        return findings
    middles = middles_of(np.array([doubt.square for doubt in asked]))
    settled = {}
    for doubt, letter in zip(asked, witness([top_at(squared.grey, middle) for middle in middles]), strict=True):
        likeliest, share = doubt.choices[0]
        if letter == likeliest:
            settled[doubt.square] = Reading(letter, round(together(share), 4))
    return findings.with_settled(settled)


def together(share: float) -> float:
    """The confidence in a letter to which the reader gives this share and which the witness names, too (Bayes)."""
    return share * _RIGHT / (share * _RIGHT + (1 - share) * _SAME_MISTAKE)


def _worth_asking(doubt: Doubt, certain: float) -> bool:
    """Whether a second opinion could settle a doubt, where letters need this confidence."""
    letter, share = doubt.choices[0]
    others = {unmarked(name) for name, _ in doubt.choices[1:] if name.isalpha()}
    # Tesseract sees a lost ring or dot as little as the reader does.
    return (
        letter not in {"", ".", "#"} and WORTH_ASKING <= share < certain < _UNCLEAR and unmarked(letter) not in others
    )
