"""`python -m training.board draw | fit | export | hidden`: makes the grid model, which tells bare from tile."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch

from benches.drawn import typefaces
from training.board.board_bank import draw_bank, read_bank
from training.board.board_hardships import worsened
from training.board.grid_calibration import calibrated, told
from training.board.grid_export import export
from training.board.grid_fitting import FURTHER, RATE, SEED, HardBoards, fit
from training.board.grid_layers import GridNet
from training.board.hidden_fit import add_hidden, fit_hidden
from vision.squares.grid_model import NETWORK

_ROOT = Path(__file__).resolve().parents[2]
_HELD_OUT = (900,)
"""The file of boards that are not learnt from, but calibrated on."""


def main() -> None:
    """Read what is wanted and do it."""
    parser = argparse.ArgumentParser(prog="training.board", description=__doc__)
    parser.add_argument("step", choices=["draw", "fit", "export", "hidden"])
    parser.add_argument("--bank", type=Path, default=_ROOT / "build" / "boards", help="where drawn boards are kept")
    parser.add_argument("--files", type=int, default=15, help="how many files of 128 boards to draw")
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to fit")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first weights and of all hardships")
    parser.add_argument("--on", action="store_true", help="fit the network that is there further")
    parser.add_argument("--workers", type=int, default=0, help="how many processes worsen boards ahead of the fit")
    parser.add_argument("--model", type=Path, default=_ROOT / "build" / "boards" / "grid.onnx", help="what to write")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    {"draw": _draw, "fit": _fit, "export": _export, "hidden": _hidden}[wanted.step](wanted)


def _draw(wanted: argparse.Namespace) -> None:
    """Draw boards to learn from, and some to calibrate on."""
    for number in (*range(wanted.files), *_HELD_OUT):
        draw_bank(wanted.bank, typefaces(), number)


def _fit(wanted: argparse.Namespace) -> None:
    """Fit the network and keep its weights beside the boards."""
    torch.manual_seed(wanted.seed)
    net, weights = GridNet(), wanted.bank / "grid.pt"
    if wanted.on:
        net.load_state_dict(torch.load(weights))
    learnt = HardBoards(wanted.bank, range(wanted.files), wanted.seed)
    rate, tell = FURTHER if wanted.on else RATE, partial(print, flush=True)
    fitted = fit(net, learnt, wanted.minutes, tell, rate=rate, workers=wanted.workers)
    torch.save(fitted.state_dict(), weights)


def _export(wanted: argparse.Namespace) -> None:
    """Calibrate on boards that were not learnt from, each under hardships, and write the ONNX file."""
    net, chance = GridNet(), np.random.default_rng(wanted.seed)
    net.load_state_dict(torch.load(wanted.bank / "grid.pt"))
    held_out = [worsened(board, chance) for board in read_bank(wanted.bank, _HELD_OUT)]
    export(calibrated(net.eval(), told(net, held_out)), wanted.model)


def _hidden(wanted: argparse.Namespace) -> None:
    """Add what tells hidden squares to the eye's network, and write the ONNX file."""
    torch.manual_seed(wanted.seed)
    learnt = HardBoards(wanted.bank, range(wanted.files), wanted.seed)
    net = fit_hidden(NETWORK, learnt, wanted.minutes, partial(print, flush=True), wanted.workers)
    torch.save(net.state_dict(), wanted.bank / "hidden.pt")
    add_hidden(NETWORK, net, wanted.model)


if __name__ == "__main__":
    main()
