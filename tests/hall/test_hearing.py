"""The hall's ear at a real broker."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benches.hall.mosquitto import Mosquitto
from pi_referee.hall.club import Club
from pi_referee.hall.hall_store import HallStore
from pi_referee.hall.hall_subscriber import Subscriber
from pi_referee.relay.broker_link import Link
from pi_referee.relay.hall_messages import written
from pi_referee.relay.mqtt_topics import topics_of
from tests.hall.hall_talk import played, state
from tests.programs import until


def test_a_disk_that_refuses_is_told_once_and_looked_past(
    mosquitto: Mosquitto, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While nothing can be written it is tried ever more seldom and told once; afterwards nothing is lacking."""
    path, name = tmp_path / "hall.sqlite", "table-30"
    with HallStore(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as beside:
        beside.execute("CREATE TRIGGER full BEFORE INSERT ON desk BEGIN SELECT RAISE(ABORT, 'no space'); END")
        club, link = Club(store, 0.0), Link(mosquitto.broker(name), "a table of a test")
        link.publish(topics_of(name).state, written(state(name, played("I9 > QUIZ")).state), is_kept=True)
        link.turn(0.1)
        ear = Subscriber(mosquitto.broker("hall"), club)
        ear.start()
        until(lambda: ear.heard >= 3)
        told = club.trouble
        beside.execute("DROP TRIGGER full")
        until(lambda: name in club.tables)
        ear.close()
        link.publish(topics_of(name).state, b"", is_kept=True)
        link.turn(0.1)

    assert "no space" in told
    assert [one.message.count("no space") for one in caplog.records] == [1]
