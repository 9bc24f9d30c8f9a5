"""The hall's ear at the broker: hears all tables, has it written, and asks tables for what it lacks."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable

from pi_referee.errors import LedgerError, NotationError
from pi_referee.hall.club import Club
from pi_referee.hall.intake import Arrival, arrived
from pi_referee.relay.broker_link import Broker, BrokerError, Link
from pi_referee.relay.hall_messages import written
from pi_referee.relay.mqtt_topics import EVENTS, PRESENCE, ROOT, STATE, topics_of

_GLANCE = 0.05
"""Seconds for which the ear waits for a message before it does anything else."""

_MOST = 500
"""Messages that are written in one go."""

_ASKS_EVERY = 0.25
"""Seconds between two looks at what is lacking."""

_PAUSE, _LONGEST_PAUSE = 0.5, 15.0
"""Seconds before the broker is tried again, doubled each time it was in vain."""

_SETTLED = 1.0
"""Seconds that a link must last before it is a good one: what is kept comes at once, and a disk may be full."""

_SAID_AT_MOST = 20
"""Refused messages that are told of; after those they are only counted."""

_log = logging.getLogger(__name__)


class Subscriber:
    """Hears the broker from `start` until `close`, in a thread of its own.

    heard: how many messages, refused: how many of them were none.
    """

    def __init__(self, broker: Broker, club: Club, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing is heard yet. clock: seconds, the same that the club was told."""
        self._broker, self._club, self._clock = broker, club, clock
        self._is_over = threading.Event()
        self._batch: deque[Arrival] = deque()
        self._asked = float("-inf")
        self._pause = _PAUSE
        self.heard = self.refused = 0
        self._thread = threading.Thread(target=self._run, name="subscriber", daemon=True)

    @property
    def is_alive(self) -> bool:
        """Whether it still listens."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        """Listen, again and again where the link is lost."""
        while not self._is_over.is_set():
            try:
                self._listen(Link(self._broker, f"hall-{secrets.token_hex(4)}"))
            except (BrokerError, LedgerError) as trouble:
                if str(trouble) != self._club.trouble:
                    _log.warning("%s", trouble)
                self._club.tell(str(trouble))
                self._is_over.wait(self._pause)
                self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def _listen(self, link: Link) -> None:
        """One link's life; raises BrokerError when it is lost, LedgerError if nothing can be written."""
        link.on_message = self._hear
        link.subscribe(*(f"{ROOT}/+/{kind}" for kind in (PRESENCE, STATE, EVENTS)))
        begun = self._clock()
        try:
            while not self._is_over.is_set():
                self._gather(link)
                self._ask(link)
                if self._clock() - begun >= _SETTLED:
                    self._pause = _PAUSE
                    self._club.tell("")
        finally:
            link.close()

    def _gather(self, link: Link) -> None:
        """Hear what there is, and have it written in one go."""
        link.turn(_GLANCE)
        before = -1
        while before < len(self._batch) < _MOST and self._batch:
            before = len(self._batch)
            link.turn(0.0)
        if self._batch:
            arrivals = list(self._batch)
            self._batch.clear()
            self._club.take(arrivals, self._clock())

    def _hear(self, topic: str, payload: bytes) -> None:
        """Take a message in, if it is one."""
        self.heard += 1
        try:
            self._batch.append(arrived(topic, payload))
        except NotationError as error:
            self.refused += 1
            if self.refused <= _SAID_AT_MOST:
                _log.warning("%s: %s", topic[:80], error)

    def _ask(self, link: Link) -> None:
        """Ask tables for what is lacking."""
        now = self._clock()
        if now - self._asked < _ASKS_EVERY:
            return
        self._asked = now
        for table, message in self._club.lacking(now):
            link.publish(topics_of(table).resend, written(message))
