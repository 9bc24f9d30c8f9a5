"""What a square may be, likeliest first: the choices of a doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.sighting import Why
from vision.squares.evidence import Evidence

Choices = tuple[tuple[str, float], ...]

UNKNOWN: Choices = ((".", 0.5), ("", 0.5))
"""Nothing tells what lies there: a bare square first."""
FOREIGN: Choices = (("", 0.5), (".", 0.5))
"""A tile of which nobody can say what it shows: a blank first."""
PERHAPS_STOP: Choices = (("#", 0.5), (".", 0.5))
_WORTH_NAMING = 0.005
_MOSTLY = 0.5
"""A share of certainty above which the reader sees a letter that the game has not."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """A square that cannot be told: what it may be, likeliest first, and why."""

    why: Why
    choices: Choices = UNKNOWN


def either(letter: str, certainty: float) -> Choices:
    """A doubt between a tile and none."""
    choices = ((letter, certainty), (".", round(1 - certainty, 3)))
    return choices if certainty > 0.5 else choices[::-1]


def other_shares(e: Evidence, index: int) -> tuple[float, float, float]:
    """The reader's certainty of a plain top, of no tile, and of a tile with a sign; no tile if it was not asked."""
    row = e.read.get(index)
    if row is None:
        return 0.0, 1.0, 0.0
    return float(e.shares.blank[row]), float(e.shares.none[row]), float(e.shares.sign[row])


def choices_of(e: Evidence, alphabet: tuple[str, ...], index: int) -> Choices:
    """What the reader takes the square for, likeliest first; letters the game has not make all less certain."""
    row = e.read[index]
    shares = e.shares
    strange = float(shares.strange[row])
    scale = (1 - strange / 2) / max(1 - strange, 1e-6)
    letters = zip(alphabet, shares.letters[row].tolist(), strict=True)
    all_of = [(letter, scale * share) for letter, share in letters if share > _WORTH_NAMING / 2]
    all_of += [("", scale * float(shares.blank[row] + shares.sign[row])), (".", scale * float(shares.none[row]))]
    return likeliest(dict(all_of)) or FOREIGN


def unread(e: Evidence, alphabet: tuple[str, ...], index: int) -> Unsure:
    """A square on which no letter is sure, by the reader's shares."""
    is_foreign = float(e.shares.strange[e.read[index]]) > _MOSTLY
    return Unsure(Why.FOREIGN_LETTER if is_foreign else Why.LETTER, choices_of(e, alphabet, index))


def likeliest(shares: Mapping[str, float]) -> Choices:
    """The few names with the largest shares, as far as they are worth naming."""
    ordered = sorted(shares.items(), key=lambda choice: -choice[1])[:4]
    return tuple((name, round(min(float(share), 1.0), 4)) for name, share in ordered if share > _WORTH_NAMING)
