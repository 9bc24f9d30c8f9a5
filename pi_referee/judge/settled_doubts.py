"""Open questions that a later look answers: the square is plainly seen now, or plainly bare."""

from __future__ import annotations

from pi_referee.errors import NotationError
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import LETTER_KEY, Answered, Question
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.plays.play import Play
from vision.sighting import Sighting

_NOTHING, _STOP = ".", "#"


def in_question(game: Game) -> frozenset[Square]:
    """The squares of which nobody has said yet what lies there."""
    return frozenset(square for _, question in game.open_questions if (square := _square(question)) is not None)


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


def _square(question: Question) -> Square | None:
    """The square whose tile a question is about; None where it is about something else."""
    try:
        return Square.parse(question.key.removeprefix(LETTER_KEY))
    except NotationError:
        return None
