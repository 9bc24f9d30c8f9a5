"""Counts the doubts one look leaves and those that a vote of quick frames leaves, in the grain of dim rooms.

As the watching process does it: one picture is looked at, then the mean of three more, and of three more, each with
its own grain, as long as that can settle a doubt. Counted are squares in doubt, and squares that are
wrong for sure, after the first look alone and after the vote; and how many looks the vote took.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import click
import numpy as np

from benches.disturbed import SEED, outcome
from benches.pictures.disturbances import DISTURBANCES
from benches.pictures.truth import Frame, sets_in
from hardware.picture_file import read_picture
from hardware.simulation.simulated_table import ANGLE, played_game, positions
from pi_referee.looking.retakes import MOST, TOGETHER
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.photo.denoise import average
from vision.render import Light, View, render
from vision.sighting import Edition, NotSeen, Sighting
from vision.voting import can_settle, vote

GRAIN = ("noise 15", "noise 30")
DRAWN = "drawn"
GAMES = ("alfapet-sv", "scrabble-sv")
DIM = View(
    width=1024, height=768, turn=ANGLE.turn, tilt=20.0, grain=0.0, light=Light(brightness=0.8, gradient=0.3), seed=23
)
"""A dim room, seen from the side by a small camera: the letters are hard enough to leave doubts."""

Taken = tuple[Eye, Colour, Frame]


def drawn() -> Iterator[Taken]:
    """Every position of the games that the simulated table can lay, in a dim room."""
    for game in GAMES:
        rules = ruleset(game)
        eye = Eye(rules)
        for number, position in enumerate(positions(played_game(game))):
            lying = {str(square): letter for square, letter in position.letters().items()}
            frame = Frame(f"{game} {number}", "static", lying, stops=tuple(map(str, position.stops)))
            yield eye, render(position, rules, DIM), frame


def photographed(folder: Path, only: tuple[str, ...], every: int) -> Iterator[tuple[str, Taken]]:
    """Every n-th picture of a folder's sets, with the set's name."""
    for place, described in sets_in(folder):
        if only and not any(part in described.name for part in only):
            continue
        eye = Eye(ruleset(described.game), cast("Edition", described.edition))
        for number, frame in enumerate(described.frames):
            if not frame.skip and number % every == 0:
                yield described.name, (eye, read_picture(place / frame.image), frame)


def count(counts: Counter[str], taken: Taken, row: str, number: int) -> None:
    """Take a picture up to three times with the row's grain, and count what is in doubt and what is wrong."""
    eye, picture, frame = taken
    looks: list[Sighting] = []
    for again in range(MOST):
        chance = np.random.default_rng([SEED, number, again])
        grainy = [DISTURBANCES[row](picture, np.zeros((4, 2)), chance) for _ in range(TOGETHER if again else 1)]
        look = eye.see(average(grainy))
        if isinstance(look, NotSeen):
            break
        looks.append(look)
        if not can_settle(looks, looks[0].doubted, MOST):
            break
    if not looks:
        counts["refused"] += 1
        return
    counts["boards"] += 1
    counts["looks"] += len(looks)
    for when, look in (("before", looks[0]), ("after", vote(looks))):
        counts[f"doubts {when}"] += len(look.doubts)
        counts[f"clear {when}"] += not look.doubts
        wrong = outcome(look, frame)[1]
        counts[f"wrong {when}"] += len(wrong)
        if wrong:
            print(f"{frame.image} {row} {when}: {', '.join(wrong[:8])}", file=sys.stderr)


COLUMNS = (
    "set", "grain", "boards", "looks a board", "doubts, one look", "doubts, vote", "clear boards, one look",
    "clear boards, vote", "wrong for sure, one look", "wrong for sure, vote",
)  # fmt: skip


def line(name: str, row: str, counts: Counter[str]) -> str:
    """A row of the table."""
    boards = counts["boards"]
    each = counts["looks"] / boards if boards else float("nan")
    cells = (
        name, row, boards, f"{each:.2f}", counts["doubts before"], counts["doubts after"], counts["clear before"],
        counts["clear after"], counts["wrong before"], counts["wrong after"],
    )  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


@click.command()
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, help="Only sets whose name holds this.")
@click.option("--every", default=1, help="Only every n-th picture.")
def main(folder: Path | None, only: tuple[str, ...], every: int) -> None:
    """Let quick frames vote on drawn tables and, if FOLDER is given, on its sets, and print a table."""
    tables = [(DRAWN, taken) for number, taken in enumerate(drawn()) if number % every == 0]
    taken = tables + (list(photographed(folder, only, every)) if folder else [])
    found: dict[tuple[str, str], Counter[str]] = {}
    for number, (name, one) in enumerate(taken):
        for row in GRAIN:
            count(found.setdefault((name, row), Counter()), one, row, number)
    print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    for (name, row), counts in found.items():
        print(line(name, row, counts))


if __name__ == "__main__":
    main()
