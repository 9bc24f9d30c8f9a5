"""Shows the board's corners wrongly on purpose, by so many squares, and counts what is then read, and what wrongly."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import cast

import click
import numpy as np

from benches.disturbed import SEED, USUAL, outcome
from benches.pictures.disturbances import DISTURBANCES, Corners
from benches.pictures.truth import TrueSet, sets_in
from hardware.picture_file import read_picture
from pi_referee.rules.definition.library import ruleset
from vision.arrays import sides_of
from vision.eye import Eye
from vision.geometry.shown_corners import pulled
from vision.sighting import Edition, NotSeen, Quad

OFF = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0)
"""How far corners are shown from where they are, in squares, each time some way else."""
WANDER = 0.1
"""How far each corner is shown off besides, right and down, in squares: about two px of a tablet's screen."""
LIGHTS = ("as it is", "brightness x0.4", "warm cast", "shade x0.35", "glare", "noise 30", "blur 4")


def moved(corners: Corners, squares: float, chance: np.random.Generator, size: int) -> Quad:
    """Corners so many squares off, all the same way, and each a little besides, as a hand would show them.

    squares: the larger of the steps right and down.
    """
    square = float(sides_of(corners).mean()) / size
    way = chance.uniform(0, 2 * np.pi)
    step = np.array([np.cos(way), np.sin(way)])
    wander = chance.uniform(-WANDER, WANDER, corners.shape)
    first, second, third, fourth = corners + square * (squares * step / np.abs(step).max() + wander)
    return Quad((tuple(first), tuple(second), tuple(third), tuple(fourth)))


def measure(folder: Path, described: TrueSet, every: int) -> dict[float, Counter[str]]:
    """Count one set's outcomes by how far the corners were shown off."""
    rules = ruleset(described.game)
    eye = Eye(rules, cast("Edition", described.edition))
    counts: dict[float, Counter[str]] = {off: Counter() for off in OFF}
    for number, frame in enumerate(described.frames):
        if frame.skip or number % every:
            continue
        picture = read_picture(folder / frame.image)
        seen = eye.see(picture)
        if isinstance(seen, NotSeen):
            continue
        corners: Corners = np.array(seen.quad.corners)
        for light in LIGHTS:
            chance = np.random.default_rng([SEED, number])
            spoilt = DISTURBANCES[light](picture, corners, chance)
            for off in OFF:
                quad = moved(corners, off, chance, rules.layout.size)
                counts[off]["shown"] += 1
                found = pulled(spoilt, quad, rules.layout)
                if found is None:
                    continue
                word, wrong = outcome(eye.see(spoilt, found), frame)
                counts[off]["used"] += 1
                counts[off][word] += 1
                if wrong:
                    print(f"{described.name} {frame.image} {light} {off}: {', '.join(wrong[:12])}", file=sys.stderr)
    return counts


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, default=USUAL, help="Only sets whose name holds this.")
@click.option("--every", default=3, help="Only every n-th picture.")
def main(folder: Path, only: tuple[str, ...], every: int) -> None:
    """Measure the sets in FOLDER and print a table over all of them."""
    total: dict[float, Counter[str]] = {off: Counter() for off in OFF}
    for place, described in sets_in(folder):
        if any(part in described.name for part in only):
            for off, count in measure(place, described, every).items():
                total[off] += count
    print(
        "| squares off | shown | used | exact | asked | refused | wrong |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for off, count in total.items():
        cells = (count[word] for word in ("shown", "used", "exact", "asked", "refused", "wrong"))
        print(f"| {off} | {' | '.join(map(str, cells))} |")


if __name__ == "__main__":
    main()
