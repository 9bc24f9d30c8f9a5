"""Tells by its letter which way up a card lies: a small network sees the letter as it stands and upside down.

Its answer for a letter that looks the same both ways, as an S does, is near nothing: it learnt to be no surer than it
is right.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.cards.card_network import WAY_UP, CardNetwork
from vision.letters.letter_model import SIDE, Windows
from vision.letters.way_up import TURN, way_up_reader

MARGIN = 6
"""Px of the letter reader's window that are left aside all round: there lies what is no letter."""

_TELL = 12
"""So many of a table's letters are asked whether they are mirrored."""

_LIKELIER, _FEWEST = 30.0, 2
"""How many times likelier a letter must be to be mirrored than not to tell it, and how many such letters do: an E is
nearly its own mirror image, and two together were 20 times likelier once."""

_BODY = slice(15, 34), slice(12, 36)
"""Rows and columns of the letter reader's window that hold a letter's body: values stand beside it, and where on a tile
none does, so that they would tell a mirror, too."""


class WayUp:
    """Tells upright letters from those upside down, and mirrored ones."""

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

    def are_mirrored(self, windows: Windows) -> bool:
        """Whether letters that stand alike in the windows (k, 48, 48) have left and right exchanged.

        By the network that tells how boards lie (vision/letters/way_up.py). Of 140 drawn tables it says so of none as
        they are, and of 64 when mirrored: the others' letters are too nearly their own mirror images, or too few.
        """
        told = windows[:_TELL]
        bodies = np.repeat(np.median(told, axis=(1, 2)), SIDE * SIDE).reshape(told.shape).astype(told.dtype)
        bodies[:, *_BODY] = told[:, *_BODY]
        shares = np.maximum(way_up_reader().shares(bodies), TURN.least).reshape(-1, 2, 4)[:, :, ::2]
        upright, mirrored = np.log(shares).sum(axis=0).max(axis=1)
        plainly = shares[:, 1].max(axis=1) > _LIKELIER * shares[:, 0].max(axis=1)
        return bool(mirrored > upright + TURN.likelier and plainly.sum() >= _FEWEST)


def levelled(windows: Windows) -> NDArray[np.float32]:
    """The windows' inner part, (k, 1, 36, 36), each about 0 and as strong as all others."""
    inner = windows[:, None, MARGIN:-MARGIN, MARGIN:-MARGIN].astype(np.float32)
    spread = inner.std(axis=(2, 3), keepdims=True)
    return np.asarray((inner - inner.mean(axis=(2, 3), keepdims=True)) / (spread + 4), np.float32)
