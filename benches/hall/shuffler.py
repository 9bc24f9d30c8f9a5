"""A proxy between two brokers that does what a bad network does: messages late, out of order, twice, or not at all."""

from __future__ import annotations

import heapq
import itertools
import time
from dataclasses import dataclass, field
from random import Random

from pi_referee.relay.broker_link import Broker, Link
from pi_referee.relay.mqtt_topics import EVENTS, PRESENCE, RESEND, ROOT, STATE

USER = "shuffler"
RIGHTS = f"\nuser {USER}\ntopic readwrite {ROOT}/#\n"
"""What the proxy may at both brokers."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What happens to messages: seconds they may be late, and the shares that come twice, or never."""

    late: float = 0.3
    twice: float = 0.2
    lost: float = 0.02


@dataclass(slots=True)
class Shuffler:
    """Carries what tables tell to the hall's broker, and what it asks to the tables'; passed: how many messages."""

    tables: Link
    hall: Link
    chance: Random
    weather: Weather = field(default_factory=Weather)
    passed: int = 0
    _waiting: list[tuple[float, int, Link, str, bytes]] = field(default_factory=list)
    _count: itertools.count[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        """Listen at both."""
        self.tables.on_message = lambda topic, payload: self._hold(self.hall, topic, payload)
        self.hall.on_message = lambda topic, payload: self._hold(self.tables, topic, payload)
        self.tables.subscribe(*(f"{ROOT}/+/{kind}" for kind in (EVENTS, STATE, PRESENCE)))
        self.hall.subscribe(f"{ROOT}/+/{RESEND}")

    def turn(self) -> None:
        """Carry what is due."""
        self.tables.turn(0.002)
        self.hall.turn(0.002)
        while self._waiting and self._waiting[0][0] <= time.monotonic():
            _, _, to, topic, payload = heapq.heappop(self._waiting)
            to.publish(topic, payload, is_kept=not topic.endswith((EVENTS, RESEND)))
            self.passed += 1

    def _hold(self, to: Link, topic: str, payload: bytes) -> None:
        """Hold a message for a while, twice or not at all as the weather has it; what is kept always comes once."""
        is_kept = not topic.endswith((EVENTS, RESEND))
        drawn = self.chance.random()
        copies = 1 if is_kept else 0 if drawn < self.weather.lost else 2 if drawn > 1 - self.weather.twice else 1
        for _ in range(copies):
            due = time.monotonic() + (0.0 if is_kept else self.chance.uniform(0.0, self.weather.late))
            heapq.heappush(self._waiting, (due, next(self._count), to, topic, payload))


def shuffle(tables: Broker, hall: Broker, seed: int) -> None:
    """Be the proxy, for ever; a process of its own."""
    shuffler = Shuffler(Link(tables, "shuffler at the tables"), Link(hall, "shuffler at the hall"), Random(seed))
    while True:
        shuffler.turn()
