"""A fixed list of looks, and what each of them told: two commits whose lines are equal see the same.

`python -m benches.golden write FILE FOLDER ...` looks at every picture of the sets in the folders as it is and in
mixtures of disturbances, and at boards drawn at random, some 2,000 looks in all, and writes a line each: the look's
name, a hash, and what was told. `--part 10` takes every tenth look, for a commit. `python -m benches.golden compare
BEFORE AFTER` names the looks that differ, and how. Pictures that light was traced for are looked at by naming a folder
that benches.traced has filled. The letter readers' last decimals depend on the processor: compare files of one machine.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import cast

import click
import msgspec
import numpy as np

from benches.disturbed import ALL as DISTURBED
from benches.drawn import draw, typefaces
from benches.pictures.mixtures import mixture
from benches.pictures.truth import Frame, sets_in
from hardware.picture_file import read_picture
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.letters.tesseract import UNHURRIED, second_opinions
from vision.sighting import Edition, NotSeen, Sighting

SEED = 20261125
"""Mixtures and boards are drawn from this and the look's number: nothing was tuned on them."""
BOARDS = 500
"""So many boards are drawn, each looked at as it is and in a mixture."""
MIXTURES = 4
"""So many mixtures of each photograph."""

Told = dict[str, object]
"""What a look told, as JSON."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look of the list: a photograph of a set, or a drawn board if file is None; in a mixture if that is not 0.

    worse: the name of a disturbance, if it is looked at under one. seed: of drawn boards and of mixtures.
    """

    game: str
    edition: Edition
    file: Path | None
    frame: Frame | None
    number: int
    mixture: int
    worse: str = ""
    seed: int = SEED

    @property
    def name(self) -> str:
        """What the look is called on its line."""
        what = f"{self.file.parent.name}/{self.file.name}" if self.file else f"drawn/{self.number}"
        return f"{what} mixed {self.mixture}" if self.mixture else f"{what} {self.worse or 'as it is'}"


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, of which game and edition, and what lies there."""

    picture: Colour
    game: str
    edition: Edition
    truth: Frame

    def eye(self, without: Collection[str] = ()) -> Eye:
        """An eye for it that has seen nothing yet; without: stages that it leaves out."""
        witness = partial(second_opinions, seconds=UNHURRIED)
        return Eye(ruleset(self.game), self.edition, _letters(), witness, without=without)


def every_look(folders: Sequence[Path]) -> Iterator[Look]:
    """All looks of the list, in the same order each time."""
    for folder in folders:
        for place, described in sets_in(folder):
            edition = cast("Edition", described.edition)
            for number, frame in enumerate(described.frames):
                for turn in range(1 + MIXTURES):
                    yield Look(described.game, edition, place / frame.image, frame, number, turn)
    for number in range(BOARDS):
        yield Look("", "light", None, None, number, 0)
        yield Look("", "light", None, None, number, 1)


def look_at(look: Look) -> Told:
    """What the eye tells of it, or how it broke down."""
    try:
        return _look_at(look)
    except Exception as error:  # noqa: BLE001 - that it breaks down is what is to be shown, whatever the error is
        return {"broke": f"{type(error).__name__}: {error}"}


def _look_at(look: Look) -> Told:
    shown = show(look)
    return told_by(shown.eye().see(shown.picture))


def show(look: Look) -> Shown:
    """The picture of a look, in its mixture."""
    shown = _as_it_is(look)
    if not look.mixture and not look.worse:
        return shown
    chance = np.random.default_rng([look.seed, look.number, look.mixture, *look.name.encode()])
    corners = _corners(shown.eye().see(shown.picture), shown.picture)
    change = DISTURBED[look.worse] if look.worse else mixture(chance)
    return replace(shown, picture=change(shown.picture, corners, chance))


def told_by(seen: Sighting | NotSeen) -> Told:
    """What a look told that another one must tell, too, to be equal: all but the time it took."""
    if isinstance(seen, NotSeen):
        return {"refused": seen.reason}
    return {
        "quad": [[round(x, 2), round(y, 2)] for x, y in seen.quad.corners],
        "board": {str(square): [read.letter, read.confidence] for square, read in sorted(seen.board.items())},
        "stops": sorted(map(str, seen.stops)),
        "doubts": {str(doubt.square): doubt.choices for doubt in seen.doubts},
        "covered": sorted(map(str, seen.covered)),
    }


def line_of(look: Look) -> str:
    """A look's line: its name, a hash of what it told, and that as JSON, with tabs between."""
    told = msgspec.json.encode(look_at(look), order="sorted")
    return "\t".join((look.name, hashlib.sha256(told).hexdigest()[:16], told.decode()))


def differences(before: Mapping[str, Told], after: Mapping[str, Told]) -> Iterator[str]:
    """What differs, a line each look that both have: which squares are told otherwise, or what else is."""
    for name in sorted(before.keys() & after.keys()):
        one, other = before[name], after[name]
        if one != other:
            yield f"{name}: {'; '.join(_changes(one, other))}"


def read_lines(text: str) -> dict[str, Told]:
    """What each look told, by its name, from the text of a written file."""
    fields = (line.split("\t") for line in text.splitlines())
    return {name: msgspec.json.decode(told, type=dict[str, object]) for name, _, told in fields}


def _changes(one: Told, other: Told) -> Iterator[str]:
    if "quad" not in one or "quad" not in other:
        yield " -> ".join(str(told.get("refused", told.get("broke", "seen"))) for told in (one, other))
        return
    if one["quad"] != other["quad"]:
        yield "corners"
    told = [_by_square(one), _by_square(other)]
    for square in sorted(told[0].keys() | told[1].keys()):
        was, is_now = (part.get(square, ".") for part in told)
        if was != is_now:
            yield f"{square} {was} -> {is_now}"


def _by_square(told: Told) -> dict[str, str]:
    """What was told of each square that is not bare."""
    board, doubts = cast("Mapping[str, object]", told["board"]), cast("Mapping[str, object]", told["doubts"])
    stops, covered = cast("list[str]", told["stops"]), cast("list[str]", told["covered"])
    parts = [
        {square: f"sure {read}" for square, read in board.items()},
        {square: f"doubt {choices}" for square, choices in doubts.items()},
        dict.fromkeys(stops, "stop"),
    ]
    all_told = {square: text for part in parts for square, text in part.items()}
    return all_told | {square: f"{all_told.get(square, '')} covered" for square in covered}


def _as_it_is(look: Look) -> Shown:
    """The picture before any mixture."""
    if look.file is not None and look.frame is not None:
        return Shown(read_picture(look.file), look.game, look.edition, look.frame)
    drawn = draw(np.random.default_rng([look.seed, look.number]), _typefaces())
    return Shown(drawn.picture, drawn.game, drawn.edition, drawn.truth)


def _corners(seen: Sighting | NotSeen, picture: Colour) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Where the board lies in the picture, (4, 2) image px; all of it where no board is seen."""
    if isinstance(seen, Sighting):
        return np.array(seen.quad.corners)
    height, width = picture.shape[:2]
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], float)


@cache
def _letters() -> Letters:
    return Letters()


@cache
def _typefaces() -> list[Path]:
    return typefaces()


@click.group()
def main() -> None:
    """Write down what a fixed list of looks tells, and compare two such files."""


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--part", type=click.IntRange(min=1), default=1, help="Only every so manieth look.")
@click.option("--processes", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="So many at once.")
def write(file: Path, folders: tuple[Path, ...], part: int, processes: int) -> None:
    """Look at everything and write FILE; FOLDERS hold sets of pictures."""
    wanted = list(every_look(folders))[::part]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        lines = list(pool.map(line_of, wanted, chunksize=5))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    digest = hashlib.sha256("".join(line.split("\t")[1] for line in lines).encode()).hexdigest()
    print(f"{len(lines)} looks, together {digest[:16]}")


@main.command()
@click.argument("before", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("after", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def compare(before: Path, after: Path) -> None:
    """Name the looks that differ between two files; the exit status is 1 if one does, or none is in both."""
    one, other = (read_lines(path.read_text(encoding="utf-8")) for path in (before, after))
    both, differing = one.keys() & other.keys(), list(differences(one, other))
    print("\n".join([*differing, f"{len(differing)} of {len(both)} looks differ."]))
    sys.exit(bool(differing) or not both)


if __name__ == "__main__":
    main()
