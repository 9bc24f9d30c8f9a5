"""Traces sets of pictures, with their truth: boards, tiles, lamps and camera as nothing in the project was made by.

`python -m benches.traced FOLDER`: for each set a game, an edition and a maker are drawn, and a room with its lamps, by
the formulas of benches/tracing; plays are drawn from the game's box, and each is photographed, path by path of light
through the scene. `scripts/bench FOLDER` and `python -m benches.disturbed FOLDER --only traced` measure them then.
Mitsuba traces them (`pip install -e .[trace]`; where it asks for LLVM, DRJIT_LIBLLVM_PATH names one of 16 or newer):
a picture takes about 12 s on two cores.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
import msgspec
import numpy as np

from benches.drawn import GAMES, typefaces
from benches.pictures.positions import drawn_plays
from benches.tracing.maker import Maker, draw_maker
from benches.tracing.photograph import draw_shot, photograph
from benches.tracing.printing import print_board, print_top
from benches.tracing.room import draw_room
from benches.tracing.traced_tiles import Laid
from benches.tracing.tracer import trace
from pi_referee.errors import RefereeError
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate, lay
from pi_referee.rules.plays.play import Play
from vision.sighting import Edition

_TURNS = 8
_WANDER, _CROOKED = 0.025, 0.03
"""How far tiles lie off their square's middle, in squares, and how askew, in radians: deviations."""
_QUALITY = 92


def turns_of(chance: np.random.Generator, rules: Ruleset) -> Iterator[tuple[Play | None, Position]]:
    """The empty board, and then play after play what lies there; some have a stop tile, if the game has any."""
    position = EMPTY
    yield None, position
    stops = 0
    for tiles in drawn_plays(chance, rules, _TURNS):
        laid = {square: Tile.with_face(letter) for square, letter in tiles.items()}
        play = Play(laid)
        if stops < rules.stops and chance.random() < 0.4:
            play = _with_stop(position, play, rules, chance)
            stops += play.stop is not None
        yield play, (position := lay(position, play))


def _with_stop(position: Position, play: Play, rules: Ruleset, chance: np.random.Generator) -> Play:
    """The play with a stop tile beside it where one may lie; without one where none may."""
    beside = {near for square in play.tiles for near in square.neighbours() if near in rules.layout}
    free = sorted(beside - position.occupied - play.tiles.keys())
    for place in chance.permutation(len(free)):
        stopped = Play(play.tiles, free[int(place)])
        if adjudicate(position, stopped, rules, rack=rules.rack).is_legal:
            return stopped
    return play


def laid_out(position: Position, rules: Ruleset, maker: Maker, seed: int) -> Iterator[Laid]:
    """Every tile of a position as it lies; the same square's lies alike in every picture of one seed."""
    for square in sorted(position.occupied):
        chance = np.random.default_rng([seed, square.row, square.column])
        wander, turn = chance.normal(0, _WANDER, 2), float(chance.normal(0, _CROOKED))
        place = (square.column + 0.5 + float(wander[0]), square.row + 0.5 + float(wander[1]), 0.0)
        tile = position.tiles.get(square)
        if tile is None:
            top = print_top(maker.stop, "", "", maker, chance)
        else:
            letter = tile.face
            face = maker.tints.get(rules.tile_colours.get(letter, "white" if rules.tile_colours else ""), maker.top)
            top = print_top(face, letter, str(rules.values.get(letter, "")), maker, chance)
        yield Laid(place, turn, top)


def frame(image: str, play: Play | None, before: Position, after: Position, rules: Ruleset) -> dict[str, Any]:
    """One picture's truth, as benches/pictures/truth.py reads it."""
    truth: dict[str, Any] = {
        "image": image, "kind": "empty" if play is None else "regular",
        "board": _named(after.letters()), "stops": [str(square) for square in sorted(after.stops)],
    }  # fmt: skip
    if play is not None:
        score = adjudicate(before, play, rules, rack=rules.rack).score
        truth |= {"laid": _named(Position(play.tiles).letters()), "stop": play.stop and str(play.stop), "score": score}
    return truth


def _named(letters: Mapping[Square, str]) -> dict[str, str]:
    return {str(square): letter for square, letter in letters.items()}


def traced(folder: Path, number: int, seed: int, faces: Sequence[Path]) -> None:
    """Draw a set and trace its pictures into a folder of its own."""
    chance = np.random.default_rng([seed, number])
    game, edition = GAMES[number % len(GAMES)]
    rules, place = ruleset(game), folder / f"traced-{seed}-{number:02}-{game}-{edition}"
    maker, room, shot = draw_maker(chance, edition, faces), draw_room(chance, rules.layout.size), draw_shot(chance)
    place.mkdir(parents=True, exist_ok=True)
    board, frames, before = print_board(rules.layout, maker), list[dict[str, Any]](), EMPTY
    for turn, (play, position) in enumerate(turns_of(chance, rules)):
        image, grain = f"{turn:02}.jpg", np.random.default_rng([seed, number, turn])
        tiles = tuple(laid_out(position, rules, maker, seed + number))
        light = trace(room, rules.layout.size, board, tiles, maker, turn)
        quality = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
        cv2.imwrite(str(place / image), photograph(light, shot, grain), quality)
        frames.append(frame(image, play, before, position, rules))
        before = position
    _describe(place, game, edition, rules.rack, frames)


def _describe(place: Path, game: str, edition: Edition, rack: int, frames: Sequence[dict[str, Any]]) -> None:
    described = {"name": place.name, "game": game, "edition": edition, "rack": rack, "frames": frames}
    (place / "set.json").write_bytes(msgspec.json.encode(described))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--sets", type=click.IntRange(min=1), default=7, help="So many sets.")
@click.option("--seed", type=click.IntRange(min=0), default=20261124, help="Other numbers draw other sets.")
def main(folder: Path, sets: int, seed: int) -> None:
    """Trace sets of pictures into FOLDER."""
    faces = typefaces()
    for number in range(sets):
        try:
            traced(folder, number, seed, faces)
        except RefereeError as error:
            raise click.ClickException(str(error)) from error
        print(f"{number + 1} of {sets}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
