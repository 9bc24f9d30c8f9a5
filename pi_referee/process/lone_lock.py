"""A lock that one program at a time has: where a page is served twice, one of the programs keeps the time."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
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
        """Whether this program has it, or gets it now; not where no file can be written either."""
        with suppress(OSError):
            self._held = self._taken() if self._held is None else self._held
        return self._held is not None

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
