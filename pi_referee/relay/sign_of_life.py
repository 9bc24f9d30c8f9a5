"""Tells systemd that the relay lives, often enough and no more often."""

from __future__ import annotations

import time
from collections.abc import Callable

from pi_referee.process.systemd_notify import Herald


class SignOfLife:
    """Says that the program is ready at the first sign, and alive at those that are due."""

    def __init__(self, herald: Herald, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing was said yet."""
        self._herald, self._clock = herald, clock
        self._next: float | None = None

    def give(self) -> None:
        """The program does its work; called as often as one likes."""
        now = self._clock()
        if self._next is None:
            self._herald.ready()
        elif now < self._next:
            return
        self._herald.alive()
        self._next = now + self._herald.every
