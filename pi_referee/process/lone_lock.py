"""A lock that one program at a time has: where a page is served twice, one of the programs keeps the time."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self


class LoneLock:
    """Whoever has it not may try again whenever it likes; the system lets go of it however a program ends."""

    def __init__(self, path: Path) -> None:
        """Nobody has tried yet; path: the lock's file."""
        self._path = path
        self._held: int | None = None

    def is_mine(self) -> bool:
        """Whether no other program has it; then this one has it from now on.

        Where there is no lock to be had, as where a file of another user's lies in its place, each does without: else
        nobody would keep the time, and to be late would cost nothing.
        """
        if self._held is None:
            try:
                self._held = self._taken()
            except BlockingIOError:
                return False
            except OSError:
                return True
        return True

    def _taken(self) -> int:
        """The lock, open and held; raises OSError where somebody has it, or no file can be written."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def __enter__(self) -> Self:
        """It is let go of in the end, whoever took it."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Let go of it."""
        held, self._held = self._held, None
        if held is not None:
            os.close(held)
