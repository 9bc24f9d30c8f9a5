"""A second letter reader, fitted on other drawings than the first: a letter that it reads otherwise is in doubt.

Two networks that learnt from different windows seldom make the same mistake. What misleads one of them, such as the
edge of a shade that looks like a ring, mostly makes the other no more than unsure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.geometry.rectify import Squared
from vision.letter_checks.faded_ink import Faded
from vision.letters.classifier import Reader, Shares
from vision.letters.household_tiles import Learnt, LearntTile
from vision.letters.letter_marks import DOTTED, marked_otherwise
from vision.letters.letter_model import Letters
from vision.letters.reading_cache import Recent
from vision.letters.thin_i import barred
from vision.sighting import Choices, Doubt, Reading, Why
from vision.squares.choices import likeliest
from vision.squares.findings import Findings

NETWORK = Path(__file__).with_name("second.onnx")
"""Its network; docs/reader.md describes how it was fitted."""


@dataclass(frozen=True, slots=True)
class ShareLimits:
    """Shares (0 to 1) of this reader that raise or settle a doubt."""

    # A confident letter to which it gives less is doubted: 3 of 9,174 right ones in 506 looks at four sets in every
    # disturbance of the bench, and 8 of the 14 wrong ones that an adversary had made by light, such as an A read as an
    # Å with 1.0 at the edge of a shade. Where nothing is left of what tells two letters apart, both readers see the
    # same one. On 75 blanks of seven sets it gives all letters together 0.12 at most, on a J and a G with large values
    # that the first takes for signs 0.97.
    contradicts: float = 0.5
    # The same where the household's own tiles were learnt, which may name letters that no reader knows. Of 5,342
    # letters in ten unknown typefaces 0.84 % are asked about with this, 1.48 % with 0.5, 0.69 % without this reader.
    contradicts_learnt: float = 0.1


_MARK_ODDS = 400.0
"""Product of both readers' odds against a letter's being the same one with other dots or rings, or without; below it
the letter is doubted. Of 3,534 such letters of nine sets in every disturbance of the bench 8 had less, of 1,194 in 60
typefaces, small, dim and out of focus, 12, and two of the three that were confident and wrong (an Ä as an A, at 360
and 370; an Ä as an Å had 602, where a right Å, out of focus, has 409). Letters of other languages are left out: it
would ask about 19 right ones of 1,262 and no wrong one."""
_LEAST = 1e-6
"""Share that the alternatives have at least, so that odds are finite."""


SHARES = ShareLimits()


class SecondReader:
    """Reads every confident letter once more, and doubts those that it would not have named."""

    def __init__(self, reader: Reader) -> None:
        """Take the network's reader for one game's letters."""
        self.reader = reader
        self._rivals = {letter: _rivals(letter, reader.alphabet) for letter in reader.alphabet}

    def vouch(
        self, findings: Findings, squared: Squared, recent: Recent | None = None, *, but: Collection[Square] = ()
    ) -> Findings:
        """The findings, with those tiles in doubt that this reader takes for another letter, or for one at all.

        squared: the board on which the letters were read. recent: what this reader read in earlier looks. but: squares
        that it has checked already.
        """
        named = {square: reading for square, reading in findings.board.items() if square not in but}
        if not named:
            return findings
        shares = self.reader.recall(barred(self.reader, squared, np.array(list(named)), recent))
        return findings.with_doubts(self._doubts(named, shares))

    def settle(
        self, findings: Findings, faded: Mapping[Square, Faded], squared: Squared, recent: Recent | None = None
    ) -> Findings:
        """The findings, with those letters settled that only strong light put in doubt and that this reader sees, too.

        Strong light leaves no more than a bar of many letters: so neither bars nor learnt tiles have a say here.
        """
        if not faded:
            return findings
        shares = self.reader.read(squared, np.array(list(faded)), recent)
        seen = zip(faded, self._agreed([letter.reading for letter in faded.values()], shares), strict=True)
        return findings.with_settled(
            {square: faded[square].reading for square, share in seen if share >= faded[square].needs}
        )

    def _agreed(self, readings: Iterable[Reading], shares: Shares) -> Floats:
        """The share that this reader gives each letter that was named, or that a blank is no letter, (k,)."""
        at = self.reader.alphabet.index
        return np.array(
            [
                letters[at(reading.letter)] if reading.letter else 1 - any_letter
                for reading, letters, any_letter in zip(readings, shares.letters, shares.letter, strict=True)
            ]
        )

    def _doubts(self, named: dict[Square, Reading], shares: Shares) -> Iterator[Doubt]:
        """Doubts about the letters that were named and that this reader did not see."""
        agreed = self._agreed(named.values(), shares)
        learns = self.reader.remembers is not None
        for row, (square, reading) in enumerate(named.items()):
            is_denied = agreed[row] < (SHARES.contradicts_learnt if learns else SHARES.contradicts)
            if is_denied or (not learns and self._is_perhaps_marked(reading, agreed[row], shares.letters[row])):
                yield Doubt(square, self._choices(reading, shares, row), Why.SECOND_READER)

    def _is_perhaps_marked(self, reading: Reading, agreed: float, letters: Floats) -> bool:
        """Whether a letter may be the same with other dots, or none; agreed, letters: its share and all shares here."""
        others = float(letters[self._rivals.get(reading.letter, [])].sum())
        odds = reading.confidence / max(1 - reading.confidence, _LEAST) * agreed / max(others, _LEAST)
        return odds < _MARK_ODDS

    def _choices(self, reading: Reading, shares: Shares, row: int) -> Choices:
        """What a tile may be by both readers together, each weighing half."""
        both = dict(zip(self.reader.alphabet, shares.letters[row] / 2, strict=True))
        both |= {"": (shares.blank[row] + shares.sign[row]) / 2, ".": shares.none[row] / 2}
        both[reading.letter] += reading.confidence / 2
        return likeliest(both)


def _rivals(letter: str, alphabet: Sequence[str]) -> list[int]:
    """The places in the alphabet of the letters that differ from one only by dots or a ring above it."""
    others = marked_otherwise(letter, alphabet)
    return [alphabet.index(other) for other in others] if {letter, *others} & DOTTED else []


def second_reader(alphabet: Sequence[str], learnt: Sequence[LearntTile] = ()) -> SecondReader:
    """The second reader of a game's letters; learnt: tiles of the household's own set.

    Raises RefereeError if its network is missing or damaged.
    """
    # A share of a half is enough: what it has confirmed once and has not changed is not read again.
    reader = Reader(_letters(), alphabet, kept=SHARES.contradicts)
    return SecondReader(reader.remembering(Learnt(reader, learnt)) if learnt else reader)


@cache
def _letters() -> Letters:
    """The second network, loaded once: all eyes of a program may share it."""
    return Letters(NETWORK)
