"""What each stage of a look brings and costs: looks that it acted in are made once more without it.

`python -m benches.ablate FOLDER ...`: a sample of looks, as many of each kind: photographs of the sets in the folders
as they are, under each disturbance of benches.disturbed and in mixtures, and drawn boards as they are and in mixtures,
of a seed that nothing was tuned on. A stage that acts only inside the second look, in even light, shows as that stage.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import click
import numpy as np

from benches.disturbed import ALL, outcome
from benches.golden import Look, Shown, every_look, show
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from vision.sighting import NotSeen, Sighting
from vision.stages import STAGES

COLUMNS = (
    "stage", "may", "acted in", "outcome changed", "exact lost", "exact gained", "doubts more", "doubts fewer",
    "wrong for sure more", "wrong for sure fewer",
)  # fmt: skip
SEED = 20261126
"""Boards, mixtures and the sample are drawn from this: nothing was tuned on them."""
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


@dataclass(frozen=True, slots=True)
class Left:
    """A look, and what came of it without each stage that acted in it; the whole look's outcome."""

    whole: Outcome
    without: tuple[Removal, ...]


def sample(folders: Sequence[Path], looks: int, seed: int = SEED) -> list[Look]:
    """So many looks, drawn from the seed: as many of each kind, all of a kind if it has fewer."""
    known = [replace(look, seed=seed) for look in every_look(folders)]
    photographs = [look for look in known if look.file and not look.mixture]
    names, drawn = list(ALL)[1:], [look for look in known if not look.file]
    kinds = (
        photographs,
        [replace(look, worse=names[at % len(names)]) for at, look in enumerate(photographs)],
        [look for look in known if look.file and look.mixture],
        [look for look in drawn if not look.mixture],
        [look for look in drawn if look.mixture],
    )
    chance = np.random.default_rng(seed)
    kept = [chance.permutation(len(kind))[: looks // len(kinds)] for kind in kinds]
    return [kind[at] for kind, places in zip(kinds, kept, strict=True) for at in places]


def left(look: Look) -> Left | None:
    """A look made once more without each of the stages that acted in it; None if it is refused."""
    shown = show(look)
    seen = shown.eye().see(shown.picture)
    if isinstance(seen, NotSeen):
        return None
    acted = dict.fromkeys(step.stage for step in seen.trace if step.stage != FIRST)
    whole = outcome_of(seen, shown)
    removed = [Removal(stage, whole, outcome_of(shown.eye({stage}).see(shown.picture), shown)) for stage in acted]
    return Left(whole, tuple(removed))


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
        may = ", ".join(act.value.split()[0] for act in stage.acts)
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
@click.option("--looks", type=click.IntRange(min=5), default=400, show_default=True, help="So many looks.")
@click.option("--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Another one, other looks.")
@click.option("--processes", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="So many at once.")
@option_save
def main(folders: tuple[Path, ...], looks: int, seed: int, processes: int, save: Path | None) -> None:
    """Leave out each stage that acted in a look, and print a table of what that changes."""
    wanted = sample(folders, looks, seed)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        found = list(filter(None, pool.map(left, wanted, chunksize=5)))
    told = tuple(rows(removal for look in found for removal in look.without))
    doubts, wrong = (sum(getattr(look.whole, name) for look in found) for name in ("doubts", "wrong"))
    exact = sum(look.whole.word == "exact" for look in found)
    note = (
        f"{len(wanted)} looks, of which {len(wanted) - len(found)} are refused and {exact} exact; "
        f"with all stages {doubts} doubts, and {wrong} squares wrong for sure."
    )
    print(f"{table(COLUMNS, told)}\n\n{note}")
    if save:
        command = f"python -m benches.ablate FOLDER --looks {looks}"
        save_result(Result("stages", command, commit(), COLUMNS, told, seed, note), save)


if __name__ == "__main__":
    main()
