"""Which events of a table's log the hall has, and which it lacks: by their numbers alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from pi_referee.relay.hall_messages import MOST_AT_ONCE

FARTHEST = 20_000
"""So far ahead of the first that is lacking an event is taken; beyond, it is asked for again when its time comes."""


@dataclass(frozen=True, slots=True)
class Received:
    """upto: every event from the first to this one is there. ahead: those that are there beyond a gap."""

    upto: int = 0
    ahead: frozenset[int] = frozenset()

    def takes(self, sequence: int) -> bool:
        """Whether an event is new, and not too far ahead."""
        return self.upto < sequence <= self.upto + FARTHEST and sequence not in self.ahead

    def after(self, sequences: Iterable[int]) -> Received:
        """The same with these, too.

        >>> Received(4).after([7, 6, 9]).after([5])
        Received(upto=7, ahead=frozenset({9}))
        """
        found = {*self.ahead, *(number for number in sequences if number > self.upto)}
        upto = self.upto
        while upto + 1 in found:
            upto += 1
            found.discard(upto)
        return Received(upto, frozenset(found))

    def before(self, sequence: int) -> Received:
        """The same without this one and all behind it.

        >>> Received(4, frozenset({6, 9})).before(9), Received(4, frozenset({6})).before(3)
        (Received(upto=4, ahead=frozenset({6})), Received(upto=2, ahead=frozenset()))
        """
        return Received(min(self.upto, sequence - 1), frozenset(one for one in self.ahead if one < sequence))

    def lacks(self, newest: int) -> tuple[int, int] | None:
        """The first gap before an event, as `after` and `until`, so many at most; None if there is none.

        >>> Received(4, frozenset({7})).lacks(9), Received(9).lacks(9)
        ((4, 6), None)
        """
        if self.upto >= newest:
            return None
        until = min(min(self.ahead, default=newest + 1) - 1, newest, self.upto + MOST_AT_ONCE)
        return self.upto, until


NOTHING = Received()


def of_sequence(sequences: Iterable[int]) -> Received:
    """What these come to, in order from the lowest."""
    numbers = list(sequences)
    upto = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(numbers, range(1, len(numbers) + 1), strict=True))
    )
    return Received(upto, frozenset(numbers[upto:]))
