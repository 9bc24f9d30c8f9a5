"""A camera on a USB cable, or the one in the lid of a laptop, by OpenCV."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hardware.camera import Picture
from pi_referee.errors import CameraError

if TYPE_CHECKING:
    import cv2

STALE_FRAMES = 4
"""Frames thrown away before a look: so many wait in a V4L2 driver's queue, taken before the button was pressed."""

LOST, ROWS = 128, 8
"""What OpenCV puts where a JPEG's data is missing, grey levels of each channel, and the px of its last row of blocks.

A camera that presses its pictures hard shows single blocks of a grey cloth so, too, but never all across.
"""


class Webcam:
    """A webcam by its number (0 is the first), or a film file, which shows its pictures as the camera would."""

    def __init__(self, device: int | str = 0, *, width: int = 1920, height: int = 1080) -> None:
        """Open the camera and ask for a picture size in px, which it may give or not.

        Raises CameraError if it is not there.
        """
        self._device = device
        self._film = _open(device, width, height)
        self._stale = STALE_FRAMES if isinstance(device, int) else 0

    def capture(self) -> Picture:
        """Look once, now; raises CameraError if the camera was unplugged, gives nothing or only a part of a picture."""
        fresh = all(self._film.grab() for _ in range(self._stale))
        seen, picture = self._film.read() if fresh else (False, None)
        if not seen or picture is None:
            raise CameraError(
                "The webcam gives no picture.",
                where=f"camera {self._device}",
                cure="Is its cable plugged in, and does no other program use it?",
            )
        if lacks_its_end(np.asarray(picture, dtype=np.uint8)):
            raise CameraError(
                "The webcam sent only a part of a picture.",
                where=f"camera {self._device}",
                cure="Plug it into the machine itself, by a short cable and without a hub.",
            )
        return np.asarray(picture, dtype=np.uint8)

    def close(self) -> None:
        """Let go of the camera."""
        self._film.release()


def lacks_its_end(picture: Picture) -> bool:
    """Whether data was lost on the way: then the last blocks of a JPEG are grey to the px, which no camera's are.

    >>> lacks_its_end(np.full((48, 64, 3), LOST, np.uint8))
    True
    """
    return bool((picture[-ROWS:] == LOST).all())


def _open(device: int | str, width: int, height: int) -> cv2.VideoCapture:
    """Open a camera or film; raises CameraError if there is none."""
    import cv2  # noqa: PLC0415  # heavy: only who has a webcam loads it here

    before = cv2.utils.logging.getLogLevel()
    # OpenCV tells at length how each of its ways failed; our one sentence says what to do.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    film = cv2.VideoCapture(device, cv2.CAP_V4L2) if isinstance(device, int) else cv2.VideoCapture(device)
    cv2.utils.logging.setLogLevel(before)
    if not film.isOpened():
        film.release()
        raise CameraError(
            "There is no webcam here.",
            where=f"camera {device}",
            cure="Plug one in, or try another number: --camera webcam:1. `pi-referee doctor` lists what it finds.",
        )
    # Many webcams give large pictures quickly only as JPEG.
    film.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    film.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    film.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    film.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return film
