"""The chess clock: how much time each player has left, what is told of it, and every minute beyond it written down."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from types import TracebackType
from typing import Self

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from pi_referee.errors import RefereeError
from pi_referee.game_log.arrivals import Waited
from pi_referee.iso_times import seconds_between
from pi_referee.judge.play_challenge import Since
from pi_referee.rules.course.asides import Clock, ClockPaused, ClockResumed, TimeGiven
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.terms import MINUTE, is_clock_on, is_timed, run_over, ticks_for, time_left
from web.live.clock_spans import Span, open_span
from web.live.log_follower import Table
from web.live.log_writer import Scribe

EVERY = 0.5
"""Seconds between two looks at the clock: a minute beyond the time is written down within so much."""

LONGEST = 3600.0
"""Seconds that a turn may count where only the clock on the wall tells: that one may have jumped."""

JUMP = 60.0
"""Seconds more by the clock on the wall than by the one that nobody sets: that was set ahead, or all stood still."""

NOW = Waited(0.0, is_known=True)
"""How long ago a span ended that lasts."""

MOST_MINUTES = 60
"""Minutes that can be given at once."""


def left(table: Table, since: Since) -> Mapping[str, float]:
    """Seconds that each player has left; nothing where there is no chess clock."""
    game = table.game
    if game is None or not is_timed(game):
        return {}
    used = dict.fromkeys(game.players, 0.0)
    for span in table.spans:
        player = game.players[span.seat]
        used[player] = _used(used[player], span, since)
    return time_left(game, used)


def _used(before: float, span: Span, since: Since) -> float:
    """What a player has used once a span is counted, too: by a clock that nobody sets, as far as this program saw it.

    Else as the log says. Of a span that began before the program did, and ended after, counts what the face showed:
    what passed from the program's start on.
    """
    began, ended = since(span.first), since(span.last) if span.last else NOW
    if began.is_known or ended.is_known:
        return before + max(began.seconds - ended.seconds, 0.0)
    told = min(max(seconds_between(span.began, span.ended), 0.0), LONGEST)
    return max(min(before + told, span.most), before)


def clock_face(table: Table, since: Since) -> dict[str, object] | None:
    """The clock as a page shows it: seconds left by seat, and whose time passes, -1 for nobody's; None without one."""
    seconds = left(table, since)
    if table.game is None or not seconds:
        return None
    runs = ticks_for(table.game)
    return {
        "left": [round(seconds[player], 1) for player in table.game.players],
        "runs": table.game.players.index(runs) if runs else -1,
    }


def chess_clock(scribe: Scribe) -> Blueprint:
    """What is told of the clock."""
    blueprint = Blueprint("chess_clock", __name__)

    @blueprint.post("/clock")
    def tell() -> Response:
        """Start or stop the clock, or give a player more time; what is so already is told once."""
        scribe.write(lambda table: _told(table, scribe.lookout.since))
        return redirect("/", code=303)

    return blueprint


def _told(table: Table, since: Since) -> Clock | None:
    """What somebody wants of the clock; ends in 409 where there is none any more, in 400 for what makes no sense."""
    game, form = table.game, request.form
    if game is None or game.ended or not is_timed(game) or form.get("game", type=int) != table.number:
        abort(409)
    wish, minutes, player = form.get("clock", ""), form.get("minutes", default=0, type=int), form.get("player", "")
    if wish == "give":
        if form.get("given", type=int) != given(game):
            abort(409)
        may = player in game.players and 1 <= minutes <= MOST_MINUTES
        return _gift(player, MINUTE * minutes, left(table, since)) if may else abort(400)
    if wish not in {"start", "stop"}:
        abort(400)
    if is_clock_on(game.script) is (wish == "start"):
        return None
    return ClockResumed() if wish == "start" else ClockPaused()


def given(game: Game) -> int:
    """Seconds that were given to anybody till now: a form that knows of fewer was sent already, or comes late."""
    return sum(game.script.given.values())


def _gift(player: str, seconds: int, left: Mapping[str, float]) -> TimeGiven:
    """So much time from now on: to whoever is over, that besides, however long it was."""
    return TimeGiven(player, seconds + max(ceil(-left[player]), 0))


class Timekeeper:
    """Writes down each minute beyond a player's time as soon as it begins, whether or not a page is open.

    And that the clock was taken up, by a program that began while it ran, or as the clock on the wall was set ahead.
    """

    def __init__(self, scribe: Scribe, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """It does nothing yet; see tick, and use it as a context to have it look again and again.

        is_wanted: whether no other program keeps the clock: one that began later would take it up from that one.
        """
        self._scribe = scribe
        self._is_wanted = is_wanted
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="timekeeper", daemon=True)

    def tick(self) -> None:
        """Look once. Raises RefereeError if the log cannot be read or written."""
        if self._is_wanted() and self._due(self._scribe.lookout.view.table):
            self._scribe.write_all(self._due)

    def _due(self, table: Table) -> Sequence[Clock]:
        """What is to be written down now."""
        return _due(table, self._scribe.lookout.since, self._scribe.now())

    def __enter__(self) -> Self:
        """Look from now on."""
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Look no more."""
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        """Look until it is over; what cannot be written now is written when it can."""
        while not self._is_over.wait(EVERY):
            try:
                self.tick()
            except RefereeError:
                continue


def _due(table: Table, since: Since, now: str) -> Sequence[Clock]:
    """What is to be written down at an ISO time: first that this program took up a clock that ran, for later ones."""
    if table.game is None or table.game.ended:
        return ()
    runs = open_span(table.spans)
    is_taken_up = runs is not None and _is_unknown(runs, since, now)
    return (ClockResumed(),) if is_taken_up else run_over(table.game, left(table, since))


def _is_unknown(span: Span, since: Since, now: str) -> bool:
    """Whether the log's times will not tell how long a span that lasts took.

    It began before the program did, or the clock on the wall was set ahead in it.
    """
    began = since(span.first)
    return not began.is_known or seconds_between(span.began, now) - began.seconds > JUMP


TIMEKEEPER = "pi-referee timekeeper"
"""Where the app keeps its timekeeper, for whoever serves it."""
