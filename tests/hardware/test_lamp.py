"""The lamp, on gpiozero's real mock pins."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.lamp import COLOURS, SOUNDS, Buzzer, ColourLamp, LedLamp, Light, NoLamp, Together, frames
from pi_referee.errors import HardwareError
from tests.programs import PATIENCE

PIN = 27
COLOUR_PINS = (27, 24, 25)


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


def levels_since(pins: MockFactory, pin: int) -> list[int]:
    """What a pin was when its states were cleared, and all that it became since."""
    return [int(state.state) for state in pins.pin(pin).states]


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
    """The first sign of a pattern is there when show() returns: a steady lamp goes dark as soon as somebody presses."""
    lamp.show(Light.READY)
    pins.pin(PIN).clear_states()
    lamp.show(Light.LOOKING)

    assert levels_since(pins, PIN)[:2] == [1, 0]


@pytest.fixture
def colours(pins: MockFactory) -> Iterator[ColourLamp]:
    """A lamp with three colours on mock pins."""
    made = ColourLamp(COLOUR_PINS, pins, beat=0.01)
    yield made
    made.close()


@pytest.mark.parametrize("light", [light for light in Light if light is not Light.DARK])
def test_a_coloured_lamp_shows_its_colour_at_once(colours: ColourLamp, pins: MockFactory, light: Light) -> None:
    """The first sign of every pattern is its colour: green is well, blue asks, red is a fault."""
    for pin in COLOUR_PINS:
        pins.pin(pin).clear_states()
    colours.show(light)

    first = tuple(levels_since(pins, pin)[:2] for pin in COLOUR_PINS)
    assert first == tuple([0, 1] if is_on else [0] for is_on in COLOURS[light])


def test_the_buzzer_speaks_only_when_something_is_decided(pins: MockFactory) -> None:
    """A ruled turn, a question and a fault can be heard; a steady lamp is silent."""
    buzzer = Buzzer(23, pins)
    buzzer.show(Light.READY)
    silent = pins.pin(23).state
    buzzer.show(Light.FAULT)
    buzzer.close()

    assert (silent, set(SOUNDS)) == (0, {Light.RULED, Light.FALLEN, Light.QUESTION, Light.FAULT})


def test_lamp_and_buzzer_go_together(pins: MockFactory) -> None:
    """What is shown is shown by both, and closing closes both."""
    both = Together(LedLamp(PIN, pins), Buzzer(23, pins))
    both.show(Light.READY)
    lit = pins.pin(PIN).state
    both.close()

    assert lit == 1


def test_a_question_blinks(lamp: LedLamp, pins: MockFactory) -> None:
    """A waiting question makes the lamp go dark and come back."""
    WatchedPin.went_dark.clear()
    lamp.show(Light.QUESTION)

    assert pins.pin(PIN).went_dark.wait(PATIENCE)


def test_no_lamp_takes_everything(lamp: LedLamp, pins: MockFactory) -> None:
    """Without a lamp everything goes on, and no pin is touched; the page says it all."""
    lamp.show(Light.READY)
    none = NoLamp()
    for light in Light:
        none.show(light)
    none.close()

    assert [info.name for info in pins.pins] == [f"GPIO{PIN}"]
    assert pins.pin(PIN).state == 1


def test_a_pin_in_use_is_named(lamp: LedLamp, pins: MockFactory) -> None:
    """A pin that somebody else holds is named in the message."""
    del lamp

    with pytest.raises(HardwareError, match="GPIO27"):
        LedLamp(PIN, pins)
