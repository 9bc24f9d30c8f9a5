"""Whether a log that comes from elsewhere is one of ours, whole, and can be played through: game by game.

A log of any length takes the memory of its longest game.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from pi_referee.errors import LedgerError, RefereeError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.row_sums import MAKE
from pi_referee.game_log.schema import shipped, version_of
from pi_referee.rules.course.game import fold

LONGEST_EVENT = 1 << 20
"""Bytes of one event; the longest ever written, a surprise with all its explanations, has 9 kB."""

LONGEST_GAME = 20_000
"""Events of one game; the longest evening measured has 400."""

_PIECE = 10_000
"""Steps of SQLite's machine between two looks at how many there were."""

_LEAST_WORK, _BYTES_A_PIECE = 100, 4096
"""Pieces of work that are always granted, and bytes for which one more is: twenty times what ours needs."""

_COMMENT = re.compile(r"--[^\n]*")
_SPACE = re.compile(r"\s+")
_FORM = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"


@dataclass(frozen=True, slots=True)
class Told:
    """What a log holds."""

    games: int
    events: int


def read_through(log: Path) -> Told:
    """Read every event and play every game of a log.

    Raises LedgerError if it is not a log of ours in each part of its form, is damaged, or holds what makes no sense.
    """
    _look_at_form(log)
    with Ledger(log) as ledger:
        games = ledger.newest_game()
        return Told(games, sum(_played(ledger, number, log) for number in range(1, games + 1)))


def _played(ledger: Ledger, number: int, log: Path) -> int:
    """Play one game; answers how many events it has."""
    events = ledger.since(0, game=number)
    try:
        fold(event.happening for event in events)
    except (RefereeError, ValueError, LookupError, RecursionError) as error:
        raise _foreign(log, f"game {number} in it cannot be played") from error
    return len(events)


def _look_at_form(log: Path) -> None:
    """Refuse a file with anything in its form that is not ours, before any of that is run; see _forms."""
    try:
        with closing(sqlite3.connect(f"{log.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            connection.text_factory = bytes
            _keep_in_bounds(connection, log.stat().st_size)
            if version_of(connection) > shipped().version:
                raise LedgerError("A newer pi-referee wrote this log.", where=str(log), cure="Update pi-referee here.")
            found = _form(connection)
            if found not in _forms(version_of(connection)):
                raise _foreign(log, "it is no log of pi-referee, or another program has changed its form")
            if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != b"ok":
                raise _foreign(log, "it is damaged")
            _look_at_size(connection, log)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _foreign(log, f"SQLite says: {error}") from error


def _keep_in_bounds(connection: sqlite3.Connection, size: int) -> None:
    """Let SQLite do so much work as a file of this many bytes can need, and no more: a crafted one may be endless."""
    pieces = iter(range(_LEAST_WORK + size // _BYTES_A_PIECE))
    connection.set_progress_handler(lambda: next(pieces, None) is None, _PIECE)


def _look_at_size(connection: sqlite3.Connection, log: Path) -> None:
    """Refuse games without end and numbers that nobody counted to."""
    longest, games, newest = connection.execute(
        "SELECT coalesce(max(length(body) + length(at) + length(kind) + length(picture)), 0),"
        " count(DISTINCT game), coalesce(max(game), 0) FROM event"
    ).fetchone()
    many = connection.execute("SELECT count(*) FROM event GROUP BY game ORDER BY 1 DESC LIMIT 1").fetchone() or (0,)
    if longest > LONGEST_EVENT or many[0] > LONGEST_GAME:
        raise _foreign(log, "a game in it is longer than any game")
    if games != newest:
        raise _foreign(log, "its games are not numbered one after another")


def _form(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Every table, index and trigger of a file, without what only people read."""
    rows = (b" ".join(part or b"" for part in row) for row in connection.execute(_FORM))
    return tuple(_SPACE.sub(" ", _COMMENT.sub("", row.decode("utf-8", "replace"))).strip() for row in rows)


def _forms(version: int) -> tuple[tuple[str, ...], ...]:
    """The forms that a log of ours has in a version: without checksums, as it once was, and with them."""
    found = []
    for made in ((), (MAKE,)):
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.text_factory = bytes
            for step in (*shipped().steps[:version], *made):
                connection.executescript(step)
            found.append(_form(connection))
    return tuple(found)


def _foreign(log: Path, why: str) -> LedgerError:
    return LedgerError(f"This log cannot be used ({why}).", where=str(log), cure="Take another backup.")
