"""Files that are written whole or not at all, whatever happens to the machine meanwhile, and by one at a time."""

from __future__ import annotations

import errno
import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path


def write_safely(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Put a file in its place only when all of it is on the disk; one that stood there before stays until then.

    mode: who may read and write it, less what this user's mask takes away. Raises OSError if it cannot be written; then
    the old file is as it was, and nothing else is left behind.
    """
    draft = _draft_of(path)
    try:
        with open(draft, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            settle(file.fileno())
        draft.replace(path)
        settle_folder(path.parent)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else, here or in another program, is in a folder meanwhile; where there are no locks each does without.

    Whoever reads a file and writes another in its place does both in it, or undoes what was written between.
    """
    held = None
    with suppress(OSError):
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(held, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if held is not None:
            os.close(held)


def try_to_write(path: Path) -> None:
    """Raise the OSError that write_safely would raise, before long work is done for the file; nothing is left there."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.is_file() or not path.exists():  # what else there is, as a pipe, is written to as it is
        draft = _draft_of(path)
        draft.touch()
        draft.unlink()


def _draft_of(path: Path) -> Path:
    """Where a file is written before it takes its place: each of those who write it at once has a draft of its own."""
    return path.with_name(f".{path.name}.{os.getpid()}.{threading.get_native_id()}")


def modified(path: Path) -> float:
    """When a file in a list was written, in seconds since 1970; later than all for one that is gone by now."""
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:
        return inf


def settle(descriptor: int) -> None:
    """Return when a file's content is on the disk; raises OSError if the disk refuses."""
    os.fsync(descriptor)


def settle_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk; raises OSError if the disk refuses."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        settle(descriptor)
    finally:
        os.close(descriptor)


def settle_path(path: Path) -> None:
    """Return when the disk has a file; raises OSError if the disk refuses."""
    with path.open("rb") as file:
        settle(file.fileno())
