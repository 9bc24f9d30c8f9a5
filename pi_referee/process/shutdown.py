"""Word that a program shall end, which may come at any moment."""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue


class Stop:
    """Whether the program was told to end, and a way to wait for that.

    May be told by a signal's handler, again and again and in the midst of a wait. A threading.Event may not: its lock,
    held by the very wait that the handler interrupts, would be waited for for ever. A SimpleQueue has none (see the
    standard library's notes on its reentrancy).
    """

    def __init__(self) -> None:
        """Nobody has told it yet."""
        self._told = False
        self._bell: SimpleQueue[None] = SimpleQueue()

    @property
    def is_told(self) -> bool:
        """Whether somebody pressed Ctrl-C or sent SIGTERM."""
        return self._told

    def tell(self, *_: object) -> None:
        """Have the program end; a signal's handler, whose arguments mean nothing here."""
        self._told = True
        self._bell.put(None)

    def wait(self, seconds: float) -> bool:
        """Do nothing for so long, or until it is told; whether it is."""
        if not self._told:
            with suppress(Empty):
                self._bell.get(timeout=seconds)
        return self._told
