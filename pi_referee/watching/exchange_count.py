"""Counts the tiles that are to be exchanged, tapped one by one on the second button."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pi_referee.watching.game_follower import Moment

TELLING = 30.0
"""Seconds for which the count of tiles that were tapped on the second button is remembered."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """So many tiles were tapped, the last at a time in seconds; meant: the turn in which the counting began."""

    count: int = 0
    at: float = -math.inf
    meant: Moment | None = None

    def again(self, at: float, meant: Moment | None) -> Tapped:
        """One tile more, or the first one where the last was long ago."""
        return Tapped(self.count + 1, at, self.meant) if self.holds(at) else Tapped(1, at, meant)

    def holds(self, now: float) -> bool:
        """Whether there are tiles that were counted just before."""
        return self.count > 0 and now - self.at < TELLING
