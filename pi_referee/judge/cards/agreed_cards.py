"""What is agreed to lie on a table of cards, and how a look agrees with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pi_referee.judge.cards.card_match import Placed
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Standing
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play


_TURNS_LEFT = 3
"""Turns after which nobody has left cards lying that play no more; of words longer ago others may lie in their cells."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is known to lie on a table of cards.

    position: the cards that may be built on. spent: those that play no more, and may still lie there. asked: cells of
    which the table has yet to say what lies there, or has said that another card or none is seen. is_loose: whether
    nobody knows which word lives, so that any of the cards may be taken up.
    """

    position: Position
    spent: Mapping[Square, Tile]
    asked: frozenset[Square] = frozenset()
    is_loose: bool = False

    @classmethod
    def before(cls, game: Game, number: int, asked: frozenset[Square] = frozenset()) -> Agreed:
        """What lies there before a turn of a game, counted from 1."""
        standing = game.standing_before(number)
        is_loose = game.ruleset.mode is Mode.STEALING and standing.living is None
        return cls(standing.position, _left_lying(game, standing, number), asked, is_loose)

    @property
    def cleared(self) -> Agreed:
        """The same where a new round begins: nothing of the one before lies there."""
        return self if self.position.tiles else replace(self, spent={})

    def gone(self, way: Placed) -> frozenset[Square]:
        """The cells whose card is not seen."""
        return frozenset(self.position.tiles.keys() - way.cards.keys() - self.asked)

    def altered(self, way: Placed, ruleset: Ruleset) -> frozenset[Square]:
        """The cells that surely show another card than they should."""
        tiles = self.position.tiles.items()
        return frozenset(square for square, tile in tiles if way.differs(square, tile, ruleset)) - self.asked

    def is_there(self, way: Placed, ruleset: Ruleset) -> bool:
        """Whether every agreed card lies where it lay, as far as can be told and must be."""
        gone = self.gone(way)
        some_lie = self.is_loose and len(gone) < len(self.position.tiles)
        return not self.altered(way, ruleset) and (some_lie or not gone)


@dataclass(frozen=True, slots=True)
class Before:
    """How things were before the newest play, which may still be taken back."""

    agreed: Agreed
    play: Play


def _left_lying(game: Game, standing: Standing, number: int) -> Mapping[Square, Tile]:
    """The cards of the last few turns that play no more, and may lie there till somebody takes them up."""
    steps = [step.after for step in game.steps[max(number - 1 - _TURNS_LEFT, 0) : number - 1]]
    older = [after.spent for after in steps if after.living is not None and standing.living is not None]
    left = {square: tile for spent in (*older, standing.spent) for square, tile in spent.items()}
    return {square: tile for square, tile in left.items() if square not in standing.position.tiles}
