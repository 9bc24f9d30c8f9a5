"""Open questions that a later look answers: the square is plainly seen now, or plainly bare."""

from __future__ import annotations

from pi_referee.errors import NotationError
from pi_referee.judge.untold.kinds import FALLEN, SWAPPED
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    EXPLAIN_KEY,
    LETTER_KEY,
    MULTIPLIER_KEY,
    VALUE_KEY,
    Answered,
    Question,
    Surprised,
)
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.plays.play import Play
from vision.sighting import Sighting

_NOTHING, _STOP = ".", "#"


def in_question(game: Game) -> frozenset[Square]:
    """The squares of which nobody has said yet what lies there; that a blank has no name yet is no doubt of that."""
    asked = ((number, _square(question)) for number, question in game.open_questions if _is_doubt(question))
    return frozenset(square for number, square in asked if square is not None and _may_lie(game, number, square))


def let_be(game: Game, look: Sighting | None = None) -> frozenset[Square]:
    """The squares on which whatever is seen is no change: it is asked what lies there, or was told why another does.

    Where a look at a board plainly shows a letter that nobody had thought of there, that is a change nevertheless.
    """
    told = (one for one in game.happenings if isinstance(one, Answered) and one.question.startswith(EXPLAIN_KEY))
    odd = {(square, one.turn) for one in told for square in _lying_otherwise(game, one)}
    asked = in_question(game) - (_unthought_of(game, look) if look else frozenset())
    return asked | {square for square, turn in odd if _laid_before(game, square, turn)}


def _unthought_of(game: Game, look: Sighting) -> frozenset[Square]:
    """The squares where a tile lies that is in question, and surely another than any that it was asked about."""
    asked = ((_square(question), {choice for choice, _ in question.choices}) for _, question in game.open_questions)
    return frozenset(
        square
        for square, choices in asked
        if square is not None
        and choices
        and _NOTHING not in choices
        and _surely(look, square) not in {_NOTHING, None, *choices}
    )


def _may_lie(game: Game, number: int, square: Square) -> bool:
    """Whether a turn's tile may lie on a square still, where others may be laid in its place in time."""
    move, standing = game.turns[number - 1].move, game.standing
    if game.script.entries[number - 1].round != game.script.round:
        return False
    tile = move.tiles.get(square) if isinstance(move, Play) else None
    is_newest = standing.living is None or standing.living.turn == number
    return is_newest or (tile is not None and standing.position.tiles.get(square) == tile)


def _lying_otherwise(game: Game, told: Answered) -> tuple[Square, ...]:
    """The squares where another tile lies, or none, as somebody said, and the agreed one counts nevertheless."""
    surprises = (one for one in game.happenings if isinstance(one, Surprised))
    surprise = next((one for one in surprises if one.question.key == told.question), None)
    chosen = int(told.answer) if str(told.answer).isdecimal() else -1
    if surprise is None or not 0 <= chosen < len(surprise.explanations):
        return ()
    explanation = surprise.explanations[chosen]
    return explanation.squares if explanation.kind in {SWAPPED, FALLEN} else ()


def _laid_before(game: Game, square: Square, turn: int) -> bool:
    """Whether what lies on a square was laid before a turn."""
    laid = (one.number for one in game.turns if isinstance(one.move, Play) and square in one.move.tiles)
    lying = {**game.spent, **game.position.tiles}
    return square in lying and max(laid, default=turn) < turn


def settled(game: Game, look: Sighting) -> tuple[Answered, ...]:
    """The answers that a look gives to questions that are still open; seen_at: the turn that is being played.

    A square that shows a tile it may have held is settled by it unless it may belong to a new word; one that shows
    another tile, or none, held nothing if it may have been bare. Nothing is settled of a play that is gone as a whole.
    """
    turn = len(game.turns) + 1
    return tuple(
        Answered(number, question.key, answer, seen_at=turn)
        for number, question in game.open_questions
        if (answer := _answer(game, game.turns[number - 1], question, look)) is not None
    )


def _answer(game: Game, turn: Turn, question: Question, look: Sighting) -> str | None:
    """What a look says to a question; None where it leaves it open."""
    square, choices = _square(question), {choice for choice, _ in question.choices}
    if square is None or not choices or not _still_lies(game, turn, look):
        return None
    seen = _surely(look, square)
    if seen is None:
        return None
    if seen in choices:
        may_be_new = seen != _NOTHING and _NOTHING in choices and _beside_new(game, square, look)
        return None if may_be_new else seen
    return _NOTHING if _NOTHING in choices else None


def _surely(look: Sighting, square: Square) -> str | None:
    """What surely lies on a square: a letter, "" a blank, "#" a stop tile, "." nothing; None where it is in doubt."""
    if square in look.doubted or square in look.covered:
        return None
    if square in look.stops:
        return _STOP
    reading = look.board.get(square)
    return _NOTHING if reading is None else reading.letter


def _still_lies(game: Game, turn: Turn, look: Sighting) -> bool:
    """Whether a sure tile of a turn's play lies there still; a play with none to be sure of is taken to."""
    tiles = turn.move.tiles if isinstance(turn.move, Play) else {}
    sure = tiles.keys() - in_question(game)
    return not sure or any(_surely(look, square) != _NOTHING for square in sure)


def _beside_new(game: Game, square: Square, look: Sighting) -> bool:
    """Whether a square lies beside one with a new tile, so that its own may be new, too."""
    known = game.position.occupied | in_question(game)
    return any(beside in look.board and beside not in known for beside in square.neighbours())


def _is_doubt(question: Question) -> bool:
    """Whether it is asked what lies there, and not only what a blank stands for."""
    return bool(question.choices) or question.holds_score


def _square(question: Question) -> Square | None:
    """The square whose tile a question is about; None where it is about something else."""
    kind = next((kind for kind in (LETTER_KEY, VALUE_KEY, MULTIPLIER_KEY) if question.key.startswith(kind)), "")
    try:
        return Square.parse(question.key.removeprefix(kind))
    except NotationError:
        return None
