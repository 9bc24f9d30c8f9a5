"""Answers to what is still asked about a turn: by which of them its play may lie as it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import product
from math import prod

from pi_referee.judge.doubts.seeming_tiles import square_of
from pi_referee.judge.doubts.settled_doubts import asked_for, may_be_nothing, shows_another
from pi_referee.judge.meaning_in_game import shift_of
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import ALONG_KEY, ARROW_KEY, Answered, Question
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting, Seen

_MOST_WAYS = 16
"""So many ways to answer what else is asked about a turn are gone through, at most: each is a game."""


def perhaps_nothing(game: Game) -> Iterator[tuple[int, Question]]:
    """The open questions of this round by which perhaps nothing lay on a square, where that may matter still."""
    return ((number, question) for number, question in _asked_now(game) if may_be_nothing(question))


def perhaps_another(game: Game, look: Seen) -> Iterator[tuple[int, Question]]:
    """The same, and those on whose squares a look shows what nobody thought of when they were asked."""
    return (one for one in _asked_now(game) if may_be_nothing(one[1]) or shows_another(game, *one, look))


def _asked_now(game: Game) -> Iterator[tuple[int, Question]]:
    """The open questions of this round what lies on a square, where that may matter still."""
    squares, script = asked_for(game).keys(), game.script
    for number, question in game.open_questions:
        if question.is_about_print or script.entries[number - 1].round != script.round:
            continue
        if square_of(question) in squares:
            yield number, question


def lawful(game: Game, told: Answered, unlawful: frozenset[int]) -> Iterator[Game]:
    """A game by an answer; if a play may not lie so, by all that may be said to what else is open about that turn.

    Where an earlier play is none, any look after it makes sense: that tells nothing. Where so much is open that it is
    not gone through, any answer may be right.
    """
    after, known = follow(game, told), unlawful - {told.turn}
    if not unlawful_turns(after) - known or prod(map(len, _open_answers(after, told.turn))) > _MOST_WAYS:
        return iter((after,))
    return all_answered(game, told, unlawful)


def all_answered(game: Game, told: Answered, unlawful: frozenset[int]) -> Iterator[Game]:
    """A game by an answer and all that may be said to what else is open about that turn, where its play may lie so.

    What is open is taken for no change, so that a word laid over two such squares seems to have a hole.
    """
    after, known = follow(game, told), unlawful - {told.turn}
    others = _open_answers(after, told.turn)
    if prod(map(len, others)) > _MOST_WAYS:
        return
    games = (reduce(follow, answers, after) for answers in product(*others))
    yield from (one for one in games if not unlawful_turns(one) - known)


def is_forced(game: Game, told: Answered, question: Question, unlawful: frozenset[int]) -> bool:
    """Whether a play may lie by this answer to a question and by no other, since another one was answered."""
    if told.turn not in unlawful_turns(game) - unlawful:
        return False
    answers = (replace(told, answer=choice) for choice, _ in question.choices)
    able = [one for one in answers if any(True for _ in all_answered(game, one, unlawful))]
    return able == [told]


def _open_answers(game: Game, number: int) -> list[list[Answered]]:
    """What may be said to each question about a turn that decides what was laid, and whether it turns."""
    things = [question for turn, question in perhaps_nothing(game) if turn == number]
    turns = [one for turn, one in game.open_questions if turn == number and one.key.startswith((ARROW_KEY, ALONG_KEY))]
    choices = [(one.key, [choice for choice, _ in one.choices]) for one in things]
    choices += [(one.key, ["yes", "no"]) for one in turns]
    return [[Answered(number, key, answer) for answer in answers] for key, answers in choices]


def unlawful_turns(game: Game) -> frozenset[int]:
    """The turns whose play may not lie as it does, by what is most likely of what is still asked."""
    lying = (turn for turn in game.turns if turn.status in {Status.ILLEGAL, Status.OPEN})
    return frozenset(turn.number for turn in lying if turn.ruling and not turn.ruling.is_legal and _lays(turn))


def _lays(turn: Turn) -> bool:
    """Whether anything was laid, by what is most likely."""
    return isinstance(turn.move, Play) and bool(turn.move.tiles or turn.move.stop)


def lawful_shift(game: Game, look: Seen) -> tuple[int, int]:
    """How many rows and columns lie between a look's cells and the game's, where all plays lie as they may.

    A word with a hole in it by what is most likely does not lie there at all, and the look would be laid upon another.
    """
    odd = unlawful_turns(game)
    open_ = next(((number, question) for number, question in perhaps_nothing(game) if number in odd), None)
    if not isinstance(look, CardSighting) or open_ is None:
        return shift_of(game, look)
    number, question = open_
    told = (Answered(number, question.key, choice) for choice, _ in question.choices)
    games = (way for one in told for way in all_answered(game, one, odd))
    return shift_of(next(games, game), look)
