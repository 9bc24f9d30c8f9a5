"""Reading a log on a disk that may not be written to any more: a dying card turns read-only."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

COMPANIONS = ("-wal", "-journal")
"""What SQLite may have beside a log: the last turns stand there until they are put into the log itself."""

_MEMORY = Path("/dev/shm")  # noqa: S108  # memory, where even the folder for passing files lies on the dying card


def is_read_only(path: Path) -> bool:
    """Whether a log is there and can be read, but neither it nor its folder may be written to."""
    return path.is_file() and os.access(path, os.R_OK) and not os.access(path.parent, os.W_OK)


def rescued(path: Path, connect: Callable[[Path], sqlite3.Connection]) -> sqlite3.Connection:
    """A log in memory as it stands on a disk that cannot be written to, its last turns too; it takes nothing more.

    Raises sqlite3.Error or OSError if it cannot be read.
    """
    with tempfile.TemporaryDirectory(dir=_passing()) as folder:
        copy = copied(path, Path(folder))
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        with closing(connect(copy)) as source:
            memory.text_factory = source.text_factory
            source.backup(memory)
    memory.execute("PRAGMA query_only = ON")
    return memory


def copied(path: Path, folder: Path) -> Path:
    """A log with its companions copied into a folder; raises OSError."""
    for end in ("", *COMPANIONS):
        part = path.with_name(path.name + end)
        if part.exists():
            shutil.copyfile(part, folder / part.name)
    return folder / path.name


def _passing() -> Path | None:
    """A folder that can be written to: the usual one for passing files, else one in memory."""
    try:
        return Path(tempfile.gettempdir())
    except FileNotFoundError:
        return _MEMORY
