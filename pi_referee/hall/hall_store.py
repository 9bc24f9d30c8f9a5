"""The hall's own file: every event that tables told, once each, the evening's pairings, and where the evening began."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Self
from zlib import crc32

import msgspec

from pi_referee.errors import LedgerError, NotationError, RefereeError
from pi_referee.files.shared_database import form_of, transaction, write_ahead
from pi_referee.game_log.events import Event
from pi_referee.gettext_mark import say
from pi_referee.hall.intake import EventArrived, event_of
from pi_referee.hall.pairings import Pairing
from pi_referee.hall.received import Received, of_sequence
from pi_referee.relay.hall_messages import EventMessage, TableState, understood, written

_OWNER = 1886545256
_ADD = "INSERT OR IGNORE INTO event (desk, log, sequence, game, at, kind, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
_GAME = (
    "SELECT log, sequence, game, at, kind, body FROM event WHERE desk = ? AND log = ? AND game = ? ORDER BY sequence"
)
_BEFORE = "UPDATE evening SET sequence = min(sequence, ?) WHERE desk = ? AND log = ?"
_BEGUN = """
WITH told AS (
  SELECT e.desk, e.log, e.game, e.sequence, e.at, e.body, e.sequence <= coalesce(b.sequence, 0) AS is_earlier,
         min(e.arrival) OVER (PARTITION BY e.desk, e.log ORDER BY e.sequence DESC) AS heard
  FROM event e LEFT JOIN evening b ON b.desk = e.desk AND b.log = e.log WHERE e.kind = 'game_began')
SELECT desk, log, game, sequence FROM told
WHERE (sequence, at, body) NOT IN (SELECT sequence, at, body FROM told WHERE is_earlier) ORDER BY heard, sequence"""
"""What began in an earlier evening stays there, also where another log tells it under the same number, as one that was
put back from a backup does. heard: when the hall first heard of the log from there on: what was lacking comes later."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that began this evening; sequence: the beginning's number."""

    table: str
    log: str
    game: int
    sequence: int


class HallStore:
    """The hall's file; safe to share between threads of one process."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin one; raises LedgerError if it cannot be used."""
        self.path = path
        self.rewritten = 0  # how often what was kept has become other than it was
        self._lock = threading.RLock()
        with self._translated():
            self._connection = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
            self._prepare()

    def keep(
        self,
        arrivals: Sequence[EventArrived],
        states: Sequence[tuple[str, TableState]] = (),
        set_back: Sequence[tuple[str, str, int]] = (),
    ) -> None:
        """Write events and states, all of it or nothing; an event that is there already stays. Raises LedgerError.

        set_back: tables (name, log, first) of whose logs all from an event on is forgotten before.
        """
        rows = [_row(one.table, one.message) for one in arrivals]
        kept = [(table, written(state).decode()) for table, state in states]
        with self._lock, self._translated(), transaction(self._connection):
            self._connection.executemany("DELETE FROM event WHERE desk = ? AND log = ? AND sequence >= ?", set_back)
            self._connection.executemany(_BEFORE, [(first - 1, *of) for *of, first in set_back])
            self._connection.executemany(_ADD, rows)
            self._connection.executemany("INSERT OR REPLACE INTO desk (name, state) VALUES (?, ?)", kept)
            self.rewritten += len(set_back)

    def differs(self, one: EventArrived) -> bool:
        """Whether another event is there under the number of this one, which makes sense."""
        query = "SELECT log, sequence, game, at, kind, body FROM event WHERE desk = ? AND log = ? AND sequence = ?"
        rows = self._rows(query, one.table, one.message.log, one.message.sequence)
        if not rows or rows[0] == _row(one.table, one.message)[1:]:
            return False
        with suppress(RefereeError):
            return event_of(_message(rows[0])) != event_of(one.message)
        return True

    def states(self) -> dict[str, TableState]:
        """How each table stood when the hall heard of it last; what cannot be read is told anew by the table."""
        rows = self._rows("SELECT name, state FROM desk ORDER BY name")
        found: dict[str, TableState] = {}
        for name, state in rows:
            with suppress(NotationError):
                found[name] = understood(state.encode(), TableState)
        return found

    def received(self, table: str, log: str) -> Received:
        """Which events of a table's log are there."""
        rows = self._rows("SELECT sequence FROM event WHERE desk = ? AND log = ? ORDER BY sequence", table, log)
        return of_sequence(row[0] for row in rows)

    def game(self, table: str, log: str, number: int, *, upto: int) -> tuple[Event, ...]:
        """What happened in a game, as far as no event before is lacking; by the numbers of the table's own log."""
        rows = self._rows(f"{_GAME}", table, log, number)
        return tuple(event_of(_message(row)) for row in rows if row[1] <= upto)

    def count(self, table: str, log: str, number: int, *, upto: int) -> int:
        """How many events of a game are there, as far as no event before is lacking."""
        query = "SELECT count(*) FROM event WHERE desk = ? AND log = ? AND game = ? AND sequence <= ?"
        return int(self._rows(query, table, log, number, upto)[0][0])

    def begun(self) -> list[Begun]:
        """The games that began this evening, in the order in which they began: each log's as they stand there."""
        return [Begun(*row) for row in self._rows(_BEGUN)]

    def pairings(self) -> tuple[Pairing, ...]:
        """Who shall play whom, as it was handed in."""
        rows = self._rows("SELECT round, desk, players FROM pairing ORDER BY number")
        return tuple(Pairing(number, table, tuple(msgspec.json.decode(names))) for number, table, names in rows)

    def set_pairings(self, pairings: Sequence[Pairing]) -> None:
        """Let these take the place of those before."""
        rows = [(one.round, one.table, msgspec.json.encode(one.players).decode()) for one in pairings]
        with self._lock, self._translated(), transaction(self._connection):
            self._connection.execute("DELETE FROM pairing")
            self._connection.executemany("INSERT INTO pairing (round, desk, players) VALUES (?, ?, ?)", rows)

    def evening_mark(self) -> str:
        """What the evening began with and who shall play whom, in one short mark that changes with it."""
        told = self._rows("SELECT round, desk, players FROM pairing ORDER BY number")
        told += self._rows("SELECT desk, log, sequence FROM evening ORDER BY desk, log")
        return f"{crc32(repr(told).encode()):08x}"

    def begin_evening(self, newest: Sequence[tuple[str, str, int]]) -> None:
        """Let what tables (name, log, newest event) have played until now, in any log, belong to an earlier evening."""
        with self._lock, self._translated(), transaction(self._connection):
            self._connection.execute("DELETE FROM pairing")
            self._connection.execute(
                "INSERT OR REPLACE INTO evening SELECT desk, log, max(sequence) FROM event GROUP BY desk, log"
            )
            self._connection.executemany(
                "INSERT OR REPLACE INTO evening (desk, log, sequence) VALUES (?, ?, ?)", newest
            )

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        self.close()

    def _prepare(self) -> None:
        """Look at the file, and give a new one its form. What the plug undoes, tables are asked for again."""
        form = form_of(self._connection)
        if form.tables and form.owner != _OWNER:
            raise sqlite3.DatabaseError("it is no hall's file")
        write_ahead(self._connection)
        self._connection.execute("PRAGMA synchronous = NORMAL")
        if self._connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("it is damaged")
        schema = resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")
        self._connection.executescript(f"BEGIN IMMEDIATE; {schema} COMMIT;")

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds."""
        with self._lock, self._translated():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Say in words what SQLite says in codes."""
        try:
            yield
        except sqlite3.Error as error:
            cure = say("Free some space; if it is damaged, move it away: the tables tell everything again.")
            what = say("The hall's file cannot be used.")
            raise LedgerError(what, where=f"{self.path} ({error})", cure=cure) from error


def _row(table: str, message: EventMessage) -> tuple[object, ...]:
    body = bytes(message.body).decode()
    return (table, message.log, message.sequence, message.game, message.at, message.kind, body)


def _message(row: tuple[Any, ...]) -> EventMessage:
    log, sequence, game, at, kind, body = row
    return EventMessage(log, sequence, game, at, kind, msgspec.Raw(body.encode()))
