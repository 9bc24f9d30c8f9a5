"""Several programs open one file at the same moment, also one that is only being made: the watcher and the page do."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier, Timer
from typing import Any, Protocol, Self

import pytest

from pi_referee.errors import LedgerError, OutrunError
from pi_referee.files.paths import Home
from pi_referee.files.shared_database import form_of, write_ahead
from pi_referee.game_log.backups.log_backup import back_up
from pi_referee.game_log.backups.log_restore import restore
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.game_log.schema import Schema, shipped
from pi_referee.hall.hall_store import HallStore
from pi_referee.lexicon.lists.word_decisions import House
from pi_referee.rules.course.happenings import GameBegan, Passed

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan(game="alfapet-sv", players=("Åsa", "Björn"), rack=7)

STATEMENTS = 40
"""More than a new log takes to be opened."""

ROUNDS = 40
"""How often all open a new file at once: of three programs, one in a hundred was told it was not theirs."""


class Interleaved(sqlite3.Connection):
    """A connection before whose n-th statement another program does something."""

    def between(self, number: int, other: Callable[[], None]) -> Self:
        """Say before which statement what is done."""
        self._left, self._other = number, other
        return self

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401  # as sqlite3 has it
        """The statement itself, and before it the other program where it is its turn."""
        self._left -= 1
        if self._left == -1:
            self._other()
        return super().execute(sql, *values)


def interleaved(path: Path, number: int, other: Callable[[], None]) -> Interleaved:
    """Such a connection to a file."""
    opened = sqlite3.connect(path, factory=Interleaved, isolation_level=None, timeout=60)
    return opened.between(number, other)


def at_once(path: Path) -> sqlite3.Connection:
    """A connection to a file by a program that waits for nobody."""
    return sqlite3.connect(path, isolation_level=None, timeout=0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file of a test lies."""
    return tmp_path / "games.sqlite"


@pytest.mark.parametrize("number", range(STATEMENTS))
def test_a_log_is_made_between_any_two_statements_of_another_opening(path: Path, number: int) -> None:
    """Wherever the other program comes in, this one opens the log: it is ours, and nobody else's."""

    def other() -> None:
        with suppress(LedgerError), Ledger(path, connect=at_once):
            pass  # it is refused while this one makes the table

    def connect(at: Path) -> sqlite3.Connection:
        connection = interleaved(at, number, other)
        write_ahead(connection)
        return connection

    with Ledger(path, connect=connect) as ledger:
        assert ledger.newest() == 0


@pytest.mark.parametrize("number", range(10))
def test_a_backup_is_put_back_between_any_two_statements_of_an_opening(path: Path, number: int) -> None:
    """The log that is opened is the one that lies there then: what is written into it is found there again."""
    home = Home(path.parent).prepare()
    with Ledger(path) as ledger:
        ledger.append(BEGAN, at=NOON, after=0)
    back_up(home, path.with_name("games.zip"))
    with Ledger(path) as ledger:
        ledger.append(BEGAN, at=NOON, after=1)

    def other() -> None:
        with suppress(LedgerError):  # it is refused while this one has the log open
            restore(path.with_name("games.zip"), home, stamp="now")

    others = [other]

    def connect(at: Path) -> sqlite3.Connection:
        connection = interleaved(at, number, others.pop() if others else lambda: None)
        write_ahead(connection)
        return connection

    with Ledger(path, connect=connect) as ledger:
        event = ledger.append(Passed(), at=NOON, after=ledger.newest())
    with Ledger(path) as again:
        assert again.since(event.id - 1) == [event]


@pytest.mark.parametrize("number", range(STATEMENTS))
def test_another_brings_the_log_up_to_date_between_any_two_statements(path: Path, number: int) -> None:
    """Whoever does it keeps the log as it was, under the number of its form, and nothing under another's."""
    with Ledger(path) as ledger:
        ledger.append(BEGAN, at=NOON, after=0)
    later = Schema((*shipped().steps, "CREATE TABLE note (text TEXT);\n"))

    def other() -> None:
        with suppress(LedgerError), Ledger(path, connect=at_once, schema=later):
            pass  # it is refused while this one does it

    def connect(at: Path) -> sqlite3.Connection:
        connection = interleaved(at, number, other)
        write_ahead(connection)
        return connection

    Ledger(path, connect=connect, schema=later).close()
    kept = sorted(path.parent.glob("*.version-*"))

    assert [one.name for one in kept] == ["games.sqlite.version-1"]
    with Ledger(kept[0]) as older:
        assert older.newest() == 1


def test_a_game_that_hangs_on_nothing_is_written_whoever_writes(path: Path) -> None:
    """An imported game comes behind whatever another program has just written; one that was decided is not."""
    game = [Event(1, 1, NOON, BEGAN), Event(2, 1, NOON, Passed())]
    with Ledger(path) as importing, Ledger(path) as page:
        page.append(BEGAN, at=NOON, after=importing.newest())

        assert importing.append_game(game) == 2
        assert [event.game for event in page.since(0)] == [1, 2, 2]
        with pytest.raises(OutrunError):
            page.append_game(game, after=1)


@pytest.mark.parametrize("number", range(5))
def test_the_form_is_that_of_one_moment(path: Path, number: int) -> None:
    """Either of before another program made its table, or of afterwards, and never half of each."""
    with closing(sqlite3.connect(path, isolation_level=None)) as maker:
        write_ahead(maker)

        def other() -> None:
            maker.executescript(
                "BEGIN; CREATE TABLE a (b); PRAGMA application_id = 7; PRAGMA user_version = 3; COMMIT;"
            )

        with closing(interleaved(path, number, other)) as connection:
            form = form_of(connection)

    assert (form.version, form.owner, form.tables) in {(0, 0, 0), (3, 7, 1)}


def test_a_card_that_cannot_be_read_is_told_as_that(path: Path) -> None:
    """SQLite ends what was begun where the disk fails: that there is nothing more to end is not what went wrong."""

    def fail() -> None:
        connection.rollback()
        raise sqlite3.OperationalError("disk I/O error")

    with closing(interleaved(path, 3, fail)) as connection, pytest.raises(sqlite3.OperationalError, match="disk I/O"):
        form_of(connection)


def test_whoever_writes_just_now_is_waited_for(path: Path) -> None:
    """SQLite refuses to write ahead at once while another writes the file; here it is asked again."""
    with (
        closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other,
        closing(sqlite3.connect(path, isolation_level=None, timeout=60)) as connection,
    ):
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE a (b)")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            connection.execute("PRAGMA journal_mode = WAL")
        done = Timer(0.1, lambda: other.execute("COMMIT"))
        done.start()
        write_ahead(connection)
        done.join()

        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_what_is_wrong_besides_is_told(path: Path) -> None:
    """A file that is no database is not asked again and again."""
    path.write_text("Dear diary, " * 100)

    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.DatabaseError, match="not a database"):
        write_ahead(connection)


class Closable(Protocol):
    """What is opened here, and let go of."""

    def close(self) -> None:
        """Let go of it."""


@pytest.mark.parametrize("opened", [Ledger, HallStore, lambda path: House(path, "sv")], ids=["log", "hall", "house"])
def test_a_new_file_is_opened_by_all_at_once(tmp_path: Path, opened: Callable[[Path], Closable]) -> None:
    """Nobody is told that it is not theirs, or that somebody holds it."""
    with ThreadPoolExecutor(3) as pool:
        for number in range(ROUNDS):
            place = (Barrier(3), tmp_path / f"{number}.sqlite")
            for one in pool.map(lambda at: _together(opened, *at), [place] * 3):
                one.close()


def _together(opened: Callable[[Path], Closable], wait: Barrier, path: Path) -> Closable:
    """The file, opened when all are ready to."""
    wait.wait()
    return opened(path)


def test_a_reader_is_waited_for_no_longer_than_anybody(path: Path) -> None:
    """Who reads a log that does not write ahead yet keeps it so: after its patience an opening says who holds it."""
    with closing(at_once(path)) as reader, closing(sqlite3.connect(path, timeout=0.25)) as opening:
        reader.execute("CREATE TABLE note (text TEXT)")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM note").fetchall()
        began = time.monotonic()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            write_ahead(opening)

    assert time.monotonic() - began < 2.5
