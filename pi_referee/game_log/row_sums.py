"""A checksum beside every event: a bit that turned over on the disk is noticed, and never read as another game.

The sums stand in a table of their own, so that a log is as it always was for an older pi-referee; what that one wrote
gets its sums when this one opens the log again.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence

from pi_referee.files.shared_database import transaction

MAKE = "CREATE TABLE IF NOT EXISTS event_sum (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL)"
"""The table of the sums, of events by their ids."""

_ADD = "INSERT INTO event_sum (id, sum) VALUES (?, ?)"
_UNSUMMED = """SELECT id, game, at, kind, body, picture FROM event
               WHERE id > (SELECT coalesce(max(id), 0) FROM event_sum) ORDER BY id"""

Row = Sequence[object]
"""An event as it stands in the log: id, game, at, kind, body, picture."""


def row_sum(row: Row) -> int:
    """The CRC-32 of an event's row.

    >>> row_sum((1, 1, "2026-11-20", "passed", "{}", "")) == row_sum((1, 2, "2026-11-20", "passed", "{}", ""))
    False
    """
    return zlib.crc32("\x1f".join(map(str, row)).encode("utf-8", "surrogateescape"))


def keep_sums(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Write the sums of events within the transaction that writes these; raises sqlite3.Error."""
    connection.executemany(_ADD, [(row[0], row_sum(row)) for row in rows])


def has_sums(connection: sqlite3.Connection) -> bool:
    """Whether the log has a table of sums; one of an older pi-referee has none."""
    found = connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'event_sum'").fetchone()
    return bool(found[0])


def catch_up(connection: sqlite3.Connection) -> None:
    """Sum up what an older pi-referee wrote; raises sqlite3.Error, and then nothing was done.

    Two programs may try at once: the second finds the work done.
    """
    if has_sums(connection) and connection.execute(_UNSUMMED).fetchone() is None:
        return
    with transaction(connection):
        connection.execute(MAKE)
        while rows := connection.execute(f"{_UNSUMMED} LIMIT 1000").fetchall():
            keep_sums(connection, rows)


def unsound(connection: sqlite3.Connection, rows: Sequence[Row]) -> frozenset[object]:
    """The ids of those rows, in order of id, that are not as they were written.

    One without a sum is sound only behind all that have one: an older pi-referee wrote it just now.
    """
    if not rows or not has_sums(connection):
        return frozenset()
    newest = _newest_sum(connection)
    found = connection.execute("SELECT id, sum FROM event_sum WHERE id BETWEEN ? AND ?", (rows[0][0], rows[-1][0]))
    sums = dict(found.fetchall())
    summed = (row for row in rows if row[0] in sums or int(str(row[0])) <= newest)
    return frozenset(row[0] for row in summed if sums.get(row[0]) != row_sum(row))


def is_complete(connection: sqlite3.Connection) -> bool:
    """Whether no event is missing: they are numbered from one without a gap, and none has a sum only."""
    summed = _newest_sum(connection) if has_sums(connection) else 0
    count, newest = connection.execute("SELECT count(*), coalesce(max(id), 0) FROM event").fetchone()
    return bool(count == newest >= summed)


def _newest_sum(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM event_sum").fetchone()[0])
