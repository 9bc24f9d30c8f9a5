"""Which events are on their way to the broker, and up to which one it has them all."""

from __future__ import annotations

from pi_referee.relay.broker_link import WINDOW


class SendWindow:
    """The events on their way. They go in order; what is acknowledged out of order waits for those before it."""

    def __init__(self, reached: int, *, most: int = WINDOW) -> None:
        """Everything up to `reached` is with the broker; so many may be on their way at once."""
        self.reached = reached
        self.last = reached
        self._most = most
        self._waiting: dict[int, int] = {}
        self._acknowledged: set[int] = set()

    @property
    def free(self) -> int:
        """How many more may be sent now."""
        return self._most - len(self._waiting)

    def sent(self, number: int, sequence: int) -> None:
        """An event was sent as the message of this number; one that is sent again moves nothing."""
        self._waiting[number] = sequence
        self.last = max(self.last, sequence)

    def acknowledged(self, number: int) -> None:
        """The broker has a message; one that is no event's means nothing here.

        >>> window = SendWindow(4)
        >>> for number, sequence in ((1, 5), (2, 6), (3, 7)):
        ...     window.sent(number, sequence)
        >>> window.acknowledged(2), window.reached
        (None, 4)
        >>> window.acknowledged(1), window.reached
        (None, 6)
        """
        sequence = self._waiting.pop(number, 0)
        if sequence > self.reached:
            self._acknowledged.add(sequence)
        while self.reached + 1 in self._acknowledged:
            self.reached += 1
            self._acknowledged.discard(self.reached)
