"""Sends the hall what no table sends, by a real broker and under a real table's name, and looks what became of it.

`python -m benches.hall.fuzzed_messages --messages 10000`
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import click

from benches.hall.breaking import HALL, Club, club, compared
from benches.reporting.results import Result, commit, option_save, save
from pi_referee.process.healthcheck import answers
from pi_referee.relay.broker_link import BrokerError, Link
from pi_referee.relay.mqtt_topics import EVENTS, PRESENCE, STATE, Topics

JUNK: tuple[object, ...] = (
    None, True, -1, 0, 2**63, 10**400, 1.5, float("1e308"), "", " ", "x" * 5000, "\u202e\x00\ufffe", "<script>",
    "'; DROP", "../..", "{{7*7}}", "ß" * 40, [], {}, [[]], {"a": {"b": {}}}, ["x"] * 1000, "2026-11-20T12:00:00",
    "game_began",
)  # fmt: skip
"""What is put in the place of something that was told."""

Mutation = Callable[[bytes, Random], bytes]


def turned(payload: bytes, chance: Random) -> bytes:
    """Some bytes are others."""
    changed = bytearray(payload)
    for _ in range(chance.randint(1, 8)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def cut(payload: bytes, chance: Random) -> bytes:
    """A part of it, or a part twice."""
    place = chance.randrange(len(payload))
    return payload[:place] if chance.random() < 0.5 else payload[:place] + payload


def replaced(payload: bytes, chance: Random) -> bytes:
    """Something of another type, or without bounds, in the place of one thing, at any depth."""
    told = json.loads(payload)
    place: object = told
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place))) if isinstance(place, list) else []
        if not keys:
            return payload
        key = chance.choice(keys)
        inner = place[key]  # type: ignore[index]  # a key of what is looked at
        if not isinstance(inner, (dict, list)) or not inner or chance.random() < 0.4:
            place[key] = chance.choice(JUNK)  # type: ignore[index]  # as above
            return json.dumps(told).encode("utf-8", "surrogatepass")
        place = inner


def deep(_payload: bytes, chance: Random) -> bytes:
    """Brackets without end, numbers without end, nothing at all."""
    many = chance.choice((0, 1, 1_000, 60_000))
    return chance.choice((b"[" * many, b'{"log":' * many, b"9" * many, bytes(many), b'"' + b"\\u0000" * many + b'"'))


MUTATIONS: tuple[Mutation, ...] = (turned, turned, cut, replaced, replaced, replaced, deep)


def fuzz(begun: Club, messages: int, chance: Random) -> int:
    """Tell the hall so much nonsense in the name of its last table; how many messages the broker took."""
    name = begun.tables[-1].name
    topics, sent = Topics(name), 0
    link = Link(begun.brokers["near"].broker(name), "the fuzzer")
    true: list[tuple[str, bytes]] = []
    ear = Link(begun.brokers["near"].broker(HALL), "the fuzzer's ear")
    ear.on_message = lambda topic, payload: true.append((topic, payload))
    ear.subscribe(topics.events, topics.state)
    end = time.monotonic() + 20.0
    while len(true) < 6 and time.monotonic() < end:
        begun.tables[-1].play()
        ear.turn(0.2)
    ear.close()
    for _ in range(messages):
        _, payload = chance.choice(true)
        kind = chance.choice((EVENTS, EVENTS, STATE, STATE, PRESENCE))
        nonsense = chance.choice(MUTATIONS)(payload, chance)
        try:
            link.publish(f"{topics.events.removesuffix(EVENTS)}{kind}", nonsense)
            link.turn(0.001)
            sent += 1
        except BrokerError:  # the broker itself closes its door to what is too large
            link = Link(begun.brokers["near"].broker(name), "the fuzzer")
    # The last of them may be the one for which the broker closes its door.
    with suppress(BrokerError):
        for _ in range(100):
            link.turn(0.01)
    link.close()
    return sent


@click.command()
@click.option("--messages", default=10_000, show_default=True)
@click.option("--port", default=12_800, show_default=True, help="The first of three ports.")
@option_save
def main(messages: int, port: int, **where: Path | None) -> None:
    """Fuzz a hall of three tables, and compare its file with the tables' logs."""
    seed = 35
    with club(3, (port, port + 1, port + 2), is_stormy=False) as begun:
        for _ in range(60):
            for table in begun.tables:
                table.play()
        sent = fuzz(begun, messages, Random(seed))
        is_alive = answers("127.0.0.1", port + 2)
        begun.kill(begun.tables[-1].name)  # its relay tells again how it really stands
        end = time.monotonic() + 60.0
        while (loss := compared(begun, 0.0)).lost and time.monotonic() < end:
            time.sleep(0.5)
    columns = ("messages", "hall answers", "true events", "lost", "twice", "changed or strange")
    row = (str(sent), "yes" if is_alive else "no", str(loss.told), str(loss.lost), str(loss.twice), str(loss.changed))
    print(row)
    command = f"python -m benches.hall.fuzzed_messages --messages {messages}"
    folder = where["save"]
    if folder is not None:
        save(Result("hall-fuzzed", command, commit(), columns, (row,), seed), folder)


if __name__ == "__main__":
    main()
