"""One connection's work: what is new in the log goes out in order, and the hall gets what it asks for."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pi_referee.errors import NotationError
from pi_referee.game_log.event_store import Ledger
from pi_referee.relay.broker_link import Link, Will
from pi_referee.relay.hall_messages import MOST_AT_ONCE, ResendMessage, TableState, understood, written
from pi_referee.relay.home_assistant import Entity, House, entities
from pi_referee.relay.log_reader import NewestGame, messages
from pi_referee.relay.mqtt_topics import GONE, HERE, PRESS, RESEND, Topics, split
from pi_referee.relay.outbox import Cursor, Outbox
from pi_referee.relay.send_window import SendWindow
from pi_referee.relay.state_summary import summed_up, with_condition
from pi_referee.table_link.status import read

EVERY = 0.1
"""Seconds between two glances at the log: unnoticed by people, and some microseconds of work each."""

_NOTED_EVERY = 1.0
"""Seconds between two notes of how far the log has gone out while it goes on: a card wears out by writing."""

_PRESSES_APART = 1.0
"""Seconds within which a second press from the house is the same one, delivered twice."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Desk:
    """The table that is told of.

    topics: under its name at the broker. title: its name for people. condition: the file that tells how the camera is.
    house: what Home Assistant is told, None for nothing. press: ends the turn as the table's button does.
    """

    topics: Topics
    title: str
    condition: Path
    house: House | None = None
    press: Callable[[], bool] = field(default=bool)

    @property
    def will(self) -> Will:
        """What is told when the relay is gone without a word."""
        return Will(self.topics.presence, GONE)


class Session:
    """The work of one link to the broker, which ends with it; all that must outlive it is in the log's file."""

    def __init__(
        self, desk: Desk, ledger: Ledger, outbox: Outbox, link: Link, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin where the log was left; raises LedgerError."""
        self._desk, self._ledger, self._outbox, self._link, self._clock = desk, ledger, outbox, link, clock
        self._cursor = outbox.cursor()
        self._window = SendWindow(self._cursor.sent)
        self._game = NewestGame(ledger)
        self._again: ResendMessage | None = None
        self._state: TableState | None = None
        self._entities: dict[str, Entity] = {}
        self._noted = self._pressed = float("-inf")
        link.on_sent, link.on_message = self._window.acknowledged, self._heard
        link.subscribe(desk.topics.resend, *([desk.topics.press] if desk.house and desk.house.may_end_turn else []))
        link.publish(desk.topics.presence, HERE, is_kept=True)

    def turn(self, seconds: float = EVERY) -> None:
        """Tell what is new, and listen for so long at most; raises BrokerError if the link is lost, and LedgerError."""
        self._tell_state()
        self._send_new()
        self._send_again()
        self._link.turn(seconds)
        self._note()

    def leave(self) -> None:
        """Write down how far the log has gone out, and take leave: the broker tells that the table is gone."""
        self._note(is_last=True)
        self._link.close()

    @property
    def is_done(self) -> bool:
        """Whether all that was known of the log at the last turn is with the broker."""
        return self._window.reached >= self._game.newest

    def _tell_state(self) -> None:
        """Have the broker keep how the table stands, where that is another way than before."""
        condition = read(self._desk.condition)
        if not self._game.catch_up() and self._state and with_condition(self._state, condition) == self._state:
            return
        empty = TableState(self._cursor.log, self._game.newest, self._desk.title, damaged=self._game.is_damaged)
        self._state = with_condition(summed_up(empty, self._game.game, self._game.number), condition)
        self._tell_house(self._state)
        self._link.publish(self._desk.topics.state, written(self._state), is_kept=True)

    def _tell_house(self, state: TableState) -> None:
        """Have Home Assistant know what there is to show; what is there no more is taken back."""
        wanted = entities(self._desk.house, self._desk.topics, state) if self._desk.house else {}
        for topic in self._entities.keys() - wanted.keys():
            self._link.publish(topic, b"", is_kept=True)
        for topic, entity in wanted.items():
            if self._entities.get(topic) != entity:
                self._link.publish(topic, entity.written(), is_kept=True)
        self._entities = dict(wanted)

    def _send_new(self) -> None:
        """Send the events that were never sent in this session, as many as may be on their way."""
        if self._window.last < self._game.newest and self._window.free:
            self._send(self._window.last, self._window.free)

    def _send_again(self) -> None:
        """Send what the hall lacks, where the way is free."""
        wanted = self._again
        if wanted is None or not self._window.free:
            return
        last = self._send(wanted.after, min(self._window.free, wanted.until - wanted.after))
        is_over = last >= wanted.until or last == wanted.after
        self._again = None if is_over else ResendMessage(wanted.log, last, wanted.until)

    def _send(self, after: int, most: int) -> int:
        """Send so many events after a number; the number of the last."""
        for message in messages(self._ledger, self._cursor.log, after=after, most=most):
            number = self._link.publish(self._desk.topics.events, written(message))
            self._window.sent(number, message.sequence)
            after = message.sequence
        return after

    def _note(self, *, is_last: bool = False) -> None:
        """Write down how far the log has gone out: when the way is free, at the end, and now and then."""
        is_due = is_last or self._window.reached == self._window.last or self._clock() - self._noted > _NOTED_EVERY
        if self._window.reached > self._cursor.sent and is_due:
            self._cursor, self._noted = Cursor(self._cursor.log, self._window.reached), self._clock()
            self._outbox.move(self._cursor)

    def _heard(self, topic: str, payload: bytes) -> None:
        """The hall lacks something, or the house ends the turn."""
        _, kind = split(topic)
        if kind == RESEND:
            self._asked(payload)
        elif kind == PRESS and payload == b"press" and self._clock() - self._pressed > _PRESSES_APART:
            self._pressed = self._clock()
            if not self._desk.press():
                _log.warning("The house wants to end the turn, but nobody watches the table.")

    def _asked(self, payload: bytes) -> None:
        """Note what the hall lacks; what it asks of another log, or asks wrongly, is not answered."""
        try:
            wanted = understood(payload, ResendMessage)
        except NotationError as error:
            _log.warning("%s", error)
            return
        if wanted.log == self._cursor.log and wanted.after < wanted.until:
            until = min(wanted.until, wanted.after + MOST_AT_ONCE)
            self._again = ResendMessage(wanted.log, wanted.after, until)
