"""Games on a board that are lawful, of random tiles, stopped in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numpy.random import Generator

from benches.pictures.positions import drawn_plays
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    GameBegan,
    PlayLaid,
)
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from vision.sighting import Doubt, Quad, Reading, Sighting

TURNS = 12
NOWHERE = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))

Board = Mapping[Square, str]
"""What lies there: letters, "" for a blank."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A game before something went wrong.

    game: as it is in the log. board: what lies there. next: the plays to come. chance: where chance comes from.
    """

    game: Game
    board: Board
    next: Sequence[Play]
    chance: Generator


def look_at(board: Board, doubts: tuple[Doubt, ...] = ()) -> Sighting:
    """A look that is sure of all but the squares in doubt."""
    doubted = {doubt.square for doubt in doubts}
    sure = {square: Reading(letter, 0.999) for square, letter in board.items() if square not in doubted}
    return Sighting(NOWHERE, sure, doubts=doubts)


def shown(play: Play) -> Board:
    """What a play's tiles show."""
    return {square: tile.face for square, tile in play.tiles.items()}


def begun(name: str, chance: Generator) -> Broken | None:
    """A game of random lawful plays, stopped in the middle."""
    rules = ruleset(name)
    plays = [
        Play({square: Tile.with_face(letter) for square, letter in one.items()})
        for one in drawn_plays(chance, rules, TURNS)
    ]
    stop = int(chance.integers(3, max(4, len(plays) - 3)))
    game, board = begin(GameBegan(name, ("Ann", "Bo"), rules.rack)), dict[Square, str]()
    for play in plays[:stop]:
        game = follow(game, PlayLaid(_named(play, rules.alphabet[0])))
        board |= shown(play)
    rest = [_named(play, rules.alphabet[0]) for play in plays[stop:]]
    return Broken(game, board, rest, chance) if len(rest) >= 3 else None


def _named(play: Play, letter: str) -> Play:
    """A play whose blanks stand for a letter."""
    tiles = {square: Tile(letter, is_blank=True) if tile.is_blank else tile for square, tile in play.tiles.items()}
    return Play(tiles)
