"""Camera, button and lamp, by the names people give them on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.button import Button, TurnButton
from hardware.camera import Camera, FolderCamera, MendingCamera
from hardware.keyboard import EnterKey
from hardware.lamp import Lamp, LedLamp, NoLamp
from hardware.pins import find_pins
from pi_referee.errors import HardwareError

BUTTON_PIN, LAMP_PIN = 17, 27
"""The pins of docs/wiring.md, numbered as GPIO17."""

_MAKE_CAMERA = "pi, webcam, webcam:1 (the second one), folder:PATH or simulated"
_MAKE_BUTTON = f"gpio, gpio:5 (another pin than {BUTTON_PIN}) or keyboard"
_MAKE_LAMP = f"none, gpio or gpio:6 (another pin than {LAMP_PIN})"


def is_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    """Whether this machine is a Raspberry Pi."""
    return model.is_file() and b"Raspberry Pi" in model.read_bytes()


@dataclass(frozen=True, slots=True)
class Equipment:
    """What stands on the table."""

    camera: Camera
    button: Button
    lamp: Lamp

    def close(self) -> None:
        """Let go of all of it."""
        self.camera.close()
        self.button.close()
        self.lamp.close()


def find_camera(name: str) -> Camera:
    """The camera people mean: pi, webcam, webcam:1, folder:PATH; it is opened when it first looks.

    Raises HardwareError for a name that means nothing, PictureError for a folder without pictures.
    """
    kind, _, which = name.partition(":")
    if kind == "folder" and which:
        return FolderCamera(Path(which))
    if kind == "webcam" and (which.isdecimal() or not which):
        return MendingCamera(_webcam(int(which or "0")))
    if kind == "pi" and not which:
        return MendingCamera(_pi_camera)
    raise HardwareError(f"{name!r} is not a camera.", cure=f"Name one of {_MAKE_CAMERA}.")


def find_button(name: str) -> Button:
    """The button people mean: gpio, gpio:5 or keyboard; raises HardwareError if it cannot be had."""
    kind, _, which = name.partition(":")
    if kind == "keyboard" and not which:
        return EnterKey()
    if kind == "gpio" and (which.isdecimal() or not which):
        return TurnButton(int(which or BUTTON_PIN), find_pins())
    raise HardwareError(f"{name!r} is not a button.", cure=f"Name one of {_MAKE_BUTTON}.")


def find_lamp(name: str) -> Lamp:
    """The lamp people mean: none, gpio or gpio:6; raises HardwareError if it cannot be had."""
    kind, _, which = name.partition(":")
    if kind == "none" and not which:
        return NoLamp()
    if kind == "gpio" and (which.isdecimal() or not which):
        return LedLamp(int(which or LAMP_PIN), find_pins())
    raise HardwareError(f"{name!r} is not a lamp.", cure=f"Name one of {_MAKE_LAMP}.")


def _webcam(number: int) -> Callable[[], Camera]:
    """How a webcam is opened."""

    def open_webcam() -> Camera:
        from hardware.webcam import Webcam  # noqa: PLC0415  # OpenCV is heavy, and the Pi camera does without

        return Webcam(number)

    return open_webcam


def _pi_camera() -> Camera:
    """Open the Pi's camera."""
    from hardware.pi_camera import PiCamera  # noqa: PLC0415  # as above

    return PiCamera()
