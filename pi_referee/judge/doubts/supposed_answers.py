"""Squares on which perhaps nothing lay: a press is judged by each answer, and counts if it means the same by all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from pi_referee.judge.cards.card_match import JOKER
from pi_referee.judge.doubts.lawful_answers import (
    all_answered,
    is_forced,
    lawful,
    lawful_shift,
    perhaps_another,
    unlawful_turns,
)
from pi_referee.judge.doubts.seeming_tiles import square_of
from pi_referee.judge.doubts.settled_doubts import asked_for, may_be_nothing, may_have_lain, seemed_plain
from pi_referee.judge.explanations import surprise
from pi_referee.judge.hints import ANSWER_FIRST
from pi_referee.judge.meaning_in_game import meaning_in_game
from pi_referee.judge.meanings import NOTHING, STOP, Laid, Meaning, TakenBack
from pi_referee.judge.surprises import is_surprising, recorded, still_asked
from pi_referee.judge.untold.kinds import LAID_ANEW, TAKEN_UP
from pi_referee.rules.board.path import run
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    Answered,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Withdrawn,
)
from vision.cards.card_sighting import Seen
from vision.sighting import Reading, Sighting

_MOST_PERHAPS = 7
"""More squares of one turn on which perhaps nothing lies are a first word that may lie in two places, which one answer
settles: to judge a press by each of 13 took 12 s."""


@dataclass(frozen=True, slots=True)
class Story:
    """An answer to an open question that a look does not contradict, and what the press comes to with it."""

    told: Answered
    happened: tuple[Happening, ...]
    look: Seen


@dataclass(frozen=True, slots=True)
class Told:
    """What a look tells of the squares in question.

    answers: what it settles. game: as it is by them, and as if of squares that show what nobody asked about the
    likeliest were true. look: itself, without the doubts that are settled. happened: what the press comes to,
    whatever is answered to what stays open; None where nothing does.
    """

    answers: tuple[Answered, ...]
    game: Game
    look: Seen
    happened: tuple[Happening, ...] | None


def told_by_look(game: Game, look: Seen) -> Told | LookRefused:
    """What a look tells of whether anything lay on the squares in question.

    A refusal where it may be so or so, and the press would be another turn: whoever laid what lies there now, the look
    cannot tell. Where it would be the same turn, the question stays open and nothing waits for it.
    """
    told, agreed, unlawful = tuple[Answered, ...](), list[tuple[Happening, ...]](), unlawful_turns(game)
    look, waiting, guessed = _without_known(game, look), list(perhaps_another(game, look)), dict[int, Question]()
    if max(Counter(number for number, _ in waiting).values(), default=0) > _MOST_PERHAPS:
        return _answer_first(waiting[0][1])
    while waiting:
        number, question, stories = _next_told(game, look, waiting, unlawful)
        waiting.remove((number, question))
        is_open = bool(stories) and not _is_settled(game, look, question, stories, unlawful)
        agreed = [*agreed[:1], *(story.happened for story in stories)] if is_open else agreed
        if any(one != agreed[0] for one in agreed) or _is_doubtful(game, look, question, stories, unlawful):
            return _answer_first(question)
        if stories and not is_open:
            told, game, look = (*told, stories[0].told), follow(game, stories[0].told), stories[0].look
        if not stories:
            game = follow(game, Answered(number, question.key, question.choices[0][0]))
            guessed[number] = question
    if wrong := guessed.keys() & unlawful_turns(game):
        return _answer_first(guessed[min(wrong)])
    return Told(told, game, look, agreed[0] if agreed else None)


def _answer_first(question: Question) -> LookRefused:
    """A refusal till a question is answered."""
    square = square_of(question)
    return replace(ANSWER_FIRST, squares=() if square is None else (square,))


def _next_told(
    game: Game, look: Seen, waiting: Sequence[tuple[int, Question]], unlawful: frozenset[int]
) -> tuple[int, Question, tuple[Story, ...]]:
    """The first of some questions of which one answer alone makes sense, or any: with that, others do for the rest.

    Last come those in the same doubt still, as nothing settles them. unlawful: the turns whose plays may not lie as
    they do, whatever is answered.
    """
    tried = [
        (number, question, tuple(_stories(game, look, (number, question), unlawful))) for number, question in waiting
    ]
    settled = (one for one in tried if _is_settled(game, look, *one[1:], unlawful))
    return next(chain(settled, (one for one in tried if one[2])), tried[0])


def _stories(game: Game, look: Seen, asked: tuple[int, Question], unlawful: frozenset[int]) -> Iterator[Story]:
    """What a press comes to with each answer; those left out by which the look shows what nobody told."""
    number, question = asked
    for choice in may_have_lain(question, look):
        told = Answered(number, question.key, choice, seen_at=len(game.turns) + 1)
        looks = look, _as_before(game, look, question, choice)
        games = chain(lawful(game, told, unlawful), all_answered(game, told, unlawful))
        ways = (_story(after, looks, question, told) for after in games)
        yield from islice((one for one in ways if one is not None), 1)


def _story(after: Game, looks: tuple[Seen, Seen], question: Question, told: Answered) -> Story | None:
    """What a press comes to after an answer; None if it makes no sense.

    looks: the look itself, and as if it showed what is answered.
    """
    look, seen = looks
    meaning = meaning_in_game(after, seen)
    if seen is not look and not _is_elsewhere(after, meaning, question):
        seen, meaning = look, meaning_in_game(after, look)
    return None if is_surprising(meaning) else Story(told, recorded(still_asked(after, meaning)), seen)


def _without_known(game: Game, look: Seen) -> Seen:
    """A look without the doubts that are the same as those of which somebody said that nothing lies there."""
    for question in _known_nothings(game):
        seen = _as_before(game, look, question, NOTHING)
        if seen is not look and _is_elsewhere(game, meaning_in_game(game, seen), question):
            look = seen
    return look


def _known_nothings(game: Game) -> Iterator[Question]:
    """The questions of this round that were answered by nothing, where nothing was laid since, as far as is known."""
    later = {*asked_for(game), *game.position.occupied, *game.spent}
    for entry in game.script.entries:
        nothings = {key for key, answer in entry.answers if answer == NOTHING}
        for question in entry.doubts if entry.round == game.script.round else ():
            if question.key in nothings and square_of(question) not in later:
                yield question


def _is_elsewhere(game: Game, meaning: Meaning, question: Question) -> bool:
    """Whether a new word lies elsewhere than the square in question, or one is gone, so that what is there is none."""
    square = square_of(question)
    if isinstance(meaning, TakenBack):
        return True
    if square is None or not isinstance(meaning, Laid) or meaning.replaces or meaning.is_perhaps_nothing:
        return False
    new = meaning.play.tiles.keys()
    lying = {*game.position.occupied, *new, square}
    return all(new.isdisjoint(run(lying, square, axis)) for axis in Axis)


def _is_doubtful(
    game: Game, look: Seen, question: Question, stories: tuple[Story, ...], unlawful: frozenset[int]
) -> bool:
    """Whether the only answer that a look does not contradict is no likelier than something else that tables know.

    Where nothing lies and nothing is new, where the answer itself needs that the newest play was laid anew, or where
    another does with what is new; where what lies there is new, if cards of the word were taken up; and where the tile
    is none that was seen there, though all of it was.
    """
    if len(stories) != 1:
        return False
    told, happened = stories[0].told, stories[0].happened
    if isinstance(happened[0], Withdrawn) and len(happened) > 1:
        return True
    if told.answer == NOTHING:
        return seemed_plain(question, look) or _may_hide_another(game, look, question, stories[0])
    nothing = replace(told, answer=NOTHING)
    games = chain((follow(game, nothing),), all_answered(game, nothing, unlawful))
    return _is_unthought_of(told, question) or any(_may_be(one, look, TAKEN_UP) for one in games)


def _is_unthought_of(told: Answered, question: Question) -> bool:
    """Whether a tile is none that it was asked for, though all of it was seen."""
    is_seen = not (question.is_hidden and may_be_nothing(question))
    return is_seen and told.answer not in dict(question.choices)


def _may_hide_another(game: Game, look: Seen, question: Question, story: Story) -> bool:
    """Whether nothing lies there and nothing is new, or another answer does if the newest play was laid anew."""
    if story.told.turn != game.script.questionable():
        return False
    others = (follow(game, replace(story.told, answer=choice)) for choice, _ in question.choices if choice != NOTHING)
    return story.happened == (Passed(),) or any(_may_be(other, look, LAID_ANEW) for other in others)


def _may_be(game: Game, look: Seen, kind: str) -> bool:
    """Whether a look may show one play, and that this happened, and nothing else."""
    told = [story.happened for story in surprise(game, look).explanations if story.kind == kind]
    return any(sum(isinstance(one, PlayLaid) for one in happened) == 1 for happened in told)


def _is_settled(game: Game, look: Seen, question: Question, stories: Sequence[Story], unlawful: frozenset[int]) -> bool:
    """Whether one answer alone makes sense, of a square that is not in the same doubt still or can be nothing else."""
    if len(stories) != 1:
        return False
    return not _is_still_in_doubt(game, look, question) or is_forced(game, stories[0].told, question, unlawful)


def _is_still_in_doubt(game: Game, look: Seen, question: Question) -> bool:
    """Whether a square is in doubt still, be it otherwise than when it was asked about: then a look settles nothing.

    That an answer alone makes no sense says little where that to the square beside it is open, or any letter may lie.
    """
    square = square_of(question)
    return square is not None and bool(_doubt_of(look, square, _shift(game, look)))


def _as_before(game: Game, look: Seen, question: Question, choice: str) -> Seen:
    """A look as if a square showed this for sure, if it is in the same doubt as when it was asked about.

    What has not changed was not laid since.
    """
    square, shift = square_of(question), _shift(game, look)
    if square is None or not _is_same(_doubt_of(look, square, shift), question, choice):
        return look
    if isinstance(look, Sighting):
        return _showing(look, square, choice)
    cell = square.column - shift[1], square.row - shift[0]
    cards = (replace(one, letter=choice, is_joker=choice == JOKER) if one.cell == cell else one for one in look.cards)
    return replace(
        look,
        cards=tuple(one for one in cards if one.cell != cell or choice != NOTHING),
        doubts=tuple(doubt for doubt in look.doubts if doubt.cell != cell or doubt.about != "letter"),
    )


def _shift(game: Game, look: Seen) -> tuple[int, int]:
    """How many rows and columns lie between a look's cells and the game's; none on a board."""
    return (0, 0) if isinstance(look, Sighting) else lawful_shift(game, look)


def _doubt_of(look: Seen, square: Square, shift: tuple[int, int]) -> dict[str, float]:
    """What a look takes for possible on a square that it is not sure of; nothing where it is."""
    if isinstance(look, Sighting):
        doubt = look.doubt_of(square)
        return dict(doubt.choices) if doubt else {}
    cell = square.column - shift[1], square.row - shift[0]
    doubts = (doubt for doubt in look.doubts if doubt.cell == cell and doubt.about == "letter")
    return next((dict(doubt.choices) for doubt in doubts), {})


def _is_same(choices: dict[str, float], question: Question, choice: str) -> bool:
    """Whether a doubt leaves an answer possible, and is the one that was asked about: perhaps the same thing."""
    return choice in choices and bool(choices.keys() & dict(question.choices).keys() - {NOTHING})


def _showing(look: Sighting, square: Square, choice: str) -> Sighting:
    """A look at a board as if a square showed this for sure."""
    board = {one: reading for one, reading in look.board.items() if one != square}
    if choice not in {NOTHING, STOP}:
        board[square] = Reading(choice, 1.0)
    stops = look.stops | {square} if choice == STOP else look.stops - {square}
    doubts = tuple(doubt for doubt in look.doubts if doubt.square != square)
    return replace(look, board=board, stops=stops, doubts=doubts, covered=look.covered - {square})
