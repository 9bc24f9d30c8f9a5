"""The squared photographs that stand beside the turns on the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Picture
from pi_referee.errors import LedgerError
from pi_referee.files.atomic_file import write_safely
from vision.cards.card_sighting import SeenCard
from vision.geometry.find_board import board_of
from vision.geometry.rectify import square_up
from vision.sighting import Quad

QUALITY = 85
"""JPEG quality; a squared board of 544 px then takes some 60 kB."""


def keep_photograph(jpeg: bytes, folder: Path, *, at: str) -> str:
    """Keep a turn's photograph in the folder and give its name.

    at: ISO time, of which the name is made. Written before the event that names it, so that no event ever names a
    photograph that is not there. Raises LedgerError if it cannot be written.
    """
    name = _unused(re.sub(r"[^0-9T]", "", at), folder)
    try:
        write_safely(folder / name, jpeg)
    except OSError as error:
        raise LedgerError(
            f"The turn's photograph cannot be kept ({error.strerror}), so the turn was not written.",
            where=str(folder),
            cure="Free some space (old pictures can go), then press the button again.",
        ) from error
    return name


RIM = 0.4
"""So much table is left round the cards of a photograph, in widths of a card."""

CARDS = 900
"""The longer side of a photograph of cards, in px, where the picture is so fine."""


def squared_photograph(picture: Picture, quad: Quad, size: int) -> bytes:
    """A picture squared up by the corners that were found, as JPEG; size: squares along the board's side."""
    squared = square_up(picture, board_of(quad, size), size).grid()
    _, encoded = cv2.imencode(".jpg", squared, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()


def photograph_of_cards(picture: Picture, cards: Sequence[SeenCard]) -> bytes:
    """The part of a picture in which cards lie, turned so that their letters stand upright, as JPEG."""
    corners = np.array([card.quad.corners for card in cards], np.float32)
    across = (corners[:, 1] - corners[:, 0]).mean(axis=0)
    turn = float(np.degrees(np.arctan2(across[1], across[0])))
    middle = corners.reshape(-1, 2).mean(axis=0)
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, 1.0)
    places = cv2.transform(corners.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    rim = RIM * float(np.linalg.norm(across))
    low, high = places.min(0) - rim, places.max(0) + rim
    scale = min(CARDS / float((high - low).max()), 1.0)
    matrix = scale * np.column_stack([matrix[:, :2], matrix[:, 2] - low])
    wide, tall = (max(1, round(float(side) * scale)) for side in high - low)
    upright = cv2.warpAffine(picture, matrix, (wide, tall), flags=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", upright, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()


def _unused(stem: str, folder: Path) -> str:
    """A name that no picture has yet: a clock that was set back must not cost an older turn its picture."""
    names = (f"{stem}.jpg", *(f"{stem}-{number}.jpg" for number in range(2, 10_000)))
    return next(name for name in names if not (folder / name).exists())
