"""Writes vision/letters.onnx and the card beside it, and checks that OpenCV reads what torch wrote."""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from training.bank import Windows
from training.classes import CLASSES, SIDE, SPAN
from training.network import Reader, standardise

OPSET = 11
"""The ONNX dialect that OpenCV 4.10 and 5 both read."""


def export(reader: Reader, model: Path) -> None:
    """Write the network as ONNX, its normalisation folded into the convolutions; any number of windows at once."""
    plain = copy.deepcopy(reader).eval()
    sample = torch.zeros(2, 1, SIDE, SIDE)
    names: dict[str, Any] = {"input_names": ["windows"], "output_names": ["answers"]}
    axes = {"windows": {0: "count"}, "answers": {0: "count"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(plain, (sample,), str(model), opset_version=OPSET, dynamo=False, dynamic_axes=axes, **names)


def write_card(card: Path, facts: Mapping[str, object]) -> None:
    """Write what the program and its users should know of the network."""
    content = {"classes": CLASSES, "side": SIDE, "span_squares": SPAN, **facts}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    card.write_text(text + "\n", encoding="utf-8")


def difference(reader: Reader, model: Path, windows: Windows, count: int = 200) -> float:
    """The largest difference between OpenCV's and torch's answers."""
    pixels = standardise(torch.from_numpy(windows.pixels[:count]))
    network = cv2.dnn.readNetFromONNX(str(model))
    network.setInput(pixels.numpy())
    read = network.forward()
    with torch.no_grad():
        own = reader.eval()(pixels).numpy()
    return float(np.abs(read - own).max())
