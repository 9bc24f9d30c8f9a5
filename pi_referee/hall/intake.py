"""What comes from the broker, checked before anything else is done with it: nobody knows who may write there."""

from __future__ import annotations

from dataclasses import dataclass

from pi_referee.errors import NotationError, RefereeError
from pi_referee.game_log.events import Event, decode
from pi_referee.player_names import hides
from pi_referee.protocol.checked_events import look_at_event
from pi_referee.relay.hall_messages import EventMessage, TableState, understood
from pi_referee.relay.mqtt_topics import EVENTS, GONE, HERE, PRESENCE, STATE, split


@dataclass(frozen=True, slots=True)
class EventArrived:
    """An event of a table's log; one that is not readable stands there so, or was written by a newer pi-referee."""

    table: str
    message: EventMessage
    is_readable: bool = True


@dataclass(frozen=True, slots=True)
class StateArrived:
    """How a table stands."""

    table: str
    state: TableState


@dataclass(frozen=True, slots=True)
class PresenceArrived:
    """Whether a table's relay is there."""

    table: str
    is_here: bool


Arrival = EventArrived | StateArrived | PresenceArrived


def arrived(topic: str, payload: bytes) -> Arrival:
    """What a message of a table says. Raises NotationError for one that no table sends."""
    table, kind = split(topic)
    match kind:
        case _ if kind == EVENTS:
            message = understood(payload, EventMessage)
            if message.sum != message.sum_of:
                cure = "It is asked for again."
                raise NotationError("This event was changed on the way.", where=topic[:80], cure=cure)
            return EventArrived(table, message, is_readable=_is_readable(message))
        case _ if kind == STATE:
            state = understood(payload, TableState)
            _look_at_names(state)
            return StateArrived(table, state)
        case _ if kind == PRESENCE and payload in {HERE.encode(), GONE.encode()}:
            return PresenceArrived(table, payload == HERE.encode())
    raise NotationError("No table tells this.", where=topic[:80], cure="See docs/hall.md for what tables tell.")


def event_of(message: EventMessage) -> Event:
    """An event as the table's own log has it, without its photograph; raises RefereeError if it makes no sense."""
    body = bytes(message.body).decode()
    return Event(message.sequence, message.game, message.at, decode(message.kind, body))


def _is_readable(message: EventMessage) -> bool:
    """Whether an event is one that can happen in a game, with a time and names that can be shown."""
    try:
        look_at_event(event_of(message), "")
    except (RefereeError, ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
        return False
    return True


def _look_at_names(state: TableState) -> None:
    """Refuse a state with invisible signs in it: they could turn a page's text around."""
    words = [word.text for word in state.newest.words] if state.newest else []
    named = [state.title, state.rules, state.on_turn, *words, *(player.name for player in state.players)]
    if any(map(hides, (*named, *state.winners, state.ended, state.fault, state.cure))):
        raise NotationError("There are invisible signs in it.", cure="Call the table and the players by plain names.")
