"""The Raspberry Pi's own camera, by picamera2.

Stills as arrays only: the Pi's MJPEG encoder stalls after some hours (picamera2 issue 1392), and every waiting has an
end (`wait=`), because a ribbon cable that moved otherwise blocks for ever (issue 1264).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

import numpy as np

from hardware.button import Clock
from hardware.camera import Picture
from hardware.exposure import next_stops
from pi_referee.errors import CameraError

PATIENCE = 2.0
"""Seconds to wait for a picture before the camera counts as hanging; less than its keeper waits for us."""

SIZE = (2304, 1296)
"""Picture size in px: a square of the board is then some 60 px wide, and the sensor gives it binned and so quickly."""

BUFFERS = 2
"""Pictures in flight; more than four were found to make stops more frequent (picamera2 issue 1004)."""

SETTLE = 1.0
"""Seconds that focus and exposure may still be moving; then a look is taken as it is, and the eye judges it."""

_CONTINUOUS, _SCANNING, _SEARCHING = 2, 1, 1
"""libcamera's numbers: AfMode that follows by itself, AfState while it looks for focus, AeState while for exposure."""

_CURE = "Is the ribbon cable seated at both ends, and does no other program use the camera? Then try again."


class Request(Protocol):
    """A finished picture, as picamera2 hands it out."""

    def get_metadata(self) -> Mapping[str, Any]:
        """What the camera tells of the picture: how focus and exposure stood."""

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

    def set_controls(self, controls: dict[str, object]) -> None:
        """Ask for focus, colours and exposure; raises RuntimeError for what this camera has not."""

    def capture_request(self, wait: float, *, flush: bool) -> Request:
        """The next picture that is exposed from now on."""

    def cancel_all_and_flush(self) -> None:
        """Give up whatever is waited for."""

    def close(self) -> None:
        """Let go of the camera."""


class PiCamera:
    """The camera on the Pi's ribbon cable."""

    def __init__(
        self,
        driver: Callable[[], Driver] | None = None,
        *,
        patience: float = PATIENCE,
        gains: tuple[float, float] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """Open the camera; driver makes a Picamera2, which is only imported here.

        patience: seconds. gains: how much red and blue are raised, for a light that fools the camera; by itself if none
        are given. Raises CameraError if picamera2 or the camera is missing, or somebody else has it.
        """
        self._patience = patience
        self._clock = clock
        self._stops, self._changed = 0.0, clock()
        self._is_given_up = False
        try:
            self._camera = (driver or _picamera2())()
            picture: dict[str, object] = {"size": SIZE, "format": "RGB888"}  # which is blue-green-red in memory
            self._camera.configure(self._camera.create_still_configuration(picture, buffer_count=BUFFERS))
            self._camera.start()
            with suppress(RuntimeError):  # a camera with a fixed lens
                self._camera.set_controls({"AfMode": _CONTINUOUS})
            if gains is not None:
                self._camera.set_controls({"AwbEnable": False, "ColourGains": gains})
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(f"The Pi's camera does not start ({error}).", cure=_CURE) from error

    def capture(self) -> Picture:
        """Look once: a picture exposed after the call, when focus and exposure stand still.

        If light has bleached it the pictures to come are exposed less, and so on until none is (hardware/exposure.py).
        Raises CameraError if none comes in time.
        """
        picture = self._settled()
        self._expose(next_stops(picture, self._stops))
        return picture

    def _settled(self) -> Picture:
        """The first picture that shows focus and exposure at rest, or the last one when they had time enough."""
        end = self._clock() + SETTLE
        while True:
            request = self._request()
            try:
                if is_settled(request.get_metadata()) or self._clock() >= end:
                    return np.array(request.make_array("main"), dtype=np.uint8)
            finally:
                request.release()

    def _expose(self, stops: float) -> None:
        """Expose the pictures from the next one on so; not before the last change shows in them."""
        now = self._clock()
        if stops == self._stops or now < self._changed + SETTLE:
            return
        self._stops, self._changed = stops, now
        with suppress(RuntimeError):  # a camera that cannot be told
            self._camera.set_controls({"ExposureValue": stops})

    def _request(self) -> Request:
        """The next picture; raises CameraError if none comes in time."""
        try:
            self._is_given_up = False
            return self._camera.capture_request(self._patience, flush=True)
        except (TimeoutError, RuntimeError) as error:
            self._give_up()
            raise CameraError(f"The Pi's camera gave no picture for {self._patience:g} s.", cure=_CURE) from error

    def _give_up(self) -> None:
        """Wait for nothing any more: else the picture comes all the same, and nobody gives its buffer back."""
        if not self._is_given_up:
            self._is_given_up = True
            with suppress(RuntimeError):
                self._camera.cancel_all_and_flush()

    def close(self) -> None:
        """Let go of the camera, also of one that hangs."""
        self._give_up()
        self._camera.close()


def is_settled(told: Mapping[str, Any]) -> bool:
    """Whether focus and exposure stood still in a picture; what a camera does not tell of stands still.

    >>> is_settled({"AeLocked": True, "AfState": 1})
    False
    """
    is_focusing = told.get("AfState") == _SCANNING
    is_exposing = told.get("AeLocked") is False or told.get("AeState") == _SEARCHING
    return not is_focusing and not is_exposing


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
