"""Writes the grid model as ONNX, its normalisation folded into the convolutions; boards of any size, any number."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch

from training.board.grid_calibration import Calibrated
from vision.lighting.relative_look import CHANNELS, PX

OPSET = 13
"""An ONNX dialect old enough for every reader of ONNX."""


def export(net: Calibrated, model: Path) -> None:
    """Input "boards", (b, CHANNELS, (n + 2) * PX, same); outputs "shares" (b, 5, n, n), "away" (b, n, n)."""
    sample = torch.zeros(1, CHANNELS, 17 * PX, 17 * PX)
    axes = {
        "boards": {0: "count", 2: "px down", 3: "px across"},
        "shares": {0: "count", 2: "down", 3: "across"},
        "away": {0: "count", 1: "down", 2: "across"},
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(), (sample,), str(model), opset_version=OPSET, dynamo=False, dynamic_axes=axes,
            input_names=["boards"], output_names=["shares", "away"],
        )  # fmt: skip
