"""What each stage of a look brings and costs: looks that it acted in are made once more without it.

`python -m benches.ablate FOLDER ...`: the looks of benches.golden, whose seed nothing was tuned on, or those of another
seed. A stage that acts only inside the second look, in even light, shows as that stage.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import click

from benches.disturbed import outcome
from benches.golden import SEED, Look, Shown, every_look, show
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from vision.sighting import NotSeen, Sighting
from vision.stages import STAGES

COLUMNS = (
    "stage", "may", "acted in", "outcome changed", "exact lost", "exact gained", "doubts more", "doubts fewer",
    "wrong for sure more", "wrong for sure fewer",
)  # fmt: skip
FIRST = STAGES[0].name
"""Without the first verdict there is nothing to change."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a look: exact, asked, refused or wrong; how many doubts, and squares that are wrong for sure."""

    word: str
    doubts: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Removal:
    """What came of a look with a stage, and without it."""

    stage: str
    before: Outcome
    after: Outcome


def removals(look: Look) -> list[Removal]:
    """A look made once more without each of the stages that acted in it."""
    shown = show(look)
    seen = shown.eye().see(shown.picture)
    if isinstance(seen, NotSeen):
        return []
    acted = dict.fromkeys(step.stage for step in seen.trace if step.stage != FIRST)
    whole = outcome_of(seen, shown)
    return [Removal(stage, whole, outcome_of(shown.eye({stage}).see(shown.picture), shown)) for stage in acted]


def outcome_of(seen: Sighting | NotSeen, shown: Shown) -> Outcome:
    """What came of a look, by the truth."""
    word, wrong = outcome(seen, shown.truth)
    return Outcome(word, len(seen.doubts) if isinstance(seen, Sighting) else 0, len(wrong))


def rows(found: Iterable[Removal]) -> Iterator[tuple[str, ...]]:
    """A row of the table for each stage, also for those that never acted."""
    counts: dict[str, Counter[str]] = {stage.name: Counter() for stage in STAGES}
    for removal in found:
        counts[removal.stage].update(_counted(removal))
    for stage in STAGES[1:]:
        may = ", ".join(act.value.split()[0] for act in stage.acts_in_order)
        yield stage.name, may, *(str(counts[stage.name][name]) for name in COLUMNS[2:])


def _counted(removal: Removal) -> Counter[str]:
    """What one removal adds to its row; doubts and wrong squares are those of looks that are not refused."""
    before, after = removal.before, removal.after
    doubts, wrong = after.doubts - before.doubts, after.wrong - before.wrong
    return Counter({
        "acted in": 1,
        "outcome changed": int(before.word != after.word),
        "exact lost": int(before.word == "exact" != after.word),
        "exact gained": int(after.word == "exact" != before.word),
        "doubts more": max(0, doubts),
        "doubts fewer": 0 if after.word == "refused" else max(0, -doubts),
        "wrong for sure more": max(0, wrong),
        "wrong for sure fewer": 0 if after.word == "refused" else max(0, -wrong),
    })  # fmt: skip


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--part", type=click.IntRange(min=1), default=1, help="Only every so manieth look.")
@click.option("--processes", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="So many at once.")
@option_save
def main(folders: tuple[Path, ...], part: int, processes: int, save: Path | None) -> None:
    """Leave out each stage that acted in a look, and print a table of what that changes."""
    wanted = list(every_look(folders))[::part]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        found = [removal for removed in pool.map(removals, wanted, chunksize=5) for removal in removed]
    told, note = tuple(rows(found)), f"{len(wanted)} looks."
    print(f"{table(COLUMNS, told)}\n\n{note}")
    if save:
        save_result(Result("stages", "python -m benches.ablate FOLDER", commit(), COLUMNS, told, SEED, note), save)


if __name__ == "__main__":
    main()
