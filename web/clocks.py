"""The clock of a turn: how long it has lasted, and the end of its time where the table agreed on one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from pi_referee.rules.game import Game
from pi_referee.rules.happenings import Answered, LookRefused, TimedOut
from pi_referee.rules.start import is_overdue
from web.lookout import Table
from web.writing import Scribe


def clocks(scribe: Scribe) -> Blueprint:
    """What is sent when a turn's time is over."""
    blueprint = Blueprint("clocks", __name__)

    @blueprint.post("/timeouts")
    def time_out() -> Response:
        """Write down that the turn's time is over; once, and only if it is."""
        scribe.write(lambda table: _timed_out(table, scribe.now))
        return redirect("/", code=303)

    return blueprint


def elapsed(table: Table, now: str) -> float:
    """Seconds since the turn began that is being played."""
    began = next((e.at for e in reversed(table.events) if not isinstance(e.happening, (LookRefused, Answered))), now)
    return max((datetime.fromisoformat(now) - datetime.fromisoformat(began)).total_seconds(), 0.0)


def _timed_out(table: Table, now: Callable[[], str]) -> TimedOut | None:
    """The end of the turn's time, if the form is about this turn and its time is over."""
    game, form = table.game, request.form
    if game is None or not _is_meant(game, table.number, form.get("game", type=int), form.get("turn", type=int)):
        return None
    return TimedOut() if is_overdue(game, elapsed(table, now())) else None


def _is_meant(game: Game, number: int, named: int | None, turn: int | None) -> bool:
    """Whether a form's turn is the one being played."""
    return not game.ended and (named, turn) == (number, len(game.turns) + 1)
