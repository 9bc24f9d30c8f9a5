"""Doubts every letter of a set of which many cannot be read: another alphabet, or a typeface that nobody has learnt.

Its other letters may look like ones that the readers know, and be none of them: a Cyrillic Р is no P.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.sighting import Doubt, Why
from vision.squares.choices import part_of
from vision.squares.evidence import Evidence
from vision.squares.findings import CERTAIN, Findings

_UNREAD = frozenset({Why.LETTER, Why.FOREIGN_LETTER, Why.SECOND_READER})
"""Reasons of doubts about letters that are seen and not known."""


@dataclass(frozen=True, slots=True)
class UnknownLimits:
    """When a set is unknown.

    A known set, seen from the side in weak light, had 20 of 98 letters unread, and all 98 would have been asked about.
    A Cyrillic one, of which most letters look like Latin ones, had 8 of 37 and is not noticed, another 8 of 28.
    """

    fewest: int = 5  # letters that cannot be read, at least
    share: float = 0.25  # of all letters, at least
    side: float = 28.0  # image px of a square's shorter side, at least: smaller letters of any set are not read


LIMITS = UnknownLimits()


def unknown(found: Findings, evidence: Evidence) -> Findings:
    """The findings with all letters in doubt, if too many are not read though they are large, sharp and well lit."""
    sure = {square: reading for square, reading in found.board.items() if reading.letter}
    uncertain = [doubt for doubt in found.doubts if doubt.why in _UNREAD]
    # Where many are hard to read others are in doubt that are clear.
    unread = sum(doubt.choices[0][1] < CERTAIN for doubt in uncertain)
    is_many = unread >= LIMITS.fewest and unread >= LIMITS.share * (len(uncertain) + len(sure))
    # Where as much else is in doubt the picture is bad, or its grid, and not the set unknown.
    if (
        not is_many
        or unread <= len(found.doubts) - len(uncertain)
        or evidence.blurred
        or evidence.read_from.side < LIMITS.side
    ):
        return found
    return found.with_doubts(Doubt(square, part_of(reading), Why.UNKNOWN_SET) for square, reading in sure.items())
