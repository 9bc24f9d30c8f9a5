"""Tiles that may look like others than they are: what was asked about them, and what somebody said or corrected."""

from __future__ import annotations

from collections.abc import Mapping

from pi_referee.errors import NotationError
from pi_referee.judge.meanings import BLANK, NOTHING, STOP
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import LETTER_KEY, MULTIPLIER_KEY, VALUE_KEY, Question
from pi_referee.rules.course.script import Entry
from pi_referee.rules.plays.play import Move, Play

FAINT = 0.05
"""The share below which a tile is none that was seen there.

Of one that was a J (0.13), a blank (0.64) or an L (0.04) the J had been taken back, and the next player had laid an L
there. And a joker that was told to be the E named beside it looks like a joker at the next press, too."""


def seeming(entry: Entry) -> Mapping[Square, frozenset[str]]:
    """The squares of a turn that may look like another tile than lies there, with what they were asked to be, or read.

    Nobody has answered, or the answer was none of that, or hardly seen: then a tile lies there in any case, and it is a
    change that none is seen. What was said to be nothing is told by itself. What somebody corrected looks as before.
    """
    asked = {
        square: choices - {NOTHING} if told else choices
        for doubt in entry.doubts
        if (choices := frozenset(dict(doubt.choices))) and not doubt.is_about_print
        if (square := square_of(doubt)) is not None
        if not (told := {answer for key, answer in entry.answers if key == doubt.key}) or _is_none_of(told, doubt)
    }
    return {**asked, **corrected(entry)}


def _is_none_of(told: set[str | bool], doubt: Question) -> bool:
    """Whether what was told of a square is a tile that it hardly seemed to be; a blank may have been named, too."""
    seen = frozenset(sign for sign, share in doubt.choices if share >= FAINT)
    return bool(told - seen - {NOTHING}) and BLANK not in told & seen


def corrected(entry: Entry) -> Mapping[Square, frozenset[str]]:
    """The squares of a turn on which somebody corrected what was read, with all that was, or was asked for."""
    now, was, read = faces_of(entry.done), entry.was, dict[Square, frozenset[str]]()
    while was is not None:
        asked = {square_of(doubt): _tiles_asked(doubt) for doubt in was.doubts}
        for square, face in (*faces_of(was.move).items(), *faces_of(was.done).items()):
            read[square] = read.get(square, frozenset()) | asked.get(square, frozenset()) | {face}
        was = was.was
    return {square: faces for square, faces in read.items() if square in now and faces - {now[square]}}


def faces_of(move: Move) -> Mapping[Square, str]:
    """What the tiles of a play show, if it is one."""
    tiles = move.tiles if isinstance(move, Play) else {}
    return {square: tile.face for square, tile in tiles.items()}


def told_by_people(game: Game) -> Mapping[Square, frozenset[str]]:
    """The squares of which somebody said what lies there, and no look, with the tiles that they were asked to be."""
    return {
        square: _tiles_asked(doubt)
        for entry in game.script.entries
        if entry.is_standing_play
        for doubt in entry.doubts
        if doubt.key in dict(entry.answers) and doubt.key not in entry.seen
        if (square := square_of(doubt)) is not None and _tiles_asked(doubt)
    }


def _tiles_asked(doubt: Question) -> frozenset[str]:
    """The tiles that a question takes for possible; none where it is about what is printed on one."""
    return frozenset() if doubt.is_about_print else frozenset(dict(doubt.choices)) - {NOTHING, STOP}


def square_of(question: Question) -> Square | None:
    """The square whose tile a question is about; None where it is about something else."""
    kind = next((kind for kind in (LETTER_KEY, VALUE_KEY, MULTIPLIER_KEY) if question.key.startswith(kind)), "")
    try:
        return Square.parse(question.key.removeprefix(kind))
    except NotationError:
        return None
