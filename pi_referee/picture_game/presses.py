"""One press of the button with a picture before the camera: what is seen, what it comes to, and what is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from hardware.picture_file import read_picture
from pi_referee.decks.deck_file import MOST_VALUE
from pi_referee.errors import PictureError
from pi_referee.judge.hints import NOTHING_YET
from pi_referee.judge.meaning_in_game import shift_of
from pi_referee.judge.referee import decide
from pi_referee.looking.game_eye import Sight
from pi_referee.looking.table_kinds import SeenTable, table_of
from pi_referee.picture_game.question_texts import STARTER_KEY
from pi_referee.rules.board.deck import MULTIPLIERS
from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.course.answered_doubts import ABOUT_THE_PLAY, told_besides
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    AS_SEEN,
    EXPLAIN_KEY,
    JOKER_KEY,
    LETTER_KEY,
    MULTIPLIER_KEY,
    VALUE_KEY,
    VOID,
    Answered,
    Happening,
    Passed,
    Question,
    StartChosen,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.terms import may_begin
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import Look
from vision.sighting import NotSeen

Row = dict[str, Any]
"""One line of the output."""

Given = Mapping[str, str | bool]
"""Question's key -> answer, as the file of answers has it: cells are those of the look."""

_CARD_KEYS = (LETTER_KEY, JOKER_KEY, VALUE_KEY, MULTIPLIER_KEY)

_OTHER_SIGNS: Mapping[str, Mapping[str, str]] = {
    JOKER_KEY: {},
    LETTER_KEY: {"": "a joker", ".": "nothing"},
    "": {"": "a blank", "#": "a stop tile", ".": "nothing"},
}
"""How the key of a question about a letter begins -> what else than a letter may be answered; "" a square's."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one press came to: the game after it, what was seen, what was written down and asked, and the turns laid.

    written: all that was written down, answers too. seen: the table as it was seen, None where there was no picture.
    player: who was on turn. shift: rows and columns from the look's cells to the game's, (0, 0) on a board.
    unasked: keys of answers that were given to what was not asked, as they were given.
    """

    game: Game
    look: Look
    happenings: tuple[Happening, ...]
    questions: tuple[Question, ...]
    written: tuple[Happening, ...] = ()
    seen: SeenTable | None = None
    laid: tuple[int, ...] = ()
    player: str = ""
    shift: tuple[int, int] = (0, 0)
    unasked: tuple[str, ...] = ()

    def key_in_look(self, key: str) -> str:
        """A question's key with the cell as the look counts it."""
        return _moved(key, -self.shift[0], -self.shift[1])

    def cell_in_look(self, square: Square) -> Square:
        """A cell as the look counts it."""
        return square.moved(-self.shift[0], -self.shift[1])


def press(game: Game, sight: Sight, path: Path, answers: Given) -> Step:
    """One press of the button with this picture before the camera, its questions answered as far as answers go."""
    game, lots, begun = _started(game, answers)
    player = game.on_turn
    look, happenings, seen = _decided(game, sight, path)
    if happenings == (Passed(),) and not game.position.occupied:
        happenings = (NOTHING_YET,)
    shift = shift_of(game, look)
    before = len(game.turns)
    game = reduce(follow, happenings, game)
    asked = dict.fromkeys(question for turn in game.turns[before:] for question in turn.questions)
    answered = tuple(answers_to(game, before, answers, path.name, shift))
    game = reduce(follow, answered, game)
    laid = tuple(turn.number for turn in game.turns[before:] if isinstance(turn.move, Play))
    written = (*begun, *happenings, *answered)
    used = {_moved(one.question, -shift[0], -shift[1]) for one in answered} | {lot.key for lot in lots}
    unasked = tuple(key for key in answers if used.isdisjoint({key, *told_besides(key)}))
    return Step(game, look, happenings, (*lots, *asked), written, seen, laid, player, shift, unasked)


def answers_to(
    game: Game, before: int, answers: Given, picture: str, shift: tuple[int, int] = (0, 0)
) -> Iterator[Answered]:
    """The answers to what is asked about all turns but so many, and to what is asked once they are given; each once.

    What an answer tells besides is answered, too. shift: from the cells of the answers to the game's. Raises
    PictureError as check does.
    """
    besides = {other: sign for key in answers for other, sign in told_besides(key).items()}
    told = {_moved(key, *shift): answer for key, answer in {**besides, **answers}.items()}
    given = set[tuple[int, str]]()
    while waiting := [
        (turn.number, question)
        for turn in game.turns[before:]
        for question in turn.questions
        if question.key in told and (turn.number, question.key) not in given
    ]:
        number, question = waiting[0]
        given.add((number, question.key))
        answer = Answered(number, question.key, told[question.key])
        as_written = replace(question, key=_moved(question.key, -shift[0], -shift[1]))
        check(as_written, answer.answer, game.ruleset.alphabet, picture)
        game = follow(game, answer)
        yield answer


def _started(game: Game, answers: Given) -> tuple[Game, tuple[Question, ...], tuple[Happening, ...]]:
    """The game with somebody on turn where it is not known who begins: as answered, else the first, and it is asked.

    With what was written down for it.
    """
    among = may_begin(game)
    if len(among) == 1:
        return game, (), ()
    told = answers.get(STARTER_KEY)
    starter = among[0] if told is None else game.players[game.script.seat(str(told))]
    question = Question(STARTER_KEY, tuple((player, 1 / len(among)) for player in among))
    chosen = StartChosen(starter)
    return follow(game, chosen), (question,), (chosen,)


def _moved(key: str, rows: int, columns: int) -> str:
    """A question's key with its cell moved; every other key as it is."""
    kind = next((kind for kind in _CARD_KEYS if key.startswith(kind)), "")
    square = Square.parse(key.removeprefix(kind)) if kind else None
    return f"{kind}{square.moved(rows, columns)}" if isinstance(square, Cell) else key


def _decided(game: Game, sight: Sight, path: Path) -> tuple[Look, tuple[Happening, ...], SeenTable | None]:
    """What is seen in a picture, what that comes to, and the table as it was seen."""
    try:
        picture = read_picture(path)
    except PictureError as error:
        missed = NotSeen(error.what, error.cure, Refusal.NO_PICTURE)
        return missed, decide(game, missed), None
    seen = table_of(game, sight).see(picture)
    return seen.look, seen.advised(decide(game, seen.look)), seen


def check(question: Question, answer: str | bool, alphabet: Sequence[str], picture: str) -> None:
    """See that an answer can be one: yes or no, a letter of the game, a number, or a sign. Raises PictureError."""
    wanted = wanted_answer(question, answer, alphabet)
    if wanted:
        raise PictureError(f"{answer!r} cannot answer {question.key}.", where=picture, cure=f"Answer {wanted}.")


def wanted_answer(question: Question, answer: str | bool, alphabet: Sequence[str]) -> str:
    """What a question's answer should be, where this is none; "" where it is one."""
    if question.is_about_print:
        is_mark = question.key.startswith(MULTIPLIER_KEY)
        numbers = MULTIPLIERS if is_mark else range(MOST_VALUE + 1)
        is_number = not isinstance(answer, bool) and answer in map(str, numbers)
        return "" if is_number else "the number that is printed on the card: 1, 2 or 3" if is_mark else "a card's value"
    if question.key.startswith(EXPLAIN_KEY):
        stories = [choice for choice, _ in question.choices]
        told = ", ".join([*stories, f"{VOID} (nothing had happened), {AS_SEEN} (it lies as it was seen)"])
        return "" if answer in {*stories, VOID, AS_SEEN} else told
    is_about_a_card = question.key.startswith(_CARD_KEYS)
    if (":" in question.key and not is_about_a_card) or question.key in ABOUT_THE_PLAY:
        return "" if isinstance(answer, bool) else "true or false"
    others = next((others for key, others in _OTHER_SIGNS.items() if question.key.startswith(key)), {})
    signs = {"", "_", *others, *alphabet, *map(str.lower, alphabet)}
    is_sign = not isinstance(answer, bool) and answer in signs
    told = ", ".join(f'"{sign}" {what}' for sign, what in others.items())
    return "" if is_sign else "a letter of the game" + (f", or {told}" if told else "")
