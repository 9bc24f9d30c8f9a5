"""Strangers' photographs as another camera there might have taken them: turned, tilted, smaller, cropped.

`python -m benches.strangers.varied_photographs FOLDER`: what is read there without a fault only as it was photographed
was learnt by heart. Every photograph is varied anew in each round, by formulas (benches.strangers.variations).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import click
import msgspec
import numpy as np

from benches.pictures.truth import TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from benches.strangers.__main__ import COLUMNS, View, measure, photographs, row_of
from benches.strangers.variations import throw_variation, varied
from pi_referee.rules.definition.library import ruleset

SEED = 20261127
"""Variations are drawn from this and the photograph's name: nothing was tuned on them."""


def views(folder: Path, described: TrueSet, rounds: int, seed: int) -> Iterator[View]:
    """A set's photographs, each varied so many times."""
    size = ruleset(described.game).layout.size
    for picture, frame in photographs(folder, described):
        for number in range(rounds):
            chance = np.random.default_rng([seed, number, crc32(f"{described.name}/{frame.image}".encode())])
            corners = np.array(frame.corners, float).reshape(-1, 2)
            seen, moved = varied(picture, corners, size, throw_variation(chance), chance)
            yield seen, msgspec.structs.replace(frame, corners=tuple((float(x), float(y)) for x, y in moved))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="strangers", show_default=True, help="Only sets whose name holds this.")
@click.option(
    "--rounds", type=click.IntRange(min=1), default=3, show_default=True, help="Variations of each photograph."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Another one, other variations."
)
@option_save
def main(folder: Path, only: str, rounds: int, seed: int, save: Path | None) -> None:
    """Measure every set in FOLDER that shows a stranger's table, varied, and name every fault."""
    rows, faults = [], list[str]()
    for place, described in sets_in(folder):
        if only in described.name:
            measured = measure(described, views(place, described, rounds, seed))
            rows.append(row_of(described.name, measured))
            faults += [f"- {described.name}: {fault}" for fault in measured[0].faults]
    click.echo(f"{table(COLUMNS, rows)}\n\n" + "\n".join(faults))
    if save:
        command = f"python -m benches.strangers.varied_photographs FOLDER --rounds {rounds}"
        save_result(Result("varied_photographs", command, commit(), COLUMNS, tuple(map(tuple, rows)), seed), save)


if __name__ == "__main__":
    main()
