"""Camera, button and lamp, by the names people give them on the command line."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hardware.button import Button, TurnButton
from hardware.camera import Camera, Picture
from hardware.camera_monitor import Keeper, ThreadHand
from hardware.debounce import Press
from hardware.keyboard import EnterKey
from hardware.lamp import Buzzer, ColourLamp, Lamp, LedLamp, NoLamp
from hardware.picture_folder import FolderCamera
from hardware.pins import find_pins
from hardware.recovery_ladder import NO_RESTARTS, UNTRIED, Pace, Standing
from hardware.sound.speaker import Silent, Speaker
from pi_referee.errors import CameraError, WrongNameError
from pi_referee.gettext_mark import say

CAMERA_OFF = say("The camera is switched off.")
CAMERA_OFF_CURE = say("Enter the plays on the page.")
"""What whoever presses is told where nobody looks at the table."""

BUTTON_PIN, SECOND_PIN, LAMP_PIN, BUZZER_PIN = 17, 22, 27, 23
COLOUR_PINS = (27, 24, 25)
"""The pins of docs/wiring.md, numbered as GPIO17; those of a lamp with colours are red, green and blue."""

_MAKE_CAMERA = (
    "pi, pi:1.9,1.6 (with fixed gains of red and blue), webcam, webcam:1 (the second one), folder:PATH, simulated or "
    "none (plays are entered on the page)"
)
_MAKE_BUTTON = f"gpio, gpio:5 (another pin than {BUTTON_PIN}), gpio:17,22 (with a second button), keyboard or none"
_MAKE_LAMP = f"none, gpio, gpio:6 (another pin than {LAMP_PIN}), rgb or rgb:27,24,25 (red, green, blue)"
_MAKE_BUZZER = f"none, gpio or gpio:5 (another pin than {BUZZER_PIN})"


@dataclass(frozen=True, slots=True)
class Equipment:
    """What stands on the table."""

    camera: Camera
    button: Button
    lamp: Lamp
    speaker: Speaker = field(default_factory=Silent)

    def close(self) -> None:
        """Let go of all of it."""
        self.camera.close()
        self.button.close()
        self.lamp.close()
        self.speaker.close()


class NoCamera:
    """Nobody looks at the table; the plays are entered on the page."""

    def capture(self) -> Picture:
        """There is nothing to see; raises CameraError, always."""
        raise CameraError(CAMERA_OFF, cure=CAMERA_OFF_CURE)

    def close(self) -> None:
        """Nothing is held."""


class NoButton:
    """Nobody presses; the turns are ended on the page."""

    def __init__(self) -> None:
        """Wait for nothing."""
        self._nothing = threading.Event()

    def wait(self, seconds: float) -> Press | None:
        """Wait for so long; nothing comes."""
        self._nothing.wait(seconds)
        return None

    def close(self) -> None:
        """Nothing is held."""


def is_live(camera: Camera) -> bool:
    """Whether a camera shows the table as it is now, however often it is asked; a folder's pictures are a turn each."""
    return not isinstance(camera, FolderCamera)


def glance(camera: Camera, *, at_once: bool = False) -> Picture:
    """What a camera sees, for who ends no turn: a folder's picture is still there for the turn it is of.

    at_once: by one look of a slow camera, for who only watches. Raises CameraError, PictureError.
    """
    if isinstance(camera, FolderCamera) or (at_once and isinstance(camera, Keeper)):
        return camera.glance()
    return camera.capture()


def find_camera(name: str, *, pace: Pace = NO_RESTARTS, before: Standing = UNTRIED) -> Camera:
    """The camera people mean: pi, pi:1.9,1.6, webcam, webcam:1, folder:PATH or none; opened when it first looks.

    pace, before: how a real camera is looked after, and how it stood before a restart. Raises WrongNameError for a
    name that means nothing, PictureError for a folder without pictures.
    """
    kind, _, which = name.partition(":")
    if kind == "folder" and which:
        return FolderCamera(Path(which))
    if kind == "webcam" and (which.isdecimal() or not which):
        opened = _webcam(int(which or "0"))
        return Keeper(lambda: ThreadHand(opened), pace=pace, standing=before)
    gains = _gains(which)
    if kind == "pi" and (gains is not None or not which):
        return Keeper(lambda: ThreadHand(lambda: _pi_camera(gains)), pace=pace, standing=before)
    if name == "none":
        return NoCamera()
    raise WrongNameError(f"{name!r} is not a camera.", cure=f"Name one of {_MAKE_CAMERA}.")


def find_button(name: str) -> Button:
    """The button people mean: gpio, gpio:5, gpio:17,22, keyboard or none.

    Raises WrongNameError for any other name, HardwareError if it cannot be had.
    """
    kind, _, which = name.partition(":")
    pins = _pins(which)
    if name in {"keyboard", "none"}:
        return EnterKey() if name == "keyboard" else NoButton()
    if kind == "gpio" and pins is not None and len(pins) <= 2:
        first, second = (*pins, None, None)[:2]
        return TurnButton(first or BUTTON_PIN, find_pins(), second=second)
    raise WrongNameError(f"{name!r} is not a button.", cure=f"Name one of {_MAKE_BUTTON}.")


def find_lamp(name: str) -> Lamp:
    """The lamp people mean: none, gpio, gpio:6, rgb or rgb:27,24,25.

    Raises WrongNameError for any other name, HardwareError if it cannot be had.
    """
    kind, _, which = name.partition(":")
    pins = _pins(which)
    if name == "none":
        return NoLamp()
    if kind == "gpio" and pins is not None and len(pins) <= 1:
        return LedLamp(pins[0] if pins else LAMP_PIN, find_pins())
    if kind == "rgb" and pins is not None and len(pins) in {0, 3}:
        red, green, blue = pins or COLOUR_PINS
        return ColourLamp((red, green, blue), find_pins())
    raise WrongNameError(f"{name!r} is not a lamp.", cure=f"Name one of {_MAKE_LAMP}.")


def find_buzzer(name: str) -> Lamp:
    """The buzzer people mean: none, gpio or gpio:5.

    Raises WrongNameError for any other name, HardwareError if it cannot be had.
    """
    kind, _, which = name.partition(":")
    pins = _pins(which)
    if name == "none":
        return NoLamp()
    if kind == "gpio" and pins is not None and len(pins) <= 1:
        return Buzzer(pins[0] if pins else BUZZER_PIN, find_pins())
    raise WrongNameError(f"{name!r} is not a buzzer.", cure=f"Name one of {_MAKE_BUZZER}.")


def _pins(text: str) -> tuple[int, ...] | None:
    """The numbers in "17,22"; none in ""; None if it is anything else."""
    parts = text.split(",") if text else []
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else None


def _webcam(number: int) -> Callable[[], Camera]:
    """How a webcam is opened."""

    def open_webcam() -> Camera:
        from hardware.webcam import Webcam  # noqa: PLC0415  # OpenCV is heavy, and the Pi camera does without

        return Webcam(number)

    return open_webcam


def _gains(text: str) -> tuple[float, float] | None:
    """The gains of red and blue in "1.9,1.6", each from 0.1 to 32; None if it is anything else."""
    parts = text.split(",")
    if len(parts) != 2 or not all(re.fullmatch(r"\d{1,2}(\.\d+)?", part) for part in parts):
        return None
    red, blue = map(float, parts)
    return (red, blue) if 0.1 <= min(red, blue) <= max(red, blue) <= 32 else None


def _pi_camera(gains: tuple[float, float] | None) -> Camera:
    """Open the Pi's camera."""
    from hardware.pi_camera import PiCamera  # noqa: PLC0415  # as above

    return PiCamera(gains=gains)
