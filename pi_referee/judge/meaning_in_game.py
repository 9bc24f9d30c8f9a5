"""What a look means in a game: against what was agreed there, on the board or among the cards."""

from __future__ import annotations

from dataclasses import replace

from pi_referee.judge.cards.agreed_cards import Agreed, Before
from pi_referee.judge.cards.card_match import Placed, matches
from pi_referee.judge.cards.hidden_ends import hidden_known
from pi_referee.judge.cards.interpret_cards import interpret_cards
from pi_referee.judge.doubts.settled_doubts import let_be, may_lie
from pi_referee.judge.interpret import interpret
from pi_referee.judge.meanings import Meaning, TakenBack
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import LookRefused
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting, Cell, Look, Seen


def meaning_in_game(game: Game, look: Seen) -> Meaning:
    """What a look means in a game, on the board or among the cards."""
    if isinstance(look, CardSighting):
        return meaning_of_cards(game, look)[0]
    asked = let_be(game, look)
    return interpret(look, game.position, newest_play(game), game.ruleset, rack=game.rack, asked=asked)


def meaning_of_cards(game: Game, look: CardSighting) -> tuple[Meaning, Placed]:
    """What a look at a table of cards means in a game, and where its cards lie in the game."""
    turn, newest = game.newest_play, newest_play(game)
    before = Before(agreed_before(game, turn.number), newest) if turn is not None and newest else None
    now = agreed_now(game)
    return interpret_cards(look, now, before, game.ruleset, rack=game.rack)


def hidden_in_game(game: Game, look: CardSighting, meaning: Meaning) -> LookRefused | None:
    """A refusal of a look in which something lies over known cards of the words, unless that was said just now.

    Not where all that is not seen is the newest word: that was taken back.
    """
    if isinstance(meaning, TakenBack):
        return None
    now = agreed_now(game)
    ways = matches(look, now.position.tiles, now.spent, now.asked)
    return hidden_known(game, ways[0], now) if ways else None


def agreed_now(game: Game) -> Agreed:
    """What is known to lie on a table of cards as a game stands."""
    return agreed_before(game, len(game.steps) + 1)


def agreed_before(game: Game, number: int) -> Agreed:
    """What is known to lie on a table of cards before a turn, counted from 1.

    Cards of which somebody was told that something lies over them, and pressed again, lie there as long as it does.
    """
    known = Agreed.before(game, number, may_lie(game, number))
    hidden, newest = game.noticed.covered & known.position.tiles.keys(), newest_play(game)
    new = frozenset[Square]() if newest is None else frozenset(newest.tiles)
    return replace(known, hidden=hidden, newest=new if new <= hidden else frozenset[Square]())


def known_cells(game: Game, look: CardSighting) -> frozenset[Cell]:
    """The cells of a look in which cards are known to lie, or may lie still."""
    rows, columns = shift_of(game, look)
    now = agreed_now(game)
    return frozenset((square.column - columns, square.row - rows) for square in {**now.spent, **now.position.tiles})


def shift_of(game: Game, look: Look) -> tuple[int, int]:
    """How many rows and columns lie between the cells of a look and those of the game; none on a board."""
    return meaning_of_cards(game, look)[1].shift if isinstance(look, CardSighting) else (0, 0)


def newest_play(game: Game) -> Play | None:
    """The tiles of the newest play, which alone may be taken back, and only until somebody had another turn."""
    turn = game.newest_play
    if turn is None or turn.number != game.script.questionable():
        return None
    return turn.move if isinstance(turn.move, Play) else None
