"""Whole games from pictures, once with nobody answering and once with every question answered as it truly was.

`python -m benches.happened.answered_sets FOLDER`: the sets with plays in a folder, each picture a press. Exact: the
play is there with its squares and score; asked: it waits for an answer, or the board surprised and people must say why,
and nothing that is settled is wrong. A press refused because of something asked earlier would be refused in the first
run and not in the second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import click

from benches.pictures.truth import Frame, TrueSet, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from pi_referee.looking.game_eye import Sight
from pi_referee.picture_game.presses import Step, press
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    ARROW_KEY,
    AS_SEEN,
    EXPLAIN_KEY,
    Answered,
    GameBegan,
    LookRefused,
    Question,
    Surprised,
)
from pi_referee.rules.plays.play import Play
from vision.sighting import Edition

COLUMNS = (
    "set", "plays", "exact", "asked", "refused", "silent wrong", "exact, answered", "asked, answered",
    "refused, answered", "silent wrong, answered",
)  # fmt: skip
_COUNTED = ("exact", "asked", "refused", "silent wrong")
_MOST_ANSWERS = 40
"""So many questions are answered after one press at most: an answer may ask another."""


def measure(folder: Path, described: TrueSet, after: Callable[[Step, Frame], Game]) -> Counter[str]:
    """Play one set's pictures, and count what its plays came to; after: the game as it goes on after a press."""
    game = begin(GameBegan(described.game, ("A", "B"), described.rack, cast("Edition", described.edition)))
    began, counts = game.began, Counter[str]()
    sight = Sight(lambda: began)
    for frame in described.frames:
        if frame.skip:
            continue
        step = press(game, sight, folder / frame.image, {})
        game = after(step, frame)
        if frame.is_play:
            counts[_came_to(step, game, frame)] += 1
    return counts


def _came_to(step: Step, game: Game, frame: Frame) -> str:
    """What the newest play came to; game: as it went on after the press."""
    if isinstance(step.happenings[-1], LookRefused):
        return "refused"
    turn = game.turns[-1]
    laid = {str(square) for square in turn.move.tiles} if isinstance(turn.move, Play) else set[str]()
    if turn.score == frame.score and laid == set(frame.laid):
        return "exact"
    is_asked = turn.score is None or any(number == len(game.turns) for number, _ in game.open_questions)
    is_surprising = any(isinstance(one, Surprised) for one in step.happenings)
    return "asked" if is_asked or is_surprising else "silent wrong"


def answered(game: Game, frame: Frame) -> Game:
    """The game after every question that a picture's truth can answer."""
    for _ in range(_MOST_ANSWERS):
        told = ((turn, one, _answer(game, turn, one, frame)) for turn, one in game.open_questions)
        turn, one, answer = next(((t, o, a) for t, o, a in told if a is not None), (0, Question(""), None))
        if answer is None:
            break
        game = follow(game, Answered(turn, one.key, answer))
    return game


def _answer(game: Game, turn: int, question: Question, frame: Frame) -> str | None:
    """What truly lies where a question is about; None where the truth does not say."""
    if question.key.startswith(EXPLAIN_KEY):
        told = (choice for choice, _ in question.choices)
        return next((one for one in told if _is_true(game, turn, question, one, frame)), AS_SEEN)
    if question.key.startswith(ARROW_KEY):
        return "yes" if question.key.removeprefix(ARROW_KEY) == frame.arrow else "no"
    if question.key in frame.board:
        # A blank's own letter is told as the play has it, a letter's in capitals; that of an older blank is not known.
        letter = frame.board[question.key] or frame.laid.get(question.key, "").lower()
        return letter if letter or question.choices else None
    return "#" if question.key in frame.stops else "." if question.choices and ":" not in question.key else None


def _is_true(game: Game, turn: int, question: Question, choice: str, frame: Frame) -> bool:
    """Whether after an explanation the board is the true one, and its newest play scored what it did."""
    after = follow(game, Answered(turn, question.key, choice))
    lying = {str(square): tile.face for square, tile in after.position.tiles.items()}
    return lying == dict(frame.board) and (not frame.is_play or after.turns[-1].score in {None, frame.score})


def row_of(folder: Path, described: TrueSet) -> tuple[str, ...]:
    """One set's row of the table."""
    alone = measure(folder, described, lambda step, _: step.game)
    told = measure(folder, described, lambda step, frame: answered(step.game, frame))
    plays = sum(frame.is_play and not frame.skip for frame in described.frames)
    counts = [counted[name] for counted in (alone, told) for name in _COUNTED]
    return (described.name, str(plays), *map(str, counts))


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@option_save
def main(folder: Path, save: Path | None) -> None:
    """Play every set in FOLDER twice and print a table."""
    with_plays = [(place, one) for place, one in sets_in(folder) if any(frame.is_play for frame in one.frames)]
    rows = tuple(row_of(place, described) for place, described in with_plays)
    click.echo(table(COLUMNS, rows))
    if save:
        command = "python -m benches.happened.answered_sets FOLDER"
        save_result(Result("answered_sets", command, commit(), COLUMNS, rows), save)


if __name__ == "__main__":
    main()
