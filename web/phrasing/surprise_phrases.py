"""What may have happened on the board that nobody told, in words, and what it would do to the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from pi_referee.locale.written_numbers import gain
from pi_referee.protocol.ground_words import GroundWords, ground_words
from pi_referee.rules.board.square import Cell, Square
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

_SHOWN, _FEW = 3, 6
"""So many stories stand there at once, each with the orders that nothing tells apart; the others, unless all are few, a
tap further."""


def surprise_of(game: Game, key: str) -> Surprised | None:
    """The surprise that a question is about; None if it is about none."""
    told = (one for one in game.happenings if isinstance(one, Surprised))
    return next((one for one in told if one.question.key == key), None)


def asked_explanation(game: Game, turn: Turn, question: Question) -> Asked:
    """What happened? Each explanation says what, where, and what it would do to the score; the likeliest first."""
    surprise, words = surprise_of(game, question.key), ground_words(game.ruleset)
    told = surprise.explanations if surprise else ()
    choices = _choices(game, turn, question, told)
    starts = [place for place, choice in enumerate(choices) if not choice.is_alike]
    shown = starts[_SHOWN] if len(starts) > _FEW else len(choices)
    right = Choice(VOID, gettext("It lies right now: nothing had happened"), note=_unchanged())
    after = follow(game, Answered(turn.number, question.key, AS_SEEN))
    nobody = " ".join((gettext("Nobody scores for it."), _older(game, turn.number, after, {}))).strip()
    as_seen = Choice(AS_SEEN, gettext(words.as_it_lies), note=nobody)
    text = gettext(words.what_happened)
    likely, more = (*choices[:shown], right), choices[shown:]
    return Asked(turn.number, question.key, text, likely, (as_seen,), is_explained=True, more=more)


def _choices(game: Game, turn: Turn, question: Question, told: Sequence[Explanation]) -> tuple[Choice, ...]:
    """The explanations as answers; one that nothing tells from the one before says only what it comes to.

    Those that read the same say which cards were kept, too, and are one answer where that tells nothing apart.
    """
    answers = [Answered(turn.number, question.key, str(number)) for number in range(len(told))]
    read = [(in_words(game, one), _effect(game, answer)) for one, answer in zip(told, answers, strict=True)]
    shown, follows = dict[tuple[str, str], Choice](), False
    for one, answer, (text, note) in zip(told, answers, read, strict=True):
        reading = text, note if read.count((text, note)) == 1 else _effect(game, answer, shows_kept=True)
        follows = follows and one.is_alike
        if reading not in shown:
            short = gettext("In another order") if follows else text
            shown[reading] = Choice(str(answer.answer), short, note=reading[1], is_alike=follows)
            follows = True
    return tuple(shown.values())


def in_words(game: Game, one: Explanation) -> str:
    """An explanation in plain words, with the squares or cards it is about."""
    plays = [told.play for told in one.happened if isinstance(told, PlayLaid)]
    tell, words = STORIES.get(one.kind), ground_words(game.ruleset)
    text = tell(len(plays), words) if tell else gettext("Something else happened")
    return f"{text}: {_where(game, one.squares)}" if one.squares else text


def _where(game: Game, squares: tuple[Square, ...]) -> str:
    """Squares by their names; cards by their letters and the words in which they lie, as no place has a name."""
    if game.ruleset.has_board:
        return first_few(squares)
    found = dict[str, list[str]]()
    for square in squares:
        word, letter = _word_with(game, square)
        found.setdefault(word, []).append(letter)
    return "; ".join(gettext("%(letters)s in %(word)s", letters=", ".join(found[word]), word=word) for word in found)


def _word_with(game: Game, square: Square) -> tuple[str, str]:
    """The newest word with a card on a cell, and that card's letter."""
    for turn in reversed(game.turns):
        for word in turn.ruling.words if turn.ruling else ():
            for letter in word.letters:
                if letter.square == square:
                    return word.text.replace("_", "?"), letter.shown.replace("_", "?")
    return "?", "?"


def answer_in_words(game: Game, told: Answered) -> str:
    """What was said of a surprise, or seen of it; "" if that is no explanation."""
    if str(told.answer) == VOID:
        return gettext("It lies right again: nothing had happened")
    if str(told.answer) == AS_SEEN:
        return gettext(ground_words(game.ruleset).counts_as_it_lies)
    surprise = surprise_of(game, told.question)
    chosen = int(told.answer) if str(told.answer).isdecimal() else -1
    known = surprise is not None and 0 <= chosen < len(surprise.explanations)
    return in_words(game, surprise.explanations[chosen]) if surprise and known else ""


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
    if not game.ruleset.has_board:
        was = {square: tile for square, tile in was.items() if square in now}  # a cell without a card is not drawn
    yield from (square for square in {*was, *now} if was.get(square) != now.get(square))
    yield from before.stops ^ turn.move.stops


def _effect(game: Game, answer: Answered, *, shows_kept: bool = False) -> str:
    """What an answer would do to the score: each turn that it adds or changes."""
    turn, after = answer.turn, follow(game, answer)
    settled = [one.settled for one in after.turns if one.settled is not None] if shows_kept else []
    kept = {one.turn: one.kept for one in settled}
    own = after.turns[turn - 1 : turn + len(after.turns) - len(game.turns)]
    later = zip(game.turns[turn:], after.turns[turn - 1 + len(own) :], strict=True)
    changed = (*own, *(new for was, new in later if _face(was) != _face(new)))
    told = (_older(game, turn, after, kept), *(_scored(one, kept) for one in changed))
    return ", ".join(filter(None, told)) or _unchanged()


def _older(game: Game, turn: int, after: Game, kept: Mapping[int, str]) -> str:
    """What an answer to a turn would do to the scores of the turns before it; after: the game with it."""
    older = zip(game.turns[: turn - 1], after.turns[: turn - 1], strict=True)
    return ", ".join(filter(None, (_scored(new, kept) for was, new in older if _face(was) != _face(new))))


def _unchanged() -> str:
    return gettext("The score stays as it is.")


def _face(turn: Turn) -> tuple[object, ...]:
    """What people see of a turn."""
    return turn.player, turn.status, turn.score, turn.pending, _words(turn)


def _scored(turn: Turn, kept: Mapping[int, str]) -> str:
    """A turn with its words and points, and the cards of it that were kept where that is told; "" if it is no play."""
    if not isinstance(turn.move, Play):
        return ""
    what = f"{turn.player}: {_words(turn)}"
    if cards := kept.get(turn.number):
        what = f"{what} ({gettext('kept %(cards)s', cards=cards.replace('_', '?'))})"
    if turn.status is Status.WITHDRAWN:
        return gettext("%(what)s taken back", what=what)
    if turn.status is Status.ILLEGAL:
        return gettext("%(what)s is not allowed", what=what)
    points = "+ ?" if turn.score is None else gain(turn.score)
    if turn.pending is not None:
        points = gettext("%(points)s if nobody takes a card", points=gain(turn.pending))
    return f"{what} {points}{place_of(turn.move)}"


def _words(turn: Turn) -> str:
    """The words of a turn, side by side; the squares where it has none."""
    words = " ".join(word.text.replace("_", "?") for word in turn.ruling.words) if turn.ruling else ""
    return words or (first_few(sorted(turn.move.tiles)) if isinstance(turn.move, Play) else "")


def place_of(play: Play) -> str:
    """Where a play was laid: its first and last square where its tiles lie side by side, else all; "" for cards."""
    squares = sorted(play.tiles)
    if any(isinstance(square, Cell) for square in squares):
        return ""
    is_run = all(other in one.neighbours() for one, other in pairwise(squares))
    named = f"{squares[0]}–{squares[-1]}" if len(squares) > 1 and is_run else first_few(squares)  # a range
    return f" ({named})"


def _plays(count: int, _: GroundWords) -> str:
    return ngettext("%(num)d play was laid since the last press", "%(num)d plays were laid since the last press", count)


def _laid_anew(count: int, _: GroundWords) -> str:
    if not count:
        return gettext("The newest play was taken back")
    return gettext("The newest play was taken back, and another was made")


def _two_back(count: int, _: GroundWords) -> str:
    if not count:
        return gettext("The last two plays were taken back")
    return gettext("The last two plays were taken back, and another was made")


def _taken_up(count: int, words: GroundWords) -> str:
    taken = gettext("Cards that the new word does not use were taken up before the press")
    return taken if count == 1 else f"{_plays(count, words)}; {taken}"


STORIES: Mapping[str, Callable[[int, GroundWords], str]] = {
    "plays": _plays,
    "laid_anew": _laid_anew,
    "two_taken_back": _two_back,
    "taken_up": _taken_up,
    "passed": lambda *_: gettext("Whoever was left to lay in the round passed, and the table was cleared"),
    "slid": lambda _, words: gettext(words.slid),
    "fallen": lambda _, words: gettext(words.fell),
    "swapped": lambda _, words: gettext(words.swapped),
    "told": lambda *_: gettext("What was said is right, and the camera sees it otherwise"),
    "misread": lambda _, words: gettext(words.misread),
    "shifted": lambda *_: gettext("The board was bumped: all tiles moved by one square"),
}
"""What a table knows that may happen, by the names the log has for it; given how many plays were laid besides."""
