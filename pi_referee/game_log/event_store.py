"""The log of every game: an SQLite file to which events are added and in which nothing is ever changed."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from pi_referee.errors import DamagedGameError, LedgerError, OutrunError
from pi_referee.files.shared_database import form_of, transaction
from pi_referee.game_log.events import Event, decode, encode
from pi_referee.game_log.log_connection import TROUBLES, Connect, connect
from pi_referee.game_log.rescue import is_read_only, rescued
from pi_referee.game_log.row_sums import catch_up, has_sums, is_complete, keep_sums, unsound
from pi_referee.game_log.schema import Schema, is_whole, keep_old, shipped
from pi_referee.game_log.steady_note import note_written
from pi_referee.gettext_mark import say
from pi_referee.rules.course.happenings import GameBegan, Happening

GameVersion = tuple[int, int]
"""By what it is known whether a game has changed: its newest event, and the sum of its events' checksums."""

_APPLICATION_ID = 1886545254
_ADD = "INSERT INTO event (id, game, at, kind, body, picture) VALUES (?, ?, ?, ?, ?, ?)"
_AFTER = "SELECT id, game, at, kind, body, picture FROM event WHERE id > :after ORDER BY id LIMIT :most"
_AFTER_IN_GAME = "SELECT id, game, at, kind, body, picture FROM event WHERE id > :after AND game = :game ORDER BY id"

_VERSIONS = """SELECT game, max(event.id), coalesce(sum(sum), 0) FROM event LEFT JOIN event_sum USING (id)
               GROUP BY game"""
_VERSIONS_UNSUMMED = "SELECT game, max(id), 0 FROM event GROUP BY game"


class Ledger:
    """The book in which every game is kept; many may read it, and whoever writes must have seen its last line.

    Safe to share between threads. Two processes each open their own.
    """

    def __init__(
        self, path: Path, *, connect: Connect = connect, schema: Schema | None = None, to_read: bool = False
    ) -> None:
        """Open the log at this path, or begin one there; a log of an older form is copied and brought up to date.

        connect: how the file is opened. schema: the form it is kept in, else that of this version. to_read: read a log
        also on a disk that may not be written to, as a dying card is; then nothing can be added to it. Raises
        LedgerError if it cannot be opened, is damaged, is something else, is from a newer version, or is gone while
        what a restore has put aside still lies beside it.
        """
        self.path = path
        self._connect = connect
        self._schema = schema or shipped()
        self._to_read = to_read
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
            with transaction(self._connection):
                self._nothing_newer_than(after)
                number = self._game_of(happenings[0], game)
                rows = [(after + n, number, at, kind, body, picture) for n, (kind, body, _) in enumerate(told, 1)]
                self._add(rows)
        note_written(self.path, rows[-1][0])
        return [
            Event(id=row[0], game=number, at=at, happening=happening, picture=picture)
            for row, happening in zip(rows, happenings, strict=True)
        ]

    def append_game(self, events: Sequence[Event], *, after: int | None = None) -> int:
        """Write a whole game, as it was exported, as the newest one: all of it or nothing; answer its number.

        The events keep their times and pictures and get numbers of this log; the first must be the beginning.
        after: the newest event its writer saw; None for a game that hangs on nothing else. Raises as append does.
        """
        told = [(*encode(event.happening), event) for event in events]
        with self._lock, self._translated():
            self._still_there()
            with transaction(self._connection):
                first = self._nothing_newer_than(after) + 1
                number = self._game_of(events[0].happening, None)
                self._add([(n, number, e.at, kind, body, e.picture) for n, (kind, body, e) in enumerate(told, first)])
        return number

    def since(self, event_id: int, *, game: int | None = None, most: int = -1) -> list[Event]:
        """Every event after this one, in order; of one game only, if its number is given, else so many at most.

        Raises LedgerError for one that makes no sense or was damaged on the disk.
        """
        with self._lock, self._translated():
            rows = self._rows(
                _AFTER if game is None else _AFTER_IN_GAME, {"after": event_id, "game": game, "most": most}
            )
            wrong = unsound(self._connection, rows)
        return [self._event(row, is_damaged=row[0] in wrong) for row in rows]

    def newest(self) -> int:
        """The id of the newest event; 0 in an empty log."""
        return int(self._rows("SELECT coalesce(max(id), 0) FROM event")[0][0])

    def newest_game(self) -> int:
        """The number of the game that began last; 0 if none ever did."""
        return int(self._rows("SELECT coalesce(max(game), 0) FROM event")[0][0])

    def versions(self) -> dict[int, GameVersion]:
        """Each game by its number with what tells whether it has changed since, also by a restored backup."""
        with self._lock:
            sums = has_sums(self._connection)
            rows = self._rows(_VERSIONS if sums else _VERSIONS_UNSUMMED)
        return {row[0]: (row[1], row[2]) for row in rows}

    def game_of(self, event_id: int) -> int:
        """The number of the game that an event says it belongs to, also one that is damaged; 0 if there is none."""
        found = self._rows("SELECT game FROM event WHERE id = :after", {"after": event_id})
        return int(found[0][0]) if found else 0

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
        self._nothing_put_aside()
        connection = self._connected()
        try:
            self._looked_through(connection)
            self._inode = self.path.stat().st_ino
        except BaseException:
            connection.close()
            raise
        return connection

    def _connected(self) -> sqlite3.Connection:
        """A connection to the file that is there: a restore may put another in its place while it is waited for."""
        try:
            return self._connect(self.path)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_DBMOVED:
                return self._connect(self.path)
            if not (self._to_read and is_read_only(self.path)):
                raise
            return rescued(self.path, self._connect)

    def _looked_through(self, connection: sqlite3.Connection) -> None:
        """Make sure that the file is a whole log of a version known here, and give a new file its table."""
        form = form_of(connection)
        if form.version > self._schema.version:
            raise self._trouble(say("A newer pi-referee wrote this log."), say("Update pi-referee on this machine."))
        if form.tables and form.owner != _APPLICATION_ID:
            raise self._trouble(*TROUBLES[sqlite3.SQLITE_NOTADB])
        if not is_whole(connection):
            raise self._trouble(*TROUBLES[sqlite3.SQLITE_CORRUPT])
        if not connection.execute("PRAGMA query_only").fetchone()[0]:  # what cannot be written to is read as it is
            self._brought_up_to_date(connection, form.version)
        if not is_complete(connection):
            raise self._trouble(*TROUBLES[sqlite3.SQLITE_CORRUPT])

    def _brought_up_to_date(self, connection: sqlite3.Connection, version: int) -> None:
        """Give the log the form and the checksums it may still lack."""
        if 0 < version < self._schema.version:
            keep_old(connection, self.path, version)
        if version < self._schema.version:
            self._schema.upgrade(connection)
        catch_up(connection)

    def _nothing_put_aside(self) -> None:
        """Refuse to begin an empty log where a restore was cut short by an older pi-referee: the games lie beside."""
        aside = sorted(self.path.parent.glob(f"{self.path.name}.before-*"))
        if aside and not (self.path.exists() and self.path.stat().st_size):
            what = say("The log of the games is gone, but this older one lies beside it.")
            cure = say("Restore a backup, or name it games.sqlite again. To begin anew, move it elsewhere.")
            raise LedgerError(what, where=str(aside[-1]), cure=cure)

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

    def _nothing_newer_than(self, after: int | None) -> int:
        """The newest event's number; refuses a writer who decided without seeing it."""
        newest = int(self._connection.execute("SELECT coalesce(max(id), 0) FROM event").fetchone()[0])
        if after not in {None, newest}:
            what = f"Event {newest} is the newest now, not event {after}."
            raise OutrunError(what, where=str(self.path), cure="Look at what happened, and decide again.")
        return newest

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

    def _add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Write events with their checksums, within a transaction."""
        self._connection.executemany(_ADD, rows)
        keep_sums(self._connection, rows)

    def _event(self, row: tuple[Any, ...], *, is_damaged: bool) -> Event:
        """An event from its row."""
        number, game, at, kind, body, picture = row
        where = f"{self.path}, event {number}"
        if is_damaged:
            what = say("This event was damaged on the disk, so its game cannot be counted any more.")
            cure = say("Restore a backup, or begin a new game; the other games are not touched. Replace the card.")
            raise DamagedGameError(what, where=where, cure=cure)
        try:
            happening = decode(kind, body, where=where)
        except LedgerError as error:
            raise DamagedGameError(error.what, where=where, cure=error.cure) from error
        return Event(id=number, game=game, at=at, happening=happening, picture=picture)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Say in words what SQLite says in codes."""
        try:
            yield
        except UnicodeDecodeError as error:  # a damaged name in what SQLite says
            raise self._trouble(*TROUBLES[sqlite3.SQLITE_CORRUPT]) from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            plain = ("The log cannot be used.", f"SQLite says: {error}.")
            raise self._trouble(*TROUBLES.get(code, plain)) from error

    def _trouble(self, what: str, cure: str) -> LedgerError:
        """An error that names the log's file."""
        return LedgerError(what, where=str(self.path), cure=cure)
