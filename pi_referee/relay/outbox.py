"""How far the log has gone out: a cursor in the log's own file, moved only over what the broker has acknowledged.

The log itself is the outbox: an event is in it, in order and for good, before anybody hears of it. So nothing is lost
however the relay ends; what was on its way goes out again, and its reader knows it by its number.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from pi_referee.errors import LedgerError
from pi_referee.files.shared_database import transaction
from pi_referee.game_log.outbox_table import MAKE


@dataclass(frozen=True, slots=True)
class Cursor:
    """Everything up to the event of this number in the log of this name is with the broker."""

    log: str
    sent: int


class Outbox:
    """The cursor beside a log; each use opens the file anew, so that a log that was exchanged is noticed."""

    def __init__(self, log: Path) -> None:
        """Of the log in this file, which must be there."""
        self._path = log

    def cursor(self) -> Cursor:
        """How far the log has gone out; a log that never did gets its name now. Raises LedgerError."""
        with self._writing() as connection:
            connection.execute(MAKE)
            connection.execute("INSERT OR IGNORE INTO outbox (one, log, sent) VALUES (1, ?, 0)", (uuid4().hex,))
            log, sent = connection.execute("SELECT log, sent FROM outbox").fetchone()
            return Cursor(str(log), int(sent))

    def move(self, cursor: Cursor) -> None:
        """Note that more has gone out; raises LedgerError if it cannot be written, or the log is another one now."""
        with self._writing() as connection:
            written = connection.execute("UPDATE outbox SET sent = ? WHERE log = ?", (cursor.sent, cursor.log))
            if written.rowcount != 1:
                raise LedgerError("The log was exchanged for another.", where=str(self._path), cure="It goes out anew.")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction on the file. One that the plug undoes is harmless: its events go out twice."""
        try:
            with closing(sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=rw", uri=True, timeout=5.0)) as opened:
                opened.isolation_level = None
                opened.execute("PRAGMA synchronous = NORMAL")
                with transaction(opened):
                    yield opened
        except sqlite3.Error as error:
            cure = "See that the disk is not full or read-only; pi-referee doctor says more."
            raise LedgerError(
                f"How far the log went out cannot be noted ({error}).", where=str(self._path), cure=cure
            ) from error
