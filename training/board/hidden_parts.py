"""What lamps and things hide of a board's squares, and so what may be learnt of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.board.board_truth import COVERED, LETTER, UNTOLD, Board
from vision.lighting.relative_look import PX

Field = NDArray[np.float32]

_HIDDEN, _TOUCHED = 0.15, 0.05
"""Shares of a square under something, from the first of which it is covered, and up to the second it is not.

A pen takes a stroke of a letter: what nothing was learnt of was called bare with 0.9996.
"""
_BLINDING, _HAZY = 0.8, 0.4
"""The same of how white a lamp's mirror makes it."""
_LOST, _KEPT = 0.08, 0.02
"""Shares of a letter's ink hidden, from the first of which it is seen in part, and up to the second as a whole."""
_SPECK = 12
"""Grey levels by which ink differs from a tile's face, at least."""

WHOLE, IN_PART, PERHAPS = range(3)
"""Whether something hides a part of a square: of those where it perhaps does nothing is learnt."""


class Hidden:
    """What hardships hide of a board's squares, and so what may be told of them."""

    def __init__(self, board: Board) -> None:
        """Nothing is hidden yet."""
        self._truth, self._ink = board.truth, _ink_of(board)
        self._under, self._white, self._lost = (np.zeros(board.truth.shape, np.float32) for _ in range(3))

    def by_thing(self, cover: Field) -> None:
        """Something lies there; cover: of each px, 0 to 1."""
        self._under = np.maximum(self._under, _squares(cover).mean(axis=(2, 3)))
        self._lose(cover)

    def by_lamp(self, veil: Field) -> None:
        """A lamp is mirrored there; veil: how white it makes each px, 0 to 1. Ink is seen through half of it."""
        self._white = np.maximum(self._white, _squares(veil).mean(axis=(2, 3)))
        self._lose(((veil - 0.5) / 0.4).clip(0, 1))

    def _lose(self, taken: Field) -> None:
        self._lost = np.maximum(self._lost, (_squares(taken) * self._ink).sum(axis=(2, 3)))

    def truth(self) -> NDArray[np.uint8]:
        """What each square shows, see Hard."""
        truth = self._truth.copy()
        truth[(self._under > _TOUCHED) | (self._white > _HAZY)] = UNTOLD
        truth[(self._under > _HIDDEN) | (self._white > _BLINDING)] = COVERED
        return truth

    def parts(self) -> NDArray[np.uint8]:
        """Of which squares something hides a part, see Hard."""
        lost = np.where(self._truth == LETTER, self._lost, 0)
        parts = np.full(self._truth.shape, WHOLE, np.uint8)
        parts[(self._under > _TOUCHED) | (self._white > _HAZY) | (lost > _KEPT)] = PERHAPS
        parts[(self._under > _HIDDEN) | (self._white > _BLINDING) | (lost > _LOST)] = IN_PART
        return parts


def _ink_of(board: Board) -> Field:
    """How much of its square's ink each px holds, (n, n, PX, PX); the rim of a square left out."""
    grey = _squares(cv2.cvtColor(board.pixels, cv2.COLOR_BGR2GRAY).astype(np.float32))
    ink = (np.abs(grey - np.median(grey, axis=(2, 3), keepdims=True)) - _SPECK).clip(0)
    rim = PX // 8
    ink[:, :, [*range(rim), *range(PX - rim, PX)]] = 0
    ink[..., [*range(rim), *range(PX - rim, PX)]] = 0
    return np.asarray(ink / (ink.sum(axis=(2, 3), keepdims=True) + 1e-6), np.float32)


def _squares(field: Field) -> Field:
    """The board's squares of a field of px, (n, n, PX, PX)."""
    size = len(field) // PX - 2
    return field[PX:-PX, PX:-PX].reshape(size, PX, size, PX).swapaxes(1, 2)
