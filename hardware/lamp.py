"""The lamp beside the board, and a buzzer for who likes it: a few patterns that a player learns in one game."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator
from typing import Protocol

from hardware.pins import Pins, claim, let_go, touch

BEAT = 0.1
"""Seconds that one sign of a pattern lasts."""


class Light(enum.Enum):
    """What the lamp says. Drawn as values: # is on, . is off, for a beat each; what follows | is repeated."""

    READY = "|#"
    LOOKING = "|.#"  # dark first: a lamp that was steady answers the finger at once
    RULED = "..##..##..|#"
    FALLEN = "..#.#.#...|######......"
    QUESTION = "|######......"
    FAULT = "|#.#......."
    GOODBYE = "#....|."
    DARK = "|."


Colour = tuple[int, int, int]
"""Red, green, blue: each on (1) or off (0)."""

COLOURS: dict[Light, Colour] = {
    Light.READY: (0, 1, 0),
    Light.LOOKING: (1, 1, 1),
    Light.RULED: (0, 1, 0),
    Light.FALLEN: (1, 0, 0),
    Light.QUESTION: (0, 0, 1),
    Light.FAULT: (1, 0, 0),
    Light.GOODBYE: (1, 1, 0),
    Light.DARK: (0, 0, 0),
}
"""The colours of a lamp that has them; the pattern alone says as much, for eyes that do not tell them apart."""

SOUNDS: dict[Light, tuple[float, float, int]] = {
    Light.RULED: (0.06, 0.0, 1),
    Light.FALLEN: (0.06, 0.12, 3),
    Light.QUESTION: (0.06, 0.12, 2),
    Light.FAULT: (0.3, 0.2, 2),
}
"""What the buzzer says: seconds on, seconds off, how often. The other lights are silent."""


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
        """Show this from now on; raises HardwareError if it cannot."""

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

        self._pin = pin
        self._led = claim(lambda: LED(pin, pin_factory=pins), pin, "lamp")
        self._led.source_delay = beat

    def show(self, light: Light) -> None:
        """Show this from now on; the first sign of it at once. Raises HardwareError if the pin does not answer."""
        touch(lambda: self._show(light), self._pin, "lamp")

    def close(self) -> None:
        """Put the lamp out and let go of the pin."""
        self._led.source = None
        let_go(self._led)

    def _show(self, light: Light) -> None:
        self._led.source = None
        self._led.value = next(frames(light))
        self._led.source = frames(light)


class ColourLamp:
    """A light-emitting diode with three colours and a common cathode, on three pins with a resistor each."""

    def __init__(self, pins_of: tuple[int, int, int], pins: Pins, *, beat: float = BEAT) -> None:
        """Take the pins for red, green and blue; raises HardwareError if one cannot be had."""
        from gpiozero import RGBLED  # noqa: PLC0415  # heavy, and a laptop does not need it

        self._pin = pins_of[0]
        self._led = claim(lambda: RGBLED(*pins_of, pwm=False, pin_factory=pins), pins_of[0], "lamp")
        self._led.source_delay = beat

    def show(self, light: Light) -> None:
        """Show this from now on; the first sign of it at once. Raises HardwareError if a pin does not answer."""
        touch(lambda: self._show(light), self._pin, "lamp")

    def _show(self, light: Light) -> None:
        colour, dark = COLOURS[light], COLOURS[Light.DARK]
        self._led.source = None
        # The colour itself is the first sign, also of a pattern that begins dark: a new colour is seen at once.
        self._led.value = colour
        self._led.source = (colour if on else dark for on in frames(light))

    def close(self) -> None:
        """Put the lamp out and let go of the pins."""
        self._led.source = None
        let_go(self._led)


class Buzzer:
    """A small buzzer with its own oscillator, between a pin and ground."""

    def __init__(self, pin: int, pins: Pins) -> None:
        """Take the pin; raises HardwareError if it cannot be had."""
        from gpiozero import Buzzer as Sounder  # noqa: PLC0415  # heavy, and a laptop does not need it

        self._pin = pin
        self._sounder = claim(lambda: Sounder(pin, pin_factory=pins), pin, "buzzer")

    def show(self, light: Light) -> None:
        """Say it, if it is worth a sound."""
        if light in SOUNDS:
            on, off, times = SOUNDS[light]
            # Silent first: what is wrong with the pin shows here, not in the thread that beeps.
            touch(self._sounder.off, self._pin, "buzzer")
            touch(lambda: self._sounder.beep(on, off, times, background=True), self._pin, "buzzer")

    def close(self) -> None:
        """Be silent and let go of the pin."""
        let_go(self._sounder)


class Together:
    """Lamp and buzzer as one."""

    def __init__(self, *parts: Lamp) -> None:
        """All of these say the same."""
        self._parts = parts

    def show(self, light: Light) -> None:
        """Have all of them say it."""
        for part in self._parts:
            part.show(light)

    def close(self) -> None:
        """Let go of all of them."""
        for part in self._parts:
            part.close()
