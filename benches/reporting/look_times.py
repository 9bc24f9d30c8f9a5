"""How long looks take beside those of another checkout: both look at the same pictures by turns, in one run.

What else runs on the machine slows both alike, so the ratio of their processor times holds where single times do not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import IO, TYPE_CHECKING, cast

import click
import msgspec

if TYPE_CHECKING:
    from vision.arrays import Colour

COLUMNS = ("set", "pictures", "first, ms before", "now", "ratio", "a turn, ms before", "now", "ratio")

Times = tuple[float, float]
"""The processor's ms of a first look at a picture, and of a turn's."""

Look = Callable[["Colour"], object]
"""Looks at a picture."""

LOOKS = 3
"""First looks at each picture by either; the shortest counts."""


def look_on_demand(asked: IO[str], told: IO[str]) -> None:
    """Look at the pictures that are asked for, a line each; tell the processor's ms of a first look and of a turn's.

    A game's pictures come one after the other: one eye looks at all of them, as in turns.
    """
    from hardware.picture_file import read_picture  # noqa: PLC0415 - of the checkout that is measured

    eyes: dict[tuple[str, ...], Look] = {}
    for line in asked:
        image, game, edition, folder = json.loads(line)
        picture, fresh = read_picture(Path(image)), partial(_look, game, edition)
        turns = eyes.setdefault((folder, game), fresh())
        first = min(_ms(fresh(), picture) for _ in range(LOOKS))
        told.write(json.dumps([first, _ms(turns, picture)]) + "\n")
        told.flush()


def _look(game: str, edition: str) -> Look:
    """How an eye of the checkout that is measured looks at a game's pictures, one after the other."""
    from benches.cards.__main__ import ASSUMED  # noqa: PLC0415 - of that checkout
    from pi_referee.rules.definition.library import ruleset  # noqa: PLC0415 - so is this
    from vision.cards.card_eye import CardEye  # noqa: PLC0415 - and this
    from vision.cards.card_sighting import CardSighting  # noqa: PLC0415 - and this
    from vision.eye import Eye  # noqa: PLC0415 - and this

    if ruleset(game).has_board:
        return Eye(ruleset(game), "dark" if edition == "dark" else "light").see
    cards, last = CardEye(ASSUMED), list[CardSighting]()

    def see(picture: Colour) -> object:
        seen = cards.see(picture, last.pop() if last else None)
        last[:] = [seen] if isinstance(seen, CardSighting) else []
        return seen

    return see


def _ms(look: Look, picture: Colour) -> float:
    """The processor's ms, all threads together, of a look."""
    began = time.process_time()
    look(picture)
    return 1000 * (time.process_time() - began)


class _Frame(msgspec.Struct):
    """One picture of a set."""

    image: str
    skip: bool = False


class _Set(msgspec.Struct):
    """The pictures of a set, of a board or of cards."""

    name: str
    game: str
    frames: list[_Frame]
    edition: str = "light"


def _looking(checkout: Path) -> subprocess.Popen[str]:
    """A process that looks with a checkout's eye."""
    return subprocess.Popen(  # noqa: S603 - this file, in this interpreter
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
    )


def _ask(process: subprocess.Popen[str], question: str) -> Times:
    """What a process tells of a picture."""
    stdin, stdout = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
    stdin.write(question + "\n")
    stdin.flush()
    first, turn = json.loads(stdout.readline())
    return first, turn


def row_of(name: str, told: Sequence[tuple[Times, Times]]) -> list[str]:
    """One set's row: medians before and now, and the ratio of the sums; told: of each picture, before and now."""
    cells = [name, str(len(told))]
    for way in (0, 1):
        # A game's first picture is no turn.
        before, now = ([one[side][way] for one in told[way:]] or [float("nan")] for side in (0, 1))
        cells += [f"{median(before):.0f}", f"{median(now):.0f}", f"{sum(now) / sum(before):.2f}"]
    return cells


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--before", required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Only sets whose name holds this.")
@click.option("--save", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Write JSON there.")
def main(folder: Path, before: Path, only: str, save: Path | None) -> None:
    """Look at the sets in FOLDER with this eye and with that of the checkout named by --before, by turns."""
    from benches.reporting import results  # noqa: PLC0415 - the processes that look have no need of it

    eyes = [_looking(checkout.resolve()) for checkout in (before, Path.cwd())]
    rows, every = list[list[str]](), list[tuple[Times, Times]]()
    for place in sorted(folder.resolve().glob("*/set.json")):
        described = msgspec.json.decode(place.read_bytes(), type=_Set)
        if only in described.name:
            images = [str(place.with_name(frame.image)) for frame in described.frames if not frame.skip]
            asked = [json.dumps([image, described.game, described.edition, place.parent.name]) for image in images]
            told = [(_ask(eyes[0], question), _ask(eyes[1], question)) for question in asked]
            rows.append(row_of(described.name, told))
            every += told
    for eye in eyes:
        eye.communicate()
    command = "python -m benches.reporting.look_times FOLDER --before CHECKOUT"
    told_of = (COLUMNS, tuple(map(tuple, [*rows, row_of("all", every)])))
    result = results.Result("look-times", command, results.commit(), *told_of, note=f"Before: {_commit_of(before)}.")
    print(result.note)
    print(results.table(result.columns, result.rows))
    if save is not None:
        results.save(result, save)


def _commit_of(checkout: Path) -> str:
    """Of which commit a checkout is."""
    command = ["git", "-C", str(checkout), "describe", "--always", "--dirty=+", "--exclude=*"]
    # Git's own program, looked up on the path, with words that stand right here and a folder that the caller named.
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main()
    else:
        look_on_demand(sys.stdin, sys.stdout)
