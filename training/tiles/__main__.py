"""`python -m training.tiles draw | fit [--on] | export`: makes what tells whether anything lies across a tile."""

from __future__ import annotations

import argparse
import warnings
from functools import partial
from pathlib import Path

import cv2
import torch

from benches.drawn import typefaces
from training.board.grid_export import OPSET
from training.tiles.across_fitting import SEED, AcrossNet, HardTiles, fit_across, measured
from training.tiles.tile_windows import draw_windows, read_windows
from vision.squares.whole_tiles import NETWORK, SIDE

_ROOT = Path(__file__).resolve().parents[2]
_HELD_OUT = 900
"""The file of windows that are not learnt from, but measured on."""
_FIRST, _FURTHER = 4e-3, 1.5e-3
"""The highest learning rates, of a first fit and a further one."""


def main() -> None:
    """Read what is wanted and do it."""
    parser = argparse.ArgumentParser(prog="training.tiles", description=__doc__)
    parser.add_argument("step", choices=["draw", "fit", "export"])
    parser.add_argument("--bank", type=Path, default=_ROOT / "build" / "tiles", help="where drawn windows are kept")
    parser.add_argument("--files", type=int, default=12, help="how many files of 500 boards to draw")
    parser.add_argument("--minutes", type=float, default=28.0, help="how long to fit")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first weights and of all hardships")
    parser.add_argument("--on", action="store_true", help="fit the network that is there further")
    parser.add_argument("--workers", type=int, default=2, help="how many processes worsen tiles ahead of the fit")
    parser.add_argument("--model", type=Path, default=NETWORK, help="what to write")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    {"draw": _draw, "fit": _fit, "export": _export}[wanted.step](wanted)


def _draw(wanted: argparse.Namespace) -> None:
    """Draw windows to learn from, and some to measure on."""
    for number in range(wanted.files):
        draw_windows(wanted.bank / "learnt", typefaces(), number)
    draw_windows(wanted.bank / "held-out", typefaces(), _HELD_OUT)


def _fit(wanted: argparse.Namespace) -> None:
    """Fit the network, keep its weights beside the windows, and say what it tells of others."""
    torch.manual_seed(wanted.seed)
    net, weights = AcrossNet(), wanted.bank / "across.pt"
    if wanted.on:
        net.load_state_dict(torch.load(weights))
    learnt, tell = HardTiles(read_windows(wanted.bank / "learnt"), wanted.seed), partial(print, flush=True)
    rate = _FURTHER if wanted.on else _FIRST
    fitted = fit_across(net, learnt, wanted.minutes, tell, rate=rate, workers=wanted.workers)
    torch.save(fitted.state_dict(), weights)
    tell(measured(fitted, wanted.bank / "held-out", wanted.seed))


def _export(wanted: argparse.Namespace) -> None:
    """Write the ONNX file: "tiles" (b, 3, SIDE, SIDE) to "logits" (b,)."""
    net = AcrossNet()
    net.load_state_dict(torch.load(wanted.bank / "across.pt"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(), (torch.zeros(2, 3, SIDE, SIDE),), str(wanted.model), opset_version=OPSET, dynamo=False,
            input_names=["tiles"], output_names=["logits"], dynamic_axes={"tiles": {0: "n"}, "logits": {0: "n"}},
        )  # fmt: skip


if __name__ == "__main__":
    main()
