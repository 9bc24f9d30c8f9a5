"""What a square may be, likeliest first: the choices of a doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.letters.classifier import SOME_LETTER
from vision.sighting import Choices, Reading, Why
from vision.squares.evidence import Evidence

UNKNOWN: Choices = ((".", 0.5), ("", 0.5))
"""Nothing is known of the square: bare comes first."""
FOREIGN: Choices = (("", 0.5), (".", 0.5))
"""A tile of unknown face: a blank comes first."""
PERHAPS_STOP: Choices = (("#", 0.5), (".", 0.5))
_WORTH_NAMING = 0.005
"""Share of certainty above which a choice is named."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """A square in doubt: what it may be, likeliest first, and why."""

    why: Why
    choices: Choices = UNKNOWN


def perhaps_blank(certainty: float) -> Choices:
    """A doubt between a blank and none."""
    choices = (("", certainty), (".", round(1 - certainty, 3)))
    return choices if certainty > 0.5 else choices[::-1]


def shared(letter: str, share: float, others: Sequence[str]) -> Choices:
    """A letter with this share, and the rest shared equally among others."""
    return (letter, round(share, 4)), *((other, round((1 - share) / len(others), 4)) for other in others)


def part_of(reading: Reading) -> Choices:
    """What a tile may be of which this is seen: that, or any letter that it may be a part of."""
    return ((reading.letter, round(reading.confidence / 2, 4)), ("", 0.25)) if reading.letter else FOREIGN


def other_shares(e: Evidence, index: int) -> tuple[float, float, float]:
    """The reader's shares of a plain top, of no tile, and of a tile with a sign; of a square not read: no tile."""
    row = e.read.get(index)
    if row is None:
        return 0.0, 1.0, 0.0
    return float(e.shares.blank[row]), float(e.shares.none[row]), float(e.shares.sign[row])


def choices_of(e: Evidence, index: int) -> Choices:
    """What the reader takes the square for, likeliest first; shares of letters not in the game lower all others."""
    row = e.read[index]
    shares = e.shares
    strange = float(shares.strange[row])
    scale = (1 - strange / 2) / max(1 - strange, 1e-6)
    letters = zip(e.alphabet, shares.letters[row].tolist(), strict=True)
    all_of = [(letter, scale * share) for letter, share in letters if share > _WORTH_NAMING / 2]
    all_of += [("", scale * float(shares.blank[row] + shares.sign[row])), (".", scale * float(shares.none[row]))]
    return likeliest(dict(all_of)) or FOREIGN


def unread(e: Evidence, index: int) -> Unsure:
    """A doubt about a square without a confident letter, by the reader's shares.

    Where it takes it for nothing by a half there may be nothing, too: half a lamp's mirror looks like no letter.
    """
    is_foreign = float(e.shares.strange[e.read[index]]) > SOME_LETTER
    choices = choices_of(e, index)
    if choices[0][1] < SOME_LETTER and "." not in dict(choices):
        choices = (*choices, (".", _WORTH_NAMING))
    return Unsure(Why.FOREIGN_LETTER if is_foreign else Why.LETTER, choices)


def likeliest(shares: Mapping[str, float]) -> Choices:
    """The four names with the largest shares, if these are worth naming."""
    ordered = sorted(shares.items(), key=lambda choice: -choice[1])[:4]
    return tuple((name, round(min(float(share), 1.0), 4)) for name, share in ordered if share > _WORTH_NAMING)
