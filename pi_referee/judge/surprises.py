"""Looks that show what the log does not know: explained by a later look, by the table, or taken for certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import islice

from pi_referee.judge.explanations import outcome_of, surprise, view_of
from pi_referee.judge.hints import ANSWER_FIRST
from pi_referee.judge.meaning_in_game import meaning_in_game
from pi_referee.judge.meanings import Laid, LaidTwo, Meaning, Refused, TakenBack, Unchanged
from pi_referee.judge.untold.kinds import LAID_ANEW, MISREAD, SHIFTED
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    APART_KEY,
    EXPLAIN_KEY,
    LETTER_KEY,
    VOID,
    Answered,
    Explanation,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Surprised,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.play import Play, Unexplained
from vision.cards.card_sighting import Seen

SURPRISING = frozenset({Refusal.GONE, Refusal.ALTERED, Refusal.NOT_A_PLAY})
"""What contradicts the agreed board, or cannot be one turn: the referee seeks what may have happened."""


def is_surprising(meaning: Meaning) -> bool:
    """Whether a look shows what the log does not know: something old is otherwise, or several plays lie there."""
    return isinstance(meaning, LaidTwo) or (isinstance(meaning, Refused) and meaning.code in SURPRISING)


def is_uncounted(game: Game, look: Seen, meaning: Meaning) -> bool:
    """Whether a round may not be over, as nobody knows which turns were taken in it, and a look shows more of it."""
    if not isinstance(meaning, Refused) or meaning.code is not Refusal.STILL_LYING:
        return False
    entries = [entry for entry in game.script.entries if entry.round == game.script.round - 1]
    is_open = any(isinstance(entry.move, Unexplained) for entry in entries)
    return is_open and len(view_of(game, look).tiles) > len(game.spent)


def put_right(game: Game, look: Seen) -> tuple[Happening, ...]:
    """What happened where the board was put right since a surprise: tiles that were gone lie there again.

    Surprises that are the newest turns else count for nothing, if the look fits what was agreed before them, and what
    was new then lies there no more: else that was a play.
    """
    for turn, question in unexplained(game):
        for choice, _ in question.choices:
            told = Answered(turn, question.key, choice, seen_at=len(game.turns) + 1)
            if _are_back(game, turn, question.key, choice, look) and (happened := _with_answers(game, look, (told,))):
                return happened
    return _nothing_happened(game, look)


def _nothing_happened(game: Game, look: Seen) -> tuple[Happening, ...]:
    """What happened where all lies as it did before the newest looks that nobody has explained, as few as fit."""
    after, voids, odd, seen = game, tuple[Answered, ...](), list[tuple[Square, Tile]](), view_of(game, look)
    while (void := _void_of_newest(after)) is not None:
        odd += after.position.tiles.items()
        after, voids = follow(after, void), (*voids, void)
        lying = after.position.tiles
        if all(seen.surely_not(square, tile) for square, tile in odd if square not in lying):
            happened = _with_answers(game, look, voids)
            # Upon a bare table any word would fit.
            if happened and (len(happened) == len(voids) or lying):
                return happened
    return ()


def is_laid_again(game: Game, meaning: Meaning) -> bool:
    """Whether a board that was bare, and nobody knows why, shows tiles again that lay there before: no new play.

    A tile of which it is asked what it is may be the one that lay there, however likely it is another.
    """
    if game.position.tiles or not isinstance(meaning, Laid) or not game.ruleset.has_board:
        return False
    before = game
    while (void := _void_of_newest(before)) is not None:
        before = follow(before, void)
    lying, asked = before.position.letters(), {one.key: dict(one.choices) for one in meaning.questions}
    new = ((square, tile.face) for square, tile in meaning.play.tiles.items())
    may_be = (lying.get(square) in {letter, *asked.get(str(square), ())} for square, letter in new)
    return before is not game and all(may_be)


def _void_of_newest(game: Game) -> Answered | None:
    """The answer by which the newest turn, if nobody has explained it, was none."""
    keys = (question.key for turn, question in unexplained(game) if turn == len(game.turns))
    return next((Answered(len(game.turns), key, VOID, seen_at=len(game.turns)) for key in keys), None)


def unexplained(game: Game) -> Iterator[tuple[int, Question]]:
    """The turns that nobody has explained, with their questions."""
    return ((turn, question) for turn, question in game.open_questions if question.key.startswith(EXPLAIN_KEY))


def _are_back(game: Game, turn: int, key: str, choice: str, look: Seen) -> bool:
    """Whether tiles lie there again that were away by an explanation, and were seen to be."""
    after, seen = follow(game, Answered(turn, key, choice)).position.tiles, view_of(game, look)
    gone = after.keys() - game.position.tiles.keys()
    odd = _explanation(game, key, choice).squares
    return bool(gone) and gone <= set(odd) and not any(seen.surely_not(square, after[square]) for square in gone)


def _explanation(game: Game, key: str, choice: str) -> Explanation:
    """An explanation of a surprise by its number."""
    surprises = (one for one in game.happenings if isinstance(one, Surprised))
    return next(one.explanations[int(choice)] for one in surprises if one.question.key == key)


def explained_by(game: Game, look: Seen) -> tuple[Happening, ...]:
    """The answer that a look gives to what happened before: the only explanation with which it is no surprise.

    Once others have had a turn since, whoever presses without a new word has passed.
    """
    for turn, question in unexplained(game):
        fitting = _fitting(game, turn, question, look)
        if len(fitting) == 1:
            is_pass = len(fitting[0]) == 1 and turn < len(game.turns)
            return (*fitting[0], Passed()) if is_pass else fitting[0]
    return ()


def _fitting(game: Game, turn: int, question: Question, look: Seen) -> list[tuple[Happening, ...]]:
    """What happened by those explanations of a turn with which a look is no surprise, two at most."""
    answers = (Answered(turn, question.key, choice, seen_at=len(game.turns) + 1) for choice, _ in question.choices)
    tried = (_with_answers(game, look, (answer,)) for answer in answers if not _is_refuted(game, answer, look))
    return list(islice(filter(None, tried), 2))


def _is_refuted(game: Game, told: Answered, look: Seen) -> bool:
    """Whether a look shows other tiles where an explanation says that they were misread before: not so this time."""
    story, right = _explanation(game, told.question, str(told.answer)), follow(game, told).position.tiles
    odd, seen = (story.squares if story.kind == MISREAD else ()), view_of(game, look)
    return any(square in right and seen.surely_not(square, right[square]) for square in odd)


def played_after_all(game: Game, look: Seen) -> tuple[Happening, ...]:
    """What happened where the newest turn, which nobody has explained, was a play with something odd besides.

    Now that it is put right, the play is seen. Where an explanation fits that comes to something else, or more was
    laid, it must be told.
    """
    for turn, question in unexplained(game):
        void = Answered(turn, question.key, VOID, seen_at=turn)
        lying = follow(game, void).position.tiles if turn == len(game.turns) else {}
        happened = _with_answers(game, look, (void,)) if lying else ()
        laid = [one.play.tiles for one in happened if isinstance(one, PlayLaid)]
        if laid:
            is_more = any(tiles.keys() - game.position.tiles.keys() for tiles in laid)
            stories = (happened, *_fitting(game, turn, question, look))
            is_open = len({outcome_of(reduce(follow, story, game)) for story in stories}) > 1
            return (ANSWER_FIRST,) if is_more or is_open else happened
    return ()


def is_gone_in_part(game: Game, look: Seen) -> bool:
    """Whether something lies there no more that was seen in a look which nobody has explained, the newest turn."""
    move = game.script.entries[-1].move if game.script.entries else None
    if not isinstance(move, Unexplained) or all(turn < len(game.turns) for turn, _ in unexplained(game)):
        return False
    seen = view_of(game, look)
    return any(seen.surely_not(square, tile) for square, tile in {**move.spent, **move.tiles}.items())


def _with_answers(game: Game, look: Seen, answers: tuple[Answered, ...]) -> tuple[Happening, ...]:
    """Answers and what a look comes to with them; nothing if it is a surprise still, or no play upon what lies there.

    Who only shows that all lies right now has not passed.
    """
    after = reduce(follow, answers, game)
    meaning = meaning_in_game(after, look)
    if isinstance(meaning, Unchanged):
        return answers
    if is_surprising(meaning) or isinstance(meaning, Refused) or (isinstance(meaning, Laid) and meaning.replaces):
        return ()
    return (*answers, *recorded(still_asked(after, meaning)))


def surprised(game: Game, look: Seen, refused: Meaning) -> tuple[Happening, ...]:
    """What nobody told and the board shows.

    Taken for explained where all tiles lie one square further, or where only another play in the newest one's place
    explains it: that is shown, and undone by one tap. New tiles that simply make no play are refused: they have yet to
    be laid right.
    """
    told = surprise(game, look)
    if not told.explanations and _is_laid_wrongly(game, refused) and not _is_unexplained(game):
        return recorded(refused)
    kinds = [one.kind for one in told.explanations]
    certain = kinds[:1] == [SHIFTED] or (kinds == [LAID_ANEW] and _is_plain(game, told.explanations[0]))
    answer = (Answered(len(game.turns) + 1, told.question.key, "0", seen_at=len(game.turns) + 1),) if certain else ()
    return (told, *answer)


def _is_laid_wrongly(game: Game, refused: Meaning) -> bool:
    """Whether new tiles make no play, and may be one player's: on a board no more than a rack and a stop tile."""
    if not isinstance(refused, Refused) or refused.code is not Refusal.NOT_A_PLAY:
        return False
    return not game.ruleset.has_board or len(refused.squares) <= game.rack + 1


def _is_plain(game: Game, told: Explanation) -> bool:
    """Whether a play was laid anew, and nothing that nobody saw is supposed besides.

    Where it is not sure what lies on a square of the newest play, that may be its old tile, which was read otherwise.
    """
    turn = game.newest_play
    old = turn.move.tiles if turn is not None and isinstance(turn.move, Play) else {}
    keys = {f"{about}{square}" for square in old for about in ("", LETTER_KEY)}
    plays = [one for one in told.happened if isinstance(one, PlayLaid)]
    is_unsure = any(doubt.key in keys for one in plays for doubt in one.doubts)
    return bool(plays) and not told.squares and not is_unsure


def _is_unexplained(game: Game) -> bool:
    """Whether nobody knows why things lay as they did at the newest turn, so that none can be laid wrongly upon it.

    On a table of cards that is so since any turn: which word lives, and where it lies, is known of none after it.
    """
    turns = game.turns[-1:] if game.ruleset.has_board else game.turns
    return any(turn.status is Status.UNEXPLAINED for turn in turns)


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
