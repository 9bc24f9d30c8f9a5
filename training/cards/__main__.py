"""`python -m training.cards draw | find | straight | print | close | things | export`, as scripts/train-cards does."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch
from torch import Tensor, nn

from training.cards.card_networks import CellReader, Finder, MarkReaders, PrintReader, Straightener, ThingFinder, WayUp
from training.cards.close.cell_bank import cell_bank, draw_cells
from training.cards.close.closeup_bank import bank_of, draw_closeups
from training.cards.close.closeup_fit import fit_cells, fit_marks, fit_way_up
from training.cards.close.seen_tables import draw_seen, seen_bank
from training.cards.find.finder_fit import fit_finder
from training.cards.print_fit import fit_print
from training.cards.straight.straight_bank import draw_crops
from training.cards.straight.straight_fit import fit_straightener
from training.cards.table_bank import draw_bank, draw_scenes
from training.cards.things.thing_bank import draw_things, thing_bank
from training.cards.things.thing_fit import fit_things
from training.drawn.typeface_choice import families, held_out, installed, trained_on

_SCENES_FROM = 5000
"""The number of the first file of the benches' own tables, beside the others in their folder."""

_THING_FILES = 7
"""So many files of things for each of tables: 12 were learnt by heart, and told 65 of 100 hidden places, not 76."""

_ROOT = Path(__file__).resolve().parents[2]
_EYE = _ROOT / "vision" / "cards"
_OPSET = 13

_ANY_SIDE = {0: "count", 2: "high", 3: "wide"}
_NETWORKS: tuple[tuple[str, str, Callable[[], nn.Module], tuple[int, ...], dict[int, str]], ...] = (
    ("finder.onnx", "finder.pt", Finder, (1, 3, 320, 448), _ANY_SIDE),
    ("straightener.onnx", "crops/straightener.pt", Straightener, (2, 3, 80, 64), {0: "count"}),
    ("small_print.onnx", "print.pt", PrintReader, (2, 3, 133, 97), _ANY_SIDE),
    ("card_way_up.onnx", "card_way_up.pt", WayUp, (2, 1, 36, 36), {0: "count"}),
    ("marks.onnx", "marks.pt", MarkReaders, (2, 3, 48, 48), {0: "count"}),
    ("cells.onnx", "cells.pt", CellReader, (2, 3, 80, 64), {0: "count"}),
    ("things.onnx", "things.pt", ThingFinder, (1, 3, 80, 112), _ANY_SIDE),
)
"""Each network's file, its weights, what it is made by, what it is shown, and which of that's sides may differ."""


def main() -> None:
    """Read what is wanted and do it."""
    parser = argparse.ArgumentParser(prog="training.cards", description=__doc__)
    parser.add_argument("step", choices=["draw", "find", "straight", "print", "close", "things", "export"])
    parser.add_argument("--bank", type=Path, default=_ROOT / "build" / "tables", help="where drawn tables are kept")
    parser.add_argument("--files", type=int, default=12, help="how many files of tables to draw")
    parser.add_argument("--minutes", type=float, default=14.0, help="how long to fit")
    wanted = parser.parse_args()
    steps = {"draw": _draw, "find": _find, "straight": _straight, "print": _print, "close": _close,
             "things": _things, "export": _export}  # fmt: skip
    steps[wanted.step](wanted)


def _draw(wanted: argparse.Namespace) -> None:
    """Draw tables to find cards on, two files in the benches' own kinds to tune on for each in those of training."""
    faces = trained_on(installed())
    for number in range(wanted.files):
        draw_bank(wanted.bank, faces, number)
        for scenes in range(2):
            draw_scenes(wanted.bank, faces, _SCENES_FROM + 2 * number + scenes)


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
    """Draw cards to be looked at from nearer, and fit what tells letters' way up, reads marks, and sees missed cards.

    Tables are seen by the eye as it is: fit what finds and reads cards, and export it, before.
    """
    faces = trained_on(installed())
    for number in range(wanted.files):
        draw_closeups(wanted.bank / "close", faces, number)
        draw_seen(wanted.bank / "seen", faces, number)
        draw_cells(wanted.bank / "cells", faces, number)
    letters, alone = bank_of(wanted.bank / "close")
    on_tables, beside = seen_bank(wanted.bank / "seen")
    tell, kept = partial(print, flush=True), wanted.bank / "marks.pt"
    torch.save(fit_way_up(letters, wanted.minutes / 3, tell).state_dict(), wanted.bank / "card_way_up.pt")
    cells = beside, cell_bank(wanted.bank / "cells")
    torch.save(fit_cells(cells, wanted.minutes / 2, tell).state_dict(), wanted.bank / "cells.pt")
    torch.save(fit_marks((alone, on_tables), 2 * wanted.minutes, tell, kept).state_dict(), kept)


def _things(wanted: argparse.Namespace) -> None:
    """Draw parts of tables with things on them, and fit what tells these from table and cards."""
    faces, bank = trained_on(installed()), wanted.bank / "things"
    for number in range(_THING_FILES * wanted.files):
        draw_things(bank, faces, number)
    fitted = fit_things(thing_bank(bank), 3 * wanted.minutes, partial(print, flush=True))
    torch.save(fitted.state_dict(), wanted.bank / "things.pt")


def _export(wanted: argparse.Namespace) -> None:
    """Write those networks for the eye that were fitted, with a card beside them."""
    for name, weights, network, sample, axes in _NETWORKS:
        if (wanted.bank / weights).exists():
            made = network()
            made.load_state_dict(torch.load(wanted.bank / weights))
            _write(made, _EYE / name, torch.zeros(*sample), axes)
    faces = installed()
    facts = {"date": dt.datetime.now(tz=dt.UTC).date().isoformat(), "typefaces": sorted(families(trained_on(faces))),
             "held_out": sorted(families(held_out(faces)))}  # fmt: skip
    (_EYE / "networks.json").write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


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
