"""Plays a folder of pictures again, each a press of the button, and tells what the referee made of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec

from hardware.camera import pictures_in, read_picture
from pi_referee.errors import PictureError
from pi_referee.judge.glare_refusals import advised
from pi_referee.judge.referee import Look, decide
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    APART_KEY,
    TOPIC_KEY,
    Answered,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.scored_turns import Status, Turn
from pi_referee.rules.plays.fault_texts import first_few
from pi_referee.rules.plays.play import Play
from pi_referee.text_game.score_rows import infraction_row
from vision.eye import Eye
from vision.letters.household_tiles import LearntTile
from vision.photo.advice import believed
from vision.sighting import Edition, NotSeen

Answers = Mapping[str, Mapping[str, str | bool]]
"""Picture name -> question's key -> answer."""

Row = dict[str, Any]
"""One line of the output; its form is part of the project's contract with other programs."""


class Frame(msgspec.Struct, frozen=True):
    """A picture of a set: its file and whether a replay leaves it out. What else a set knows of it is not read."""

    image: str
    skip: bool = False


class PictureSet(msgspec.Struct, frozen=True):
    """What a replay may know of a folder beforehand."""

    edition: str | None = None
    frames: tuple[Frame, ...] = ()


def read_set(folder: Path) -> PictureSet:
    """Read the folder's set.json, if it has one; raises PictureError if that is damaged."""
    path = folder / "set.json"
    if not path.is_file():
        return PictureSet()
    try:
        found = msgspec.json.decode(path.read_bytes(), type=PictureSet)
    except msgspec.MsgspecError as error:
        raise PictureError(
            f"The set's description is damaged: {error}.", where=str(path), cure="Mend or remove it."
        ) from error
    if found.edition not in {None, "light", "dark"}:
        raise PictureError(f"{found.edition!r} is no edition.", where=str(path), cure="Write light or dark.")
    return found


def pictures_of(folder: Path, described: PictureSet) -> tuple[Path, ...]:
    """The pictures to play, in the set's order or else by name; raises PictureError if there is none."""
    if not described.frames:
        return pictures_in(folder)
    named = tuple(folder / frame.image for frame in described.frames if not frame.skip)
    missing = [path.name for path in named if not path.is_file()]
    if missing:
        raise PictureError(
            f"Pictures named in set.json are missing: {', '.join(missing)}.",
            where=str(folder),
            cure="Add or unlist them.",
        )
    if not named:
        raise PictureError("set.json says to skip every picture.", where=str(folder), cure="Leave at least one in.")
    return named


def read_answers(path: Path | None) -> Answers:
    """Read a file of answers; raises PictureError if it is not picture names with questions and answers."""
    if path is None:
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str | bool]])
    except (OSError, msgspec.MsgspecError) as error:
        raise PictureError(
            f"The answers cannot be read: {error}.", where=str(path), cure='Write {"01.jpg": {"K9": "E"}}.'
        ) from error


@dataclass(frozen=True, slots=True)
class Step:
    """What one press came to: the game after it, what was seen, what was written down and asked, and the turns laid."""

    game: Game
    look: Look
    happenings: tuple[Happening, ...]
    questions: tuple[Question, ...]
    laid: tuple[int, ...] = ()


def press(game: Game, eye: Eye, path: Path, answers: Mapping[str, str | bool]) -> Step:
    """One press of the button with this picture before the camera, its questions answered as far as answers go."""
    look, happenings = _decided(game, eye, path)
    for happening in happenings:
        game = follow(game, happening)
    laid = sum(isinstance(happening, PlayLaid) for happening in happenings)
    numbers = [turn.number for turn in game.turns[len(game.turns) - laid :]]
    asked = [(number, question) for number in numbers for question in game.turns[number - 1].questions]
    for number, question in asked:
        if question.key in answers and question in game.turns[number - 1].questions:
            _check(question, answers[question.key], game.ruleset.alphabet, path.name)
            game = follow(game, Answered(number, question.key, answers[question.key]))
    return Step(game, look, happenings, tuple(dict.fromkeys(question for _, question in asked)), tuple(numbers))


def _decided(game: Game, eye: Eye, path: Path) -> tuple[Look, tuple[Happening, ...]]:
    """What is seen in a picture, and what that comes to."""
    layout = game.ruleset.layout
    try:
        picture = read_picture(path)
    except PictureError as error:
        missed = NotSeen(error.what, error.cure, Refusal.NO_PICTURE)
        return missed, decide(game, missed)
    look = believed(picture, eye.see(picture), layout)
    return look, advised(decide(game, look), picture, look, layout)


def _check(question: Question, answer: str | bool, alphabet: Sequence[str], picture: str) -> None:
    """See that an answer can be one: yes or no, a letter of the game, or a sign. Raises PictureError."""
    asks_yes_or_no = ":" in question.key or question.key == TOPIC_KEY
    signs = {"", "_", "#", ".", *alphabet, *map(str.lower, alphabet)}
    if isinstance(answer, bool) == asks_yes_or_no and (asks_yes_or_no or answer in signs):
        return
    wanted = "true or false" if asks_yes_or_no else 'a letter of the game, or "" a blank, "#" a stop tile, "." nothing'
    raise PictureError(f"{answer!r} cannot answer {question.key}.", where=picture, cure=f"Answer {wanted}.")


def replay(
    pictures: tuple[Path, ...], game: Game, edition: Edition, answers: Answers, *, learnt: Sequence[LearntTile] = ()
) -> Iterator[Row]:
    """Play the pictures one after another; one row of output each. learnt: tiles of the set that was played with."""
    eye = Eye(game.ruleset, edition, learnt=learnt)
    for path in pictures:
        step = press(game, eye, path, answers.get(path.name, {}))
        game = step.game
        yield {"image": path.name, **_row(step)}


def _row(step: Step) -> Row:
    """The row of one press."""
    last = step.happenings[-1]
    laid = (step.game.turns[number - 1] for number in step.laid)
    turns = [turn for turn in laid if turn.status is not Status.WITHDRAWN]
    look = step.look
    return {
        "outcome": _outcome(last, is_open=bool(step.questions) or any(turn.status is Status.OPEN for turn in turns)),
        **_play_row(turns),
        "totals": dict(step.game.totals),
        "doubts": [_doubt_row(question) for question in step.questions],
        **_refusal_row(last, turns),
        "ms": {} if isinstance(look, NotSeen) else dict(look.milliseconds),
        "board": {str(square): letter for square, letter in sorted(step.game.position.letters().items())},
    }


def _outcome(happening: Happening, *, is_open: bool) -> str:
    """The press in one word; is_open: whether it was asked about something, or waits for what was asked before."""
    match happening:
        case PlayLaid():
            return "asked" if is_open else "ruled"
        case Withdrawn():
            return "withdrawn"
        case Passed():
            return "unchanged"
        case _:
            return "refused"


def _play_row(turns: list[Turn]) -> Row:
    """What was laid and what it scored; empty for a press that brought no play, together if it brought two."""
    plays = [cast("Play", turn.move) for turn in turns]
    tiles = sorted((square, tile) for play in plays for square, tile in play.tiles.items())
    scores = [turn.score for turn in turns]
    return {
        "laid": {str(square): tile.letter for square, tile in tiles},
        "blanks": {str(square): tile.letter for square, tile in tiles if tile.is_blank},
        "stop": next((str(play.stop) for play in plays if play.stop), None),
        "arrows": [str(square) for play in plays for square in sorted(play.arrows)],
        "words": [[word.text, word.score] for turn in turns if turn.ruling for word in turn.ruling.words],
        "bonus": sum(turn.ruling.bonus for turn in turns if turn.ruling),
        "score": None if None in scores or not scores else sum(score for score in scores if score is not None),
    }


def _refusal_row(happening: Happening, turns: list[Turn]) -> Row:
    """What is wrong, if something is."""
    if isinstance(happening, LookRefused):
        reason = f"{happening.reason} {happening.cure}".strip().format(squares=first_few(happening.squares))
        infractions = [infraction_row(fault) for fault in happening.infractions]
        return {"infractions": infractions, "reason": reason, "code": happening.code.value}
    return {
        "infractions": [infraction_row(fault) for turn in turns if turn.ruling for fault in turn.ruling.infractions]
    }


def _doubt_row(question: Question) -> Row:
    """A question as JSON: its square, its key, and the choices."""
    return {
        "square": "" if question.key.startswith(APART_KEY) else question.key.rpartition(":")[2],
        "question": question.key,
        "choices": [list(choice) for choice in question.choices],
    }


def line(row: Row) -> str:
    """A row as a line of JSON."""
    return json.dumps(row, ensure_ascii=False)
