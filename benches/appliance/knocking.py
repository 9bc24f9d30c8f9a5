"""Strangers at the door while a game is played: they ask to pair, guess the code, and wait for somebody to press.

The real keys, desk, button's wrapper and debouncing; time is passed in, so that hours of guessing take a moment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, cast

from hardware.debounce import RELEASED, Contact, Gesture, Look, Press, debounce
from hardware.lamp import NoLamp
from pi_referee.table_link.socket_server import TableDesk
from pi_referee.watching.page_requests import AskedButton
from web.security.keys import PATIENCE, Keys, NoDoorbell

NOON = "2026-11-20T12:00:00+00:00"
FINGERS = (0.1, 0.2, 0.6, 1.2, 1.8, 2.5)
"""Seconds for which players leave their finger on the button: taps, and holds that pass."""

TICK = 0.01
"""Seconds between two looks at the contact."""


@dataclass
class Seen:
    """What came of it: how many strangers came in, how many presses were made, and how many the game heard of."""

    strangers: int = 0
    admitted: int = 0
    presses: int = 0
    heard: int = 0


@dataclass
class Finger:
    """A button that is pressed in simulated time; its presses come out of the real debouncing."""

    now: float = 0.0
    ready: list[Press] = field(default_factory=list)
    _contact: Contact = RELEASED

    def clock(self) -> float:
        """The time."""
        return self.now

    def stay(self, seconds: float) -> None:
        """Put a finger on the button for so long, and take it off."""
        for pressed, lasts in ((True, seconds), (False, 0.5)):
            for _ in range(round(lasts / TICK)):
                self.now += TICK
                self._contact, press = debounce(self._contact, Look(self.now, pressed))
                self.ready += [press] if press else []

    def wait(self, seconds: float) -> Press | None:
        """The next press."""
        return self.ready.pop(0) if seconds >= 0 and self.ready else None

    def close(self) -> None:
        """Nothing to let go of."""


class Desk(TableDesk):
    """The table's desk, asked without a socket."""

    def ring(self, seconds: float) -> bool:
        """Let the lamp blink."""
        return self._ring(seconds)

    def has_lamp(self) -> bool:
        """There is none."""
        return False

    def answered(self) -> bool:
        """Whether somebody has let the browser in."""
        return self._is_pressed and self._clock() <= self._ringing_until


def strangers(folder: Path, count: int, seed: int) -> Seen:
    """So many strangers ask one after another, while players end their turns and pass at moments by chance."""
    chance, finger, seen = Random(seed), Finger(), Seen()
    desk = Desk(folder / "table.sock", has_button=True, clock=finger.clock)
    button = AskedButton(finger, cast("Any", None), NoLamp(), desk)
    keys = Keys(folder / "paired.json", finger.clock, desk, lambda: NOON)
    while seen.strangers < count:
        browser = f"stranger-{seen.strangers}"
        if keys.ask(browser, where=f"10.0.0.{seen.strangers % 250}") is None:
            finger.now += 1.0
            continue
        seen.strangers += 1
        for _ in range(chance.randint(1, 4)):
            finger.now += chance.uniform(0.0, 12.0)
            finger.stay(chance.choice(FINGERS))
            seen.presses += 1
            seen.heard += sum(press.gesture is not Gesture.DOWN for press in _heard(button))
            seen.admitted += bool(keys.admit(browser, "", at=NOON))
        finger.now += PATIENCE
    return seen


def _heard(button: AskedButton) -> Iterator[Press]:
    """What the game hears of."""
    while (press := button.wait(0.0)) is not None:
        yield press


def guesses(folder: Path, count: int, *, a_minute: float, seed: int) -> tuple[int, int, float]:
    """Guess so often at this pace; how many came in, how many guesses were heard, and the seconds that it took."""
    chance, now = Random(seed), [0.0]
    keys = Keys(folder / "paired.json", lambda: now[0], NoDoorbell(), lambda: NOON)
    admitted = 0
    for number in range(count):
        now[0] += 60.0 / a_minute
        browser = f"guesser-{number // 4}"
        keys.ask(browser, where=f"10.0.{number // 4 // 250 % 250}.{number // 4 % 250}")
        admitted += bool(keys.admit(browser, f"{chance.randrange(1_000_000):06}", at=NOON))
    return admitted, keys.wrong, now[0]


def main() -> int:
    """So many strangers, so many guesses, in this folder."""
    count, tries, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    seen = strangers(folder, count, seed=6)
    lost = seen.presses - seen.heard
    print(f"{seen.strangers} strangers: {seen.admitted} admitted; {seen.presses} presses, {lost} lost")
    admitted, heard, took = guesses(folder, tries, a_minute=24_000, seed=7)
    print(f"{tries} guesses in {took / 60:.0f} minutes: {heard} heard, {admitted} admitted")
    return 0 if (seen.admitted, lost, admitted) == (0, 0, 0) else 1


if __name__ == "__main__":
    sys.exit(main())
