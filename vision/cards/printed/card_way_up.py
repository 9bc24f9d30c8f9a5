"""Tells by its letter which way up a card lies: a small network sees the letter as it stands and upside down.

Its answer for a letter that looks the same both ways, as an S does, is near nothing: it learnt to be no surer than it
is right.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.cards.card_network import WAY_UP, CardNetwork
from vision.letters.letter_model import Windows

MARGIN = 6
"""Px of the letter reader's window that are left aside all round: there lies what is no letter."""


class WayUp:
    """Tells upright letters from those upside down."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(WAY_UP)

    def evidence(self, windows: Windows) -> Floats:
        """How much surer each of the windows (k, 48, 48) stands upright than upside down, (k,) in log shares."""
        if not len(windows):
            return np.zeros(0)
        level = levelled(windows)
        told = self._network.run(np.concatenate([level, np.ascontiguousarray(level[:, :, ::-1, ::-1])]))[:, 0]
        return np.asarray(told[: len(windows)] - told[len(windows) :], np.float64)


def levelled(windows: Windows) -> NDArray[np.float32]:
    """The windows' inner part, (k, 1, 36, 36), each about 0 and as strong as all others."""
    inner = windows[:, None, MARGIN:-MARGIN, MARGIN:-MARGIN].astype(np.float32)
    spread = inner.std(axis=(2, 3), keepdims=True)
    return np.asarray((inner - inner.mean(axis=(2, 3), keepdims=True)) / (spread + 4), np.float32)
