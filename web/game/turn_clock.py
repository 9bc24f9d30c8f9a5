"""The clock of a turn: how long it has lasted, and the end of its time where the table agreed on one."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect
from werkzeug.wrappers import Response

from pi_referee.iso_times import seconds_between
from pi_referee.rules.course.happenings import Answered, LookRefused, TimedOut
from pi_referee.rules.course.start import is_overdue
from web.game.moves import on_turn
from web.live.log_follower import Table
from web.live.log_writer import Scribe


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
    return max(seconds_between(began, now), 0.0)


def _timed_out(table: Table, now: Callable[[], str]) -> TimedOut | None:
    """The end of the turn's time, if it is over; ends in 409 for a turn that is."""
    return TimedOut() if is_overdue(on_turn(table), elapsed(table, now())) else None
