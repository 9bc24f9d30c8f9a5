"""The button a player presses to end a turn."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Protocol

from hardware.debounce import RELEASED, TIMING, Look, Press, Timing, debounce
from hardware.pins import Pins, claim

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
    """A push button between a pin and ground, on the pin's own pull-up; a press while nobody waits is kept."""

    def __init__(
        self, pin: int, pins: Pins, *, clock: Clock = time.monotonic, poll: float = POLL, timing: Timing = TIMING
    ) -> None:
        """Take the pin (numbered as GPIO17), from the given pins; raises HardwareError if it cannot be had."""
        from gpiozero import DigitalInputDevice  # noqa: PLC0415  # heavy, and a laptop does not need it

        self._clock = clock
        self._poll = poll
        self._timing = timing
        self._contact = RELEASED
        self._edges: queue.SimpleQueue[Look] = queue.SimpleQueue()
        # bounce_time None: raw edges, since each pin factory means something else by it.
        self._input = claim(
            lambda: DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pins), pin, "button"
        )
        self._input.when_activated = lambda: self._edges.put(Look(clock(), pressed=True))
        self._input.when_deactivated = lambda: self._edges.put(Look(clock(), pressed=False))

    def wait(self, seconds: float) -> Press | None:
        """Wait for a press, so long at most; None if none came."""
        end = self._clock() + seconds
        while True:
            look = self._look()
            self._contact, press = debounce(self._contact, look, self._timing)
            if press is not None or look.at >= end:
                return press

    def close(self) -> None:
        """Let go of the pin."""
        self._input.close()

    def _look(self) -> Look:
        """The next edge, or the contact's level where none came for a while."""
        try:
            return self._edges.get(timeout=self._poll)
        except queue.Empty:
            return Look(self._clock(), pressed=bool(self._input.value))
