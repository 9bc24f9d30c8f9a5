"""Scores a scorebook line by line, as a referee would at the table: what is wrong is named and not laid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pi_referee.errors import NotationError
from pi_referee.rules.course.game import begin
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.fault_texts import Translate, marked
from pi_referee.text_game.judged_lines import Moment, judge
from pi_referee.text_game.score_rows import Outcome, Row, score_row
from pi_referee.text_game.scorebook import Leftovers, Line


def score_lines(
    lines: Sequence[Line],
    game: str,
    *,
    rack: int | None = None,
    players: Sequence[str] = (),
    switches: Mapping[str, Any] | None = None,
    translate: Translate = marked,
    find: Callable[[str], Ruleset] = ruleset,
) -> Iterator[Row]:
    """Score a scorebook, one row of output a line; see outcomes. translate: gives a fault's sentence."""
    told = outcomes(lines, game, rack=rack, players=players, switches=switches, find=find)
    for line, outcome in zip(lines, told, strict=True):
        yield score_row(str(line), outcome, translate)


def outcomes(
    lines: Sequence[Line],
    game: str,
    *,
    rack: int | None = None,
    players: Sequence[str] = (),
    switches: Mapping[str, Any] | None = None,
    find: Callable[[str], Ruleset] = ruleset,
) -> Iterator[Outcome]:
    """What each line of a scorebook comes to.

    players: clockwise; left out, one column holds all points, unless the last line names more players.
    rack: left out, the game's usual one.
    Raises GameFileError for a game, rack, player or switch that is none, NotationError for a stranger's name.
    """
    rules = find(game)
    names = tuple(players) or _named_at_the_end(lines) or ("A",)
    state = begin(GameBegan(game, names, rules.rack if rack is None else rack, switches=dict(switches or {})), find)
    for before, line, following in zip((None, *lines), lines, (*lines[1:], None), strict=False):
        over = state.script.left_over is not None or (bool(players) and bool(state.ended))
        outcome = _judged(line, Moment(state, before, following, over))
        state = outcome.game
        yield outcome


def _judged(line: Line, moment: Moment) -> Outcome:
    """What one line comes to; where it is no line of this game, it is said which."""
    try:
        return judge(line, moment)
    except NotationError as error:
        raise NotationError(error.what, where=error.where or str(line), cure=error.cure) from error


def _named_at_the_end(lines: Sequence[Line]) -> tuple[str, ...]:
    """The players that a line about leftovers names."""
    return next((tuple(player for player, _ in line.points) for line in lines if isinstance(line, Leftovers)), ())
