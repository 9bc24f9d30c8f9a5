"""What people's answers make of a play that was read with doubts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pi_referee.errors import NotationError
from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import (
    ALONG_KEY,
    APART_KEY,
    ARROW_KEY,
    JOKER_KEY,
    LETTER_KEY,
    MEANING_KEY,
    MULTIPLIER_KEY,
    TOPIC_KEY,
    VALUE_KEY,
    Question,
)
from pi_referee.rules.plays.play import Play

Answer = tuple[str, str | bool]
"""A question's key, and what was answered."""

Tiles = Mapping[Square, Tile]
"""What lies on squares."""

ABOUT_THE_PLAY = frozenset({TOPIC_KEY, MEANING_KEY})
"""The keys of questions that are about a whole play, and change nothing of what lies there."""

_YES = {"yes", "true", "ja", "y", "1"}


def may_be_answered(question: Question, values: Mapping[str, int]) -> frozenset[str]:
    """What may be answered, as far as scores may differ by it: a blank may lie there in any case.

    Any value may be printed, and where perhaps no letter lies any may: the lowest and the dearest stand for all of
    them. values: each letter's.
    """
    if not question.holds_score:
        return frozenset()
    likely = frozenset(choice for choice, _ in question.choices)
    if question.key.startswith((ARROW_KEY, ALONG_KEY)):
        return frozenset({"yes", "no"})
    if question.key.startswith(VALUE_KEY):
        return likely | {str(best(values.values())) for best in (min, max)}
    if question.key.startswith(MULTIPLIER_KEY):
        return likely
    any_letter = {max(values, key=values.__getitem__)} if likely & {"", "."} else set[str]()
    return likely | {"", *any_letter}


def says_yes(answer: str | bool) -> bool:
    """Whether an answer to a yes-or-no question is yes."""
    return answer if isinstance(answer, bool) else answer.lower() in _YES


def answered_play(play: Play, doubts: Sequence[Question], answers: Sequence[Answer]) -> Play:
    """The play as it is after all answers, in the order they were given.

    A capital letter for a blank names the blank, unless the question was whether it is that letter's own tile, or what
    lies on a square that is not seen; for a square on which no letter may lie, but a blank or nothing, it is a blank
    standing for it. Where what is left lies straight no arrow is supposed any more that nobody has told of.
    Raises NotationError for a key that is none of a question, and for a number that is none.
    """
    asked = {doubt.key: doubt for doubt in doubts}
    for key, answer in answers:
        play = _answered(play, answer, asked.pop(key, Question(key)))
    corners = {Square.parse(key.removeprefix(ARROW_KEY)) for key in asked if key.startswith(ARROW_KEY)}
    return replace(play, arrows=play.arrows - corners) if _is_straight(play) else play


def _answered(play: Play, answer: str | bool, asked: Question) -> Play:
    """The play after one more answer to what was asked."""
    key = asked.key
    kind, colon, place = key.rpartition(":")
    match kind + colon:
        case _ if key in ABOUT_THE_PLAY or kind + colon == APART_KEY:
            return play
        case "arrow:":
            squares = frozenset({Square.parse(place)})
            return replace(play, arrows=play.arrows | squares if says_yes(answer) else play.arrows - squares)
        case "along:":
            squares = frozenset({Square.parse(place)})
            return replace(play, follows=play.follows | squares if says_yes(answer) else play.follows - squares)
        case "value:":
            number = _number(answer)
            return _reprinted(play, Square.parse(place), lambda card: replace(card, value=number))
        case "multiplier:":
            number = _number(answer)
            return _reprinted(play, Square.parse(place), lambda card: replace(card, multiplier=number))
        case _:
            return _answered_square(play, Square.parse(place), str(answer), asked)


def _reprinted(play: Play, square: Square, printed: Callable[[Tile], Tile]) -> Play:
    """The play with something else printed on one of its cards; unchanged if no card lies there."""
    card = play.tiles.get(square)
    return play if card is None else replace(play, tiles={**play.tiles, square: printed(card)})


def _number(answer: str | bool) -> int:
    """The number that was answered."""
    text = str(answer).strip()
    if not text.isdecimal():
        raise NotationError(f"{text!r} is no number.", cure="Answer with the number that is printed on the card.")
    return int(text)


def _answered_square(play: Play, square: Square, answer: str, asked: Question) -> Play:
    """The play once it is known what lies on one of its squares."""
    others = {place: tile for place, tile in play.tiles.items() if place != square}
    stop = None if play.stop == square else play.stop
    if answer == "#":
        return replace(play, tiles=others, stop=square)
    if answer == ".":
        return replace(play, tiles=others, stop=stop, arrows=play.arrows - {square})
    before = play.tiles.get(square)
    choices = {sign for sign, _ in asked.choices}
    may_be_letter = asked.is_hidden or not choices & {"", "_"} or bool(choices - {"", "_", "#", "."})
    names_blank = not may_be_letter if choices else before is not None and before.is_blank
    is_blank = answer in {"", "_"} or answer.islower() or names_blank
    name = before.letter if before is not None and before.is_blank else ""
    letter = name if answer in {"", "_"} else answer.upper()
    # A joker is worth nothing and bears no mark, whatever was read on it.
    tile = Tile(letter, is_blank=True) if is_blank else replace(before or Tile(""), letter=letter, is_blank=False)
    return replace(play, tiles={**others, square: tile}, stop=stop)


def blank_key(square: Square) -> str:
    """The key of the question what a blank stands for, or a joker."""
    return f"{JOKER_KEY}{square}" if isinstance(square, Cell) else str(square)


def named(tiles: Tiles, before: Tiles, answers: Sequence[Answer]) -> Tiles:
    """Tiles that lie there as they were seen, their blanks named as they were before, or as somebody has said."""
    told, known = dict(answers), {square: tile.letter for square, tile in before.items() if tile.is_blank}
    names = {square: told.get(blank_key(square)) or known.get(square) for square in _nameless(tiles)}
    said = {square: name for square, name in names.items() if isinstance(name, str) and name.isalpha()}
    return {**tiles, **{square: Tile(name.upper(), is_blank=True) for square, name in said.items()}}


def names_asked(tiles: Tiles, before: Tiles) -> tuple[Question, ...]:
    """What is asked of blanks that lie there as they were seen: the names of those of which it is not asked already."""
    new = (square for square in _nameless(tiles) if square not in _nameless(before))
    return tuple(Question(blank_key(square), holds_score=False) for square in new)


def _nameless(tiles: Tiles) -> tuple[Square, ...]:
    """Where blanks lie that nobody has named."""
    return tuple(square for square, tile in sorted(tiles.items()) if tile.is_blank and not tile.letter)


def told_besides(key: str) -> Mapping[str, str]:
    """What an answer tells besides, by its question's key: whoever names a joker has said that a joker lies there."""
    return {LETTER_KEY + key.removeprefix(JOKER_KEY): ""} if key.startswith(JOKER_KEY) else {}


def is_moot(play: Play, doubt: Question) -> bool:
    """Whether it is asked what is printed on a card where none lies, or a joker; or of an arrow where nothing turns."""
    if doubt.key.startswith(ARROW_KEY):
        return Square.parse(doubt.key.removeprefix(ARROW_KEY)) not in play.arrows and _is_straight(play)
    if not doubt.is_about_print:
        return False
    card = play.tiles.get(Square.parse(doubt.key.rpartition(":")[2]))
    return card is None or card.is_blank


def _is_straight(play: Play) -> bool:
    """Whether the new tiles of a play lie in one row or column."""
    return len({square.row for square in play.tiles}) <= 1 or len({square.column for square in play.tiles}) <= 1


def open_questions(
    play: Play, doubts: Sequence[Question], answers: Sequence[Answer], *, topic: bool
) -> tuple[Question, ...]:
    """The questions of a turn that nobody has answered; a blank nobody has named is one, and the topic another.

    play: as it is after the answers. topic: whether the table judges each word by a topic.
    """
    given = {key for key, _ in answers}
    asked = tuple(doubt for doubt in doubts if doubt.key not in given and not is_moot(play, doubt))
    known = {doubt.key for doubt in asked}
    nameless = map(blank_key, _nameless(play.tiles))
    blanks = tuple(Question(key, holds_score=False) for key in nameless if key not in known)
    if topic and TOPIC_KEY not in given:
        return (*asked, *blanks, Question(TOPIC_KEY, (("yes", 0.5), ("no", 0.5)), holds_score=False))
    return (*asked, *blanks)
