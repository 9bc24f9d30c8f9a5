"""The log of every game: an SQLite file to which events are added and in which nothing is ever changed."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from pi_referee.errors import LedgerError, OutrunError
from pi_referee.game_log.events import Event, decode, encode
from pi_referee.game_log.schema import Schema, keep_old, shipped, version_of
from pi_referee.gettext_mark import say
from pi_referee.rules.course.happenings import GameBegan, Happening

Connect = Callable[[Path], sqlite3.Connection]

_APPLICATION_ID = 1886545254
_ADD = "INSERT INTO event (id, game, at, kind, body, picture) VALUES (?, ?, ?, ?, ?, ?)"
_AFTER = "SELECT id, game, at, kind, body, picture FROM event WHERE id > :after ORDER BY id"
_AFTER_IN_GAME = "SELECT id, game, at, kind, body, picture FROM event WHERE id > :after AND game = :game ORDER BY id"

_TROUBLES: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: (
        say("The disk is full, so the turn was not written."),
        say("Free some space (old pictures can go), then press the button again."),
    ),
    sqlite3.SQLITE_READONLY: (
        say("The log may not be written to."),
        say("Check that the disk is not mounted read-only and that the folder belongs to this user."),
    ),
    sqlite3.SQLITE_CORRUPT: (
        say("The log is damaged."),
        say("Move the file away and put a backup in its place; the damaged file may still be of use, so keep it."),
    ),
    sqlite3.SQLITE_NOTADB: (
        say("This file is not a log of games."),
        say("Move it away, or name another folder with --home."),
    ),
    sqlite3.SQLITE_BUSY: (
        say("Another program holds the log."),
        say("Wait a moment and try again; if it lasts, see what else has the file open."),
    ),
    sqlite3.SQLITE_CANTOPEN: (
        say("The log cannot be opened."),
        say("Check that its folder exists and belongs to this user."),
    ),
    sqlite3.SQLITE_IOERR: (
        say("The disk did not do what it was told."),
        say("Look at the game before you go on; check the card or disk, and take a backup now."),
    ),
}


def connect(path: Path) -> sqlite3.Connection:
    """Open the log's file so that what is acknowledged survives a pulled plug; makes the file if there is none.

    WAL lets the page read while the table writes; synchronous FULL has every commit on the disk before it is reported.
    """
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


class Ledger:
    """The book in which every game is kept; many may read it, and whoever writes must have seen its last line.

    Safe to share between threads. Two processes each open their own.
    """

    def __init__(self, path: Path, *, connect: Connect = connect, schema: Schema | None = None) -> None:
        """Open the log at this path, or begin one there; a log of an older form is copied and brought up to date.

        connect: how the file is opened. schema: the form it is kept in, else that of this version. Raises LedgerError
        if it cannot be opened, is damaged, is something else, or is from a newer version.
        """
        self.path = path
        self._connect = connect
        self._schema = schema or shipped()
        self._lock = threading.RLock()
        with self._translated():
            self._connection = self._opened()

    def append(self, happening: Happening, *, at: str, after: int, picture: str = "", game: int | None = None) -> Event:
        """Write what happened, and return only when it is safely on the disk.

        at: ISO time, for people. after: the newest event its writer saw. game: number of the game it belongs to,
        by default the newest; GameBegan always begins the next. Raises OutrunError if the log has grown past `after`
        and LedgerError if it cannot be written; in both cases nothing was added, and the same call may be made again.
        """
        return self.append_all([happening], at=at, after=after, picture=picture, game=game)[0]

    def append_all(
        self, happenings: Sequence[Happening], *, at: str, after: int, picture: str = "", game: int | None = None
    ) -> list[Event]:
        """Write what happened in one go, a play that takes another's place for instance: all of it or nothing.

        The picture belongs to each of them. Raises as append does.
        """
        told = [(*encode(happening), happening) for happening in happenings]
        with self._lock, self._translated():
            self._still_there()
            with self._transaction():
                self._nothing_newer_than(after)
                number = self._game_of(happenings[0], game)
                rows = [(after + n, number, at, kind, body, picture) for n, (kind, body, _) in enumerate(told, 1)]
                self._connection.executemany(_ADD, rows)
        return [
            Event(id=row[0], game=number, at=at, happening=happening, picture=picture)
            for row, happening in zip(rows, happenings, strict=True)
        ]

    def append_game(self, events: Sequence[Event], *, after: int) -> int:
        """Write a whole game, as it was exported, as the newest one: all of it or nothing; answer its number.

        The events keep their times and pictures and get numbers of this log; the first must be the beginning.
        after: the newest event its writer saw. Raises as append does.
        """
        told = [(*encode(event.happening), event) for event in events]
        with self._lock, self._translated():
            self._still_there()
            with self._transaction():
                self._nothing_newer_than(after)
                number = self._game_of(events[0].happening, None)
                rows = ((after + n, number, e.at, kind, body, e.picture) for n, (kind, body, e) in enumerate(told, 1))
                self._connection.executemany(_ADD, rows)
        return number

    def since(self, event_id: int, *, game: int | None = None) -> list[Event]:
        """Every event after this one, in order; of one game only, if its number is given."""
        rows = self._rows(_AFTER if game is None else _AFTER_IN_GAME, {"after": event_id, "game": game})
        return [self._event(row) for row in rows]

    def newest(self) -> int:
        """The id of the newest event; 0 in an empty log."""
        return int(self._rows("SELECT coalesce(max(id), 0) FROM event")[0][0])

    def newest_game(self) -> int:
        """The number of the game that began last; 0 if none ever did."""
        return int(self._rows("SELECT coalesce(max(game), 0) FROM event")[0][0])

    def close(self) -> None:
        """Let go of the file; the log itself stays."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Self:
        """Use the log for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        self.close()

    def _opened(self) -> sqlite3.Connection:
        """A connection to a log that has been looked through and has its table."""
        connection = self._connect(self.path)
        try:
            self._looked_through(connection)
            self._inode = self.path.stat().st_ino
        except BaseException:
            connection.close()
            raise
        return connection

    def _looked_through(self, connection: sqlite3.Connection) -> None:
        """Make sure that the file is a whole log of a version known here, and give a new file its table."""
        version = version_of(connection)
        owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
        if version > self._schema.version:
            raise self._trouble(say("A newer pi-referee wrote this log."), say("Update pi-referee on this machine."))
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if tables and owner != _APPLICATION_ID:
            raise self._trouble(*_TROUBLES[sqlite3.SQLITE_NOTADB])
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise self._trouble(*_TROUBLES[sqlite3.SQLITE_CORRUPT])
        if 0 < version < self._schema.version:
            keep_old(connection, self.path)
        if version < self._schema.version:
            self._schema.upgrade(connection)

    def _still_there(self) -> None:
        """Notice a log that was moved or removed under us: writing to it would lose the turn without a word."""
        try:
            inode = self.path.stat().st_ino
        except OSError as gone:
            cure = say("Put the file back where it was, or its newest backup.")
            raise self._trouble(say("The log is gone."), cure) from gone
        if inode != self._inode:
            self._connection.close()
            self._connection = self._opened()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing; over only when the disk has it."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            raise

    def _nothing_newer_than(self, after: int) -> None:
        """Refuse a writer who decided without seeing the newest event."""
        newest = self._connection.execute("SELECT coalesce(max(id), 0) FROM event").fetchone()[0]
        if newest != after:
            what = f"Event {newest} is the newest now, not event {after}."
            raise OutrunError(what, where=str(self.path), cure="Look at what happened, and decide again.")

    def _game_of(self, happening: Happening, game: int | None) -> int:
        """The number of the game that an event belongs to."""
        newest = int(self._connection.execute("SELECT coalesce(max(game), 0) FROM event").fetchone()[0])
        if isinstance(happening, GameBegan):
            return newest + 1
        number = newest if game is None else game
        if not 1 <= number <= newest:
            raise self._trouble(f"There is no game {number} in the log.", "Begin a game first.")
        return number

    def _rows(self, query: str, values: dict[str, int | None] | None = None) -> list[tuple[Any, ...]]:
        """What a query finds."""
        with self._lock, self._translated():
            self._still_there()
            return self._connection.execute(query, values or {}).fetchall()

    def _event(self, row: tuple[Any, ...]) -> Event:
        """An event from its row."""
        number, game, at, kind, body, picture = row
        happening = decode(kind, body, where=f"{self.path}, event {number}")
        return Event(id=number, game=game, at=at, happening=happening, picture=picture)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Say in words what SQLite says in codes."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            plain = ("The log cannot be used.", f"SQLite says: {error}.")
            raise self._trouble(*_TROUBLES.get(code, plain)) from error

    def _trouble(self, what: str, cure: str) -> LedgerError:
        """An error that names the log's file."""
        return LedgerError(what, where=str(self.path), cure=cure)
