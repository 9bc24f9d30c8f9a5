"""A button that also hears the page: while one waits for a press, what the page asks of the table is answered."""

from __future__ import annotations

from contextlib import suppress

import cv2

from hardware.button import Button
from hardware.camera import Camera, Picture
from hardware.debounce import Gesture, Press
from hardware.lamp import Lamp, Light
from pi_referee.errors import CameraError, PictureError
from pi_referee.table_socket import TableDesk

WIDTH = 960
"""Pixels across a preview: enough to see the board's edge on a tablet."""

QUALITY = 70
"""JPEG quality of a preview; some 80 kB, a few times a second."""


class AskedButton:
    """The table's button, which answers the page when the page asks; such a press ends no turn.

    All of it happens in the one thread that owns the camera, so a preview and a turn never get in each other's way.
    """

    def __init__(self, button: Button, camera: Camera, lamp: Lamp, desk: TableDesk) -> None:
        """Wrap a button of a table whose lamp blinks while the page waits for a press."""
        self._button = button
        self._camera = camera
        self._lamp = lamp
        self._desk = desk
        self._was_ringing = False

    def wait(self, seconds: float) -> Press | None:
        """Wait for a press that ends a turn, so long at most; None if none came."""
        if self._desk.wants_look:
            self._desk.show(preview(self._camera))
        if self._desk.is_ringing != self._was_ringing:
            self._was_ringing = self._desk.is_ringing
            self._lamp.show(Light.QUESTION if self._was_ringing else Light.READY)
        press = self._button.wait(seconds)
        if press is None or not self._desk.is_ringing:
            return press
        if press.gesture is Gesture.DOWN:
            return None  # what this finger means is known when it is off
        return None if self._desk.press(press.at) else press

    def close(self) -> None:
        """Let go of the button."""
        self._button.close()


def preview(camera: Camera) -> bytes:
    """What a camera sees now, as a small JPEG; empty if it sees nothing."""
    with suppress(CameraError, PictureError):
        return _small(camera.capture())
    return b""


def _small(picture: Picture) -> bytes:
    """A picture as a JPEG of at most WIDTH pixels across."""
    height, width = picture.shape[:2]
    scale = min(WIDTH / width, 1.0)
    smaller = cv2.resize(picture, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", smaller, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()
