"""Looks at boards drawn at random, from any side, in any typeface of this machine, and counts what came of it.

`python -m benches.drawn`: every game with a board, of which one has tiles in two editions, 3 to 60 letters, blanks and
stop tiles; seen as drawn, another way (see drawn_views) and under mixtures of disturbances (see mixtures). Cameras of
half a megapixel to two, the board turned by any angle, tilted by up to 25 degrees, small or large, in dim to fair
light, a little out of focus.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np

from benches.disturbed import outcome
from benches.pictures.drawn_views import OTHER_VIEWS
from benches.pictures.mixtures import mixture
from benches.pictures.positions import played_board, with_specials
from benches.pictures.truth import Frame
from benches.unknown_typefaces import any_view
from pi_referee.rules.board.position import Position
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.render import View, render
from vision.render.view import BUNDLED
from vision.sighting import Edition, NotSeen

GAMES: Sequence[tuple[str, Edition]] = (
    ("alfapet-sv", "light"), ("alfapet-sv", "dark"), ("alfapet-fi", "light"), ("literaki", "light"),
    ("scrabble-de", "light"), ("scrabble-pl", "light"), ("scrabble-en", "light"),
)  # fmt: skip
_WIDTHS = (800, 1000, 1280, 1640)
_NO_TILES = (
    "Mono", "Math", "Dingbat", "Symbol", "Initials", "Keyboard", "Hairline", "Thin", "Chancery", "Z003", "PTM",
    "Biolinum_K",
)  # fmt: skip
"""Typefaces in which nobody prints tiles."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board that was drawn: of which game and edition, what lies there, its picture, and in which typeface."""

    game: str
    edition: Edition
    position: Position
    picture: Colour
    view: View

    @property
    def truth(self) -> Frame:
        """What a look should tell."""
        letters = {str(square): letter for square, letter in self.position.letters().items()}
        return Frame(self.view.typeface.stem, "static", letters, stops=tuple(map(str, sorted(self.position.stops))))


def typefaces() -> list[Path]:
    """The upright typefaces of this machine that have Swedish and Polish letters; the demo's if it has none."""
    if shutil.which("fc-list") is None:
        return [BUNDLED]
    # Fontconfig's own program, looked up on the path, with words that stand right here.
    command = ["fc-list", ":lang=sv:lang=pl:slant=0", "--format", "%{file}\n"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()  # noqa: S603
    return [Path(file) for file in sorted(set(listed)) if not any(word in file for word in _NO_TILES)] or [BUNDLED]


def draw(chance: np.random.Generator, faces: Sequence[Path]) -> Drawn:
    """Draw a board, how it is seen, and its picture."""
    game, edition = GAMES[int(chance.integers(len(GAMES)))]
    rules = ruleset(game)
    lying = with_specials(played_board(chance, rules, int(chance.integers(3, 60))), chance, rules)
    view, width = any_view(chance, faces[int(chance.integers(len(faces)))]), int(chance.choice(_WIDTHS))
    light = replace(view.light, brightness=float(chance.uniform(0.3, 1.1)))
    view = replace(
        view, edition=edition, turn=float(chance.uniform(-180, 180)), width=width, height=width * 3 // 4,
        zoom=float(chance.uniform(0.6, 0.95)), blur=float(chance.uniform(0.5, 2.0)), light=light,
    )  # fmt: skip
    return Drawn(game, edition, lying, render(lying, rules, view), view)


def looks(
    drawn: Drawn, letters: Letters, each: int, chance: np.random.Generator, way: str
) -> Iterator[tuple[str, str, list[str]]]:
    """Look at a board as it is drawn, another way and, if it is seen, under so many mixtures.

    way: the other way to see it, of OTHER_VIEWS. Tells how, the outcome, and what is wrong.
    """
    rules = ruleset(drawn.game)
    seen = Eye(rules, drawn.edition, letters).see(drawn.picture)
    yield "as drawn", *outcome(seen, drawn.truth)
    # A chance of its own, so that mixtures are those of before there were other views.
    other = OTHER_VIEWS[way](chance.spawn(1)[0], drawn.position, rules, drawn.view)
    yield way, *outcome(Eye(rules, drawn.edition, letters).see(other), drawn.truth)
    if isinstance(seen, NotSeen):
        return
    for _ in range(each):
        worse = mixture(chance)
        look = Eye(rules, drawn.edition, letters).see(worse(drawn.picture, np.array(seen.quad.corners), chance))
        yield worse.name, *outcome(look, drawn.truth)


@click.command()
@click.option("--boards", type=click.IntRange(min=1), default=200, help="So many boards.")
@click.option("--each", type=click.IntRange(min=0), default=1, help="So many mixtures for each board.")
@click.option("--seed", type=click.IntRange(min=0), default=20261123, help="Other numbers draw other boards.")
def main(boards: int, each: int, seed: int) -> None:
    """Look at boards drawn at random and print a table by game."""
    counts: dict[str, Counter[str]] = {}
    letters, faces = Letters(), typefaces()
    for number in range(boards):
        chance = np.random.default_rng([seed, number])
        drawn, way = draw(chance, faces), tuple(OTHER_VIEWS)[number % len(OTHER_VIEWS)]
        for how, word, wrong in looks(drawn, letters, each, chance, way):
            kind = how if how in {"as drawn", *OTHER_VIEWS} else "in a mixture"
            for row in (f"{drawn.game}, {drawn.edition}", kind, "all"):
                counts.setdefault(row, Counter())[word] += 1
            if wrong:
                print(f"{number} {drawn.game} {drawn.truth.image} {how}: {', '.join(wrong[:12])}", file=sys.stderr)
    print("| boards | looks | exact | asked | refused | silent wrong |\n| --- | --- | --- | --- | --- | --- |")
    for row in sorted(counts):
        told = (counts[row].total(), *(counts[row][word] for word in ("exact", "asked", "refused", "wrong")))
        print(f"| {row} | {' | '.join(map(str, told))} |")


if __name__ == "__main__":
    main()
