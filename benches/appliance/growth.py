"""How the time of a look grows with the picture's px and with the tiles on the board; writes a table and a plot."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import click

from benches.confidence.line_plot import Line, plot
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.render import View, render

GAME = "alfapet-sv"
MEGAPIXELS = (0.5, 1.0, 2.0, 4.0, 8.0, 12.0)
TILES = (0, 15, 30, 60, 90, 120)
USUAL_MEGAPIXELS, USUAL_TILES, TURN = 2.0, 60, 5
"""What stays the same while the other grows; a turn lays so many tiles."""
PICTURE = Path("docs/pictures/growth.svg")


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds of a first look at a table, and of the look a turn later."""

    first: float
    turn: float


def measure(tiles: int, megapixels: float, letters: Letters, times: int) -> Spent:
    """The medians of so many looks at a drawn board."""
    rules = ruleset(GAME)
    before, after = (_photograph(count, megapixels) for count in (tiles, tiles + TURN))
    first, turn = [], []
    for _ in range(times):
        eye = Eye(rules, letters=letters)
        first.append(_timed(eye, before))
        turn.append(_timed(eye, after))
    return Spent(statistics.median(first), statistics.median(turn))


def _timed(eye: Eye, picture: Colour) -> float:
    start = perf_counter()
    eye.see(picture)
    return 1000 * (perf_counter() - start)


def _photograph(tiles: int, megapixels: float) -> Colour:
    """A board on which so many letters lie, always the same."""
    rules, chance = ruleset(GAME), random.Random(7)
    places = [Square(row, column) for row in range(17) for column in range(17)]
    chance.shuffle(places)
    lying = {square: Tile(chance.choice(rules.alphabet), is_blank=False) for square in places[:tiles]}
    width = round((megapixels * 1e6 * 4 / 3) ** 0.5)
    view = View(width=width, height=width * 3 // 4, tilt=8.0, turn=2.0, grain=2.0, jitter=0.05, seed=3)
    return render(replace(Position(), tiles=lying), rules, view)


def _rows(found: Mapping[float, Spent]) -> Iterator[str]:
    for size, spent in found.items():
        yield f"| {size:g} | {spent.first:.0f} | {spent.turn:.0f} |"


def _lines(found: Mapping[float, Spent]) -> Sequence[Line]:
    first = tuple((size, spent.first) for size, spent in found.items())
    turn = tuple((size, spent.turn) for size, spent in found.items())
    return Line("first look", first), Line("a turn later", turn)


@click.command()
@click.option("--times", default=7, help="Looks at each table.")
@click.option("--picture", default=PICTURE, type=click.Path(path_type=Path), help="Where the plot goes.")
def main(times: int, picture: Path) -> None:
    """Measure, print two tables and draw the plot."""
    letters = Letters()
    by_pixels = {size: measure(USUAL_TILES, size, letters, times) for size in MEGAPIXELS}
    by_tiles = {float(tiles): measure(tiles, USUAL_MEGAPIXELS, letters, times) for tiles in TILES}
    for name, found in (("megapixels", by_pixels), ("tiles", by_tiles)):
        print(f"\n| {name} | first look, ms | a turn later, ms |\n| --- | --- | --- |", *_rows(found), sep="\n")
    titles = (f"megapixels ({USUAL_TILES} tiles)", f"tiles ({USUAL_MEGAPIXELS:g} megapixels)")
    picture.write_text(plot(dict(zip(titles, map(_lines, (by_pixels, by_tiles)), strict=True))), encoding="utf-8")


if __name__ == "__main__":
    main()
