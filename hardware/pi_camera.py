"""The Raspberry Pi's own camera, by picamera2.

Stills as arrays only: the Pi's MJPEG encoder stalls after some hours (picamera2 issue 1392), and every waiting has an
end (`wait=`), because a ribbon cable that moved otherwise blocks for ever (issue 1264).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from hardware.camera import Picture
from pi_referee.errors import CameraError

PATIENCE = 2.0
"""Seconds to wait for a picture before the camera counts as hanging; less than its keeper waits for us."""

SIZE = (2304, 1296)
"""Picture size in px: a square of the board is then some 60 px wide, and the sensor gives it binned and so quickly."""

BUFFERS = 2
"""Pictures in flight; more than four were found to make stops more frequent (picamera2 issue 1004)."""

_CURE = "Is the ribbon cable seated at both ends, and does no other program use the camera? Then try again."


class Request(Protocol):
    """A finished picture, as picamera2 hands it out."""

    def make_array(self, name: str) -> Any:  # noqa: ANN401  # picamera2 is not typed
        """The picture as an array."""

    def release(self) -> None:
        """Give its memory back to the camera."""


class Driver(Protocol):
    """The part of picamera2's Picamera2 that is used here; a test compares it with the real one."""

    def create_still_configuration(self, main: dict[str, object], *, buffer_count: int) -> dict[str, object]:
        """Describe the pictures that are wanted."""

    def configure(self, camera_config: dict[str, object]) -> Any:  # noqa: ANN401  # picamera2 is not typed
        """Set the camera up as described."""

    def start(self) -> None:
        """Let the pictures flow."""

    def capture_request(self, wait: float, *, flush: bool) -> Request:
        """The next picture that is exposed from now on."""

    def cancel_all_and_flush(self) -> None:
        """Give up whatever is waited for."""

    def close(self) -> None:
        """Let go of the camera."""


class PiCamera:
    """The camera on the Pi's ribbon cable."""

    def __init__(self, driver: Callable[[], Driver] | None = None, *, patience: float = PATIENCE) -> None:
        """Open the camera and let it settle; driver makes a Picamera2, which is only imported here.

        patience: seconds. Raises CameraError if picamera2 or the camera is missing, or somebody else has it.
        """
        self._patience = patience
        try:
            self._camera = (driver or _picamera2())()
            picture: dict[str, object] = {"size": SIZE, "format": "RGB888"}  # which is blue-green-red in memory
            self._camera.configure(self._camera.create_still_configuration(picture, buffer_count=BUFFERS))
            self._camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(f"The Pi's camera does not start ({error}).", cure=_CURE) from error

    def capture(self) -> Picture:
        """Look once: a picture that was exposed after the call; raises CameraError if none comes in time."""
        try:
            request = self._camera.capture_request(self._patience, flush=True)
        except (TimeoutError, RuntimeError) as error:
            raise CameraError(f"The Pi's camera gave no picture for {self._patience:g} s.", cure=_CURE) from error
        try:
            return np.array(request.make_array("main"), dtype=np.uint8)
        finally:
            request.release()

    def close(self) -> None:
        """Let go of the camera, also of one that hangs."""
        self._camera.cancel_all_and_flush()
        self._camera.close()


def _picamera2() -> Callable[[], Driver]:
    """The real driver; raises CameraError where it is not installed."""
    try:
        from picamera2 import Picamera2  # noqa: PLC0415  # exists on a Raspberry Pi only
    except ImportError as error:
        raise CameraError(
            "The Pi's camera cannot be used: picamera2 is missing.",
            cure="On a Raspberry Pi run scripts/setup, which fetches it. Elsewhere use --camera webcam.",
        ) from error
    driver: Callable[[], Driver] = Picamera2
    return driver
