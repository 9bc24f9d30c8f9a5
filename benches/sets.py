"""Looks at every picture of every set in a folder, alone and as a game, and writes down how often the eye was right."""

from __future__ import annotations

import resource
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import cast

import click

from benches.pictures.outcome_counts import Tally, count_look, count_press
from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from hardware.picture_file import read_picture
from pi_referee.picture_game.picture_replay import replay
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.sighting import Edition, NotSeen, Quad

COLUMNS = (
    "set", "pictures", "boards found", "squares %", "letters %", "sure %", "wrong for sure", "plays", "exact",
    "asked", "refused", "silent wrong", "ms median", "ms p95", "a turn, ms",
)  # fmt: skip


def measure(folder: Path, described: TrueSet) -> Tally:
    """Measure one set: each picture alone, then all of them as a game."""
    tally = Tally()
    edition = cast("Edition", described.edition)
    rules = ruleset(described.game)
    letters = Letters()
    squares = [str(square) for square in rules.layout.squares()]
    for frame in described.frames:
        # An eye of its own, for one that has looked before remembers.
        _look(tally, Eye(rules, edition, letters), folder, frame, squares)
    played = [frame for frame in described.frames if not frame.skip]
    game = begin(GameBegan(described.game, ("A", "B"), described.rack, edition))
    if any(frame.is_play for frame in played):
        paths = tuple(folder / frame.image for frame in played)
        for frame, row in zip(played, replay(paths, game, edition, {}), strict=True):
            count_press(tally, frame, row)
    return tally


def _look(tally: Tally, eye: Eye, folder: Path, frame: Frame, squares: list[str]) -> None:
    picture = read_picture(folder / frame.image)
    height, width = picture.shape[:2]
    rectified = Quad(((0, 0), (width, 0), (width, height), (0, height))) if "rectified" in folder.name else None
    seen = eye.see(picture, rectified)
    tally.counts["pictures"] += 1
    if isinstance(seen, NotSeen):
        tally.fault("board not found", frame.image)
        return
    tally.counts["found"] += 1
    count_look(tally, frame, seen, squares)


def row_of(name: str, tally: Tally) -> list[str]:
    """One set's row of the table."""
    counts = tally.counts
    times = tally.milliseconds or [float("nan")]
    turns = tally.turns or [float("nan")]
    late = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    sure = 100 - tally.share("doubted letters", "letters")
    return [
        name, str(counts["pictures"]), str(counts["found"]), f"{tally.share('squares right', 'squares'):.2f}",
        f"{tally.share('letters right', 'letters'):.2f}", f"{sure:.2f}", str(counts["wrong for sure"]),
        str(counts["plays"]), str(counts["exact"]), str(counts["asked"]), str(counts["refused"]),
        str(counts["silent wrong"]), f"{median(times):.0f}", f"{late:.0f}", f"{median(turns):.0f}",
    ]  # fmt: skip


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, help="Only sets whose name holds this.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/bench-sets.md"), show_default=True)
@option_save
def main(folder: Path, only: tuple[str, ...], out: Path, save: Path | None) -> None:
    """Measure every set in FOLDER and write the table to a file as well."""
    rows = []
    faults = []
    for place, described in sets_in(folder):
        if only and not any(part in described.name for part in only):
            continue
        tally = measure(place, described)
        rows.append(row_of(described.name, tally))
        faults += [f"- {described.name}: {fault}" for fault in tally.faults]
        print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    text = f"{table(COLUMNS, rows)}\n\nPeak memory {peak:.0f} MB.\n\n" + "\n".join(faults) + "\n"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    print(text)
    if save:
        note = f"Peak memory {peak:.0f} MB."
        save_result(Result("sets", "scripts/bench FOLDER", commit(), COLUMNS, tuple(map(tuple, rows)), note=note), save)


if __name__ == "__main__":
    main()
