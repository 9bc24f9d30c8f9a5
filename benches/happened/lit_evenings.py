"""Whole games from pictures, while a lamp is mirrored in the board all evening: does the game go on?

`python -m benches.happened.lit_evenings FOLDER`: the sets with plays in a folder, each picture a press, with the same
lamp laid over each in the same place. Every question is answered as it truly was, and a play whose press is refused is
written by hand. Counted as in answered_sets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

import click
import cv2
import numpy as np

from benches.happened.answered_sets import answered, measure
from benches.pictures.disturbances import as_picture
from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from hardware.picture_file import read_picture
from pi_referee.picture_game.presses import Step
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import LookRefused, PlayLaid
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from vision.eye import Eye
from vision.sighting import Quad, Sighting

if TYPE_CHECKING:
    from vision.arrays import Colour, Floats
    from vision.sighting import Edition


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp's mirror: colour, blue-green-red; how dense its middle is; its radius and edge as shares of the board."""

    colour: tuple[int, int, int]
    density: float
    radius: float
    edge: float


WHITE, WARM = (255, 255, 255), (185, 228, 255)
LAMPS = {
    "no lamp": None,
    "a small bulb": Lamp(WHITE, 0.97, 0.06, 0.01),
    "a bulb": Lamp(WHITE, 0.95, 0.1, 0.02),
    "a warm bulb": Lamp(WARM, 0.95, 0.1, 0.02),
    "a soft lamp": Lamp(WHITE, 0.9, 0.1, 0.08),
    "a large soft lamp": Lamp(WHITE, 0.95, 0.15, 0.12),
    "a large warm lamp": Lamp(WARM, 0.95, 0.15, 0.1),
}
PLACES = ((0.15, 0.15), (0.85, 0.8))
"""Where they shine, as shares of the board's box in the picture: in corners, where games seldom come."""

COUNTED = ("exact", "asked", "refused", "silent wrong")


def in_box(quad: Quad, place: tuple[float, float]) -> Floats:
    """A place of the board's box in the picture, in image px; place: as shares of the box."""
    corners = np.array(quad.corners)
    return np.asarray(corners.min(axis=0) + np.array(place) * np.ptp(corners, axis=0))


def lit(picture: Colour, quad: Quad, lamp: Lamp, middle: Floats) -> Colour:
    """The picture with a lamp mirrored in the board; middle: the mirror's, in image px."""
    corners = np.array(quad.corners)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    away = np.hypot(columns - middle[0], rows - middle[1])[..., None] / side
    veil = lamp.density * np.clip((lamp.radius - away) / lamp.edge + 0.5, 0, 1)
    return as_picture(picture * (1 - veil) + np.array(lamp.colour) * veil)


def lit_pictures(folder: Path, described: TrueSet, lamp: Lamp, place: tuple[float, float], into: Path) -> None:
    """Write a set's pictures with the lamp into a folder; where no board is found it shines where it did before."""
    eye, quad = Eye(ruleset(described.game), cast("Edition", described.edition)), None
    for frame in described.frames:
        picture = read_picture(folder / frame.image)
        seen = eye.see(picture)
        quad = seen.quad if isinstance(seen, Sighting) else quad
        shown = picture if quad is None else lit(picture, quad, lamp, in_box(quad, place))
        cv2.imwrite(str(into / frame.image), shown, [cv2.IMWRITE_JPEG_QUALITY, 95])


def put_right(step: Step, frame: Frame) -> Game:
    """The game after a press, all questions answered; a play that was refused is written by hand."""
    game = answered(step.game, frame)
    is_refused = frame.is_play and isinstance(step.happenings[-1], LookRefused)
    return follow(game, PlayLaid(by_hand(frame))) if is_refused else game


def by_hand(frame: Frame) -> Play:
    """A picture's play, as it truly is."""
    tiles = {
        Square.parse(square): Tile(letter.upper(), is_blank=not frame.board[square])
        for square, letter in frame.laid.items()
    }
    arrows = frozenset({Square.parse(frame.arrow)} if frame.arrow else ())
    return Play(tiles, stop=Square.parse(frame.stop) if frame.stop else None, arrows=arrows)


def played(folder: Path, described: TrueSet, lamp: Lamp | None, place: tuple[float, float]) -> Counter[str]:
    """What the plays of one set came to under a lamp."""
    if lamp is None:
        return measure(folder, described, put_right)
    with TemporaryDirectory() as lit_folder:
        lit_pictures(folder, described, lamp, place, Path(lit_folder))
        return measure(Path(lit_folder), described, put_right)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@option_save
def main(folder: Path, save: Path | None) -> None:
    """Play every set in FOLDER under each lamp and print a table."""
    games = [(place, one) for place, one in sets_in(folder) if any(frame.is_play for frame in one.frames)]
    rows = []
    for name, lamp in LAMPS.items():
        counts = sum((played(*game, lamp, place) for game in games for place in PLACES), Counter[str]())
        rows.append((name, str(counts.total()), *(str(counts[one]) for one in COUNTED)))
    columns = ("lamp", "plays", *COUNTED)
    click.echo(table(columns, rows))
    if save:
        command = "python -m benches.happened.lit_evenings FOLDER"
        save_result(Result("lit_evenings", command, commit(), columns, tuple(rows)), save)


if __name__ == "__main__":
    main()
