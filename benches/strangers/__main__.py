"""Looks at photographs of strangers' tables: grids found where they are, letters right, and why others are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import cast

import click
import numpy as np

from benches.pictures.outcome_counts import Tally, count_look
from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from hardware.picture_file import read_picture
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour, Homography, carry
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.geometry.grid_fit import fit_of
from vision.letters.letter_model import Letters
from vision.sighting import Edition, NotSeen, Quad

COLUMNS = (
    "set", "pictures", "found", "grids off", "hand nearer", "letters", "right %", "asked %", "wrong for sure",
    "squares in doubt", "refused, by reason", "ms median", "refusal ms median", "worst",
)  # fmt: skip

View = tuple[Colour, Frame]
"""A picture and its truth."""

Measured = tuple[Tally, list[float], Counter[str]]
"""What was seen of a set, how long its refusals took in ms, and their reasons."""

OFF = 0.15
"""Squares by which a corner may be off the one shown by hand."""


def measure(described: TrueSet, views: Iterable[View]) -> Measured:
    """Views of one set, each with an eye of its own: what was seen, how long refusals took (ms), and their reasons."""
    tally, refused, reasons = Tally(), list[float](), Counter[str]()
    rules, letters = ruleset(described.game), Letters()
    squares = [str(square) for square in rules.layout.squares()]
    for picture, frame in views:
        eye = Eye(rules, cast("Edition", described.edition), letters)
        began = perf_counter()
        seen = eye.see(picture)
        tally.counts["pictures"] += 1
        if isinstance(seen, NotSeen):
            refused.append(1000 * (perf_counter() - began))
            reasons[seen.code.value] += 1
            tally.faults.append(f"refused: {frame.image} {seen.code.value}: {seen.reason}")
            continue
        tally.counts["found"] += 1
        _count_grid(tally, frame, picture, seen.quad, rules.layout.size)
        count_look(tally, frame, seen, squares)
    return tally, refused, reasons


def photographs(folder: Path, described: TrueSet) -> Iterator[View]:
    """A set's photographs as they are."""
    return ((read_picture(folder / frame.image), frame) for frame in described.frames)


def _count_grid(tally: Tally, frame: Frame, picture: Colour, quad: Quad, size: int) -> None:
    """Whether the grid lies where the corners were shown by hand, whichever way up, and if not which fits the print."""
    if not frame.corners:
        return
    true = board_of(Quad(frame.corners), size)  # type: ignore[arg-type] # four where there are any
    off = corners_off(quad, true, size)
    if off > OFF:
        eye, hand = (fit_of(picture, grid, size, size // 3).error for grid in (board_of(quad, size), true))
        tally.counts["hand nearer"] += hand < eye
        tally.fault("grids off", f"{frame.image} by {off:.2f} squares; off the print: eye {eye:.3f}, hand {hand:.3f}")


def corners_off(quad: Quad, true: Homography, size: int) -> float:
    """Squares by which the corner that is furthest off is, whichever way up; true: from px to squares."""
    found = carry(true, np.array(quad.corners))
    ends = np.array([[0, 0], [size, 0], [size, size], [0, size]], float)
    return min(float(np.linalg.norm(np.roll(ends, turn, axis=0) - found, axis=1).max()) for turn in range(4))


def row_of(name: str, measured: Measured) -> list[str]:
    """One set's row of the table."""
    tally, refused, reasons = measured
    counts = tally.counts
    told = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    return [
        name, str(counts["pictures"]), str(counts["found"]), str(counts["grids off"]), str(counts["hand nearer"]),
        str(counts["letters"]),
        f"{tally.share('letters right', 'letters'):.2f}", f"{tally.share('doubted letters', 'letters'):.2f}",
        str(counts["wrong for sure"]), str(counts["doubts"]), told or "none",
        f"{median(tally.milliseconds or [float('nan')]):.0f}", f"{median(refused or [float('nan')]):.0f}",
        f"{max(refused, default=float('nan')):.0f}",
    ]  # fmt: skip


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="strangers", show_default=True, help="Only sets whose name holds this.")
@option_save
def main(folder: Path, only: str, save: Path | None) -> None:
    """Measure every set in FOLDER that shows a stranger's table, and name every fault."""
    rows, faults = [], list[str]()
    for place, described in sets_in(folder):
        if only in described.name:
            measured = measure(described, photographs(place, described))
            rows.append(row_of(described.name, measured))
            faults += [f"- {described.name}: {fault}" for fault in measured[0].faults]
    click.echo(f"{table(COLUMNS, rows)}\n\n" + "\n".join(faults))
    if save:
        command = "python -m benches.strangers FOLDER"
        save_result(Result("strangers", command, commit(), COLUMNS, tuple(map(tuple, rows))), save)


if __name__ == "__main__":
    main()
