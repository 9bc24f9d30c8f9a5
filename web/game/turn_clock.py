"""The clock of a turn: how long it has lasted, and the end of its time where the table agreed on one."""

from __future__ import annotations

from flask import Blueprint, redirect
from werkzeug.wrappers import Response

from pi_referee.game_log.arrivals import Waited
from pi_referee.judge.play_challenge import Since
from pi_referee.rules.course.happenings import TimedOut
from pi_referee.rules.course.terms import is_overdue
from web.game.moves import on_turn
from web.live.log_follower import Table
from web.live.log_writer import Scribe


def clocks(scribe: Scribe) -> Blueprint:
    """What is sent when a turn's time is over."""
    blueprint = Blueprint("clocks", __name__)

    @blueprint.post("/timeouts")
    def time_out() -> Response:
        """Write down that the turn's time is over; once, and only if it is."""
        scribe.write(lambda table: _timed_out(table, scribe.lookout.since))
        return redirect("/", code=303)

    return blueprint


def elapsed(table: Table, since: Since) -> Waited:
    """How long the turn has lasted that is being played: at least so long, if it began before the page's program."""
    return since(table.turn_began or table.newest)


def _timed_out(table: Table, since: Since) -> TimedOut | None:
    """The end of the turn's time, if it is surely over; ends in 409 for a turn that is."""
    return TimedOut() if is_overdue(on_turn(table), elapsed(table, since).seconds) else None
