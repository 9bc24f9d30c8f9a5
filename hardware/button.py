"""The button a player presses to end a turn, and a second one for who has wired it."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from hardware.debounce import QUICK, RELEASED, TIMING, Look, Press, Timing, debounce, is_settled
from hardware.pins import Pins, let_go, listen, touch
from pi_referee.errors import HardwareError

Clock = Callable[[], float]
"""Tells the time in seconds; only differences mean anything."""

POLL = 0.05
"""Seconds after which the contact's level is read again, should an edge have been lost."""


class Button(Protocol):
    """Something that says when a turn is over."""

    def wait(self, seconds: float) -> Press | None:
        """Wait for a press, so long at most; None if none came."""

    def close(self) -> None:
        """Let go of the button."""


class TurnButton:
    """A push button between a pin and ground, on the pin's own pull-up, and a second one if it is wired.

    A press while nobody waits is kept.
    """

    def __init__(
        self,
        pin: int,
        pins: Pins,
        *,
        second: int | None = None,
        clock: Clock = time.monotonic,
        poll: float = POLL,
        timings: tuple[Timing, Timing] = (TIMING, QUICK),
    ) -> None:
        """Take the pins (numbered as GPIO17) from the given ones; raises HardwareError if one cannot be had.

        timings: how the button and the second one are judged; on the second, tiles are counted by quick taps.
        """
        self._clock = clock
        self._poll = poll
        self._timings = timings
        self._edges: queue.SimpleQueue[tuple[int, Look]] = queue.SimpleQueue()
        self._contacts = [RELEASED] if second is None else [RELEASED, RELEASED]
        self._pins = [pin] if second is None else [pin, second]
        self._inputs: list[Any] = []
        try:
            for place, number in enumerate(self._pins):
                self._inputs.append(self._input(place, number, pins))
        except HardwareError:
            self.close()
            raise

    def wait(self, seconds: float) -> Press | None:
        """Wait for what a finger does next, so long at most; None if nothing came."""
        end = self._clock() + seconds
        while True:
            for place, look in self._looks():
                self._contacts[place], press = debounce(self._contacts[place], look, self._timings[place])
                if press is not None:
                    return replace(press, is_second=place == 1)
            if self._clock() >= end:
                return None

    def close(self) -> None:
        """Let go of the pins."""
        let_go(*self._inputs)

    def _input(self, place: int, pin: int, pins: Pins) -> Any:  # noqa: ANN401  # gpiozero has no type hints
        """A pin whose edges are noted down as they come."""
        return listen(pin, pins, lambda pressed: self._edges.put((place, Look(self._clock(), pressed))), "button")

    def _looks(self) -> Iterator[tuple[int, Look]]:
        """The next edge, or the level of every contact where none came for a while."""
        is_calm = all(map(is_settled, self._contacts))
        try:
            yield self._edges.get(timeout=self._poll if is_calm else min(self._poll, self._timings[0].stable))
        except queue.Empty:
            for place, taken in enumerate(self._inputs):
                level = touch(partial(getattr, taken, "value"), self._pins[place], "button")
                yield place, Look(self._clock(), pressed=bool(level))
