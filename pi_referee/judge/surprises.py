"""Looks that show what the log does not know: explained by a later look, by the table, or taken for certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pi_referee.judge.explanations import LAID_ANEW, SHIFTED, surprise
from pi_referee.judge.interpret import Laid, LaidTwo, Meaning, Refused, TakenBack, Unchanged
from pi_referee.judge.meaning_in_game import meaning_in_game
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    APART_KEY,
    EXPLAIN_KEY,
    VOID,
    Answered,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from vision.sighting import Sighting

SURPRISING = frozenset({Refusal.GONE, Refusal.ALTERED, Refusal.NOT_A_PLAY})
"""What contradicts the agreed board, or cannot be one turn: the referee seeks what may have happened."""


def is_surprising(meaning: Meaning) -> bool:
    """Whether a look shows what the log does not know: something old is otherwise, or several plays lie there."""
    return isinstance(meaning, LaidTwo) or (isinstance(meaning, Refused) and meaning.code in SURPRISING)


def put_right(game: Game, look: Sighting) -> tuple[Happening, ...]:
    """What happened where the board was put right since a surprise: tiles that were gone lie there again.

    A surprise that is the newest turn then counts for nothing, if the look fits what was agreed before it, and what was
    new then lies there no more: else that was a play.
    """
    for turn, question in _unexplained(game):
        answers = [VOID] if turn == len(game.turns) and _is_gone_again(game, turn, question.key, look) else []
        answers += [choice for choice, _ in question.choices if _are_back(game, turn, question.key, choice, look)]
        for answer in answers:
            told = Answered(turn, question.key, answer, seen_at=len(game.turns) + (answer != VOID))
            if happened := _with_answer(game, look, told):
                return happened
    return ()


def _unexplained(game: Game) -> Iterator[tuple[int, Question]]:
    """The turns that nobody has explained, with their questions."""
    return ((turn, question) for turn, question in game.open_questions if question.key.startswith(EXPLAIN_KEY))


def _is_gone_again(game: Game, turn: int, key: str, look: Sighting) -> bool:
    """Whether nothing that was new in the look at an unexplained turn lies there now."""
    before = follow(game, Answered(turn, key, VOID)).position.tiles
    return not (game.position.tiles.keys() - before.keys()) & (look.board.keys() | look.doubted)


def _are_back(game: Game, turn: int, key: str, choice: str, look: Sighting) -> bool:
    """Whether tiles lie there again that were away by an explanation, and were seen to be."""
    after = follow(game, Answered(turn, key, choice)).position.tiles
    gone = after.keys() - game.position.tiles.keys()
    return bool(gone) and all(
        square in look.board and look.board[square].letter == _printed(after[square]) for square in gone
    )


def _printed(tile: Tile) -> str:
    return "" if tile.is_blank else tile.letter


def explained_by(game: Game, look: Sighting) -> tuple[Happening, ...]:
    """The answer that a look gives to what happened before: the first explanation with which it is no surprise."""
    for turn, question in _unexplained(game):
        for choice, _ in question.choices:
            answer = Answered(turn, question.key, choice, seen_at=len(game.turns) + 1)
            if happened := _with_answer(game, look, answer):
                return happened
    return ()


def _with_answer(game: Game, look: Sighting, answer: Answered) -> tuple[Happening, ...]:
    """An answer and what a look comes to with it; nothing if it is a surprise still, or no play.

    Who only shows that all lies right now has not passed.
    """
    after = follow(game, answer)
    meaning = meaning_in_game(after, look)
    if isinstance(meaning, Unchanged):
        return (answer,)
    if is_surprising(meaning) or isinstance(meaning, Refused):
        return ()
    return (answer, *recorded(still_asked(after, meaning)))


def surprised(game: Game, look: Sighting, refused: Meaning) -> tuple[Happening, ...]:
    """What nobody told and the board shows.

    Taken for explained where all tiles lie one square further, or where only another play in the newest one's place
    explains it: that is shown, and undone by one tap. New tiles that simply make no play are refused: they have yet to
    be laid right.
    """
    told = surprise(game, look)
    if not told.explanations and isinstance(refused, Refused) and refused.code is Refusal.NOT_A_PLAY:
        return recorded(refused)
    kinds = [one.kind for one in told.explanations]
    anew = told.explanations[:1] and any(isinstance(one, PlayLaid) for one in told.explanations[0].happened)
    certain = kinds[:1] == [SHIFTED] or (kinds == [LAID_ANEW] and anew)
    answer = (Answered(len(game.turns) + 1, told.question.key, "0", seen_at=len(game.turns) + 1),) if certain else ()
    return (told, *answer)


def still_asked(game: Game, meaning: Meaning) -> Meaning:
    """A play laid anew with what is still asked about those of its tiles that were not laid anew."""
    turn = game.newest_play
    if turn is None or not isinstance(meaning, Laid) or not meaning.replaces:
        return meaning
    lying = {str(square) for square in meaning.play.tiles} | {str(meaning.play.stop)}
    known = {question.key for question in meaning.questions}
    open_ = (question for question in turn.questions if question.choices and question.key not in known)
    return replace(meaning, questions=(*meaning.questions, *(one for one in open_ if one.key in lying)))


def recorded(meaning: Meaning) -> tuple[Happening, ...]:
    """A meaning as what is written down."""
    match meaning:
        case Laid():
            laid = PlayLaid(meaning.play, meaning.questions)
            return (Withdrawn(), laid) if meaning.replaces else (laid,)
        case LaidTwo():
            return (
                PlayLaid(meaning.first, (Question(f"{APART_KEY}first"),)),
                PlayLaid(meaning.second, (Question(f"{APART_KEY}second"),)),
            )
        case TakenBack():
            return (Withdrawn(),)
        case Unchanged():
            return (Passed(),)
        case Refused():
            return (LookRefused(meaning.reason, meaning.infractions, meaning.cure, meaning.squares, meaning.code),)
