"""The form of the log's file: how a new one is made, and how an older one is brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from uuid import uuid4

from pi_referee.files.shared_database import transaction


@dataclass(frozen=True, slots=True)
class Schema:
    """The log's form: steps[n] is the SQL that takes a file from version n to version n + 1, 0 being an empty one."""

    steps: tuple[str, ...]

    @property
    def version(self) -> int:
        """The version that this program writes; kept in the file's user_version."""
        return len(self.steps)

    def upgrade(self, connection: sqlite3.Connection) -> None:
        """Take the steps a file still lacks, all of them or none; raises sqlite3.Error if it cannot be done.

        Two programs may try at once after an upgrade: the second finds the work done.
        """
        with transaction(connection):
            for number, step in enumerate(self.steps[version_of(connection) :], version_of(connection) + 1):
                for statement in statements(step):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")


def shipped() -> Schema:
    """The form this version of pi-referee keeps its log in. A later form adds a file, schema-2.sql, and its step."""
    return Schema((resources.files(__package__).joinpath("schema.sql").read_text(encoding="utf-8"),))


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the file that is open; 0 if it is empty."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def keep_old(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy a log of this version beside itself before it is brought up to date, so that the older pi-referee has it.

    The copy's name tells the version: games.sqlite.version-1. Raises sqlite3.Error if there is no room.
    """
    copy = path.with_name(f"{path.name}.version-{version}")
    if not copy.exists():
        draft = copy.with_name(f".{copy.name}.{uuid4().hex}")  # another program may be doing the same just now
        connection.execute("VACUUM INTO ?", (str(draft),))
        with closing(sqlite3.connect(draft)) as copied:
            is_old = version_of(copied) == version
        if is_old:
            draft.replace(copy)
        else:  # the other was faster, and kept the log before it brought it up to date
            draft.unlink()
    return copy


def statements(script: str) -> Iterator[str]:
    r"""The statements of a script, one by one, triggers whole.

    >>> list(statements("SELECT 1;\nSELECT 2;\n"))
    ['SELECT 1;\n', 'SELECT 2;\n']
    """
    piece = ""
    for line in script.splitlines(keepends=True):
        piece += line
        if sqlite3.complete_statement(piece):
            yield piece
            piece = ""


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether every page and row of the file is sound; an index that is not is made anew from its rows.

    Raises sqlite3.Error if it cannot be read at all.
    """
    if not _passes(connection, "quick_check"):
        return False
    if _passes(connection, "integrity_check"):
        return True
    connection.execute("REINDEX")
    return _passes(connection, "integrity_check")


def _passes(connection: sqlite3.Connection, check: str) -> bool:
    return bool(connection.execute(f"PRAGMA {check}(1)").fetchone()[0] == "ok")
