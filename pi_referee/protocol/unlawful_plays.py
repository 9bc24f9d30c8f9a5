"""Plays that stand in the protocol though they may not lie so: what they spell, and where they lie."""

from __future__ import annotations

from collections.abc import Iterator

from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.play_words import formed_words, laid_on


def unlawful_word(game: Game, turn: Turn) -> str:
    """What a play spells that is not allowed, its letters alone where it makes no word; "" for others.

    "_": a blank; "·": a gap.
    """
    if turn.status is not Status.ILLEGAL or not isinstance(turn.move, Play):
        return ""
    before = game.position_before(turn.number)
    laid = laid_on(before, turn.move, game.ruleset)
    words = formed_words(laid, before, game.ruleset)
    squares = words[0].squares if words else sorted(turn.move.tiles)
    return "".join((laid.tiles[square].letter or "_") if square in laid.tiles else "·" for square in squares)


def unlawful_turns(game: Game) -> Iterator[Turn]:
    """The turns whose play is not allowed as everything stands now."""
    return (turn for turn in game.turns if turn.status is Status.ILLEGAL)


def unlawful_squares(game: Game) -> frozenset[Square]:
    """Where the tiles of plays lie that are not allowed."""
    plays = (turn.move for turn in unlawful_turns(game) if isinstance(turn.move, Play))
    return frozenset(square for play in plays for square in (*play.tiles, *filter(None, [play.stop])))
