"""What every camera can do, and one that shows the pictures of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pi_referee.errors import CameraError, PictureError

Picture = NDArray[np.uint8]
"""One look at the table: height x width x 3, blue-green-red, 0..255."""

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""What a picture's file name ends in."""


class Camera(Protocol):
    """Something that looks at the table when it is asked to."""

    def capture(self) -> Picture:
        """Look once, now; raises CameraError if no picture comes."""

    def close(self) -> None:
        """Let go of the camera, so that somebody else may have it."""


class FolderCamera:
    """Shows the pictures of a folder in the order of their names, one a look: a game that was photographed earlier."""

    def __init__(self, folder: Path) -> None:
        """Find the folder's pictures; raises PictureError if there is none."""
        self._pictures = pictures_in(folder)
        self._next = 0

    def capture(self) -> Picture:
        """Show the next picture; raises CameraError after the last, PictureError for one that is damaged."""
        if self._next == len(self._pictures):
            raise CameraError(
                f"All {self._next} pictures of the folder have been shown.",
                cure="Press Ctrl-C, or put more pictures into another folder and begin with that.",
            )
        path = self._pictures[self._next]
        self._next += 1
        return read_picture(path)

    def close(self) -> None:
        """Nothing is held open between two looks."""


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder in the order of their names; raises PictureError if there is none."""
    if not folder.is_dir():
        raise PictureError("There is no such folder.", where=str(folder), cure="Name a folder that holds pictures.")
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not found:
        kinds = ", ".join(sorted(SUFFIXES))
        raise PictureError("No picture is in this folder.", where=str(folder), cure=f"Its files must end in {kinds}.")
    return tuple(found)


def read_picture(path: Path) -> Picture:
    """Read a picture from its file; raises PictureError if it is missing, empty or damaged."""
    import cv2  # noqa: PLC0415  # heavy, and a camera that takes its own pictures does not need it

    try:
        content = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    except OSError as error:
        raise PictureError(
            f"The picture cannot be opened ({error.strerror}).",
            where=str(path),
            cure="See that the name is right and that this user may read the file.",
        ) from error
    picture = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    if picture is None:
        raise PictureError(
            "The file is empty, damaged or no picture.", where=str(path), cure="Take it again, as JPEG or PNG."
        )
    return np.asarray(picture, dtype=np.uint8)
