"""The lamp beside the board: a few patterns of light that a player learns in one game."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator
from typing import Protocol

from hardware.pins import Pins, claim

BEAT = 0.1
"""Seconds that one sign of a pattern lasts."""


class Light(enum.Enum):
    """What the lamp says. Drawn as values: # is on, . is off, for a beat each; what follows | is repeated."""

    READY = "|#"
    LOOKING = "|#."
    RULED = "..##..##..|#"
    QUESTION = "|######......"
    FAULT = "|#.#......."
    DARK = "|."


def frames(light: Light) -> Iterator[bool]:
    """On or off for each beat, without end.

    >>> list(itertools.islice(frames(Light.FAULT), 4))
    [True, False, True, False]
    """
    once, again = light.value.split("|")
    return (sign == "#" for sign in itertools.chain(once, itertools.cycle(again)))


class Lamp(Protocol):
    """Something that shows the players how matters stand."""

    def show(self, light: Light) -> None:
        """Show this from now on."""

    def close(self) -> None:
        """Put the lamp out and let go of it."""


class NoLamp:
    """No lamp is there: the page says it all."""

    def show(self, light: Light) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Nothing to let go of."""


class LedLamp:
    """One light-emitting diode with its resistor, between a pin and ground."""

    def __init__(self, pin: int, pins: Pins, *, beat: float = BEAT) -> None:
        """Take the pin (numbered as GPIO27) from the given pins; raises HardwareError if it cannot be had."""
        from gpiozero import LED  # noqa: PLC0415  # heavy, and a laptop does not need it

        self._led = claim(lambda: LED(pin, pin_factory=pins), pin, "lamp")
        self._led.source_delay = beat

    def show(self, light: Light) -> None:
        """Show this from now on; the first sign of it at once."""
        self._led.source = None
        self._led.value = next(frames(light))
        self._led.source = frames(light)

    def close(self) -> None:
        """Put the lamp out and let go of the pin."""
        self._led.source = None
        self._led.close()
