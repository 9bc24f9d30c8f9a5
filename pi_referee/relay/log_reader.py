"""The relay's eye on the log: events as messages, and the newest game as it stands."""

from __future__ import annotations

import msgspec

from pi_referee.errors import DamagedGameError, RefereeError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event, encode
from pi_referee.relay.hall_messages import LONGEST_MESSAGE, LONGEST_TIME, EventMessage
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan

DAMAGED = "damaged"
"""The kind under which an event goes out that cannot be read any more, or is longer than any message may be: its game
cannot be counted in the hall, the others can."""

_LONGEST = LONGEST_MESSAGE - 1_000
"""Bytes of an event's body that fit into a message with the rest of it."""


def messages(ledger: Ledger, log: str, *, after: int, most: int) -> list[EventMessage]:
    """The events after one number, so many at most, as they are sent; raises LedgerError if the log cannot be read."""
    try:
        return [_message(event, log) for event in ledger.since(after, most=most)]
    except DamagedGameError:
        if most > 1:
            return messages(ledger, log, after=after, most=1)
        return [_damaged(after + 1, max(ledger.game_of(after + 1), 1), log)]


def _message(event: Event, log: str) -> EventMessage:
    """An event as it is sent; photographs stay at the table."""
    kind, body = encode(event.happening)
    content = body.encode("utf-8", "replace")
    if len(content) > _LONGEST or len(event.at) > LONGEST_TIME:
        return _damaged(event.id, event.game, log)
    return EventMessage(log, event.id, event.game, event.at, kind, msgspec.Raw(content)).summed()


def _damaged(number: int, game: int, log: str) -> EventMessage:
    """What stands for an event that cannot be told."""
    return EventMessage(log, number, game, "", DAMAGED, msgspec.Raw(b"{}")).summed()


class NewestGame:
    """The newest game of a log, followed from event to event; where it cannot be read there is none, and is_damaged."""

    def __init__(self, ledger: Ledger) -> None:
        """Nothing was read yet."""
        self._ledger = ledger
        self.newest = 0
        self.number = 0
        self.game: Game | None = None
        self.is_damaged = False

    def catch_up(self) -> bool:
        """Read what is new, if anything is; whether there was. Raises LedgerError if the log cannot be read."""
        newest = self._ledger.newest()
        if newest == self.newest:
            return False
        try:
            self._read(newest)
            self.is_damaged = False
        except RefereeError:
            self.game, self.number, self.is_damaged = None, self._ledger.newest_game(), True
        self.newest = newest
        return True

    def _read(self, newest: int) -> None:
        """Follow the events since; all of the newest game where nothing is known of it."""
        number = self._ledger.newest_game()
        is_known = self.game is not None and self.number == number and newest > self.newest
        for event in self._ledger.since(self.newest if is_known else 0, game=number):
            self._follow(event)

    def _follow(self, event: Event) -> None:
        if isinstance(event.happening, GameBegan):
            self.game, self.number = begin(event.happening), event.game
        elif self.game is not None:
            self.game = follow(self.game, event.happening)
