"""Reads the letter on a tile: the small network in letters.onnx, run by ONNX Runtime."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pi_referee.errors import RefereeError
from vision.arrays import Floats, Grey
from vision.networks import CURE, FAULTS, network_in

MODEL = Path(__file__).with_name("letters.onnx")
"""The network that comes with the program; its card, letters.json, lies beside it."""

SIDE = 48
"""A window's side in px: one and a half squares of the board."""

BLANK, SIGN, NONE = "blank", "sign", "none"
"""The answers that are no letter: a plain tile top, a tile with another sign, and no tile near the middle."""

_SOFT = 4.0
"""Grey levels added to a window's standard deviation, so that the grain of an empty square is not amplified."""

_INPUT, _OUTPUTS = "windows", ("features", "answers")
"""The network's own names of its inputs and outputs."""

Windows = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class LetterOdds:
    """What each of n windows may show.

    log_probabilities: (n, classes) float32, calibrated: exp of a row sums to 1.
    offsets: (n, 2) float32, the tile's middle seen from the window's, right and down, in squares of the board.
    features: (n, any) float32, what the network's last layer decided by.
    """

    log_probabilities: NDArray[np.float32]
    offsets: NDArray[np.float32]
    features: NDArray[np.float32]

    @property
    def rows(self) -> NDArray[np.float32]:
        """All results of each window side by side, (n, any)."""
        return np.hstack([self.log_probabilities, self.offsets, self.features])

    def with_rows(self, rows: NDArray[np.float32]) -> LetterOdds:
        """The odds of other windows of the same reader, from rows as above."""
        count = self.log_probabilities.shape[1]
        return LetterOdds(*np.split(rows, [count, count + 2], axis=1))


class Letters:
    """The letter reader: takes small pictures of squares and returns which letter each shows, with its share."""

    def __init__(self, model: Path = MODEL) -> None:
        """Load the network and its card.

        Raises RefereeError if either file is missing or damaged.
        """
        card = _read_card(model.with_suffix(".json"))
        self.classes: tuple[str, ...] = card[0]
        self.temperature: float = card[1]
        self._network = network_in(model)
        self._depth = self._check(model)

    def read(self, windows: Windows) -> LetterOdds:
        """Read n windows at once: (n, 48, 48) uint8 grey, each centred on a square and 1.5 squares wide."""
        if not len(windows):
            nothing = np.zeros((0, self._depth), np.float32)
            return LetterOdds(np.zeros((0, len(self.classes)), np.float32), np.zeros((0, 2), np.float32), nothing)
        features, answers = self._answers(windows)
        count = len(self.classes)
        return LetterOdds(_log_shares(answers[:, :count] / self.temperature), answers[:, count:].copy(), features)

    def _answers(self, windows: Windows) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The features of the last layer, and the network's answers: class logits, then the offset."""
        features, answers = self._network.run(_OUTPUTS, {_INPUT: standardise(windows)})
        return np.asarray(features, np.float32), np.asarray(answers, np.float32)

    def _check(self, model: Path) -> int:
        """Check that network and card belong together, and return the number of features."""
        try:
            features, answers = self._answers(np.zeros((1, SIDE, SIDE), np.uint8))
        except FAULTS as error:
            raise RefereeError("The letter reader's network cannot be run.", where=str(model), cure=CURE) from error
        if answers.shape != (1, len(self.classes) + 2):
            raise RefereeError("The letter reader's network and card do not fit.", where=str(model), cure=CURE)
        return int(features.shape[1])


def standardise(windows: Windows) -> NDArray[np.float32]:
    """Remove brightness and contrast from windows: (n, 48, 48) uint8 to (n, 1, 48, 48) float32."""
    grey = windows.reshape(len(windows), -1).astype(np.float32)
    grey -= grey.mean(axis=1, keepdims=True)
    grey /= grey.std(axis=1, keepdims=True) + _SOFT
    return grey.reshape(-1, 1, SIDE, SIDE)


def windows_at(grey: Grey, middles: Floats) -> Windows:
    """Cut SIDE x SIDE px around each middle, (k, 2), x and y in squared-board px."""
    corners = np.round(middles - SIDE / 2).astype(int)
    corners = np.clip(corners, 0, np.array(grey.shape[::-1]) - SIDE)
    views = np.lib.stride_tricks.sliding_window_view(grey, (SIDE, SIDE))
    return np.ascontiguousarray(views[corners[:, 1], corners[:, 0]])


def _log_shares(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """The logarithm of each class's share of certainty."""
    logits = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)


def _read_card(path: Path) -> tuple[tuple[str, ...], float]:
    """The classes and the temperature."""
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
        return tuple(str(name) for name in card["classes"]), float(card["temperature"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RefereeError("The letter reader's card cannot be read.", where=str(path), cure=CURE) from error
