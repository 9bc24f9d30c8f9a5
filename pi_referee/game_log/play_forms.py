"""Plays, squares and tiles as they are written in the log and in exports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pi_referee.rules.board.board_text import read_tile
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Fault, Infraction


class PlayForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play as written: {"tiles": {"H8": "A", "H9": "e"}}; small letters are blanks, _ is one without a name."""

    tiles: dict[str, str]
    stop: str | None = None
    arrows: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    begins: str | None = None

    @classmethod
    def of(cls, play: Play) -> PlayForm:
        """Write a play down, its tiles in reading order."""
        return cls(
            {str(square): str(tile) for square, tile in sorted(play.tiles.items())},
            None if play.stop is None else str(play.stop),
            names_of(sorted(play.arrows)),
            names_of(sorted(play.follows)),
            None if play.begins is None else str(play.begins),
        )

    def play(self) -> Play:
        """The play that was written. Raises NotationError for a square or tile that is none."""
        return Play(
            {Square.parse(square): read_tile(sign) for square, sign in self.tiles.items()},
            None if self.stop is None else Square.parse(self.stop),
            frozenset(map(Square.parse, self.arrows)),
            frozenset(map(Square.parse, self.follows)),
            None if self.begins is None else Square.parse(self.begins),
        )


class InfractionForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was wrong with a play, as written: {"fault": "gap", "squares": ["H9"]}."""

    fault: Fault
    squares: tuple[str, ...] = ()
    letter: str = ""
    limit: int | None = None

    @classmethod
    def of(cls, infraction: Infraction) -> InfractionForm:
        """Write an infraction down."""
        return cls(infraction.fault, names_of(infraction.squares), infraction.letter, infraction.limit)

    def infraction(self) -> Infraction:
        """The infraction that was written. Raises NotationError for a square that is none."""
        return Infraction(self.fault, tuple(map(Square.parse, self.squares)), self.letter, self.limit)


def names_of(squares: Iterable[Square]) -> tuple[str, ...]:
    """Squares as they are written."""
    return tuple(map(str, squares))


def squares_of(names: Iterable[str]) -> frozenset[Square]:
    """The squares that were written. Raises NotationError for one that is none."""
    return frozenset(map(Square.parse, names))


def signs_of(tiles: Mapping[Square, Tile]) -> dict[str, str]:
    """Tiles as they are written, in reading order."""
    return {str(square): str(tile) for square, tile in sorted(tiles.items())}


def tiles_of(signs: Mapping[str, str]) -> dict[Square, Tile]:
    """The tiles that were written. Raises NotationError for a square or tile that is none."""
    return {Square.parse(square): read_tile(sign) for square, sign in signs.items()}
