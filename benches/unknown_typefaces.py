"""`python -m benches.unknown_typefaces`: typefaces the reader never saw, before and after learning them once.

For each typeface one picture shows every letter in the alphabet's order: that is the lesson. Other boards, each from
another side and in another light, are then looked at before it, after it, after the lesson of another typeface (the
next in the list), and after a lesson in which names were exchanged. The formulas stand in this module.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import click
import numpy as np

from benches.pictures.positions import played_board
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.letters.classifier import Reader
from vision.letters.household_tiles import LearntTile
from vision.letters.lessons import doubtful_name, flat, in_order, taught
from vision.letters.letter_model import Letters
from vision.render import Light, View, render
from vision.sighting import NotSeen, Sighting

SEED = 20261121
"""Boards and views are drawn from this, the typeface's place in its list, and the board's number."""

HELD_OUT = (
    "Quicksand Light:style=Regular", "Dosis:style=Light", "Clear Sans Light:style=Regular",
    "Yanone Kaffeesatz:style=Light", "Cantarell:style=Regular", "PT Serif:style=Regular", "Play:style=Regular",
    "Sora:style=ExtraBold", "Vollkorn:style=Black", "URW Bookman:style=Demi",
)  # fmt: skip
"""Ten of the families that were kept out of training: four thin, three middling, three thick (letters.json)."""

OTHERS = (
    "B612:style=Bold", "Averia Serif GWF:style=Regular", "Comic Neue:style=Light", "Gillius ADF:style=Bold",
    "Baskervald ADF Std:style=Heavy", "National Park:style=Heavy", "Accanthis ADF Std:style=Regular",
    "Tiresias Signfont:style=Bold", "Switzera ADF:style=Light", "Cabin:style=Regular",
)  # fmt: skip
"""Ten more, of families that were not on the machine when the reader was trained."""

ODD = (
    "Manjari:style=Thin", "National Park:style=Thin", "Universalis ADF Std:style=Cond", "Gillius ADF No2 Cond",
    "Gemunu Libre:style=ExtraLight", "Tribun ADF Std Cond", "Routed Gothic Narrow", "Compagnon:style=Light",
    "Prociono", "Solide Mirage", "Gemunu Libre:style=ExtraBold", "League Mono:style=UltraLight", "Millimetre",
)  # fmt: skip
"""Hairlines, condensed and constructed ones: the weights in vision/letters/household_tiles.py were chosen on them."""

FACES: Mapping[str, Sequence[str]] = {"held-out": HELD_OUT, "others": OTHERS, "odd": ODD}
EXCHANGED = {"O": "Q", "Q": "O", "Å": "Ä", "Ä": "Å", "E": "F", "F": "E", "I": "J", "J": "I"}
COLUMNS = ("typeface", "letters", *("right %, in doubt %, wrong for sure " + when for when in (
    "before", "after", "after another's lesson", "after exchanged names")), "ms before", "ms after")  # fmt: skip

RULES = ruleset("alfapet-sv")


def file_of(pattern: str) -> Path:
    """A typeface's file, by fontconfig; RuntimeError if the machine has it not."""
    # Fontconfig's own program, looked up on the path, with words that stand right here.
    command = ["fc-match", pattern, "--format", "%{family}|%{file}"]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603
    families, _, path = found.partition("|")
    if pattern.split(":", maxsplit=1)[0] not in families.split(","):
        raise RuntimeError(f"{pattern} is not installed; see docs/reader.md for the packages.")
    return Path(path)


def lesson_board() -> Position:
    """Every letter once, in order, seven a row, with a square between."""
    return Position({Square(4 + 2 * (k // 7), 2 + 2 * (k % 7)): Tile(a) for k, a in enumerate(RULES.alphabet)})


def any_view(chance: np.random.Generator, typeface: Path) -> View:
    """A camera within 15 degrees of straight, tilted by 25 at most, in fair to dim light, with mild blur and grain."""
    light = Light(
        brightness=float(chance.uniform(0.55, 1.1)),
        cast=(float(chance.uniform(0.8, 1.1)), float(chance.uniform(0.8, 1.1)), float(chance.uniform(0.8, 1.1))),
        gradient=float(chance.uniform(0, 0.35)),
        gradient_way=float(chance.uniform(0, 360)),
    )
    return View(
        width=1440, height=1080, turn=float(chance.uniform(-15, 15)), tilt=float(chance.uniform(0, 25)),
        tilt_way=float(chance.uniform(0, 360)), zoom=float(chance.uniform(0.8, 0.95)), light=light,
        blur=float(chance.uniform(0.5, 1.4)), grain=float(chance.uniform(2, 6)), jpeg=int(chance.integers(75, 95)),
        typeface=typeface, seed=int(chance.integers(1, 10**6)),
    )  # fmt: skip


def learn(picture: Colour, letters: Letters) -> tuple[LearntTile, ...]:
    """The lesson, as `pi-referee learn --in-order` takes it; where that refuses it, the same names given by hand."""
    sighting = Eye(RULES, letters=letters).see(picture)
    if isinstance(sighting, NotSeen):
        raise TypeError(sighting.reason)
    reader = Reader(letters, RULES.alphabet)
    truth = lesson_board().letters()
    try:
        named = in_order(sighting, RULES.alphabet)
    except ValueError as error:
        click.echo(f"named by hand: {error}", err=True)
        named = truth
    tiles = taught(reader, flat(picture, sighting, RULES.layout.size), named, RULES.layout)
    against = doubtful_name(reader, tiles, list(map(str, sorted(named))))
    if against is not None or named != truth:
        click.echo(f"believed: {against}", err=True)
    return tiles


@dataclass
class Count:
    """What became of the letters."""

    counts: Counter[str] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, seen: Sighting | NotSeen, truth: Mapping[Square, str]) -> None:
        """Count one board."""
        if isinstance(seen, NotSeen):
            self.counts["not seen"] += 1
            return
        self.milliseconds.append(seen.milliseconds["total"])
        perhaps = {doubt.square: doubt.likeliest for doubt in seen.doubts}
        for square, letter in truth.items():
            reading = seen.board.get(square)
            read = reading.letter if reading else perhaps.get(square, ".")
            self.counts.update(letters=1, right=read == letter, doubt=square in perhaps)
            self.counts["wrong"] += read != letter and square not in perhaps
            if read != letter:
                self.faults[f"{letter}>{read}{'?' if square in perhaps else ''}"] += 1
        self.counts["wrong"] += len(seen.board.keys() - truth.keys())

    def __str__(self) -> str:
        """The three figures."""
        right, doubt = (100 * self.counts[name] / max(1, self.counts["letters"]) for name in ("right", "doubt"))
        return f"{right:.2f}, {doubt:.2f}, {self.counts['wrong']}"


def measure(faces: Sequence[str], boards: int, seed: int) -> Iterator[tuple[str, list[Count]]]:
    """Each typeface with its four counts."""
    letters = Letters()
    files = [file_of(face) for face in faces]
    lessons = [
        learn(render(lesson_board(), RULES, any_view(np.random.default_rng([seed, k, 0]), path)), letters)
        for k, path in enumerate(files)
    ]
    for k, path in enumerate(files):
        wrong = tuple(LearntTile(EXCHANGED.get(tile.letter, tile.letter), tile.window) for tile in lessons[k])
        eyes = [Eye(RULES, letters=letters, learnt=learnt) for learnt in ((), lessons[k], lessons[k - 1], wrong)]
        counts = [Count() for _ in eyes]
        for number in range(1, boards + 1):
            chance = np.random.default_rng([seed, k, number])
            position = played_board(chance, RULES)
            picture = render(position, RULES, any_view(chance, path))
            for eye, count in zip(eyes, counts, strict=True):
                count.add(eye.see(picture), position.letters())
        yield faces[k].replace(":style=", " "), counts


@click.command()
@click.option("--faces", type=click.Choice(list(FACES)), default="held-out", show_default=True, help="Which list.")
@click.option("--boards", default=7, show_default=True, help="Boards of each typeface.")
@click.option("--seed", default=SEED, show_default=True, help="Other boards and views.")
def main(faces: str, boards: int, seed: int) -> None:
    """Print the table and, below it, what was read wrongly before and after."""
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    sums = [Count() for _ in range(4)]
    faults: list[str] = []
    for name, counts in measure(FACES[faces], boards, seed):
        times = [f"{median(count.milliseconds):.0f}" for count in counts[:2]]
        print(
            f"| {name} | {counts[0].counts['letters']} | " + " | ".join(map(str, [*counts, *times])) + " |", flush=True
        )
        for total, count in zip(sums, counts, strict=True):
            total.counts += count.counts
        faults.append(f"- {name}: " + "; then ".join(_faults(count) for count in counts[:2]))
    print(f"| all | {sums[0].counts['letters']} | " + " | ".join(map(str, sums)) + " | | |")
    print("\n" + "\n".join(faults))


def _faults(count: Count) -> str:
    return ", ".join(f"{fault} {times}" for fault, times in count.faults.most_common(6)) or "none"


if __name__ == "__main__":
    main()
