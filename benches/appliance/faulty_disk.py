"""A disk that refuses, wherever SQLite touches it: each opening, write, cut, sync and removal in its turn.

A log is kept on it by the product's own Ledger. At the n-th touch the disk is full, or broken, or writes half of what
it was given and then is full; the writer tries again when the disk is well, as who presses again does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import apsw

from benches.appliance.power_cut import BEGAN, NOON
from pi_referee.errors import LedgerError
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import Happening, Passed, Withdrawn

KINDS: dict[str, type[apsw.Error]] = {"full": apsw.FullError, "broken": apsw.IOError, "short": apsw.FullError}
"""What may be wrong with the disk; short: half of a write is done before it is full."""


_TIDIED = 3
"""Commits after which they are put into the log itself."""


class Mood:
    """When the disk refuses: at the touch that is due, once, and how."""

    def __init__(self, due: int, kind: str) -> None:
        """Refuse at the touch of this number, counted from one; 0 for never."""
        self.touches = 0
        self._due = due
        self.kind = kind

    def touch(self) -> bool:
        """The disk is touched; whether it refuses now."""
        self.touches += 1
        return self.touches == self._due

    def refuse(self) -> None:
        """Refuse if it is time to."""
        if self.touch():
            raise KINDS[self.kind]


class MoodyFile(apsw.VFSFile):
    """A file on such a disk."""

    def __init__(self, under: str, filename: Any, flags: list[int], mood: Mood) -> None:  # noqa: ANN401  # apsw's own
        """Open it through the usual file system."""
        super().__init__(under, filename, flags)
        self._mood = mood

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # SQLite's own name
        """Write, or refuse, perhaps in the middle."""
        if self._mood.touch():
            if self._mood.kind == "short":
                super().xWrite(data[: len(data) // 2], offset)
            raise KINDS[self._mood.kind]
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802  # SQLite's own name
        """Cut off, or refuse."""
        self._mood.refuse()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802  # SQLite's own name
        """Sync, or refuse."""
        self._mood.refuse()
        super().xSync(flags)


class MoodySystem(apsw.VFS):
    """A file system of such files."""

    def __init__(self, mood: Mood) -> None:
        """Stand on top of the usual one."""
        self._mood = mood
        super().__init__(name=f"moody-{id(mood)}", base="")

    def xOpen(self, name: Any, flags: list[int]) -> MoodyFile:  # noqa: ANN401, N802  # apsw's own
        """Open a file, or refuse."""
        self._mood.refuse()
        return MoodyFile("", name, flags, self._mood)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802  # apsw's own
        """Remove, or refuse."""
        self._mood.refuse()
        super().xDelete(filename, syncdir)


class Connection:
    """apsw's connection in the words of sqlite3, which the ledger speaks."""

    def __init__(self, path: Path, mood: Mood) -> None:
        """Open the log's file on the moody disk, as the product opens it."""
        self._commits = 0
        with _translated():
            self._real = apsw.Connection(str(path), vfs=f"moody-{id(mood)}")
            try:
                # Without shared memory, which such a file has not.
                for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
                    self._real.execute(f"PRAGMA {setting}")
                self._real.execute("PRAGMA wal_autocheckpoint = 0")
            except apsw.Error:
                self._real.close(True)
                raise

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._real.in_transaction

    def execute(self, statement: str, *values: Any) -> apsw.Cursor:  # noqa: ANN401  # as sqlite3 has it
        """Run a statement."""
        with _translated():
            done = self._real.execute(statement, *values)
        if statement == "COMMIT":
            self._tidy_up()
        return done

    def _tidy_up(self) -> None:
        """Put what was committed into the log itself now and then; SQLite says nothing if that fails, apsw would."""
        self._commits += 1
        if self._commits % _TIDIED == 0:
            with suppress(apsw.Error):
                self._real.wal_checkpoint()

    def executemany(self, statement: str, rows: Any) -> apsw.Cursor:  # noqa: ANN401  # as sqlite3 has it
        """Run a statement for each row."""
        with _translated():
            return self._real.executemany(statement, rows)

    def close(self) -> None:
        """Close the file, whatever the disk says; sqlite3 says nothing then either."""
        with suppress(apsw.Error):
            self._real.close(True)


@contextmanager
def _translated() -> Iterator[None]:
    """Raise what sqlite3 would raise."""
    try:
        yield
    except apsw.Error as error:
        told = sqlite3.OperationalError(str(error))
        told.sqlite_errorcode = getattr(error, "result", 0)
        raise told from error


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a log whose disk refused once: how often its writer was told, and what is wrong with the log."""

    told: int
    lost: int
    doubled: int
    halves: int


def keep(folder: Path, turns: int, *, due: int, kind: str) -> tuple[Outcome, int]:
    """Keep a log of so many turns on a disk that refuses at one touch; also, how often the disk was touched."""
    mood = Mood(due, kind)
    system = MoodySystem(mood)
    try:
        told, promised = _write(folder / "games.sqlite", turns, mood)
    finally:
        system.unregister()
    with Ledger(folder / "games.sqlite") as ledger:
        found = list(ledger.since(0))
    numbers = [event.id for event in found]
    pairs = sum(isinstance(event.happening, Withdrawn) for event in found)
    lost = len(set(range(1, promised + 1)) - set(numbers))
    return Outcome(told, lost, len(numbers) - promised if lost == 0 else 0, abs(pairs - promised // 3)), mood.touches


def _write(path: Path, turns: int, mood: Mood) -> tuple[int, int]:
    """Write turns of one and two events, each anew until it is promised; how often it was refused, and the newest."""
    told, ledger, newest = 0, None, 0
    for turn in range(turns):
        happenings: list[Happening] = [BEGAN] if turn == 0 else [Withdrawn(), Passed()] if turn % 2 else [Passed()]
        for _ in range(5):
            try:
                ledger = ledger or Ledger(path, connect=lambda path: cast("sqlite3.Connection", Connection(path, mood)))
                newest = ledger.newest()
                newest = ledger.append_all(happenings, at=NOON, after=newest, picture="x" * 700)[-1].id
            except LedgerError:
                told += 1
            else:
                break
    if ledger is not None:
        ledger.close()
    return told, newest


def everywhere(folder: Path, turns: int, kind: str) -> Iterator[Outcome]:
    """Refuse at each touch in its turn."""
    (folder / "well").mkdir(parents=True)
    _, touches = keep(folder / "well", turns, due=0, kind=kind)
    for due in range(1, touches + 1):
        place = folder / f"{kind}-{due}"
        place.mkdir()
        yield keep(place, turns, due=due, kind=kind)[0]
