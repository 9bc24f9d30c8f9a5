"""A film as a file: MP4 for players of films, and a picture that moves for messages."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from pi_referee.errors import RefereeError
from pi_referee.film.film_frames import SIZE, Frame

FILMS = ("mp4", "gif", "webp")
"""The forms of a film."""

_RATE = 1
"""Frames a second of an MP4: nothing moves within a turn, and writing one takes 0.2 s here and a second on a Pi."""

_CODERS = ("vp09", "mp4v")
"""Ways of writing an MP4, the best first: VP9 is small and plays in browsers, on telephones and in VLC."""

_SMALL = {"gif": (640, 360), "webp": (960, 540)}
"""Pixels of a moving picture: it is sent in messages."""

_GIF_COLOURS = 128

Tell = Callable[[], object]
"""Hears of each frame that is done."""


def film(kind: str, frames: Iterable[Frame], tell: Tell) -> bytes:
    """The film as a file of this kind, one of FILMS. Raises RefereeError if this machine cannot write it."""
    return _mp4(frames, tell) if kind == "mp4" else _moving(kind, frames, tell)


def _mp4(frames: Iterable[Frame], tell: Tell) -> bytes:
    """A film for players of films."""
    import cv2  # noqa: PLC0415  # heavy: only who makes a film loads it
    import numpy as np  # noqa: PLC0415  # as above

    with TemporaryDirectory() as folder:
        path = Path(folder) / "film.mp4"
        writers = (cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*coder), _RATE, SIZE) for coder in _CODERS)
        writer = next((one for one in writers if one.isOpened()), None)
        if writer is None:
            cure = "Take an animated picture instead: --to webp."
            raise RefereeError("This machine's OpenCV cannot write films.", where="MP4", cure=cure)
        for frame in frames:
            picture = cv2.cvtColor(np.asarray(frame.picture), cv2.COLOR_RGB2BGR)
            for _ in range(frame.seconds * _RATE):
                writer.write(picture)
            tell()
        writer.release()
        return path.read_bytes()


def _moving(kind: str, frames: Iterable[Frame], tell: Tell) -> bytes:
    """A picture that moves, over and over."""
    seconds: list[int] = []

    def small() -> Iterator[Image.Image]:
        for frame in frames:
            seconds.append(frame.seconds)
            picture = frame.picture.resize(_SMALL[kind], Image.Resampling.LANCZOS)
            yield picture.quantize(_GIF_COLOURS) if kind == "gif" else picture
            tell()

    pictures = list(small())
    file, milliseconds = io.BytesIO(), [1000 * one for one in seconds]
    quality = {"quality": 70, "method": 3} if kind == "webp" else {}
    pictures[0].save(file, kind, save_all=True, append_images=pictures[1:], duration=milliseconds, loop=0, **quality)
    return file.getvalue()
