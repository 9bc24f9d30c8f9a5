"""A look at a board as suppositions are tried on it: its squares are printed, so it lies in one way only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_referee.judge.board_change import change_between
from pi_referee.judge.doubts.settled_doubts import let_be, surely
from pi_referee.judge.interpret import interpret
from pi_referee.judge.meanings import Meaning
from pi_referee.judge.untold.views import Difference
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from vision.sighting import Reading, Sighting

REACH = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Rows and columns to each of the squares around one."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A look at a board."""

    look: Sighting

    @property
    def tiles(self) -> Mapping[Square, Tile]:
        """What surely lies there; a blank is one without a name."""
        return {square: Tile.with_face(reading.letter) for square, reading in self.look.board.items()}

    @property
    def stops(self) -> frozenset[Square]:
        """Where a stop tile surely lies."""
        return self.look.stops

    def ways(self, game: Game) -> Sequence[BoardView]:
        """The look itself."""
        del game
        return (self,)

    def pushed(self) -> Iterator[BoardView]:
        """The look with everything one square further: the board was bumped, or its grid was taken for the next."""
        for rows, columns in REACH:
            board = {square.moved(rows, columns): reading for square, reading in self.look.board.items()}
            doubts = tuple(replace(one, square=one.square.moved(rows, columns)) for one in self.look.doubts)
            stops = frozenset(square.moved(rows, columns) for square in self.look.stops)
            yield BoardView(replace(self.look, board=board, stops=stops, doubts=doubts))

    def meaning(self, game: Game) -> Meaning:
        """What the look means in a game of which nothing is taken back."""
        return interpret(self.look, game.position, None, game.ruleset, rack=game.rack, asked=let_be(game, self.look))

    def difference(self, game: Game) -> Difference:
        """How the look differs from what is agreed in a game."""
        change = change_between(game.position, self.look, let_be(game, self.look))
        new = {square: Tile.with_face(letter) for square, letter in change.placed.items()}
        return Difference(new, change.stops, change.gone, change.altered, is_unsure=bool(change.doubts))

    def surely_not(self, square: Square, tile: Tile) -> bool:
        """Whether a square surely shows something else than this tile."""
        seen = surely(self.look, square)
        return seen is not None and seen != tile.face

    def showing(self, tiles: Mapping[Square, Tile | None], stops: frozenset[Square] | None = None) -> BoardView:
        """The look as if these tiles lay there for sure, None for nothing; stops: the stop tiles, if others."""
        letters = {square: reading.letter for square, reading in self.look.board.items() if square not in tiles}
        letters |= {square: tile.face for square, tile in tiles.items() if tile is not None}
        board = {square: Reading(letter, 1.0) for square, letter in letters.items()}
        return BoardView(replace(self.look, board=board, stops=self.stops if stops is None else stops))

    def as_seen(self, game: Game) -> Mapping[Square, Tile]:
        """What lies there: known tiles keep what they stand for, and what cannot be told stays as it was agreed."""
        known, board = game.position.tiles, self.look.board
        same = {square for square, tile in known.items() if square in board and board[square].letter == tile.face}
        seen = {
            square: known[square] if square in same else Tile.with_face(one.letter) for square, one in board.items()
        }
        unsure = {square: tile for square, tile in known.items() if square in self.look.doubted and square not in seen}
        return {**seen, **unsure}

    def left(self, game: Game) -> Mapping[Square, Tile]:
        """Nothing: on a board all tiles play on."""
        del game
        return {}
