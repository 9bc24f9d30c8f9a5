"""Presses as bad switches make them, thousands of them; and how long a real button takes to light the lamp."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from gpiozero.pins.mock import MockFactory

from hardware.button import TurnButton
from hardware.debounce import RELEASED, Gesture, Look, debounce
from hardware.lamp import LedLamp, Light

SWITCHES = Path(__file__).parent / "bounces.txt"
"""Traces of switches, one a line: a name, and for how many milliseconds the contact is down (#) or up (.)."""

BUTTON_PIN, LAMP_PIN = 17, 27


@dataclass(frozen=True, slots=True)
class Tally:
    """How many fingers pressed, and how many presses were missed or counted twice."""

    presses: int
    lost: int
    doubled: int


Trace = tuple[tuple[float, bool], ...]
"""What a contact does while a finger presses and lets go: how long it has each level, in seconds."""


def switches(path: Path = SWITCHES) -> dict[str, Trace]:
    """Traces of switches, by name."""
    lines = (line.partition(":") for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#")
    return {name: tuple(_levels(text.split())) for name, _, text in lines}


def _levels(words: list[str]) -> Iterator[tuple[float, bool]]:
    """Milliseconds with their level: 12# is down for twelve, 3. is up for three."""
    for word in words:
        yield float(word[:-1]) / 1000, word[-1] == "#"


def drawn(chance: Random) -> Trace:
    """A press by chance: rebounds of up to 4 ms, a finger for 60 to 900 ms, rebounds, and a rest."""
    trace: list[tuple[float, bool]] = []
    for level, rest in ((True, chance.uniform(0.06, 0.9)), (False, chance.uniform(0.4, 2.0))):
        for _ in range(chance.randint(0, 8)):
            trace += [(chance.uniform(0.0002, 0.004), level), (chance.uniform(0.0002, 0.004), not level)]
        trace.append((rest, level))
    return tuple(trace)


def bounce(presses: int, seed: int) -> Tally:
    """Press so many times, each third time on a switch of the list, else on one by chance."""
    chance, lost, doubled = Random(seed), 0, 0
    known = list(switches().values())
    for number in range(presses):
        trace = known[number % len(known)] if number % 3 == 0 else drawn(chance)
        counted = taps(trace, chance)
        lost += counted == 0
        doubled += counted > 1
    return Tally(presses, lost, doubled)


def taps(trace: Trace, chance: Random) -> int:
    """How many presses are made of a trace; its level is also read again, every fiftieth of a second."""
    contact, now, taps, polled = RELEASED, chance.uniform(0, 1), 0, 0.0
    for lasting, level in (*trace, (0.5, False)):
        moments = [now]
        while polled < now + lasting:
            polled = max(polled + 0.05, now)
            if now < polled < now + lasting:
                moments.append(polled)
        for at in moments:
            contact, press = debounce(contact, Look(at, pressed=level))
            taps += press is not None and press.gesture is not Gesture.DOWN
        now += lasting
    return taps


def lights(count: int) -> list[float]:
    """Milliseconds from a finger on the pin until the lamp's pin changes, on gpiozero's mock pins in real time."""
    pins, took = MockFactory(), []
    button, lamp = TurnButton(BUTTON_PIN, pins), LedLamp(LAMP_PIN, pins)
    contact = pins.pin(BUTTON_PIN)
    for _ in range(count):
        lamp.show(Light.READY)
        contact.drive_high()
        while button.wait(0.4) is not None:
            pass
        began = time.perf_counter()
        contact.drive_low()
        while (press := button.wait(0.2)) is None or press.gesture is not Gesture.DOWN:
            pass
        lamp.show(Light.LOOKING)
        took.append(1000 * (time.perf_counter() - began))
    button.close()
    lamp.close()
    pins.close()
    return took
