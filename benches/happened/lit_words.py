"""A lamp as small as a tile, mirrored over an end of the newest word: what is told of it, and what of the next press?

`python -m benches.happened.lit_words FOLDER`: the sets with plays in a folder; at each play's picture a lamp is laid
over either end of its word, and nobody answers what is asked. Then somebody presses with the same picture without the
lamp, which is a pass, or with the next picture. A press is wrong where what it comes to is settled, with nothing open,
and the totals are not those of the same game without lamps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
import numpy as np

from benches.happened.lit_evenings import WHITE, Lamp, lit
from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from hardware.picture_file import read_picture
from pi_referee.judge.referee import decide
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, Happening, LookRefused, PlayLaid
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Floats, carry
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.sighting import NotSeen, Quad, Sighting

if TYPE_CHECKING:
    from vision.arrays import Colour
    from vision.sighting import Edition

REACHES = (0.5, 0.75, 1.0)
"""How far the lamp reaches round the middle of the word's end, in squares."""

CAME_TO = ("right", "asked", "refused", "silent wrong")


@dataclass(frozen=True, slots=True)
class Press:
    """A play's picture, what it truly is, the look at it, and the game before it."""

    picture: Colour
    frame: Frame
    seen: Sighting
    before: Game


def pressed(game: Game, look: Sighting | NotSeen) -> tuple[Game, tuple[Happening, ...]]:
    """The game after a press, and what it came to."""
    happened = decide(game, look)
    return reduce(follow, happened, game), happened


def presses(folder: Path, described: TrueSet, eye: Eye) -> list[Press]:
    """The plays of a set's pictures as they are, as far as each is laid at once."""
    game = begin(GameBegan(described.game, ("A", "B"), described.rack, cast("Edition", described.edition)))
    found = list[Press]()
    for frame in (one for one in described.frames if not one.skip):
        picture = read_picture(folder / frame.image)
        seen, before = eye.see(picture), game
        if isinstance(seen, NotSeen):
            continue
        game, happened = pressed(game, seen)
        if frame.is_play and isinstance(happened[-1], PlayLaid):
            found.append(Press(picture, frame, seen, before))
    return found


def ends(press: Press, size: int) -> Iterator[Floats]:
    """The middles of the first and last tile of a word, in image px; size: squares along the board's side."""
    laid = sorted(Square.parse(name) for name in press.frame.laid)
    to_picture = np.asarray(np.linalg.inv(board_of(press.seen.quad, size)), np.float64)
    for square in dict.fromkeys((laid[0], laid[-1])):
        yield carry(to_picture, np.array([[square.column + 0.5, square.row + 0.5]]))[0]


def came_to(game: Game, happened: tuple[Happening, ...], true: Game) -> str:
    """What a press came to; true: the game as it is without lamps."""
    if isinstance(happened[-1], LookRefused):
        return "refused"
    if game.open_questions:
        return "asked"
    return "right" if dict(game.totals) == dict(true.totals) else "silent wrong"


def measure(folder: Path, described: TrueSet, reach: float) -> dict[str, Counter[str]]:
    """What each press came to: the one under the lamp, a pass after it, and the next play."""
    size, eye = ruleset(described.game).layout.size, Eye(ruleset(described.game), cast("Edition", described.edition))
    found = presses(folder, described, eye)
    counts = {name: Counter[str]() for name in ("lamp", "pass", "next")}
    for press, later in zip(found, (*found[1:], None), strict=True):
        for middle in ends(press, size):
            look = eye.see(_lit(press.picture, press.seen.quad, reach / size, middle))
            game, happened = pressed(press.before, look)
            true, _ = pressed(press.before, press.seen)
            counts["lamp"][came_to(game, happened, true)] += 1
            if not isinstance(happened[-1], PlayLaid):
                continue
            for name, seen in (("pass", press.seen), ("next", later.seen if later else None)):
                if seen is not None:
                    counts[name][came_to(*pressed(game, seen), pressed(true, seen)[0])] += 1
    return counts


def _lit(picture: Colour, quad: Quad, radius: float, middle: Floats) -> Colour:
    """The picture with a white lamp that reaches so far, as a share of the board's side."""
    return lit(picture, quad, Lamp(WHITE, 0.97, radius, 0.01), middle)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@option_save
def main(folder: Path, save: Path | None) -> None:
    """Lay lamps over the words of every set in FOLDER and print a table."""
    games = [(place, one) for place, one in sets_in(folder) if any(frame.is_play for frame in one.frames)]
    rows = list[tuple[str, ...]]()
    for reach in REACHES:
        told = [measure(*game, reach) for game in games]
        for name in ("lamp", "pass", "next"):
            counts = sum((one[name] for one in told), Counter[str]())
            rows.append((f"{reach} squares", name, str(counts.total()), *(str(counts[one]) for one in CAME_TO)))
    columns = ("lamp", "press", "presses", *CAME_TO)
    click.echo(table(columns, rows))
    if save:
        command = "python -m benches.happened.lit_words FOLDER"
        save_result(Result("lit_words", command, commit(), columns, tuple(rows)), save)


if __name__ == "__main__":
    main()
