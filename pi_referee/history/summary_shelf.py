"""Every game in short, kept in a file beside the log: made from it where it is missing, older, or of another log.

Nothing is lost with the file: it may be removed at any time.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from pi_referee import __version__
from pi_referee.errors import DamagedGameError
from pi_referee.game_log.event_store import GameVersion, Ledger
from pi_referee.history.game_summary import Summary, damaged, summary_of

_FORM = 2
"""Another number whenever a summary says more, or games are counted otherwise; another pi-referee makes all anew."""

_MAKE = "CREATE TABLE IF NOT EXISTS summary (game INTEGER PRIMARY KEY, newest INTEGER, sums INTEGER, body BLOB)"
_KEEP = "INSERT OR REPLACE INTO summary (game, newest, sums, body) VALUES (?, ?, ?, ?)"

_Known = tuple[GameVersion, Summary]


class SummaryShelf:
    """The games of a log in short; many threads may ask.

    Where the file cannot be written to, as on a dying card, they are kept in memory only.
    """

    def __init__(self, ledger: Ledger, path: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Over this log, in this file; clock: seconds, from any beginning."""
        self._ledger = ledger
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[int, _Known] | None = None

    def games(self, *, within: float) -> tuple[Mapping[int, Summary], int]:
        """Every game in short by its number, the newest first, and how many are still to be counted.

        within: seconds for counting what is new; one game is counted whatever it takes. Raises LedgerError if the log
        cannot be read.
        """
        with self._lock:
            known = self._read() if self._known is None else self._known
            self._known = known
            versions = self._ledger.versions()
            stale = [
                number for number, version in versions.items() if number not in known or known[number][0] != version
            ]
            left = self._count(known, versions, sorted(stale, reverse=True), within)
            for gone in known.keys() - versions.keys():
                del known[gone]
            return {number: known[number][1] for number in sorted(known, reverse=True)}, left

    def _count(self, known: dict[int, _Known], versions: Mapping[int, GameVersion], stale: list[int], s: float) -> int:
        """Count games anew for so many seconds; how many are left."""
        until, fresh = self._clock() + s, []
        for place, number in enumerate(stale):
            if place and self._clock() > until:
                break
            known[number] = versions[number], self._summary(number)
            fresh.append(number)
        self._keep([(number, *known[number]) for number in fresh])
        return len(stale) - len(fresh)

    def _summary(self, number: int) -> Summary:
        """A game in short, counted from the log."""
        try:
            return summary_of(number, self._ledger.since(0, game=number))
        except DamagedGameError as error:
            return damaged(number, error)

    def _read(self) -> dict[int, _Known]:
        """What the file holds; nothing where it is missing, damaged, or another pi-referee's."""
        with suppress(sqlite3.Error, msgspec.DecodeError, OSError):
            connection = sqlite3.connect(self._path)
            try:
                if connection.execute("PRAGMA user_version").fetchone()[0] == _maker():
                    rows = connection.execute("SELECT game, newest, sums, body FROM summary").fetchall()
                    return {row[0]: ((row[1], row[2]), msgspec.msgpack.decode(row[3], type=Summary)) for row in rows}
            finally:
                connection.close()
        self._forget()
        return {}

    def _forget(self) -> None:
        """Begin a new file."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _keep(self, rows: list[tuple[int, GameVersion, Summary]]) -> None:
        """Write games down; where that cannot be, they are counted again by the next program."""
        if not rows:
            return
        with suppress(sqlite3.Error):
            connection = sqlite3.connect(self._path)
            try:
                connection.execute(_MAKE)
                connection.execute(f"PRAGMA user_version = {_maker()}")
                connection.executemany(_KEEP, [(n, *version, msgspec.msgpack.encode(one)) for n, version, one in rows])
                connection.commit()
            finally:
                connection.close()


def _maker() -> int:
    """By what a file is known to be of this pi-referee."""
    return zlib.crc32(f"{__version__} {_FORM}".encode()) & 0x7FFFFFFF
