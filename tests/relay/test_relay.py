"""The relay with a real broker: all of the log goes out in order, however often either is gone."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from benches.hall.mosquitto import Mosquitto
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.shutdown import Stop
from pi_referee.relay.broker_link import Broker, BrokerError, Link
from pi_referee.relay.hall_messages import EventMessage, ResendMessage, TableState, understood, written
from pi_referee.relay.home_assistant import House
from pi_referee.relay.mqtt_topics import EVENTS, STATE, split, topics_of
from pi_referee.relay.outbox import Outbox
from pi_referee.relay.relay_program import Relay
from pi_referee.relay.relay_session import Desk, Session
from pi_referee.rules.course.happenings import GameBegan, Happening, Passed, Withdrawn
from tests.programs import PATIENCE, started, until

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan("alfapet-sv", ("Anna", "Bo"), 7)


@dataclass
class Ear:
    """Somebody who hears everything at the broker."""

    link: Link
    heard: list[tuple[str, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to listen."""
        self.link.on_message = lambda topic, payload: self.heard.append((topic, payload))

    def told(self, topic: str) -> list[bytes]:
        """What was told under a topic so far."""
        self.link.turn(0.0)
        return [payload for where, payload in self.heard if where == topic]

    def numbers(self, topic: str) -> list[int]:
        """The numbers of the events that were told."""
        return [understood(payload, EventMessage).sequence for payload in self.told(topic)]


def listen_for_long(link: Link) -> None:
    """Listen until the link is lost; it is a fault if it never is."""
    for _ in range(int(100 * PATIENCE)):
        link.turn(0.01)


@dataclass
class Table:
    """A table with its log, and its name at the broker."""

    name: str
    home: Home
    ledger: Ledger

    def tell(self, *happenings: Happening) -> None:
        """Let things happen."""
        for happening in happenings:
            self.ledger.append(happening, at=NOON, after=self.ledger.newest())

    def desk(self, house: House | None = None, press: Callable[[], bool] = bool) -> Desk:
        """The table as the relay knows it."""
        return Desk(topics_of(self.name), "Table by the window", self.home.condition, house, press)

    def session(self, broker: Broker, desk: Desk | None = None) -> Session:
        """A relay's session that has told all there was."""
        told = desk or self.desk()
        session = Session(told, self.ledger, Outbox(self.home.ledger), Link(broker, self.name, told.will))
        session.turn(0.0)
        while not session.is_done:
            session.turn(0.01)
        return session


@pytest.fixture
def table(tmp_path: Path, table_names: Iterator[str]) -> Iterator[Table]:
    """A table of the broker at which nobody has played yet, with a game that has begun."""
    home = Home(tmp_path / "home").prepare()
    with Ledger(home.ledger) as ledger:
        table = Table(next(table_names), home, ledger)
        table.tell(BEGAN)
        yield table


@pytest.fixture
def hall(mosquitto: Mosquitto, table: Table) -> Iterator[Ear]:
    """The hall's ear for that table."""
    topics, link = topics_of(table.name), Link(mosquitto.broker("hall"), "hall of a test")
    ear = Ear(link)
    link.subscribe(topics.events, topics.state, topics.presence)
    link.turn(0.05)
    yield ear
    link.close()


def test_the_log_goes_out_once_and_in_order(mosquitto: Mosquitto, table: Table, hall: Ear) -> None:
    """Each event is told once; a relay that comes back goes on where the last one ended."""
    topics = topics_of(table.name)
    table.tell(*[Passed()] * 25)
    table.session(mosquitto.broker(table.name)).leave()
    table.tell(Withdrawn(), Passed())
    table.session(mosquitto.broker(table.name)).leave()
    until(lambda: len(hall.told(topics.events)) >= 28)
    until(lambda: hall.told(topics.presence)[-1:] == [b"gone"])

    assert hall.numbers(topics.events) == list(range(1, 29))


def test_how_the_table_stands_is_kept(mosquitto: Mosquitto, table: Table) -> None:
    """Who comes late is told at once how the table stands, and that the relay is there."""
    topics = topics_of(table.name)
    table.tell(Passed())
    # Held on to: what nobody holds is swept away, and the table is gone.
    session = table.session(mosquitto.broker(table.name))
    late = Ear(Link(mosquitto.broker("hall"), "late hall"))
    late.link.subscribe(topics.state, topics.presence)
    until(lambda: len(late.told(topics.state)) == len(late.told(topics.presence)) == 1)
    state = understood(late.told(topics.state)[0], TableState)

    assert late.told(topics.presence) == [b"here"]
    session.leave()
    assert (state.title, state.sequence, state.on_turn, state.turns) == ("Table by the window", 2, "Bo", 1)
    assert [(player.name, player.total) for player in state.players] == [("Anna", 0), ("Bo", 0)]


def test_what_the_hall_lacks_is_sent_again(mosquitto: Mosquitto, table: Table, hall: Ear) -> None:
    """The hall asks for a part of the log and gets it; of another log it gets nothing."""
    topics = topics_of(table.name)
    table.tell(*[Passed()] * 14)
    session = table.session(mosquitto.broker(table.name))
    until(lambda: len(hall.told(topics.events)) == 15)
    log = understood(hall.told(topics.state)[-1], TableState).log
    for asked in (ResendMessage("0" * 32, 0, 9), ResendMessage(log, 3, 12)):
        hall.link.publish(topics.resend, written(asked))
    hall.link.publish(topics.resend, b'{"log": 1}')

    def all_there() -> bool:
        session.turn(0.01)
        return len(hall.told(topics.events)) == 15 + 9

    until(all_there)

    assert hall.numbers(topics.events)[15:] == list(range(4, 13))


def test_an_event_that_cannot_be_read_holds_nothing_up(mosquitto: Mosquitto, table: Table, hall: Ear) -> None:
    """A damaged event goes out as such; those before and after it go out as they are."""
    topics = topics_of(table.name)
    table.tell(*[Passed()] * 3)
    with sqlite3.connect(table.home.ledger) as log:
        log.execute("DROP TRIGGER event_is_never_changed")
        log.execute("UPDATE event SET body = '{\"x\": 1}' WHERE id = 3")
    log.close()
    session = table.session(mosquitto.broker(table.name))
    until(lambda: len(hall.told(topics.events)) == 4)
    session.leave()
    kinds = [understood(payload, EventMessage).kind for payload in hall.told(topics.events)]

    assert kinds == ["game_began", "passed", "damaged", "passed"]
    assert understood(hall.told(topics.state)[-1], TableState).damaged


def test_nobody_writes_under_another_name(mosquitto: Mosquitto, table: Table, hall: Ear) -> None:
    """A table cannot speak for another, the house cannot speak for a table, and nobody comes in without a password."""
    other = topics_of(f"{table.name}-of-others")
    for user in (table.name, "house"):
        link = Link(mosquitto.broker(user), f"{user} that lies")
        link.publish(other.state, b"lies", is_kept=True)
        with pytest.raises(BrokerError, match="does not take"):
            listen_for_long(link)
    for user, password in (("", ""), (table.name, "guessed")):
        with pytest.raises(BrokerError, match="does not let us in"):
            Link(Broker("127.0.0.1", mosquitto.port, user, password), "a stranger")

    assert hall.told(other.state) == []


def test_the_house_is_told_what_there_is(mosquitto: Mosquitto, table: Table) -> None:
    """Home Assistant finds sensors, warnings and, as it is allowed, a button that ends the turn; once for two taps."""
    pressed: list[str] = []

    def press() -> bool:
        pressed.append("by the house")
        return True

    desk = table.desk(House(may_end_turn=True), press)
    session = table.session(mosquitto.broker(table.name), desk)
    house = Ear(Link(mosquitto.broker("house"), "the house"))
    house.link.subscribe(f"homeassistant/+/{table.name}/+/config")

    def is_told() -> bool:
        house.link.turn(0.01)
        return len(house.heard) == 7

    until(is_told)
    for _ in range(2):
        house.link.publish(topics_of(table.name).press, b"press")

    def is_pressed() -> bool:
        house.link.turn(0.01)
        session.turn(0.05)
        return bool(pressed)

    until(is_pressed)
    session.turn(0.05)
    kinds = sorted(topic.split("/")[1] for topic, _ in house.heard)

    assert kinds == ["binary_sensor"] * 2 + ["button"] + ["sensor"] * 4
    assert pressed == ["by the house"]


def test_a_backup_that_is_put_back_meanwhile_goes_out_anew(
    mosquitto: Mosquitto, table: Table, hall: Ear, tmp_path: Path
) -> None:
    """The relay notices that the log is another file, and tells all of it under another name."""
    stop, topics = Stop(), topics_of(table.name)
    with Ledger(tmp_path / "backup.sqlite") as backup:
        backup.append(BEGAN, at=NOON, after=0)

    def put_back() -> None:
        logs = {understood(told, EventMessage).log for told in hall.told(topics.events)}
        if len(logs) == 1 and (tmp_path / "backup.sqlite").exists():
            table.ledger.close()
            for companion in table.home.ledger.parent.glob("games.sqlite-*"):
                companion.unlink()
            (tmp_path / "backup.sqlite").replace(table.home.ledger)
        elif len(logs) == 2:
            stop.tell()

    Relay(table.home.ledger, mosquitto.broker(table.name), table.desk(), stop, put_back).run()

    assert hall.numbers(topics.events) == [1, 1]


def test_a_broker_that_refuses_is_not_asked_again_and_again(
    mosquitto: Mosquitto, table: Table, hall: Ear, caplog: pytest.LogCaptureFixture
) -> None:
    """One that lets us in and then refuses what we say is left alone ever longer, and it is told once."""
    stop, desk = Stop(), table.desk(House("elsewhere"))

    def until_it_came_thrice() -> None:
        if hall.told(desk.topics.presence).count(b"here") == 3:
            stop.tell()

    Relay(table.home.ledger, mosquitto.broker(table.name), desk, stop, until_it_came_thrice).run()

    assert [one.message.count("does not take what we send") for one in caplog.records] == [1]


def test_a_relay_that_is_killed_is_told_to_be_gone(
    mosquitto: Mosquitto, table: Table, hall: Ear, tmp_path: Path
) -> None:
    """The command tells what is in the log; killed without a word, its last will says that the table is gone."""
    topics, secret = topics_of(table.name), tmp_path / "password"
    secret.write_text(f"{table.name} lets me in\n", encoding="utf-8")
    where = ("--broker", "127.0.0.1", "--broker-port", str(mosquitto.port), "--user", table.name)
    command = (sys.executable, "-m", "pi_referee", "relay", "--home", str(table.home.folder), *where)
    with started((*command, "--password-file", str(secret))) as relay:
        until(lambda: hall.told(topics.presence) == [b"here"] and hall.numbers(topics.events) == [1])
        relay.kill()
        until(lambda: hall.told(topics.presence)[1:] == [b"gone"])

    assert [split(topic)[1] for topic, _ in hall.heard if split(topic)[1] in {EVENTS, STATE}] == ["state", "events"]
