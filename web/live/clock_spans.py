"""The stretches of a game in which a player's time passed, as the fold of its events."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_referee.game_log.events import Event
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.terms import ticks_for


@dataclass(frozen=True, slots=True)
class Span:
    """So long a player's time passed.

    seat: the player's, from 0. first, last: the events at which it began and ended, last 0 while it lasts.
    began, ended: their ISO times, for what a program that began later has not seen.
    """

    seat: int
    first: int
    began: str
    last: int = 0
    ended: str = ""


Spans = tuple[Span, ...]


def spans_after(spans: Spans, game: Game, event: Event) -> Spans:
    """The stretches when this has happened too; game: as it then stands."""
    player = ticks_for(game)
    seat = game.players.index(player) if player else -1
    open_span = spans[-1] if spans and not spans[-1].last else None
    if seat == (open_span.seat if open_span else -1):
        return spans
    closed = spans if open_span is None else (*spans[:-1], replace(open_span, last=event.id, ended=event.at))
    return closed if seat < 0 else (*closed, Span(seat, event.id, event.at))
