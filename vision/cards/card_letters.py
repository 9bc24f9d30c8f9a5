"""Reads the big letters of cards: two letter readers, both ways up, and what the card reader says of the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats
from vision.letter_checks.second_network import NETWORK as SECOND
from vision.letters.classifier import Reader
from vision.letters.letter_model import Letters, Windows


@dataclass(frozen=True, slots=True, eq=False)
class LetterShares:
    """What k letters may be: each reader's share of each letter of the deck, (k, letters); the rest is something else.

    foreign: (k,) the first reader's share of a letter that the deck has not.
    """

    first: Floats
    second: Floats
    foreign: Floats

    def where(self, chosen: Flags, other: LetterShares) -> LetterShares:
        """These shares, and the other's where chosen (k,)."""
        pairs = ((other.first, self.first), (other.second, self.second))
        first, second = (np.where(chosen[:, None], there, here) for there, here in pairs)
        return LetterShares(first, second, np.where(chosen, other.foreign, self.foreign))

    @property
    def both(self) -> Floats:
        """The readers' shares together, (k, letters): their geometric mean."""
        return np.asarray(np.sqrt(self.first * self.second))


class CardLetters:
    """Reads letters of one deck."""

    def __init__(self, alphabet: Sequence[str]) -> None:
        """Load both letter readers; RefereeError if one is damaged."""
        self.alphabet = tuple(alphabet)
        self._first, self._second = Reader(Letters(), self.alphabet), Reader(Letters(SECOND), self.alphabet)

    def read(self, windows: Windows) -> LetterShares:
        """Both readers' answers for windows (k, 48, 48) as they stand."""
        first, second = self._first.told(windows), self._second.told(windows)
        return LetterShares(first.letters, second.letters, first.strange)

    def evidence(self, windows: Windows) -> tuple[Floats, LetterShares, LetterShares]:
        """How much more each window looks like a letter as it stands than upside down, and what was read both ways.

        The first: (k,), the difference of the log shares of the likeliest letter, positive where it stands upright.
        """
        turned = np.ascontiguousarray(windows[:, ::-1, ::-1])
        upright, over = self.read(windows), self.read(turned)
        surest = [np.log(np.maximum(read.both.max(axis=1, initial=0), 1e-3)) for read in (upright, over)]
        return np.asarray(surest[0] - surest[1]), upright, over
