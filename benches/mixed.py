"""Looks at pictures under mixtures of disturbances drawn at random, and counts what came of it, kind by kind."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import click
import numpy as np

from benches.disturbed import outcome
from benches.pictures.mixtures import KINDS, Mixture, mixture
from benches.pictures.truth import Frame, TrueSet, sets_in
from hardware.picture_file import read_picture
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.sighting import Edition, NotSeen


def looks(folder: Path, described: TrueSet, seed: int, each: int) -> Iterator[tuple[Frame, Mixture, str, list[str]]]:
    """Look at every picture of a set that is well seen as it is, under so many mixtures each.

    What comes of each look: its outcome in a word, and the squares that are wrong for sure.
    """
    rules, edition, letters = ruleset(described.game), cast("Edition", described.edition), Letters()
    for number, frame in enumerate(described.frames):
        if frame.skip:
            continue
        picture = read_picture(folder / frame.image)
        seen = Eye(rules, edition, letters).see(picture)
        if isinstance(seen, NotSeen):
            continue
        for turn in range(each):
            chance = np.random.default_rng([seed, number, turn, *described.name.encode()])
            drawn = mixture(chance)
            worse = drawn(picture, np.array(seen.quad.corners), chance)
            yield frame, drawn, *outcome(Eye(rules, edition, letters).see(worse), frame)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, help="Only sets whose name holds this.")
@click.option("--each", type=click.IntRange(min=1), default=5, help="So many mixtures for each picture.")
@click.option("--seed", type=click.IntRange(min=0), default=20261123, help="Other numbers draw other mixtures.")
def main(folder: Path, only: tuple[str, ...], each: int, seed: int) -> None:
    """Look at the pictures of the sets in FOLDER under random mixtures of disturbances, and print a table by kind."""
    counts: dict[str, Counter[str]] = {}
    for place, described in sets_in(folder):
        if only and not any(part in described.name for part in only):
            continue
        for frame, drawn, word, wrong in looks(place, described, seed, each):
            for kind in (*drawn.name.split(" + "), "all together"):
                counts.setdefault(kind, Counter())[word] += 1
            if wrong:
                print(f"{described.name} {frame.image} {drawn.name}: {', '.join(wrong[:12])}", file=sys.stderr)
    print("| in the mixture | looks | exact | asked | refused | silent wrong |\n| --- | --- | --- | --- | --- | --- |")
    for kind in (*KINDS, "all together"):
        count = counts.get(kind, Counter[str]())
        row = (kind, count.total(), *(count[word] for word in ("exact", "asked", "refused", "wrong")))
        print(f"| {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main()
