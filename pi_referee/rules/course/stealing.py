"""Two players with cards: one word lives, and scores what the next word does not take of it (K01, K09, K11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.ruling import Ruling
from pi_referee.rules.plays.scoring import cards_worth


@dataclass(frozen=True, slots=True)
class Living:
    """The word that lives on the table: whose turn laid it, and its cells in reading order.

    extra: points for it that no card bears and nobody can steal, as for an agreed theme word. is_scored: whether it
    has scored already (K09).
    """

    turn: int
    player: str
    squares: tuple[Square, ...]
    extra: int = 0
    is_scored: bool = False


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a word brought once it was known: the turn that laid it, its player, the points and the cards kept.

    points: None while a question may change them.
    """

    turn: int
    player: str
    points: int | None
    kept: str


def settle(living: Living, taken: Sequence[Square], position: Position, ruleset: Ruleset) -> Settlement:
    """What a living word brings whose cards on some squares are taken: the others' sum times their best mark (K01)."""
    kept = [position.tiles[square] for square in living.squares if square not in taken]
    points = cards_worth(kept, ruleset) + living.extra
    return Settlement(living.turn, living.player, points, "".join(tile.shown for tile in kept))


def living_word(position: Position, ruling: Ruling) -> Position:
    """What may be built on once a word lies there: its own cards and no other."""
    lives = {letter.square for letter in ruling.words[0].letters}
    return Position({square: tile for square, tile in position.tiles.items() if square in lives})


def newly_living(number: int, player: str, ruling: Ruling, *, theme: int) -> Living:
    """The word that a play makes live; theme: the extra points for a listed word."""
    squares = tuple(letter.square for letter in ruling.words[0].letters)
    return Living(number, player, squares, ruling.bonus + theme)


def scored(living: Living) -> Living:
    """A word that has scored in full because nobody could build on it, and scores no more (K09)."""
    return replace(living, is_scored=True)
