"""What is said of words that live and are settled, of rounds, and of changed cards."""

from __future__ import annotations

from collections.abc import Iterable

from pi_referee.locale.written_numbers import signed
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.course.stealing import Settlement
from pi_referee.rules.course.terms import is_known_who_plays, lot_to_draw
from pi_referee.rules.plays.play import Play
from web.phrasing.language import gettext, ngettext


def word_of(turn: Turn) -> str:
    """The word a turn laid, as people read it: a joker without a letter is a question mark."""
    return turn.ruling.words[0].text.replace("_", "?") if turn.ruling and turn.ruling.words else ""


def seen_in_words(turn: Turn) -> str:
    """What a later look showed of a word's cards: the word, for no place on a bare table has a name; "" without one."""
    if not (word := word_of(turn)):
        return ""
    return gettext("Now it is seen which word %(player)s laid: %(word)s.", player=turn.player, word=word)


def cards_on(game: Game, squares: Iterable[Square]) -> tuple[str, ...]:
    """The cards that were laid last on some cells, as people read them: no place on a bare table has a name."""
    laid = {
        square: card for turn in game.turns if isinstance(turn.move, Play) for square, card in turn.move.tiles.items()
    }
    return tuple(laid[square].shown.replace("_", "?") for square in squares if square in laid)


def settled_in_words(game: Game, settled: Settlement | None) -> tuple[str, ...]:
    """What a turn made of the word before, in a sentence; nothing if there was none to settle."""
    if settled is None:
        return ()
    player, word, kept = settled.player, word_of(game.turns[settled.turn - 1]), settled.kept.replace("_", "?")
    if settled.points is None:
        return (gettext("What %(player)s gets for %(word)s waits for an answer.", player=player, word=word),)
    if not kept:
        return (gettext("Every card of %(word)s was taken: %(player)s gets nothing for it.", player=player, word=word),)
    points = ngettext("%(points)s point", "%(points)s points", abs(settled.points), points=signed(settled.points))
    if kept == word:
        sentence = gettext("No card of %(word)s was taken: %(player)s gets %(points)s for it.",
                           player=player, word=word, points=points)  # fmt: skip
    else:
        sentence = gettext("%(player)s keeps %(kept)s of %(word)s: %(points)s.",
                           player=player, kept=", ".join(kept), word=word, points=points)  # fmt: skip
    return (sentence,)


def changed_in_words(turn: Turn) -> tuple[str, ...]:
    """That a card was changed before a turn, if one was."""
    return (gettext("%(player)s exchanged a card before.", player=turn.player),) if turn.changed else ()


def is_round_over(game: Game, turn: Turn) -> bool:
    """Whether a turn ended its round, and nothing has happened since."""
    is_last = turn.number == len(game.turns) and not game.ended
    return is_last and game.script.entries[turn.number - 1].round < game.script.round


def next_round_in_words(game: Game) -> str:
    """That the table is to be cleared, and who begins the next round, or draws lots for it, once that is known."""
    over = gettext("Round %(number)s is over: clear the table.", number=game.script.round - 1)
    begins = gettext("%(player)s begins the next.", player=game.on_turn) if is_known_who_plays(game) else ""
    return " ".join(filter(None, (over, lot_in_words(game) or begins)))


def lot_in_words(game: Game) -> str:
    """Who must draw lots to begin a round; "" if nobody must, or something is to be answered first."""
    lot = lot_to_draw(game)
    return gettext("%(players)s scored alike: draw lots for who begins.", players=", ".join(lot)) if lot else ""
