"""`pi-referee playing`: whether a game is going on just now, for scripts that would disturb it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.steady_note import seconds_since_written
from pi_referee.rules.course.game import fold

QUIET = 120
"""Minutes without anything happening after which nobody can be said to play any more."""


@click.command("playing")
@option_home
def command(home: Path | None) -> int:
    """Tell whether a game is going on: something happened in it in the last two hours, and it is not over.

    Ends with 0 if so, else with 1. Since the machine started, time is counted by a clock that nobody sets.
    """
    place = Home(home or usual_home())
    if not place.ledger.is_file():
        click.echo("Nobody has played here yet.")
        return 1
    with Ledger(place.ledger, to_read=True) as ledger:
        number = ledger.newest_game()
        events = ledger.since(0, game=number)
    if not events or fold(event.happening for event in events).ended:
        click.echo("No game is going on.")
        return 1
    if len(events) == 1:
        # The program begins a game by itself when it starts: that alone shall hold up nobody who sets the table up.
        click.echo(f"Game {number} has begun, but nothing has happened in it yet.")
        return 1
    seconds = seconds_since_written(place.ledger, events[-1].id)
    minutes = minutes_since(events[-1].at, datetime.now(UTC)) if seconds is None else int(seconds // 60)
    click.echo(f"Game {number} is not over; the last thing in it happened {minutes} minutes ago.")
    return 0 if minutes < QUIET else 1


def minutes_since(at: str, now: datetime) -> int:
    """Minutes between a time in the log and now, whichever comes first, as the clock on the wall may have been set.

    >>> minutes_since("2026-11-20T12:00:00+00:00", datetime(2026, 11, 20, 12, 30, tzinfo=UTC))
    30
    """
    try:
        then = datetime.fromisoformat(at)
    except ValueError:
        return 0  # a damaged log may have no time there; who knows, somebody may play
    return int(abs((now - (then if then.tzinfo else then.replace(tzinfo=UTC))).total_seconds()) // 60)
