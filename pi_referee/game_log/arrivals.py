"""How long ago something happened, by a clock that nobody sets: the clock on the wall may jump by hours or years."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

_MOST = 4096
"""So many arrivals are kept; a game has some hundred events."""


@dataclass(frozen=True, slots=True)
class Waited:
    """Seconds since something happened; is_known: whether it was so many, else at least so many.

    What was in the log when the program began happened before that; how long before, nobody can know. The same is so of
    a game that came into the log whole, to be gone on with.
    """

    seconds: float
    is_known: bool


class Arrivals:
    """When each event of the log came to this program's notice."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing has come yet; clock: seconds, from any beginning."""
        self._clock = clock
        self._noted: list[tuple[int, float]] = []

    def note(self, newest: int) -> None:
        """Note that the log reaches to this event now; what the first note names was there before."""
        if not self._noted or newest > self._noted[-1][0]:
            self._noted.append((newest, self._clock()))
            if len(self._noted) > _MOST:
                del self._noted[1 : _MOST // 2]

    def forget(self) -> None:
        """What comes next happened before, as when a program begins: a game of long ago that is taken up whole."""
        self._noted.clear()

    def since(self, event: int) -> Waited:
        """How long ago an event happened; one that was not noticed yet has just happened."""
        noted = self._noted
        place = bisect_left(noted, (event,))
        if place == len(noted):
            return Waited(0.0, is_known=True)
        return Waited(max(self._clock() - noted[place][1], 0.0), is_known=place > 0)
