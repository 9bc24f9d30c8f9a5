"""Things that may hide a card, at a new word's end or over known ones: whoever presses is told, and presses again."""

from __future__ import annotations

from dataclasses import replace

from pi_referee.gettext_mark import say
from pi_referee.judge.cards.agreed_cards import Agreed
from pi_referee.judge.cards.card_match import Placed
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import LookRefused
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.plays.play import Play

_AT_AN_END = LookRefused(
    say("A card may lie unseen at the word's end."),
    cure=say("Take away what lies there and press again. If no card lies there, just press again."),
    code=Refusal.BESIDE,
)
_OVER_KNOWN = LookRefused(
    say("Something lies over cards of the words."),
    cure=say("Take it away and press again. If the cards under it lie as they did, just press again."),
    code=Refusal.BESIDE,
)


def hidden_end(game: Game, way: Placed, play: Play) -> LookRefused | None:
    """A refusal if a thing lies at an end of a word that a play makes; None if none does, or that was said before.

    A card under it would make another word. Whoever sees that none lies there presses once more.
    """
    return _unless_said(game, _ends(way, play) & way.may_hide, _AT_AN_END)


def hidden_card(game: Game, way: Placed) -> LookRefused | None:
    """The same where no card seems to have been laid, or one to have been taken up: it may lie beside the words."""
    return _unless_said(game, way.may_hide, _AT_AN_END)


def hidden_known(game: Game, way: Placed, now: Agreed) -> LookRefused | None:
    """A refusal if known cards are not seen where something lies, and all others lie as they did; None if not.

    A card under an arm is no other card, and none that was taken up. Whoever sees that presses once more.
    """
    odd = now.gone(way) | now.altered(way, game.ruleset)
    return _unless_said(game, odd, _OVER_KNOWN) if all(map(way.hides, odd)) else None


def _unless_said(game: Game, squares: frozenset[Square], told: LookRefused) -> LookRefused | None:
    """The refusal of those squares; None if no square is named that was not named just before."""
    return None if squares <= game.noticed.covered else replace(told, squares=tuple(sorted(squares)))


def _ends(way: Placed, play: Play) -> frozenset[Square]:
    """The cells before and behind every row and column of cards in which a play has one."""
    return frozenset(end for line, axis in way.lines(play) for end in (line[0].step(axis, -1), line[-1].step(axis)))
