"""Things drawn across letters in photographs: what they hide must be asked, not read as another.

`python -m benches.confidence.crossed_letters FOLDER`: in every third photograph that is well seen as it is three things
lie across letters of it, of any tone and colour: pens, straws and strings, edges of papers, scraps, and coins or
crumbs. No look ought to be wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import click
import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from benches.disturbed import outcome
from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from hardware.picture_file import read_picture
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.sighting import Edition, NotSeen, Sighting

COLUMNS = ("set", "looks", "exact", "asked", "refused", "wrong", "letters asked", "wrong for sure")

EVERY, THINGS = 3, 3
"""One photograph of so many is looked at, with so many things across its letters."""

_WIDTH = (0.04, 0.3)
"""How broad strips are, in squares."""

Outline = NDArray[np.float64]


def crossed(picture: Colour, seen: Sighting, squares: list[Square], size: int, chance: Generator) -> Colour:
    """The picture with something across each of some squares; seen: where the board lies in it."""
    board = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    there = np.asarray(cv2.getPerspectiveTransform(board, np.array(seen.quad.corners, np.float32)), np.float64)
    worse = picture.astype(np.float32)
    for square in squares:
        worse = _with_thing(worse, there, square, chance)
    return np.asarray(np.clip(worse, 0, 255), np.uint8)


def _with_thing(
    picture: NDArray[np.float32], there: NDArray[np.float64], square: Square, chance: Generator
) -> NDArray[np.float32]:
    """The picture with one thing across a square, rounded and with its shadow; there: squares to px."""
    outline = _outline(square, chance)
    cover = _drawn(picture, there, outline)
    shadow = cv2.GaussianBlur(_drawn(picture, there, outline + chance.normal(0, 0.06, 2)), (0, 0), 2)
    rounded = cv2.GaussianBlur(cover, (0, 0), 3) - 0.75
    thing = chance.uniform(10, 245) + chance.uniform(-30, 30, 3) + chance.uniform(-60, 60) * rounded[..., None]
    shaded = picture * (1 - chance.uniform(0, 0.5) * shadow[..., None])
    return np.asarray(shaded * (1 - cover[..., None]) + thing * cover[..., None], np.float32)


def _outline(square: Square, chance: Generator) -> Outline:
    """The outline of something that lies over a square, (k, 2) in squares, across and down."""
    shape = _SHAPES[int(chance.integers(len(_SHAPES)))]
    return shape(np.array([square.column + 0.5, square.row + 0.5]), chance)


def _strip(middle: Outline, chance: Generator) -> Outline:
    """A long strip, 0.04 to 0.3 squares wide; one in three ends there."""
    middle, along, half = middle + chance.uniform(-0.35, 0.35, 2), *_ways(chance)
    half *= np.exp(chance.uniform(*np.log(_WIDTH))) / 2
    begins, ends = middle - along * (0 if chance.random() < 1 / 3 else 4), middle + along * 4
    return np.array([begins - half, ends - half, ends + half, begins + half])


def _paper(middle: Outline, chance: Generator) -> Outline:
    """The edge of a paper of 1.4 by 0.9 squares, over the square's middle or beside it."""
    along, aside = _ways(chance)
    begins, ends = middle + chance.uniform(-0.3, 0.3, 2) + np.array([0 * along, 0.9 * along])
    return np.array([begins - 0.7 * aside, begins + 0.7 * aside, ends + 0.7 * aside, ends - 0.7 * aside])


def _scrap(middle: Outline, chance: Generator) -> Outline:
    """A scrap of 0.3 to 0.76 squares, upright, about the square's middle."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * chance.uniform(0.15, 0.38, 2)
    return np.asarray(middle + chance.uniform(-0.12, 0.12, 2) + corners)


def _coin(middle: Outline, chance: Generator) -> Outline:
    """An oval of 0.16 to 0.6 squares."""
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    oval = np.stack([np.cos(turns), np.sin(turns)], axis=1) * chance.uniform(0.08, 0.3, 2)
    return middle + chance.uniform(-0.35, 0.35, 2) + oval


def _ways(chance: Generator) -> tuple[Outline, Outline]:
    """Any way across the board, and the one square to it; each one square long."""
    turn = chance.uniform(0, 2 * np.pi)
    return np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])


_SHAPES: tuple[Callable[[Outline, Generator], Outline], ...] = (_strip, _strip, _strip, _paper, _scrap, _coin)
"""Half of all things are strips."""


def _drawn(picture: NDArray[np.float32], there: NDArray[np.float64], outline: Outline) -> NDArray[np.float32]:
    """The shares, 0 to 1, of the picture's px that an outline on the board covers."""
    corners = cv2.perspectiveTransform(outline[None], there)[0]
    cover = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(cover, np.round(corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, shift=4)
    return cover


def looks(folder: Path, described: TrueSet, seed: int) -> Iterator[tuple[Frame, Sighting | NotSeen]]:
    """What is seen of a set's pictures with things across their letters; those are left out that are not well seen."""
    rules, edition, letters = ruleset(described.game), cast("Edition", described.edition), Letters()
    for number, frame in enumerate(described.frames):
        tiles = [Square.parse(name) for name in frame.board if name not in frame.unknown]
        if frame.skip or number % EVERY or not tiles:
            continue
        picture = read_picture(folder / frame.image)
        seen = Eye(rules, edition, letters).see(picture)
        if isinstance(seen, NotSeen) or outcome(seen, frame)[1]:
            continue
        chance = np.random.default_rng([seed, number, *described.name.encode()])
        chosen = [tiles[int(place)] for place in chance.integers(0, len(tiles), THINGS)]
        worse = crossed(picture, seen, chosen, rules.layout.size, chance)
        yield frame, Eye(rules, edition, letters).see(worse)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--seed", type=click.IntRange(min=0), default=20261126, help="Other numbers lay other things.")
@click.option("--only", default="", help="Only sets whose name holds this.")
@option_save
def main(folder: Path, seed: int, only: str, save: Path | None) -> None:
    """Look at every third picture of the sets in FOLDER with things across its letters, and print a table."""
    rows = list[tuple[str, ...]]()
    for place, described in sets_in(folder):
        counts = Counter[str]()
        for frame, seen in looks(place, described, seed) if only in described.name else ():
            word, wrong = outcome(seen, frame)
            asked = 0 if isinstance(seen, NotSeen) else sum(str(one) in frame.board for one in seen.doubted)
            counts.update({word: 1, "looks": 1, "letters asked": asked, "wrong for sure": len(wrong)})
            if wrong:
                click.echo(f"{described.name} {frame.image}: {', '.join(wrong)}")
        if counts["looks"]:
            rows.append((described.name, *(str(counts[column]) for column in COLUMNS[1:])))
    totals = ("all", *(str(sum(int(row[place]) for row in rows)) for place in range(1, len(COLUMNS))))
    click.echo(table(COLUMNS, [*rows, totals]))
    if save:
        command = "python -m benches.confidence.crossed_letters FOLDER"
        save_result(Result("crossed_letters", command, commit(), COLUMNS, (*rows, totals), seed), save)


if __name__ == "__main__":
    main()
