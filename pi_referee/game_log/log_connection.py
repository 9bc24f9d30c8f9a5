"""How the log's file is opened, and what is said at the table when it cannot be used."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from pi_referee.files.shared_database import write_ahead
from pi_referee.gettext_mark import say

Connect = Callable[[Path], sqlite3.Connection]

TROUBLES: dict[int, tuple[str, str]] = {
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
"""What is said, and its cure, for what SQLite says in codes."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the log's file so that what is acknowledged survives a pulled plug; makes the file if there is none.

    WAL lets the page read while the table writes; synchronous FULL has every commit on the disk before it is reported.
    """
    connection = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
    try:
        connection.text_factory = lenient
        write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def lenient(text: bytes) -> str:
    """A text of the log, also one that was damaged on the disk: its checksum tells, not an error while reading."""
    return text.decode("utf-8", "surrogateescape")
