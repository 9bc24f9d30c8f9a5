"""An SQLite file that several programs open, perhaps at the same moment and before it has any form."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """What a file says of itself: version is its user_version, owner its application_id, tables how much is in it."""

    version: int
    owner: int
    tables: int


def form_of(connection: sqlite3.Connection) -> Form:
    """The file's form at one moment: read apart, a file that another program makes just now would seem somebody else's.

    Raises sqlite3.Error if it cannot be read.
    """
    connection.execute("BEGIN")
    try:
        asked = ("PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_schema")
        return Form(*(int(connection.execute(one).fetchone()[0]) for one in asked))
    finally:
        if connection.in_transaction:  # after some errors SQLite has ended it by itself
            connection.execute("COMMIT")


def write_ahead(connection: sqlite3.Connection) -> None:
    """Let one program read while another writes: SQLite's WAL.

    SQLite refuses this at once while another program writes, as one does that begins the same file; then that one is
    waited for. Who only reads keeps it from being done, too: all in all the connection waits no longer than for
    anything else. Raises sqlite3.Error.
    """
    end = time.monotonic() + connection.execute("PRAGMA busy_timeout").fetchone()[0] / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                raise
        else:
            return
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written meanwhile or nothing of it, and nobody else writes; over only when the disk has it.

    Raises sqlite3.Error.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise
