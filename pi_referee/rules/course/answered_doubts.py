"""What people's answers make of a play that was read with doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import ALONG_KEY, APART_KEY, ARROW_KEY, TOPIC_KEY, Question
from pi_referee.rules.plays.play import Play

Answer = tuple[str, str | bool]
"""A question's key, and what was answered."""

_YES = {"yes", "true", "ja", "y", "1"}


def says_yes(answer: str | bool) -> bool:
    """Whether an answer to a yes-or-no question is yes."""
    return answer if isinstance(answer, bool) else answer.lower() in _YES


def answered_play(play: Play, doubts: Sequence[Question], answers: Sequence[Answer]) -> Play:
    """The play as it is after all answers, in the order they were given.

    A capital letter for a blank names the blank, unless the question was whether it is one at all.
    Raises NotationError for a key that is none of a question.
    """
    open_kinds = {doubt.key for doubt in doubts if any(choice == "" for choice, _ in doubt.choices)}
    for key, answer in answers:
        if key.startswith(ARROW_KEY):
            square = frozenset({Square.parse(key.removeprefix(ARROW_KEY))})
            play = replace(play, arrows=play.arrows | square if says_yes(answer) else play.arrows - square)
        elif key.startswith(ALONG_KEY):
            square = frozenset({Square.parse(key.removeprefix(ALONG_KEY))})
            play = replace(play, follows=play.follows | square if says_yes(answer) else play.follows - square)
        elif key != TOPIC_KEY and not key.startswith(APART_KEY):
            play = _answered_square(play, Square.parse(key), str(answer), is_letter=key in open_kinds)
            open_kinds.discard(key)
    return play


def _answered_square(play: Play, square: Square, answer: str, *, is_letter: bool) -> Play:
    """The play once it is known what lies on one of its squares."""
    others = {place: tile for place, tile in play.tiles.items() if place != square}
    stop = None if play.stop == square else play.stop
    if answer == "#":
        return replace(play, tiles=others, stop=square)
    if answer == ".":
        return replace(play, tiles=others, stop=stop, arrows=play.arrows - {square})
    before = play.tiles.get(square)
    names_blank = before is not None and before.is_blank and not is_letter
    is_blank = answer in {"", "_"} or answer.islower() or names_blank
    tile = Tile("" if answer == "_" else answer.upper(), is_blank=is_blank)
    return replace(play, tiles={**others, square: tile}, stop=stop)


def open_questions(
    play: Play, doubts: Sequence[Question], answers: Sequence[Answer], *, topic: bool
) -> tuple[Question, ...]:
    """The questions of a turn that nobody has answered; a blank nobody has named is one, and the topic another.

    play: as it is after the answers. topic: whether the table judges each word by a topic.
    """
    given = {key for key, _ in answers}
    asked = tuple(doubt for doubt in doubts if doubt.key not in given)
    known = {doubt.key for doubt in asked}
    nameless = (str(square) for square, tile in sorted(play.tiles.items()) if tile.is_blank and not tile.letter)
    blanks = tuple(Question(key, holds_score=False) for key in nameless if key not in known)
    if topic and TOPIC_KEY not in given:
        return (*asked, *blanks, Question(TOPIC_KEY, (("yes", 0.5), ("no", 0.5)), holds_score=False))
    return (*asked, *blanks)
