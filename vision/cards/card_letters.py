"""Reads the big letters of cards with both letter readers, and tells which way up they look like letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.letter_checks.second_network import NETWORK as SECOND
from vision.letters.classifier import Reader
from vision.letters.letter_model import Letters, Windows

_LEAST = 1e-3
"""The least share of a letter that counts when it is asked which way up it looks like one."""


@dataclass(frozen=True, slots=True, eq=False)
class LetterShares:
    """What k letters may be: each reader's share of each letter of the deck, (k, letters); the rest is something else.

    foreign: (k,) the first reader's share of a letter that the deck has not.
    """

    first: Floats
    second: Floats
    foreign: Floats

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

    def upright(self, windows: Windows) -> Floats:
        """How much more windows (k, 48, 48) look like letters as they stand than upside down, (k,) in log shares."""
        turned = np.ascontiguousarray(windows[:, ::-1, ::-1])
        read = self._first.told(np.concatenate([windows, turned])).letters.max(axis=1, initial=0)
        surest = np.log(np.maximum(read, _LEAST))
        return np.asarray(surest[: len(windows)] - surest[len(windows) :])

    def read(self, windows: Windows) -> LetterShares:
        """Both readers' answers for windows (k, 48, 48) as they stand."""
        first, second = self._first.told(windows), self._second.told(windows)
        return LetterShares(first.letters, second.letters, first.strange)
