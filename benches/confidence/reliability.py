"""Measures whether the confidence of letters means what it says, and what each threshold of asking would cost.

Two kinds of letters: windows drawn by the training's generator in typefaces never learnt from, as hard as those learnt
from and with a seed of their own; and all letters of photographed sets, as the whole eye reads them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

import click
import numpy as np

from benches.confidence.reliability_diagram import Bin, diagram
from benches.pictures.truth import Frame, sets_in
from hardware.picture_file import read_picture
from pi_referee.rules.definition.library import ruleset
from training.drawn.typeface_choice import held_out, installed
from training.drawn.windows import draw_window, open_studio
from vision.eye import Eye
from vision.letters.letter_model import BLANK, NONE, SIGN, Letters
from vision.sighting import Edition, NotSeen, Sighting
from vision.squares.findings import CERTAIN

SEED = 20261121
"""The drawn windows are others than those the reader's temperature was fitted on."""
PICTURE = Path("docs/pictures/reliability.svg")
EDGES = (0.0, 0.7, 0.9, 0.97, 0.99, 0.997, 0.999, 1.0)
THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999)
_CENTRED = 0.1
"""Squares off the window's middle at most: the eye moves its window onto every tile before it believes a letter."""
_NO_LETTER = frozenset({BLANK, SIGN, NONE})


class Read(NamedTuple):
    """A letter as it was read: how surely, and whether it lay there."""

    confidence: float
    is_right: bool


def drawn(count: int) -> Iterator[Read]:
    """Read so many drawn windows; those that show, or are taken for, a letter count."""
    rng = np.random.default_rng(SEED)
    studio = open_studio(rng, held_out(installed()))
    letters = Letters()
    for _ in range(0, count, 512):
        windows = [window for window in (draw_window(rng, studio) for _ in range(512)) if _is_centred(window.offset)]
        odds = np.exp(letters.read(np.stack([window.pixels for window in windows])).log_probabilities)
        for window, shares in zip(windows, odds, strict=True):
            said = int(shares.argmax())
            if not {letters.classes[said], letters.classes[window.answer]} <= _NO_LETTER:
                yield Read(float(shares[said]), said == window.answer)


def _is_centred(offset: tuple[float, float]) -> bool:
    return max(map(abs, offset)) < _CENTRED


def photographed(folder: Path) -> Iterator[Read]:
    """Every letter of every picture of a folder's sets, read by the whole eye without memory."""
    for place, described in sets_in(folder):
        eye = Eye(ruleset(described.game), cast("Edition", described.edition))
        for frame in described.frames:
            if frame.skip:
                continue
            look = eye.see(read_picture(place / frame.image))
            if not isinstance(look, NotSeen):
                yield from letters_of(look, frame)
        print(described.name, file=sys.stderr, flush=True)


def letters_of(look: Sighting, frame: Frame) -> Iterator[Read]:
    """The letters of one look: those that lie there, and those that were read where none does.

    A letter of which the eye says nothing, or that it takes for no letter, is one of no confidence.
    """
    said = {str(square): (reading.letter, reading.confidence) for square, reading in look.board.items()}
    said |= {str(doubt.square): doubt.choices[0] for doubt in look.doubts}
    lying = {square: letter for square, letter in frame.board.items() if letter}
    for square in sorted({*lying, *(square for square, (letter, _) in said.items() if letter not in {"", ".", "#"})}):
        letter, confidence = said.get(square, (".", 1.0))
        is_letter = letter not in {"", ".", "#"}
        yield Read(confidence if is_letter or square not in _doubted(look) else 0.0, letter == lying.get(square))


def _doubted(look: Sighting) -> set[str]:
    return {str(square) for square in look.doubted}


def bins_of(reads: Sequence[Read]) -> list[Bin]:
    """The letters by their confidence, from each edge up to the next; empty bins are left out."""
    sure, right = np.array([read.confidence for read in reads]), np.array([read.is_right for read in reads])
    places = np.digitize(sure, EDGES[1:-1])
    return [
        Bin(int(mine.sum()), int((mine & ~right).sum()), float(sure[mine].mean()))
        for mine in (places == place for place in range(len(EDGES) - 1))
        if mine.any()
    ]


def thresholds(reads: Sequence[Read]) -> Iterator[tuple[float, int, int]]:
    """For each threshold, how many letters would be asked about, and how many would be wrong for sure."""
    for threshold in THRESHOLDS:
        asked = sum(read.confidence < threshold for read in reads)
        yield threshold, asked, sum(read.confidence >= threshold and not read.is_right for read in reads)


def table(drawn_reads: Sequence[Read], taken: Sequence[Read]) -> str:
    """What each threshold would cost, as a table in Markdown."""
    heads = (f"drawn ({len(drawn_reads)})", f"photographed ({len(taken)})")
    columns = (f"{head}: {what}" for head in heads for what in ("asked", "wrong for sure"))
    lines = ["| threshold | " + " | ".join(columns) + " |", "| --- | --- | --- | --- | --- |"]
    for (threshold, *one), (_, *other) in zip(thresholds(drawn_reads), thresholds(taken), strict=True):
        cells = [_share(one[0], len(drawn_reads)), _share(one[1], len(drawn_reads))]
        cells += [_share(other[0], len(taken)), _share(other[1], len(taken))]
        name = f"**{threshold:g}**" if threshold == CERTAIN else f"{threshold:g}"
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _share(count: int, whole: int) -> str:
    return f"{100 * count / whole:.2f} % ({count})"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--windows", default=16384, show_default=True, help="How many windows are drawn.")
@click.option("--out", type=click.Path(path_type=Path), default=PICTURE, show_default=True)
def main(folder: Path, windows: int, out: Path) -> None:
    """Measure drawn letters and those of FOLDER's sets, draw the diagram, and print the table of thresholds."""
    drawn_reads, taken = list(drawn(windows)), list(photographed(folder))
    series = {
        f"drawn, typefaces never learnt from ({len(drawn_reads)})": bins_of(drawn_reads),
        f"photographed, the whole eye ({len(taken)})": bins_of(taken),
    }
    out.write_text(diagram(series, CERTAIN), encoding="utf-8")
    print(table(drawn_reads, taken))
    for name, bins in series.items():
        print(f"\n{name}")
        for one in bins:
            print(f"  {one.confidence:.4f}: {one.count} letters, {one.wrong} wrong ({100 * one.share:.2f} %)")


if __name__ == "__main__":
    main()
