"""What each picture of a board prints; its form is part of the project's contract with other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pi_referee.picture_game.presses import Row, Step
from pi_referee.rules.course.happenings import (
    APART_KEY,
    EXPLAIN_KEY,
    Answered,
    Corrected,
    Happening,
    Inserted,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Surprised,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.fault_texts import first_few
from pi_referee.rules.plays.play import Play
from pi_referee.text_game.score_rows import infraction_row
from vision.sighting import Sighting


def board_row(step: Step) -> Row:
    """The row of one press."""
    last = step.happenings[-1]
    laid = (step.game.turns[number - 1] for number in step.laid)
    turns = [turn for turn in laid if turn.status is not Status.WITHDRAWN]
    look = step.look
    return {
        "player": step.player,
        "outcome": outcome(last, is_open=bool(step.questions) or any(turn.status is Status.OPEN for turn in turns)),
        **_play_row(turns),
        "totals": dict(step.game.totals),
        "doubts": [{**_doubt_row(one, why_of(step)), **stories_row(step, one)} for one in step.questions],
        **refusal_row(last, turns),
        "ms": dict(look.milliseconds) if isinstance(look, Sighting) else {},
        "board": {str(square): letter for square, letter in sorted(step.game.position.letters().items())},
    }


def outcome(happening: Happening, *, is_open: bool) -> str:
    """The press in one word; is_open: whether it was asked about something, or waits for what was asked before."""
    match happening:
        case Surprised() | LookRefused(code=Refusal.ANSWER_FIRST):
            return "asked"
        case PlayLaid() | Answered():
            return "asked" if is_open else "ruled"
        case Withdrawn():
            return "withdrawn"
        case Passed() | LookRefused(code=Refusal.NOTHING_YET):
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


def refusal_row(happening: Happening, turns: list[Turn]) -> Row:
    """What is wrong, if something is."""
    if isinstance(happening, LookRefused):
        reason = f"{happening.reason} {happening.cure}".strip().format(squares=first_few(happening.squares))
        infractions = [infraction_row(fault) for fault in happening.infractions]
        return {"infractions": infractions, "reason": reason, "code": happening.code.value}
    return {
        "infractions": [infraction_row(fault) for turn in turns if turn.ruling for fault in turn.ruling.infractions]
    }


def why_of(step: Step) -> Mapping[str, str]:
    """Why the look doubts a square, by the square's name."""
    doubts = step.look.doubts if isinstance(step.look, Sighting) else ()
    return {str(doubt.square): doubt.why.name.lower() for doubt in doubts}


def _doubt_row(question: Question, why: Mapping[str, str]) -> Row:
    """A question as JSON: its square, its key, the choices, and why; "rules" where the eye has no doubt."""
    return {
        "square": "" if question.key.startswith((APART_KEY, EXPLAIN_KEY)) else question.key.rpartition(":")[2],
        "question": question.key,
        "choices": [list(choice) for choice in question.choices],
        "why": why.get(question.key, "rules"),
    }


def stories_row(step: Step, question: Question) -> Row:
    """What each answer to the question what happened tells, in their order, in short; nothing for another question."""
    told = [one for one in step.happenings if isinstance(one, Surprised) and one.question.key == question.key]
    return (
        {"stories": [[_in_short(happened) for happened in one.happened] for one in told[0].explanations]}
        if told
        else {}
    )


def _in_short(happening: Happening) -> str:
    """What happened by its name, with the tiles that were laid."""
    match happening:
        case PlayLaid(play=play) | Corrected(play=play) | Inserted(move=Play() as play):
            signs = "".join(str(tile) for _, tile in sorted(play.tiles.items()))
        case _:
            signs = ""
    return f"{type(happening).__name__} {signs}".strip()
