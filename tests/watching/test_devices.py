"""Camera, button, lamp and buzzer by their names on the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from hardware.camera_monitor import Keeper
from hardware.keyboard import EnterKey
from hardware.lamp import NoLamp
from pi_referee.errors import CameraError, WrongNameError
from pi_referee.watching.devices import NoButton, find_button, find_buzzer, find_camera, find_lamp


def test_real_cameras_are_looked_after() -> None:
    """A webcam and the Pi's camera are opened by a keeper, when they are first needed."""
    assert {type(find_camera(name)) for name in ("pi", "pi:1.9,1.6", "webcam", "webcam:1")} == {Keeper}


def test_a_camera_that_is_switched_off_says_so() -> None:
    """In safe mode nobody looks; whoever presses is told to enter the play on the page."""
    with pytest.raises(CameraError, match="switched off.*on the page"):
        find_camera("none").capture()


def test_without_pins_there_is_the_keyboard_or_nothing() -> None:
    """A laptop has the Enter key, a lamp-less table no lamp, and in safe mode nobody presses."""
    assert isinstance(find_button("keyboard"), EnterKey)
    assert find_button("none").wait(0.0) is None
    assert isinstance(find_button("none"), NoButton)
    assert isinstance(find_lamp("none"), NoLamp)
    assert isinstance(find_buzzer("none"), NoLamp)


@pytest.mark.parametrize(
    ("find", "name", "known"),
    [
        (find_camera, "telescope", "webcam"),
        (find_camera, "webcam:x", "webcam:1"),
        (find_camera, "pi:1.9", "pi:1.9,1.6"),
        (find_camera, "pi:0,99", "pi:1.9,1.6"),
        (find_button, "gpio:1,2,3", "gpio:17,22"),
        (find_button, "doorbell", "keyboard"),
        (find_lamp, "rgb:1,2", "rgb:27,24,25"),
        (find_lamp, "candle", "rgb"),
        (find_buzzer, "gpio:x", "gpio:5"),
        (find_buzzer, "horn", "none"),
    ],
)
def test_a_name_that_means_nothing_is_answered_with_those_that_do(
    find: Callable[[str], object], name: str, known: str
) -> None:
    """Whoever misspells a part is told how the parts are called."""
    with pytest.raises(WrongNameError, match=known):
        find(name)


def test_all_parts_can_be_wired_at_once() -> None:
    """Two buttons, a lamp with colours and a buzzer stand on different pins of docs/wiring.md."""
    program = (
        "from pi_referee.watching.devices import *\n"
        "for part in (find_button('gpio:17,22'), find_lamp('rgb'), find_buzzer('gpio')): print(type(part).__name__)"
    )
    mocked = {**os.environ, "GPIOZERO_PIN_FACTORY": "mock"}
    told = subprocess.run([sys.executable, "-c", program], env=mocked, capture_output=True, text=True, check=True)

    assert told.stdout.split() == ["TurnButton", "ColourLamp", "Buzzer"]
