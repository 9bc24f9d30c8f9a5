"""`python -m training draw | fit | export | way-up`: the steps of scripts/train, each to be run alone when need be."""

from __future__ import annotations

import argparse
import datetime as dt
from functools import partial
from pathlib import Path

import torch

from training.bank import Bank, draw_shards, halves, read_shards
from training.calibration import answers_of, fit_temperature, scores
from training.drawn.typeface_choice import families, held_out, installed, trained_on
from training.fitting import device, fit, fit_further
from training.layers import Reader
from training.onnx_export import difference, export, export_plainly, imported, write_card
from training.way_up_fit import BATCH, fit_way_up

_BOARDS_FROM, _CARDS_FROM = 5000, 6000
"""The numbers of the first files of boards' and of cards' windows, beside the others in their folder."""

_ROOT = Path(__file__).resolve().parent.parent
FIRST, SECOND = _ROOT / "vision" / "letters" / "letters.onnx", _ROOT / "vision" / "letter_checks" / "second.onnx"
WAY_UP = FIRST.with_name("way_up.onnx")


def main() -> None:
    """Read what is wanted and do it."""
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("step", choices=["draw", "fit", "export", "way-up"])
    parser.add_argument("--bank", type=Path, default=_ROOT / "build" / "windows", help="where drawn windows are kept")
    parser.add_argument("--first", type=int, default=0, help="number of the first file of windows to draw")
    parser.add_argument("--files", type=int, default=48, help="how many files of windows to draw")
    parser.add_argument("--minutes", type=float, default=30.0, help="how many minutes of the processor to fit")
    parser.add_argument("--further", action="store_true", help="fit on the network that is shipped")
    parser.add_argument("--second", action="store_true", help="write the second reader's network")
    wanted = parser.parse_args()
    {"draw": _draw, "fit": _fit, "export": _export, "way-up": _way_up}[wanted.step](wanted)


def _draw(wanted: argparse.Namespace) -> None:
    """Draw windows to learn from, and some in typefaces never learnt from, to measure with."""
    # Whole boards are drawn and squared up with all of the eye, which fitting and exporting need not have.
    from benches.drawn import typefaces  # noqa: PLC0415
    from training.board_windows import draw_board_windows  # noqa: PLC0415
    from training.cards.close.letters_on_cards import draw_card_windows  # noqa: PLC0415

    faces = installed()
    if not wanted.first:
        draw_shards(wanted.bank / "held-out", held_out(faces), range(1))
    numbers = range(wanted.first, wanted.first + wanted.files)
    draw_shards(wanted.bank / "learn", trained_on(faces), numbers)
    if wanted.further:
        draw_shards(wanted.bank / "remembered", trained_on(faces), numbers, usual=True)
        for number in numbers:
            draw_board_windows(wanted.bank / "remembered", typefaces(), _BOARDS_FROM + number)
            draw_card_windows(wanted.bank / "learn", wanted.bank / "seen", trained_on(faces), _CARDS_FROM + number)


def _fit(wanted: argparse.Namespace) -> None:
    """Fit the network and keep its weights beside the windows."""
    windows = Bank(wanted.bank / "learn", device())
    tell = partial(print, flush=True)
    if wanted.further:
        start = imported(SECOND if wanted.second else FIRST)
        remembered = Bank(wanted.bank / "remembered", device())
        reader = fit_further(start, windows, remembered, wanted.minutes, tell)
    else:
        reader = fit(windows, wanted.minutes, tell)
    torch.save(reader.state_dict(), wanted.bank / "reader.pt")


def _export(wanted: argparse.Namespace) -> None:
    """Calibrate on half of the held-out windows, score on the other half, write the ONNX file and its card."""
    reader, model = Reader(), SECOND if wanted.second else FIRST
    reader.load_state_dict(torch.load(wanted.bank / "reader.pt"))
    tune, test = halves(read_shards(wanted.bank / "held-out"))
    temperature = fit_temperature(answers_of(reader, tune), tune)
    measured = scores(answers_of(reader, test), test, temperature)
    export(reader, model)
    facts = {"temperature": round(temperature, 4), "date": dt.datetime.now(tz=dt.UTC).date().isoformat()}
    write_card(model.with_suffix(".json"), {**facts, "held_out_scores": measured, **_families()})
    print(measured, "ONNX Runtime differs from torch by at most", difference(reader, model, test))


def _way_up(wanted: argparse.Namespace) -> None:
    """Fit the network that tells which way up letters lie, and write it."""
    network = fit_way_up(Bank(wanted.bank / "learn", device(), BATCH), wanted.minutes, partial(print, flush=True))
    export_plainly(network, WAY_UP, ["answers"])


def _families() -> dict[str, list[str]]:
    """The typefaces learnt from and those measured on."""
    faces = installed()
    return {"typefaces": sorted(families(trained_on(faces))), "held_out": sorted(families(held_out(faces)))}


if __name__ == "__main__":
    main()
