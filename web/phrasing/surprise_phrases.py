"""What may have happened on the board that nobody told, in words, and what it would do to the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from pi_referee.gettext_mark import say
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    AS_SEEN,
    EXPLAIN_KEY,
    VOID,
    Answered,
    Explanation,
    PlayLaid,
    Question,
    Surprised,
)
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.fault_texts import first_few
from pi_referee.rules.plays.play import Play, Unexplained
from web.phrasing.asking import Asked, Choice
from web.phrasing.language import gettext, ngettext
from web.phrasing.number_filters import gain


def surprise_of(game: Game, key: str) -> Surprised | None:
    """The surprise that a question is about; None if it is about none."""
    told = (one for one in game.happenings if isinstance(one, Surprised))
    return next((one for one in told if one.question.key == key), None)


def asked_explanation(game: Game, turn: Turn, question: Question) -> Asked:
    """What happened? Each explanation says what, where, and what it would do to the score; the likeliest first."""
    surprise = surprise_of(game, question.key)
    told = surprise.explanations if surprise else ()
    choices = tuple(
        Choice(str(number), in_words(one), note=_effect(game, turn.number, question.key, str(number)))
        for number, one in enumerate(told)
    )
    right = Choice(VOID, gettext("It lies right now: nothing had happened"), note=_unchanged())
    as_seen = Choice(AS_SEEN, gettext("Play on with the board as it lies"), note=gettext("Nobody scores for it."))
    text = gettext("What happened on the board before this look?")
    return Asked(turn.number, question.key, text, (*choices, right), (as_seen,), is_explained=True)


def in_words(one: Explanation) -> str:
    """An explanation in plain words, with the squares it is about."""
    plays = [told.play for told in one.happened if isinstance(told, PlayLaid)]
    text = STORIES[one.kind](len(plays)) if one.kind in STORIES else gettext("Something else happened")
    return f"{text}: {first_few(one.squares)}" if one.squares else text


def answer_in_words(game: Game, told: Answered) -> str:
    """What was said of a surprise, or seen of it; "" if that is no explanation."""
    if str(told.answer) in _OTHERWISE:
        return gettext(_OTHERWISE[str(told.answer)])
    surprise = surprise_of(game, told.question)
    chosen = int(told.answer) if str(told.answer).isdecimal() else -1
    known = surprise is not None and 0 <= chosen < len(surprise.explanations)
    return in_words(surprise.explanations[chosen]) if surprise and known else ""


def odd_squares(game: Game) -> frozenset[Square]:
    """The squares that lie otherwise than anybody told, as long as nobody has said why."""
    open_ = {number for number, question in game.open_questions if question.key.startswith(EXPLAIN_KEY)}
    return frozenset(square for number in open_ for square in _odd(game, game.turns[number - 1]))


def _odd(game: Game, turn: Turn) -> Iterator[Square]:
    """Where a turn's board is not as it was before it."""
    if not isinstance(turn.move, Unexplained):
        return
    before = game.position_before(turn.number)
    was, now = before.tiles, turn.move.tiles
    yield from (square for square in {*was, *now} if was.get(square) != now.get(square))
    yield from before.stops ^ turn.move.stops


def _effect(game: Game, turn: int, key: str, answer: str) -> str:
    """What an answer would do to the score: each turn that it adds or changes."""
    after = follow(game, Answered(turn, key, answer))
    more = len(after.turns) - len(game.turns)
    own = after.turns[turn - 1 : turn + more]
    older = zip(game.turns[: turn - 1], after.turns[: turn - 1], strict=True)
    later = zip(game.turns[turn:], after.turns[turn + more :], strict=True)
    changed = [new for was, new in older if _face(was) != _face(new)]
    changed += [*own, *(new for was, new in later if _face(was) != _face(new))]
    return ", ".join(filter(None, map(_scored, changed))) or _unchanged()


def _unchanged() -> str:
    return gettext("The score stays as it is.")


def _face(turn: Turn) -> tuple[object, ...]:
    """What people see of a turn."""
    return turn.player, turn.status, turn.score, turn.pending, _words(turn)


def _scored(turn: Turn) -> str:
    """A turn with its words and points; "" where it is no play."""
    if not isinstance(turn.move, Play):
        return ""
    what = f"{turn.player}: {_words(turn)}"
    if turn.status is Status.WITHDRAWN:
        return gettext("%(what)s taken back", what=what)
    if turn.status is Status.ILLEGAL:
        return gettext("%(what)s is not allowed", what=what)
    points = "+ ?" if turn.score is None else gain(turn.score)
    return f"{what} {points} ({_place(turn.move)})"


def _words(turn: Turn) -> str:
    """The words of a turn, side by side; the squares where it has none."""
    words = " ".join(word.text.replace("_", "?") for word in turn.ruling.words) if turn.ruling else ""
    return words or (first_few(sorted(turn.move.tiles)) if isinstance(turn.move, Play) else "")


def _place(play: Play) -> str:
    """Where a play was laid: its first and last square where its tiles lie side by side, else all of them."""
    squares = sorted(play.tiles)
    is_run = all(other in one.neighbours() for one, other in pairwise(squares))
    return f"{squares[0]}–{squares[-1]}" if len(squares) > 1 and is_run else first_few(squares)  # a range


def _plays(count: int) -> str:
    return ngettext("%(num)d play was laid since the last press", "%(num)d plays were laid since the last press", count)


def _laid_anew(count: int) -> str:
    if not count:
        return gettext("The newest play was taken back")
    return gettext("The newest play was taken back, and another was laid")


def _two_back(count: int) -> str:
    if not count:
        return gettext("The last two plays were taken back")
    return gettext("The last two plays were taken back, and another was laid")


STORIES: Mapping[str, Callable[[int], str]] = {
    "plays": _plays,
    "laid_anew": _laid_anew,
    "two_taken_back": _two_back,
    "slid": lambda _: gettext("A tile slid to the next square"),
    "fallen": lambda _: gettext("A tile fell off, or something hides it"),
    "swapped": lambda _: gettext("A blank was exchanged for its letter"),
    "misread": lambda _: gettext("A letter was written down wrongly before"),
    "shifted": lambda _: gettext("The board was bumped: all tiles moved by one square"),
}
"""What a table knows that may happen, by the names the log has for it; given how many plays were laid besides."""

_OTHERWISE: Mapping[str, str] = {
    VOID: say("It lies right again: nothing had happened"),
    AS_SEEN: say("The board counts as it lies; nobody scores for it"),
}
"""Answers that are none of the explanations."""
