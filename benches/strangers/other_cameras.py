"""Photographs as a camera with a fault would have taken them: what was found, asked and read wrong, fault by fault.

`python -m benches.strangers.other_cameras FOLDER`: every photograph of every set in which a board is found as it is,
under some faults each, drawn from the seed (benches.strangers.camera_faults).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast
from zlib import crc32

import click
import cv2
import numpy as np

from benches.pictures.outcome_counts import Tally, count_look
from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from benches.strangers.__main__ import photographs
from benches.strangers.camera_faults import FAULTS
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.sighting import Edition, NotSeen

COLUMNS = (
    "fault", "pictures", "found", "letters", "right %", "asked %", "wrong for sure", "squares in doubt",
    "refused, by reason",
)  # fmt: skip

SEED = 20261130
"""Faults are drawn from this and the photograph's name: nothing was tuned on them."""

Counted = dict[str, tuple[Tally, Counter[str]]]
"""What was seen under each fault, and why other pictures were refused."""


def measure(folder: Path, described: TrueSet, faults: int, seed: int, counted: Counted) -> None:
    """Look at a set's photographs, each under so many faults, and count what came of it."""
    rules, letters = ruleset(described.game), Letters()
    squares = [str(square) for square in rules.layout.squares()]
    for name, picture, frame in _views(folder, described, letters, faults, seed):
        seen = Eye(rules, cast("Edition", described.edition), letters).see(picture)
        tally, refused = counted.setdefault(name, (Tally(), Counter()))
        tally.counts["pictures"] += 1
        if isinstance(seen, NotSeen):
            refused[seen.code.value] += 1
            continue
        tally.counts["found"] += 1
        count_look(tally, frame, seen, squares)


def _views(
    folder: Path, described: TrueSet, letters: Letters, faults: int, seed: int
) -> Iterator[tuple[str, Colour, Frame]]:
    """A set's photographs under faults, with their names."""
    rules = ruleset(described.game)
    for picture, frame in photographs(folder, described):
        seen = None if frame.skip else Eye(rules, cast("Edition", described.edition), letters).see(picture)
        if seen is None or isinstance(seen, NotSeen):
            continue
        chance = np.random.default_rng([seed, crc32(f"{described.name}/{frame.image}".encode())])
        square = float(np.sqrt(cv2.contourArea(np.array(seen.quad.corners, np.float32)))) / rules.layout.size
        for name in chance.permutation(list(FAULTS))[:faults].tolist():
            yield name, FAULTS[name](picture, square, chance), frame


def row_of(name: str, tally: Tally, refused: Counter[str]) -> list[str]:
    """One fault's row of the table."""
    counts = tally.counts
    told = ", ".join(f"{reason} {count}" for reason, count in refused.most_common())
    return [
        name, str(counts["pictures"]), str(counts["found"]), str(counts["letters"]),
        f"{tally.share('letters right', 'letters'):.2f}", f"{tally.share('doubted letters', 'letters'):.2f}",
        str(counts["wrong for sure"]), str(counts["doubts"]), told or "none",
    ]  # fmt: skip


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Only sets whose name holds this.")
@click.option("--faults", type=click.IntRange(1, len(FAULTS)), default=2, show_default=True, help="For each picture.")
@click.option("--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Another one, other faults.")
@option_save
def main(folder: Path, only: str, faults: int, seed: int, save: Path | None) -> None:
    """Measure every set in FOLDER under the faults of other cameras, and name what was read wrong."""
    counted: Counted = {}
    for place, described in sets_in(folder):
        if only in described.name:
            measure(place, described, faults, seed, counted)
    rows = [row_of(name, *counted[name]) for name in FAULTS if name in counted]
    wrong = [f"- {name}: {fault}" for name, (tally, _) in counted.items() for fault in tally.faults]
    click.echo(f"{table(COLUMNS, rows)}\n\n" + "\n".join(wrong))
    if save:
        command = f"python -m benches.strangers.other_cameras FOLDER --faults {faults}"
        save_result(Result("other_cameras", command, commit(), COLUMNS, tuple(map(tuple, rows)), seed), save)


if __name__ == "__main__":
    main()
