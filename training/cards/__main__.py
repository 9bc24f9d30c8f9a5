"""`python -m training.cards draw | find | straight | print | close | export`: the steps of scripts/train-cards."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import warnings
from functools import partial
from pathlib import Path

import torch
from torch import Tensor, nn

from training.cards.card_networks import Finder, MarkReader, PrintReader, Straightener, WayUp
from training.cards.close.closeup_bank import bank_of, draw_closeups
from training.cards.close.closeup_fit import fit_marks, fit_way_up
from training.cards.finder_fit import fit_finder
from training.cards.print_fit import fit_print
from training.cards.straight.straight_bank import draw_crops
from training.cards.straight.straight_fit import fit_straightener
from training.cards.table_bank import draw_bank
from training.drawn.typeface_choice import families, held_out, installed, trained_on

_ROOT = Path(__file__).resolve().parents[2]
_OPSET = 13


def main() -> None:
    """Read what is wanted and do it."""
    parser = argparse.ArgumentParser(prog="training.cards", description=__doc__)
    parser.add_argument("step", choices=["draw", "find", "straight", "print", "close", "export"])
    parser.add_argument("--bank", type=Path, default=_ROOT / "build" / "tables", help="where drawn tables are kept")
    parser.add_argument("--files", type=int, default=12, help="how many files of tables to draw")
    parser.add_argument("--minutes", type=float, default=14.0, help="how long to fit")
    wanted = parser.parse_args()
    steps = {"draw": _draw, "find": _find, "straight": _straight, "print": _print, "close": _close,
             "export": _export}  # fmt: skip
    steps[wanted.step](wanted)


def _draw(wanted: argparse.Namespace) -> None:
    """Draw tables to find cards on."""
    faces = trained_on(installed())
    for number in range(wanted.files):
        draw_bank(wanted.bank, faces, number)


def _find(wanted: argparse.Namespace) -> None:
    """Fit the finder and keep its weights beside the tables."""
    torch.save(
        fit_finder(wanted.bank, wanted.minutes, partial(print, flush=True)).state_dict(), wanted.bank / "finder.pt"
    )


def _straight(wanted: argparse.Namespace) -> None:
    """Draw cards to set right, and fit the network that does it; its weights are kept among them."""
    faces = trained_on(installed())
    for number in range(wanted.files):
        draw_crops(wanted.bank / "crops", faces, number)
    fit_straightener(wanted.bank / "crops", wanted.minutes, partial(print, flush=True))


def _print(wanted: argparse.Namespace) -> None:
    """Fit the reader of small print, and keep its weights there, too."""
    wanted.bank.mkdir(parents=True, exist_ok=True)
    reader = fit_print(trained_on(installed()), wanted.minutes, partial(print, flush=True), wanted.bank / "print.pt")
    torch.save(reader.state_dict(), wanted.bank / "print.pt")


def _close(wanted: argparse.Namespace) -> None:
    """Draw cards to be looked at from nearer, and fit what tells letters' way up, and then what reads marks."""
    faces = trained_on(installed())
    for number in range(2 * wanted.files):
        draw_closeups(wanted.bank / "close", faces, number)
    letters, marks, answers = bank_of(wanted.bank / "close")
    tell = partial(print, flush=True)
    torch.save(fit_way_up(letters, wanted.minutes / 3, tell).state_dict(), wanted.bank / "card_way_up.pt")
    kept = wanted.bank / "marks.pt"
    torch.save(fit_marks(marks, answers, wanted.minutes, tell, kept).state_dict(), kept)


def _export(wanted: argparse.Namespace) -> None:
    """Write the networks for the eye, with a card beside them."""
    folder = _ROOT / "vision" / "cards"
    finder, straightener, reader, way_up, marks = Finder(), Straightener(), PrintReader(), WayUp(), MarkReader()
    finder.load_state_dict(torch.load(wanted.bank / "finder.pt"))
    straightener.load_state_dict(torch.load(wanted.bank / "crops" / "straightener.pt"))
    reader.load_state_dict(torch.load(wanted.bank / "print.pt"))
    way_up.load_state_dict(torch.load(wanted.bank / "card_way_up.pt"))
    marks.load_state_dict(torch.load(wanted.bank / "marks.pt"))
    _write(finder, folder / "finder.onnx", torch.zeros(1, 3, 320, 448), {0: "count", 2: "high", 3: "wide"})
    _write(straightener, folder / "straightener.onnx", torch.zeros(2, 3, 80, 64), {0: "count"})
    _write(reader, folder / "small_print.onnx", torch.zeros(2, 3, 133, 97), {0: "count", 2: "high", 3: "wide"})
    _write(way_up, folder / "card_way_up.onnx", torch.zeros(2, 1, 36, 36), {0: "count"})
    _write(marks, folder / "marks.onnx", torch.zeros(2, 3, 48, 48), {0: "count"})
    faces = installed()
    facts = {"date": dt.datetime.now(tz=dt.UTC).date().isoformat(), "typefaces": sorted(families(trained_on(faces))),
             "held_out": sorted(families(held_out(faces)))}  # fmt: skip
    (folder / "networks.json").write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _write(network: nn.Module, path: Path, sample: Tensor, axes: dict[int, str]) -> None:
    """Write a network as ONNX, for any number of pictures, and of any size if axes names their sides."""
    told = {0: "count", 2: "rows", 3: "columns"} if len(axes) > 1 else axes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(), (sample,), str(path), opset_version=_OPSET, dynamo=False, input_names=["pixels"],
            output_names=["answers"], dynamic_axes={"pixels": axes, "answers": told},
        )  # fmt: skip


if __name__ == "__main__":
    main()
