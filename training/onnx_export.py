"""Writes vision/letters/letters.onnx and the card beside it, and checks that ONNX Runtime reads what torch wrote."""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.bank import Windows
from training.classes import CLASSES, SIDE, SPAN
from training.layers import Reader, standardise

OPSET = 11
"""An ONNX dialect old enough for every reader of ONNX."""


def export(reader: Reader, model: Path) -> None:
    """Write the reader as ONNX, its normalisation folded into the convolutions; any number of windows at once."""
    export_plainly(_Told(copy.deepcopy(reader)), model, ["features", "answers"])


def export_plainly(network: nn.Module, model: Path, outputs: list[str]) -> None:
    """Write a network of windows as ONNX, with so named outputs."""
    sample = torch.zeros(2, 1, SIDE, SIDE)
    names: dict[str, Any] = {"input_names": ["windows"], "output_names": outputs}
    axes = {name: {0: "count"} for name in ("windows", *outputs)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(), (sample,), str(model), opset_version=OPSET, dynamo=False, dynamic_axes=axes, **names
        )


def imported(model: Path) -> Reader:
    """A network that was exported, to be fitted further: its normalisation lies in its convolutions already."""
    graph = onnx.load(str(model)).graph
    known = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    steps = iter([node for node in graph.node if node.op_type in {"Conv", "Gemm"}])
    reader, bias = Reader(), torch.zeros(0)
    for layer in (*reader.body, reader.head):
        if isinstance(layer, nn.Conv2d):
            _, weight, offset = next(steps).input
            layer.weight.data, bias = known[weight], known[offset]
        elif isinstance(layer, nn.BatchNorm2d):
            layer.bias.data = bias
    _, weight, offset = next(steps).input
    reader.head.weight.data, reader.head.bias.data = known[weight], known[offset]
    return reader


class _Told(nn.Module):
    """The network, which tells also what its last layer decides by."""

    def __init__(self, reader: Reader) -> None:
        """Take the network's layers."""
        super().__init__()
        self.body, self.head = reader.body, reader.head

    def forward(self, windows: Tensor) -> tuple[Tensor, Tensor]:
        """Features and answers."""
        features = self.body(windows)
        return features, self.head(features)


def write_card(card: Path, facts: Mapping[str, object]) -> None:
    """Write what the program and its users should know of the network."""
    content = {"classes": CLASSES, "side": SIDE, "span_squares": SPAN, **facts}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    card.write_text(text + "\n", encoding="utf-8")


def difference(reader: Reader, model: Path, windows: Windows, count: int = 200) -> float:
    """The largest difference between ONNX Runtime's and torch's answers."""
    pixels = standardise(torch.from_numpy(windows.pixels[:count]))
    network = onnxruntime.InferenceSession(str(model))
    (read,) = network.run(["answers"], {"windows": pixels.numpy()})
    with torch.no_grad():
        own = reader.eval()(pixels).numpy()
    return float(np.abs(read - own).max())
