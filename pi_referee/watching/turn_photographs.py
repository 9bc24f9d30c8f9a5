"""The squared photographs that stand beside the turns on the page."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from hardware.camera import Picture
from pi_referee.errors import LedgerError
from pi_referee.files.atomic_file import write_safely
from vision.geometry.find_board import board_of
from vision.geometry.rectify import square_up
from vision.sighting import Quad

QUALITY = 85
"""JPEG quality; a squared board of 544 px then takes some 60 kB."""


def keep_photograph(picture: Picture, quad: Quad, size: int, folder: Path, *, at: str) -> str:
    """Square a picture up by the corners that were found, keep it in the folder and give its name.

    size: squares along the board's side. at: ISO time, of which the name is made. Written before the event that
    names it, so that no event ever names a photograph that is not there. Raises LedgerError if it cannot be written.
    """
    name = _unused(re.sub(r"[^0-9T]", "", at), folder)
    try:
        write_safely(folder / name, squared_photograph(picture, quad, size))
    except OSError as error:
        raise LedgerError(
            f"The turn's photograph cannot be kept ({error.strerror}), so the turn was not written.",
            where=str(folder),
            cure="Free some space (old pictures can go), then press the button again.",
        ) from error
    return name


def squared_photograph(picture: Picture, quad: Quad, size: int) -> bytes:
    """A picture squared up by the corners that were found, as JPEG; size: squares along the board's side."""
    squared = square_up(picture, board_of(quad, size), size).grid()
    _, encoded = cv2.imencode(".jpg", squared, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()


def _unused(stem: str, folder: Path) -> str:
    """A name that no picture has yet: a clock that was set back must not cost an older turn its picture."""
    names = (f"{stem}.jpg", *(f"{stem}-{number}.jpg" for number in range(2, 10_000)))
    return next(name for name in names if not (folder / name).exists())
