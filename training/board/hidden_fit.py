"""Fits what tells whether a part of a square is hidden, by what the finished grid model sees, and adds it to that.

The model's other answers stay as they are.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import onnx
import onnxruntime
import torch
from onnx import TensorProto, compose, helper
from onnx.utils import Extractor
from torch import Tensor, nn
from torch.nn import functional

from training.board.board_truth import BARE
from training.board.grid_export import OPSET
from training.board.grid_fitting import HardBoards, descend
from training.board.grid_layers import WIDTHS, convolution
from training.board.hidden_parts import IN_PART, PERHAPS

STROKES, FEATURES = "/net/body/body.8/Relu_output_0", "/net/Slice_4_output_0"
"""What the model sees: after three convolutions four px a square, enough for strokes; and every square's features."""

KEPT = ["shares", "away"]
"""What the model tells without it."""

TILES = 3.0
"""How much a square counts that is not bare: those are few."""

_WIDE = 64


class HiddenNet(nn.Module):
    """Strokes (b, 32, 4 n + 8, same) and features (b, 96, n, n) to (b, n, n), the share of a square's being hidden."""

    def __init__(self) -> None:
        """Begin with random weights."""
        super().__init__()
        far = WIDTHS[-1]
        self.closer = nn.Sequential(*convolution(WIDTHS[2], _WIDE, 2), *convolution(_WIDE, far, 2))
        self.last = nn.Sequential(*convolution(2 * far, far, 1), *convolution(far, _WIDE, 1), nn.Conv2d(_WIDE, 1, 1))

    def forward(self, strokes: Tensor, features: Tensor) -> Tensor:
        """Shares, 0 to 1."""
        return self.logits(strokes, features).sigmoid()

    def logits(self, strokes: Tensor, features: Tensor) -> Tensor:
        """The same before it is a share."""
        return self.last(torch.cat([self.closer(strokes)[:, :, 1:-1, 1:-1], features], 1))[:, 0]


def fit_hidden(model: Path, bank: HardBoards, minutes: float, tell: Callable[[str], None], workers: int) -> HiddenNet:
    """Fit for so many minutes; workers: processes that worsen boards ahead, none for this one alone."""
    net, seen = HiddenNet(), onnxruntime.InferenceSession(_showing(model).SerializeToString())

    def loss_of(looks: Tensor, truth: Tensor, parts: Tensor) -> Tensor:
        strokes, features = map(torch.from_numpy, seen.run((STROKES, FEATURES), {"boards": looks.numpy()}))
        return _loss(net.logits(strokes, features), parts, truth)

    descend(net.train(), bank, loss_of, minutes, tell, workers=workers)
    return net.eval()


def _loss(logits: Tensor, parts: Tensor, truth: Tensor) -> Tensor:
    weight = (parts != PERHAPS) * torch.where(truth == BARE, 1.0, TILES)
    loss = functional.binary_cross_entropy_with_logits(logits, (parts == IN_PART).float(), weight, reduction="sum")
    return loss / weight.sum()


def add_hidden(model: Path, net: HiddenNet, result: Path) -> None:
    """Write the model with one output more, "hidden" (b, n, n)."""
    known, more = _showing(model), compose.add_prefix(_exported(net), "/hidden/", rename_outputs=False)
    more.ir_version = known.ir_version
    ways = [(STROKES, "/hidden/strokes"), (FEATURES, "/hidden/features")]
    both = compose.merge_models(known, more, ways, outputs=[*KEPT, "hidden"])
    onnx.checker.check_model(both)
    onnx.save(both, result)


def _exported(net: HiddenNet) -> onnx.ModelProto:
    wide, sample = WIDTHS[2], torch.zeros(1, WIDTHS[-1], 15, 15)
    axes = {name: {0: "count", 2: f"{name} down", 3: f"{name} across"} for name in ("strokes", "features")}
    kept = io.BytesIO()
    torch.onnx.export(
        net.eval(), (torch.zeros(1, wide, 68, 68), sample), kept, opset_version=OPSET, dynamo=False,
        dynamic_axes=axes | {"hidden": {0: "count", 1: "down", 2: "across"}},
        input_names=["strokes", "features"], output_names=["hidden"],
    )  # fmt: skip
    return onnx.load_from_string(kept.getvalue())


def _showing(model: Path) -> onnx.ModelProto:
    """The model as it was before, which also tells what it sees."""
    shown = Extractor(onnx.load(model)).extract_model(["boards"], KEPT)
    for name in (STROKES, FEATURES):
        shown.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    return shown
