"""Replays whole games from disturbed pictures: plays scored exactly, asked about, refused, and wrong unsaid."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import click
import cv2
import numpy as np

from benches.disturbed import ALL, SEED, USUAL
from benches.pictures.disturbances import DISTURBANCES, Corners
from benches.pictures.outcome_counts import Tally, count_press
from benches.pictures.truth import TrueSet, sets_in
from hardware.picture_file import read_picture
from pi_referee.picture_game.picture_replay import replay
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.sighting import Edition, NotSeen

COUNTED = ("exact", "asked", "refused", "silent wrong")


def measure(folder: Path, described: TrueSet, name: str) -> Tally:
    """Replay one set's game, every picture of it under one disturbance; where no board is found it stays as it is."""
    edition = cast("Edition", described.edition)
    tally, frames = Tally(), [frame for frame in described.frames if not frame.skip]
    game = begin(GameBegan(described.game, ("A", "B"), described.rack, edition))
    with TemporaryDirectory() as place:
        paths = [Path(place) / f"{number:03}.png" for number in range(len(frames))]
        for path, picture in zip(paths, _disturbed(folder, described, name), strict=True):
            cv2.imwrite(str(path), picture)
        for frame, row in zip(frames, replay(tuple(paths), game, edition, {}), strict=True):
            count_press(tally, frame, row)
    return tally


def _disturbed(folder: Path, described: TrueSet, name: str) -> Iterator[Colour]:
    """The game's pictures under the disturbance, in order."""
    rules, letters = ruleset(described.game), Letters()
    for number, frame in enumerate(described.frames):
        if frame.skip:
            continue
        picture = read_picture(folder / frame.image)
        seen = Eye(rules, cast("Edition", described.edition), letters).see(picture)
        if isinstance(seen, NotSeen):
            yield picture
            continue
        corners: Corners = np.array(seen.quad.corners)
        yield ALL[name](picture, corners, np.random.default_rng([SEED, number]))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, default=USUAL, help="Only sets whose name holds this.")
@click.option("--row", multiple=True, type=click.Choice(list(ALL)), help="Only these disturbances.")
def main(folder: Path, only: tuple[str, ...], row: tuple[str, ...]) -> None:
    """Replay the games in FOLDER under every disturbance and print a table for each."""
    for place, described in sets_in(folder):
        if any(part in described.name for part in only) and any(frame.is_play for frame in described.frames):
            print(f"\n| {described.name} | {' | '.join(COUNTED)} |\n| --- | --- | --- | --- | --- |")
            for name in row or tuple(DISTURBANCES):
                tally = measure(place, described, name)
                print(f"| {name} | {' | '.join(str(tally.counts[kind]) for kind in COUNTED)} |", flush=True)
                for fault in tally.faults:
                    print(f"{described.name} {name}: {fault}", file=sys.stderr)


if __name__ == "__main__":
    main()
