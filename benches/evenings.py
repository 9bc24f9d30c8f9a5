"""Whole games in good light, drawn at random and replayed press by press: what is asked that need not be.

`python -m benches.evenings`: every game with a board, and both editions of one, in any typeface of this machine, seen
as over a kitchen table: 1.2 to 3 megapixels, turned by up to 20 degrees and tilted by up to 25, the board 80 to 95 % of
the picture, brightness 0.7 to 1.05, blur 0.5 to 1 px, grain 2 to 6. Fourteen plays a game, their tiles drawn from its
box; each picture has a grain of its own. Words are none, since no list is asked; a score is right if the tiles are.
What is asked is answered as it lies there, and a play that is not so in the end is wrong. A play that is refused lies
there at the next press, too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import cv2
import numpy as np

from benches.drawn import GAMES, typefaces
from benches.pictures.positions import drawn_plays
from benches.unknown_typefaces import any_view
from pi_referee.picture_game.picture_replay import replay
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from vision.render import View, render
from vision.sighting import Edition

TURNS = 14
WORDS = ("exact", "blank asked", "asked", "refused", "silent wrong")
_WIDTHS = (1280, 1640, 2000)
_QUALITY = 90


@dataclass(frozen=True, slots=True)
class Evening:
    """A game that was drawn: which one and in which edition, its plays, and how the camera sees it."""

    game: str
    edition: Edition
    plays: Sequence[dict[Square, str]]
    view: View


def draw(number: int, seed: int, faces: Sequence[Path]) -> Evening:
    """Draw a game and how it is seen; games and editions take turns."""
    chance = np.random.default_rng([seed, number])
    game, edition = GAMES[number % len(GAMES)]
    view, width = any_view(chance, faces[int(chance.integers(len(faces)))]), int(chance.choice(_WIDTHS))
    light = replace(view.light, brightness=float(chance.uniform(0.7, 1.05)))
    view = replace(
        view, edition=edition, turn=float(chance.uniform(-20, 20)), width=width, height=width * 3 // 4,
        zoom=float(chance.uniform(0.8, 0.95)), blur=float(chance.uniform(0.5, 1.0)), light=light,
    )  # fmt: skip
    return Evening(game, edition, drawn_plays(chance, ruleset(game), TURNS), view)


def photographed(evening: Evening, folder: Path) -> Iterator[Path]:
    """The table after each play, photographed into a folder."""
    rules, tiles = ruleset(evening.game), dict[Square, Tile]()
    for number, play in enumerate(evening.plays):
        tiles |= {square: Tile.with_face(letter) for square, letter in play.items()}
        picture = render(Position(dict(tiles)), rules, replace(evening.view, seed=evening.view.seed + number))
        path = folder / f"{number:02}.jpg"
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        yield path


def answered(plays: Sequence[dict[Square, str]], rules: Ruleset) -> Iterator[dict[str, str | bool]]:
    """What people would answer after each play, square by square; every blank stands for the game's first letter."""
    lies: dict[str, str | bool] = {str(square): "." for square in rules.layout.squares()}
    for play in plays:
        lies |= {str(square): letter or rules.alphabet[0].lower() for square, letter in play.items()}
        yield dict(lies)


def outcome(laid: dict[Square, str], row: dict[str, Any], blank: str) -> str:
    """One press in a word; blank: what blanks stand for. Their letter is always asked for, and that is no fault."""
    if row["outcome"] == "refused":
        return "refused"
    if row["laid"] != {str(square): letter or blank for square, letter in laid.items()}:
        return "silent wrong"
    if row["outcome"] == "asked":
        return "blank asked" if "" in laid.values() else "asked"
    return "exact" if row["outcome"] == "ruled" else "silent wrong"


def replayed(evening: Evening) -> Counter[str]:
    """Count the outcomes of a game's presses; what need not be is told of on the way."""
    rules, counts = ruleset(evening.game), Counter[str]()
    with TemporaryDirectory() as folder:
        paths = tuple(photographed(evening, Path(folder)))
        game = begin(GameBegan(evening.game, ("A", "B"), rules.rack, evening.edition))
        answers = dict(zip((path.name for path in paths), answered(evening.plays, rules), strict=True))
        laid = dict[Square, str]()
        for play, row in zip(evening.plays, replay(paths, game, evening.edition, answers), strict=True):
            laid |= play
            word = outcome(laid, row, rules.alphabet[0])
            counts[word] += 1
            if word != "refused":
                laid = {}
            if word not in WORDS[:2]:
                doubts = {doubt["square"]: doubt["choices"] for doubt in row.get("doubts", ())}
                told = f"{evening.game} {evening.edition} {evening.view.typeface.stem} {word}"
                print(f"{told}: {row.get('reason') or doubts or row['laid']}", file=sys.stderr, flush=True)
    return counts


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=42, help="So many games.")
@click.option("--seed", type=click.IntRange(min=0), default=20261124, help="Other numbers draw other games.")
def main(games: int, seed: int) -> None:
    """Replay games drawn at random in good light and print a table by game."""
    counts, faces = dict[str, Counter[str]](), typefaces()
    for number in range(games):
        evening = draw(number, seed, faces)
        came_of_it = replayed(evening)
        for row in (f"{evening.game}, {evening.edition}", "all"):
            counts.setdefault(row, Counter()).update(came_of_it)
    print(f"| games | plays | {' | '.join(WORDS)} |\n|{' --- |' * (len(WORDS) + 2)}")
    for row in sorted(counts):
        told = (counts[row].total(), *(counts[row][word] for word in WORDS))
        print(f"| {row} | {' | '.join(map(str, told))} |")


if __name__ == "__main__":
    main()
