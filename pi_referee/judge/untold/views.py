"""A look as it lies upon the squares of a game, whatever is played on: what suppositions are tried on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from pi_referee.judge.meanings import Meaning
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Question


@dataclass(frozen=True, slots=True)
class Difference:
    """How a look differs from what is agreed in a game.

    new: tiles that were laid, those among them that lie where others lay and were taken up. stops: new stop tiles.
    gone: squares that surely hold nothing now. altered: squares that surely hold another tile than before.
    questions: what is to be asked about new tiles. is_unsure: whether it cannot be told which are new.
    """

    new: Mapping[Square, Tile]
    stops: tuple[Square, ...]
    gone: frozenset[Square]
    altered: frozenset[Square]
    questions: tuple[tuple[Square, Question], ...] = ()
    is_unsure: bool = False


class View(Protocol):
    """One look, upon the squares of a game."""

    @property
    def tiles(self) -> Mapping[Square, Tile]:
        """What surely lies there; a blank is one without a name."""

    @property
    def stops(self) -> frozenset[Square]:
        """Where a stop tile surely lies."""

    def ways(self, game: Game) -> Sequence[Self]:
        """The ways in which the look may lie upon the squares of a game, the likeliest first; at least one."""

    def pushed(self) -> Iterator[Self]:
        """The look with everything one square further, where squares are printed; else nothing."""

    def meaning(self, game: Game) -> Meaning:
        """What the look means in a game of which nothing is taken back."""

    def difference(self, game: Game) -> Difference:
        """How the look differs from what is agreed in a game."""

    def surely_not(self, square: Square, tile: Tile) -> bool:
        """Whether a square surely shows something else than this tile."""

    def showing(self, tiles: Mapping[Square, Tile | None], stops: frozenset[Square] | None = None) -> Self:
        """The look as if these tiles lay there for sure, None for nothing; stops: the stop tiles, if others."""

    def as_seen(self, game: Game) -> Mapping[Square, Tile]:
        """What lies there and plays on: known tiles keep what they stand for, what cannot be told stays as agreed."""

    def left(self, game: Game) -> Mapping[Square, Tile]:
        """What lies there and plays no more."""
