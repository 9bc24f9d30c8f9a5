"""When a table is asked again for what the hall lacks: at once while it answers, ever more slowly while it does not."""

from __future__ import annotations

from dataclasses import dataclass, replace

PATIENCE = 2.0
"""Seconds without anything new before a gap is taken for one: what is on its way needs none to be asked for it."""

_LONGEST = 120.0
"""Seconds between two questions to a table that does not answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a table was asked for last.

    until: the last event of it; 0 if it never was asked. at: when it was, or when anything came last, in seconds of the
    hall's clock. vain: how often in a row it was in vain.
    """

    until: int = 0
    at: float = float("-inf")
    vain: int = 0

    def went_on(self, now: float) -> Asked:
        """Something new has come."""
        return replace(self, at=now, vain=0)

    def is_due(self, upto: int, now: float) -> bool:
        """Whether it is time to ask, where everything up to one event is there."""
        if 0 < self.until <= upto and not self.vain:
            return True  # what was asked for has come: ask for the rest
        if self.at == float("-inf"):
            return True
        return now - self.at > min(PATIENCE * 2.0**self.vain, _LONGEST)

    def again(self, until: int, upto: int, now: float) -> Asked:
        """The table was asked for the events until this one, while everything up to another was there."""
        is_vain = self.until > upto
        return Asked(until, now, self.vain + 1 if is_vain else 0)
