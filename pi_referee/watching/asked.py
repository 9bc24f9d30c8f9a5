"""A button that also hears the page: while one waits for a press, what the page asks of the table is answered."""

from __future__ import annotations

from contextlib import suppress

import cv2

from hardware.button import Button
from hardware.camera import Camera, Picture
from hardware.debounce import Gesture, Press
from hardware.lamp import Lamp, Light
from pi_referee.errors import CameraError, PictureError, RefereeError
from pi_referee.table_socket import BOARD, LOOK, TableDesk
from pi_referee.watching.advising import Adviser, compared

WIDTH = 960
"""Pixels across a preview: enough to see the board's edge on a tablet."""

QUALITY = 70
"""JPEG quality of a preview; some 80 kB, a few times a second."""


class AskedButton:
    """The table's button, which answers the page when the page asks; such a press ends no turn.

    All of it happens in the one thread that owns the camera, so a preview and a turn never get in each other's way.
    """

    def __init__(
        self, button: Button, camera: Camera, lamp: Lamp, desk: TableDesk, *, adviser: Adviser | None = None
    ) -> None:
        """Wrap a button of a table whose lamp blinks while the page waits for a press; adviser: of the camera."""
        self._button = button
        self._camera = camera
        self._lamp = lamp
        self._desk = desk
        self._was_ringing = False
        self._adviser = adviser or Adviser(lambda: None)

    def wait(self, seconds: float) -> Press | None:
        """Wait for a press that ends a turn, so long at most; None if none came."""
        self._look()
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

    def _look(self) -> None:
        """Look at the table if the page asks for it."""
        match self._desk.wish:
            case [kind] if kind == LOOK:
                self._desk.show(*self._preview())
            case [kind, game, edition] if kind == BOARD:
                self._desk.show(b"", self._board(game, edition))

    def _preview(self) -> tuple[bytes, dict[str, object]]:
        """What the camera sees now, as a small JPEG, empty if it sees nothing, and what would make it better."""
        with suppress(CameraError, PictureError):
            picture = self._camera.capture()
            return _small(picture), {"advice": self._adviser.advice(picture)}
        return b"", {}

    def _board(self, game: str, edition: str) -> dict[str, object]:
        """How the board before the camera compares with a game's; or an error, as a sentence and what to do."""
        try:
            return compared(self._camera.capture(), game, edition)
        except RefereeError as error:
            return {"error": {"what": error.what, "cure": error.cure}}


def _small(picture: Picture) -> bytes:
    """A picture as a JPEG of at most WIDTH pixels across."""
    height, width = picture.shape[:2]
    scale = min(WIDTH / width, 1.0)
    smaller = cv2.resize(picture, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", smaller, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()
