"""What the card reader says of windows on cards: kind, letter, value, mark, which way up, and how much is seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.cards.card_network import PRINT_READER, CardNetwork
from vision.cards.card_windows import Windows, standardised

LETTERS: tuple[str, ...] = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ")
"""The letters it was trained on."""

MOST_VALUE = 15
"""The highest value it knows."""

KINDS = ("letter", "joker", "back", "none")
_PARTS = np.cumsum([len(KINDS), len(LETTERS), MOST_VALUE + 2, 3, 1])


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """Shares, 0 to 1, of what k windows show.

    kinds: (k, 4) as KINDS. letters: (k, 29) as LETTERS. values: (k, 17), 0 to 15 and none printed. marks: (k, 3),
    none, 2x and 3x. upright: (k,). seen: (k,) the share of the card that is seen.
    """

    kinds: Floats
    letters: Floats
    values: Floats
    marks: Floats
    upright: Floats
    seen: Floats


class PrintReader:
    """Reads what is printed on cards."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(PRINT_READER)

    def read(self, windows: Windows) -> Prints:
        """Read windows (k, HIGH, WIDE, 3), each upright."""
        if not len(windows):
            return Prints(*(np.zeros((0, size)) for size in (4, 29, 17, 3)), np.zeros(0), np.zeros(0))
        answers = self._network.run(standardised(windows)).astype(np.float64)
        kinds, letters, values, marks, upright, seen = np.split(answers, _PARTS, axis=1)
        shares = (_shares(part) for part in (kinds, letters, values, marks))
        return Prints(*shares, _share(upright[:, 0]), _share(seen[:, 0]))


def _shares(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _share(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-logits)))
