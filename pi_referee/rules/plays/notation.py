"""A play as it is written down: `H8 > ABC`, `I9 v .OVI`, `#J14 K14 > HÅRD`, `F12 v LÄ/T.AR`; cards `0,0 > L3UVA`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pi_referee.errors import NotationError
from pi_referee.rules.board.board_text import read_tile, typed_tile
from pi_referee.rules.board.path import DOWN, HEADINGS, LEFT, RIGHT, UP, Heading, Path, step
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.play_words import laid_on

OLD = "."
"""Stands for a tile that lies there already."""

_PLAY = re.compile(
    r"(?:#\s*(?P<stop>[A-Za-z]\d+)(?:\s+|$))?"
    r"(?:(?P<start>[A-Za-z]\d+|-?\d+\s*,\s*-?\d+)\s*(?P<axis>[>vV])\s*(?P<word>\S+))?"
)
_SIGNS = re.compile(r"([/\\]?)([^0-9{}][0-9]?(?:\{[^{}]*\})?|.)", re.DOTALL)
_HOW = (
    "Write it as H8 > ABC, of cards as 0,0 > ABC, with > across or v down; "
    "small letters are blanks, . a tile that lies there."
)

_TURNS: dict[tuple[Heading, str], Heading] = {
    (RIGHT, "/"): DOWN,
    (DOWN, "/"): RIGHT,
    (RIGHT, "\\"): UP,
    (DOWN, "\\"): LEFT,
    (UP, "/"): RIGHT,
    (UP, "\\"): LEFT,
    (LEFT, "/"): DOWN,
    (LEFT, "\\"): UP,
}
"""Where a word goes at a corner: / as one reads, right or down; a backslash up or left, where that is allowed."""


class Sign(NamedTuple):
    """One letter of a written word: "/" or a backslash before a corner, else "", and the tile's sign or OLD."""

    turn: str
    letter: str


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play as somebody wrote it, whether it makes sense on the board or not.

    start: the first letter's square, None for a stop tile and nothing else.
    """

    stop: Square | None
    start: Square | None
    axis: Axis
    signs: tuple[Sign, ...]

    @classmethod
    def parse(cls, text: str) -> WrittenPlay:
        """Read a play; NotationError for what is none.

        >>> str(WrittenPlay.parse("#J14 K14>HÅrD"))
        '#J14 K14 > HÅrD'
        """
        match = _PLAY.fullmatch(text.strip())
        if match is None or (match["stop"] is None and match["start"] is None):
            raise NotationError(f"{text.strip()!r} is not a play.", cure=_HOW)
        stop = None if match["stop"] is None else Square.parse(match["stop"].upper())
        if match["start"] is None:
            return cls(stop, None, Axis.ACROSS, ())
        signs = tuple(Sign(turn, letter) for turn, letter in _SIGNS.findall(match["word"]))
        for sign in signs:
            if sign.letter != OLD:
                typed_tile(sign.letter)
        return cls(stop, Square.parse(match["start"].upper()), Axis(match["axis"].lower()), signs)

    def __str__(self) -> str:
        """As it is written; parse reads it back."""
        stop = "" if self.stop is None else f"#{self.stop}"
        if self.start is None:
            return stop
        word = "".join(turn + letter for turn, letter in self.signs)
        return f"{stop} {self.start} {self.axis.value} {word}".strip()

    def squares(self) -> Iterator[tuple[Square, Sign]]:
        """Each square of the word with what is written for it, turning at the corners."""
        if self.start is None:
            return
        square, heading = self.start, HEADINGS[self.axis]
        for sign in self.signs:
            yield square, sign
            heading = _TURNS.get((heading, sign.turn), heading)
            square = step(square, heading)

    def on(self, position: Position) -> Play:
        """The play this is on a position: at a corner that was there before, it follows the old arrow."""
        laid = list(self.squares())
        tiles = {square: read_tile(sign.letter) for square, sign in laid if sign.letter != OLD}
        corners = frozenset(square for square, sign in laid if sign.turn)
        follows = frozenset(square for square in corners if square in position.arrows and square not in tiles)
        begins = self.start if any(sign.turn == "\\" for _, sign in laid) else None
        return Play(tiles, self.stop, corners - follows, follows, begins)

    def missing(self, position: Position) -> tuple[Square, ...]:
        """The squares written as having a tile already, on which none lies."""
        return tuple(square for square, sign in self.squares() if sign.letter == OLD and square not in position.tiles)


def written(position: Position, play: Play, ruleset: Ruleset) -> WrittenPlay:
    """How a play on a position is written down, with all the word's letters; reading it gives the play again."""
    path = laid_on(position, play, ruleset).path
    if path is None:
        return WrittenPlay(play.stop, None, Axis.ACROSS, ())
    signs = tuple(
        Sign(_turn_sign(path, square), str(play.tiles[square]) if square in play.tiles else OLD)
        for square in path.squares
    )
    return WrittenPlay(play.stop, path.squares[0], path.heading.axis, signs)


def _turn_sign(path: Path, square: Square) -> str:
    """What stands before a letter: how the word turns there, if it does."""
    if square not in path.corners:
        return ""
    here = path.squares.index(square)
    if not 0 < here < len(path.squares) - 1:
        return "/"
    came = _heading(path.squares[here - 1], square)
    goes = _heading(square, path.squares[here + 1])
    return next((sign for (heading, sign), way in _TURNS.items() if heading == came and way == goes), "/")


def _heading(one: Square, other: Square) -> Heading:
    """The direction from a square to the next."""
    return Heading(other.row - one.row, other.column - one.column)
