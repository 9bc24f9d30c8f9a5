"""Makes the network's confidence mean what it says, and counts how often it is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from training.bank import Windows
from training.classes import CLASSES, LETTERS
from training.layers import Reader, standardise

Floats = NDArray[np.float32]


def answers_of(reader: Reader, windows: Windows) -> Floats:
    """What the network says of each window: (n, classes + 2)."""
    reader.eval()
    groups = [windows.pixels[first : first + 512] for first in range(0, len(windows.answers), 512)]
    with torch.no_grad():
        return np.concatenate([reader(standardise(torch.from_numpy(group))).numpy() for group in groups])


def fit_temperature(answers: Floats, windows: Windows) -> float:
    """The number the logits are divided by so that confidence and truth agree best, by likelihood."""
    logits = torch.from_numpy(answers[:, : len(CLASSES)])
    truth = torch.from_numpy(windows.answers)
    choices = np.geomspace(0.4, 3.0, 80)
    return float(min(choices, key=lambda choice: float(functional.cross_entropy(logits / choice, truth))))


def scores(answers: Floats, windows: Windows, temperature: float) -> dict[str, Any]:
    """How right and how honest the reader is on these windows."""
    odds = torch.softmax(torch.from_numpy(answers[:, : len(CLASSES)]) / temperature, 1).numpy()
    said, sure = odds.argmax(1), odds.max(1)
    right = said == windows.answers
    letter = windows.answers < len(LETTERS)
    none = windows.answers == len(CLASSES) - 1
    centred = letter & (np.abs(windows.offsets).max(1) < 0.1)
    miss = np.abs(answers[:, len(CLASSES) :] - windows.offsets)[windows.with_tile]
    return {
        "windows": len(said),
        "right": _share(right),
        "letters_right": _share(right[letter]),
        "centred_letters_right": _share(right[centred]),
        "letters_called_none": _share(said[letter] == len(CLASSES) - 1),
        "none_called_letter": _share(said[none] < len(LETTERS)),
        "none_called_letter_at_0.9": _share((said[none] < len(LETTERS)) & (sure[none] >= 0.9)),
        "calibration_error": round(calibration_error(sure, right), 5),
        **_at(0.9, sure[centred], right[centred]),
        **_at(0.99, sure[centred], right[centred]),
        "offset_median_squares": round(float(np.median(miss)), 4),
        "offset_95th_squares": round(float(np.quantile(miss, 0.95)), 4),
    }


def _share(flags: NDArray[np.bool_]) -> float:
    return round(float(flags.mean()), 5)


def _at(level: float, sure: Floats, right: NDArray[np.bool_]) -> dict[str, float]:
    """Of the centred letters: how many are at least so sure, and how many of those are wrong."""
    over = sure >= level
    return {f"at_{level}_covers": _share(over), f"at_{level}_wrong": _share(~right[over])}


def calibration_error(sure: Floats, right: NDArray[np.bool_], bins: int = 15) -> float:
    """The expected calibration error: the mean gap between confidence and truth over equal bins."""
    places = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [abs(sure[places == place].mean() - right[places == place].mean()) * (places == place).mean()
            for place in np.unique(places)]  # fmt: skip
    return float(sum(gaps))
