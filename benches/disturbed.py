"""Looks at disturbed pictures and counts boards seen exactly, asked about, refused, and wrong without saying so.

Of those asked about it counts apart such whose doubts all lie under the glare or the hand, or beside it: they are seen
exactly but for what cannot be seen.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import cast

import click
import numpy as np

from benches.pictures.beneath import beneath
from benches.pictures.disturbances import AT_BOARDS, DISTURBANCES
from benches.pictures.shades import HARDER
from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save
from benches.reporting.results import save as save_result
from hardware.picture_file import read_picture
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.sighting import Edition, NotSeen, Sighting

USUAL = ("scrabscrap-game12", "cava-train-1", "dev-light", "dev-dark")
ALL = {**DISTURBANCES, **AT_BOARDS, **HARDER}
LOCAL = ("glare", "a hand", "a slip of paper")
"""These lie on a part of the picture only."""
WORDS = ("exact", "asked beneath", "asked", "refused", "wrong")
SEED = 20261120
"""Each picture's disturbances are drawn from this and the picture's number, so that every run is the same."""


def outcome(seen: Sighting | NotSeen, frame: Frame) -> tuple[str, list[str]]:
    """One look in a word - exact, asked, refused or wrong - and the squares that are wrong for sure.

    Where no letter is known the squares are judged, and not what stands on the tiles.
    """
    if isinstance(seen, NotSeen):
        return "refused", []
    truth = {**frame.board, **dict.fromkeys(frame.stops, "#")}
    has_letters = any(frame.board.values()) or not frame.board
    read = {str(square): reading.letter if has_letters else "" for square, reading in seen.board.items()}
    read |= dict.fromkeys(map(str, seen.stops), "#")
    doubted = {str(square) for square in seen.doubted}
    wrong = [
        f"{square} {truth.get(square, '.')}>{read.get(square, '.')}"
        for square in sorted((set(truth) | set(read)) - doubted - set(frame.unknown))
        if truth.get(square) != read.get(square)
    ]
    return ("wrong" if wrong else "asked" if doubted else "exact"), wrong


def measure(folder: Path, described: TrueSet, names: tuple[str, ...], every: int) -> dict[str, Counter[str]]:
    """Count the outcomes of one set's pictures under each disturbance."""
    rules, edition, letters = ruleset(described.game), cast("Edition", described.edition), Letters()
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for number, frame in enumerate(described.frames):
        if frame.skip or number % every:
            continue
        picture = read_picture(folder / frame.image)
        seen = Eye(rules, edition, letters).see(picture)
        if isinstance(seen, NotSeen):
            continue
        for name in names:
            worse = ALL[name](picture, np.array(seen.quad.corners), np.random.default_rng([SEED, number]))
            # An eye of its own, for one that has looked before remembers.
            look = Eye(rules, edition, letters).see(worse)
            word, wrong = outcome(look, frame)
            if word == "asked" and name in LOCAL:
                word = _where(look, beneath(picture, worse, seen.quad, rules.layout.size))
            counts[name][word] += 1
            if wrong:
                print(f"{described.name} {frame.image} {name}: {', '.join(wrong[:12])}", file=sys.stderr)
    return counts


def _where(look: Sighting | NotSeen, hidden: frozenset[Square]) -> str:
    """Whether a look asked about hidden squares alone."""
    return "asked beneath" if isinstance(look, Sighting) and look.doubted <= hidden else "asked"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, default=USUAL, help="Only sets whose name holds this.")
@click.option("--row", multiple=True, type=click.Choice(list(ALL)), help="Only these disturbances.")
@click.option("--every", default=1, help="Only every n-th picture.")
@click.option("--harder", is_flag=True, help="Shades and coverings that are harder instead.")
@option_save
def main(
    folder: Path, only: tuple[str, ...], row: tuple[str, ...], every: int, harder: bool, save: Path | None
) -> None:
    """Measure the sets in FOLDER under every disturbance and print a table."""
    names = row or tuple(HARDER if harder else (*DISTURBANCES, *AT_BOARDS))
    everywhere: dict[str, Counter[str]] = {name: Counter() for name in names}
    for place, described in sets_in(folder):
        if any(part in described.name for part in only):
            print(f"\n| {described.name} | {' | '.join(WORDS)} |\n|{' --- |' * (len(WORDS) + 1)}")
            for name, count in measure(place, described, names, every).items():
                print(f"| {name} | {' | '.join(str(count[word]) for word in WORDS)} |")
                everywhere[name].update(count)
    if save:
        rows = tuple((name, *(str(count[word]) for word in WORDS)) for name, count in everywhere.items())
        note = f"Sets: {', '.join(only)}; every {every}. picture."
        command, columns = "python -m benches.disturbed FOLDER" + " --harder" * harder, ("disturbance", *WORDS)
        name = "disturbances-harder" if harder else "disturbances"
        save_result(Result(name, command, commit(), columns, rows, SEED, note), save)


if __name__ == "__main__":
    main()
