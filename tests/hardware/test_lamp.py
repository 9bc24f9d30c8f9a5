"""The lamp, on gpiozero's real mock pins."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.lamp import LedLamp, Light, NoLamp, frames
from pi_referee.errors import HardwareError

PIN = 27


class WatchedPin(MockPin):  # type: ignore[misc]  # gpiozero has no type hints
    """A mock pin on which a test can wait for the light to go out."""

    went_dark = threading.Event()

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed and not value:
            self.went_dark.set()
        return changed


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Pins of no real machine."""
    factory = MockFactory(pin_class=WatchedPin)
    yield factory
    factory.close()


@pytest.fixture
def lamp(pins: MockFactory) -> Iterator[LedLamp]:
    """A lamp on a mock pin, ten times as quick as for eyes."""
    made = LedLamp(PIN, pins, beat=0.01)
    yield made
    made.close()


def drawn(light: Light) -> str:
    """The first second and a half of what the lamp says."""
    return "".join("#" if on else "." for on in itertools.islice(frames(light), 15))


def test_every_light_is_another_pattern() -> None:
    """A player can tell the patterns apart, within one and a half seconds."""
    assert len({drawn(light) for light in Light}) == len(Light)


def test_all_well_is_a_steady_light() -> None:
    """When a play was ruled the lamp winks twice and is steady again."""
    assert drawn(Light.RULED) == "..##..##..#####"


def test_the_light_answers_at_once(lamp: LedLamp, pins: MockFactory) -> None:
    """The first sign of a pattern is there when show() returns: within a tenth of a second of the press."""
    lamp.show(Light.LOOKING)

    assert pins.pin(PIN).state == 1


def test_a_question_blinks(lamp: LedLamp, pins: MockFactory) -> None:
    """A waiting question makes the lamp go dark and come back."""
    WatchedPin.went_dark.clear()
    lamp.show(Light.QUESTION)

    assert pins.pin(PIN).went_dark.wait(5.0)


def test_no_lamp_takes_everything() -> None:
    """Without a lamp everything goes on; the page says it all."""
    lamp = NoLamp()
    for light in Light:
        lamp.show(light)
    lamp.close()


def test_a_pin_in_use_is_named(lamp: LedLamp, pins: MockFactory) -> None:
    """A pin that somebody else holds is named in the message."""
    del lamp

    with pytest.raises(HardwareError, match="GPIO27"):
        LedLamp(PIN, pins)
