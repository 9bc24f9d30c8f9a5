"""The button, on gpiozero's real mock pins."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.button import TurnButton
from hardware.debounce import Gesture, Press
from hardware.keyboard import EnterKey
from pi_referee.errors import HardwareError

PIN = 17


class TickingClock:
    """A clock that goes ten milliseconds on whenever somebody looks at it."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.now = 0.0

    def __call__(self) -> float:
        """The time in seconds."""
        self.now = round(self.now + 0.01, 2)
        return self.now


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Pins of no real machine, which a test may move."""
    factory = MockFactory()
    yield factory
    factory.close()


@pytest.fixture
def clock() -> TickingClock:
    """A clock that a test need not wait for."""
    return TickingClock()


@pytest.fixture
def button(pins: MockFactory, clock: TickingClock) -> Iterator[TurnButton]:
    """A button on a mock pin."""
    made = TurnButton(PIN, pins, clock=clock, poll=0.0)
    yield made
    made.close()


def test_a_finger_on_the_button_is_a_press(button: TurnButton, pins: MockFactory) -> None:
    """A finger is noticed as soon as it is down, for the light; when it is off again, it has tapped."""
    pins.pin(PIN).drive_low()
    down = button.wait(1.0)
    pins.pin(PIN).drive_high()

    assert [down, button.wait(1.0)] == [Press(0.01, Gesture.DOWN), Press(0.01)]


def test_a_second_button_is_told_from_the_first(pins: MockFactory, clock: TickingClock) -> None:
    """Who has wired a second button presses it, and it is known which one it was."""
    button = TurnButton(PIN, pins, second=22, clock=clock, poll=0.0)
    pins.pin(22).drive_low()
    press = button.wait(1.0)
    pins.pin(PIN).drive_low()
    other = button.wait(1.0)
    button.close()

    assert [press and press.is_second, other and other.is_second] == [True, False]


def test_a_second_button_that_cannot_be_had_leaves_the_first_free(pins: MockFactory) -> None:
    """If the second pin is somebody else's, the first one is let go again."""
    taken = TurnButton(22, pins)
    with pytest.raises(HardwareError, match="GPIO22"):
        TurnButton(PIN, pins, second=22)
    taken.close()

    TurnButton(PIN, pins).close()


def test_nobody_presses(button: TurnButton) -> None:
    """Waiting ends after its time when nobody presses."""
    assert button.wait(0.5) is None


def test_a_press_is_kept_until_somebody_waits(button: TurnButton, pins: MockFactory, clock: TickingClock) -> None:
    """A press while the referee was still looking at the last play is not lost; it happened when it happened."""
    pins.pin(PIN).drive_low()
    for _ in range(9):
        clock()
    pins.pin(PIN).drive_high()

    assert [button.wait(1.0), button.wait(1.0)] == [Press(0.01, Gesture.DOWN), Press(0.01)]


def test_a_bouncing_button_is_one_press(button: TurnButton, pins: MockFactory) -> None:
    """The mock pins do not debounce, and real ones do so each in its way; the button does it itself."""
    for _ in range(5):
        pins.pin(PIN).drive_low()
        pins.pin(PIN).drive_high()
    pins.pin(PIN).drive_low()

    assert [button.wait(0.2), button.wait(0.2)] == [Press(0.11, Gesture.DOWN), None]


def test_a_pin_in_use_is_named(button: TurnButton, pins: MockFactory) -> None:
    """A pin that somebody else holds is named in the message."""
    del button

    with pytest.raises(HardwareError, match="GPIO17"):
        TurnButton(PIN, pins)


@pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="this machine may have pins")
@pytest.mark.parametrize("asked", ["no-such-pins", "native", "pigpio", ""])
def test_pins_are_never_replaced_silently(asked: str) -> None:
    """A machine without the pins that were asked for is told so, in words that help."""
    program = "from hardware.pins import find_pins; find_pins()"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **({"GPIOZERO_PIN_FACTORY": asked} if asked else {})},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "HardwareError: There are no pins for button and lamp here" in ended.stderr


def test_the_enter_key_ends_a_turn() -> None:
    """Without pins the Enter key is the button; several keys typed at once are one press."""
    reading, writing = os.pipe()
    os.write(writing, b"yes\n")

    key = EnterKey(reading, clock=lambda: 5.0)

    assert [key.wait(1.0), key.wait(0.0)] == [Press(5.0), None]
    os.close(writing)
    os.close(reading)


def test_a_closed_keyboard_is_said() -> None:
    """If nobody can type, the referee says so rather than wait for ever."""
    reading, writing = os.pipe()
    os.close(writing)

    with pytest.raises(HardwareError, match="terminal"):
        EnterKey(reading).wait(1.0)
    os.close(reading)
