"""One program at a time watches a table: two that write into one log would both count every press."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_referee.errors import RefereeError


@contextmanager
def only_watcher(path: Path, *, since: str) -> Iterator[None]:
    """Be the only one who watches, as long as this lasts; path: the lock's file. since: the time, for whoever comes.

    The system lets go of the lock however the program ends. Raises RefereeError that says who holds it.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        what = f"The games' folder cannot be written to ({error.strerror})."
        raise RefereeError(what, where=str(path.parent), cure="Name another with --home.") from error
    try:
        _take(descriptor, path)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"process {os.getpid()}, since {since}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, path: Path) -> None:
    """Take the lock; raises RefereeError if somebody has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(descriptor, 200, 0).decode(errors="replace").strip()
        raise RefereeError(
            f"Another program watches this table already ({holder or 'it does not say which'}).",
            where=str(path.parent),
            cure="End that one first (as an appliance: sudo systemctl stop pi-referee-watch), or name another --home.",
        ) from error
