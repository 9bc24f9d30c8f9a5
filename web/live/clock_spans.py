"""The stretches of a game in which a player's time passed, as the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from pi_referee.game_log.events import Event
from pi_referee.rules.course.asides import ClockResumed, RanOver, TimeGiven
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.terms import MINUTE, ticks_for, time_left


@dataclass(frozen=True, slots=True)
class Span:
    """So long a player's time passed.

    seat: the player's, from 0. first, last: the events at which it began and ended, last 0 while it lasts.
    began, ended: their ISO times, for what a program that began later has not seen. most: so many seconds the player
    can have used in all as it ended: each minute beyond the time would have been written down.
    """

    seat: int
    first: int
    began: str
    last: int = 0
    ended: str = ""
    most: float = inf


Spans = tuple[Span, ...]


_SEEN = (RanOver, TimeGiven)
"""What the page's program writes while it sees a player's time pass: up to there it is known how much has passed."""


def spans_after(spans: Spans, game: Game, event: Event) -> Spans:
    """The stretches when this has happened too; game: as it then stands.

    A clock that is started while it runs was taken up by a program that began then: nobody saw what passed before.
    """
    player = ticks_for(game)
    seat = game.players.index(player) if player else -1
    runs = open_span(spans)
    is_anew = runs is not None and isinstance(event.happening, (ClockResumed, *_SEEN))
    if seat == (runs.seat if runs else -1) and not is_anew:
        return spans
    closed = spans if runs is None else (*spans[:-1], _closed(runs, game, event))
    kept = spans[:-1] if runs and isinstance(event.happening, ClockResumed) else closed
    return kept if seat < 0 else (*kept, Span(seat, event.id, event.at))


def _closed(span: Span, game: Game, event: Event) -> Span:
    """A stretch that this ends; game: as it then stands."""
    player = game.players[span.seat]
    over = game.script.over.get(player, 0)
    most = time_left(game, {})[player] + max(MINUTE * over - 1, 0)  # a second before the next minute begins
    return replace(span, last=event.id, ended=event.at, most=most)


def open_span(spans: Spans) -> Span | None:
    """The stretch that lasts, if somebody's time passes."""
    return spans[-1] if spans and not spans[-1].last else None
