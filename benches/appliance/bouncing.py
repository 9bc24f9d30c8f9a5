"""Presses as bad switches make them, thousands of them; and how long a real button takes to light the lamp."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

from gpiozero.pins.mock import MockFactory

from hardware.button import TurnButton
from hardware.contact_recording import Change, read
from hardware.debounce import RELEASED, Gesture, Look, debounce
from hardware.lamp import LedLamp, Light

SWITCHES = Path(__file__).parent / "bounces.txt"
"""Traces of switches, one a line: a name, and for how many milliseconds the contact is down (#) or up (.)."""

RECORDED = Path(__file__).parent / "recorded.txt"
"""Fingers that came and went on real switches, as hardware.contact_recording writes them."""

MEASURED = Path(__file__).parent / "measured.txt"
"""Switches of which only the longest bouncing was told: a name, and milliseconds."""

HOPELESS = 0.15
"""Seconds; a contact that bounces for longer is no button any more."""

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


@cache
def recorded() -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """The fingers that came down on real switches, and those that were taken off."""
    told = read(RECORDED.read_text(encoding="utf-8").splitlines())
    return tuple(change for change in told if change.down), tuple(change for change in told if not change.down)


def joined(down: Change, stays: float, up: Change, rest: float = 1.0) -> Trace:
    """A press of its recorded halves: the finger stays so many seconds after its contact has come to rest."""
    return (*_lasting(down, stays), *_lasting(up, rest))


def _lasting(change: Change, rest: float) -> Iterator[tuple[float, bool]]:
    """How long the contact has each level."""
    gaps = [after - before for before, after in pairwise(change.edges)]
    for place, lasting in enumerate([*gaps, rest]):
        yield lasting, change.down == (place % 2 == 0)


def replayed(chance: Random) -> Trace:
    """A press of a recorded touch and a recorded letting go, each by chance; the finger stays for 60 to 900 ms."""
    downs, ups = recorded()
    return joined(chance.choice(downs), chance.uniform(0.06, 0.9), chance.choice(ups))


def measured() -> dict[str, float]:
    """How long each measured switch bounces at most, in seconds."""
    lines = (line.partition(":") for line in MEASURED.read_text(encoding="utf-8").splitlines() if line[0] != "#")
    return {name: float(longest) / 1000 for name, _, longest in lines}


def bouncing_for(longest: float, chance: Random) -> Trace:
    """A press on a switch that bounces for so many seconds, each rebound as long as chance has it."""
    trace: list[tuple[float, bool]] = []
    for level, rest in ((True, chance.uniform(0.06, 0.9)), (False, 1.0)):
        moments = sorted(chance.uniform(0, longest) for _ in range(2 * chance.randint(1, 8)))
        trace += _lasting(Change(level, (0.0, *moments)), rest)
    return tuple(trace)


def bounce(presses: int, seed: int) -> Tally:
    """Press so many times: in turn as it was recorded, on a measured switch, on a drawn one, and by chance."""
    chance = Random(seed)
    known, times = list(switches().values()), [longest for longest in measured().values() if longest <= HOPELESS]
    kinds = (
        lambda: replayed(chance),
        lambda: bouncing_for(chance.choice(times), chance),
        lambda: chance.choice(known),
        lambda: drawn(chance),
    )
    return counted((kinds[number % len(kinds)]() for number in range(presses)), chance)


def bounce_recorded(presses: int, seed: int) -> Tally:
    """Press so many times on recorded switches only."""
    chance = Random(seed)
    return counted((replayed(chance) for _ in range(presses)), chance)


def bounce_on(longest: float, presses: int, seed: int) -> Tally:
    """Press so many times on a switch that bounces for so many seconds."""
    chance = Random(seed)
    return counted((bouncing_for(longest, chance) for _ in range(presses)), chance)


def counted(traces: Iterable[Trace], chance: Random) -> Tally:
    """How many presses are made of as many traces."""
    presses = lost = doubled = 0
    for trace in traces:
        counted = len(taps(trace, chance))
        presses += 1
        lost += counted == 0
        doubled += counted > 1
    return Tally(presses, lost, doubled)


def taps(trace: Trace, chance: Random) -> list[Gesture]:
    """What presses are made of a trace; its level is also read again, every twentieth of a second."""
    contact, now, polled = RELEASED, chance.uniform(0, 1), 0.0
    taps: list[Gesture] = []
    for lasting, level in (*trace, (0.5, False)):
        moments = [now]
        while polled < now + lasting:
            polled = max(polled + 0.05, now)
            if now < polled < now + lasting:
                moments.append(polled)
        for at in moments:
            contact, press = debounce(contact, Look(at, pressed=level))
            if press is not None and press.gesture is not Gesture.DOWN:
                taps.append(press.gesture)
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
