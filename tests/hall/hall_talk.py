"""What tables tell a hall, written in tests as short as can be."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pi_referee.game_log.events import encode
from pi_referee.hall.intake import EventArrived, StateArrived, arrived
from pi_referee.relay.hall_messages import EventMessage, TableState, written
from pi_referee.relay.mqtt_topics import Topics
from pi_referee.relay.state_summary import summed_up
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import Ended, GameBegan, Happening, LeftOver, Passed, PlayLaid
from pi_referee.rules.plays.notation import WrittenPlay

LOG = "0" * 32
NOON = "2026-11-20T12:00:00+00:00"


def played(*plays: str, players: Sequence[str] = ("Anna", "Bo"), ends: bool = False) -> list[Happening]:
    """A game of Alfapet from its beginning, plays written as "F9 > MINUTER" and "-" for a pass; perhaps to its end."""
    happened: list[Happening] = [GameBegan("alfapet-sv", tuple(players), 7)]
    for play in plays:
        game = fold(happened)
        happened.append(Passed() if play == "-" else PlayLaid(WrittenPlay.parse(play).on(game.position)))
    return [*happened, Ended(), LeftOver(dict.fromkeys(players, 0))] if ends else happened


def events(
    table: str, happened: Sequence[Happening], *, first: int = 1, game: int = 1, log: str = LOG
) -> list[EventArrived]:
    """What a table tells of a game, an event each."""
    told = enumerate(map(encode, happened), first)
    messages = (EventMessage(log, n, game, NOON, kind, msgspec.Raw(body.encode())).summed() for n, (kind, body) in told)
    return [_arrived(table, message) for message in messages]


def state(table: str, happened: Sequence[Happening], *, newest: int = 0, game: int = 1, log: str = LOG) -> StateArrived:
    """How a table stands after a game's events; newest: the number of the last, else as many as there are."""
    told: Game | None = fold(happened) if happened else None
    empty = TableState(log, newest or len(happened), table.replace("-", " ").title())
    found = arrived(Topics(table).state, written(summed_up(empty, told, game)))
    assert isinstance(found, StateArrived)
    return found


def _arrived(table: str, message: EventMessage) -> EventArrived:
    found = arrived(Topics(table).events, written(message))
    assert isinstance(found, EventArrived)
    return found
