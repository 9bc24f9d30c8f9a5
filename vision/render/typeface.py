"""Letters for the drawn table: text from a font file onto a picture."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

from pi_referee.errors import RefereeError

Colour = tuple[int, int, int]
"""Red, green, blue: 0 to 255."""

_WEIGHT = 500
"""The weight taken from a typeface that comes in all weights: between regular and bold, as tiles are printed."""


@lru_cache(maxsize=64)
def load(path: Path, size: int) -> ImageFont.FreeTypeFont:
    """A font file at so many px an em; RefereeError if it cannot be read."""
    try:
        font = ImageFont.truetype(path, size)
    except OSError as error:
        cure = "Give a TrueType or OpenType file that exists."
        raise RefereeError("The typeface cannot be read.", where=str(path), cure=cure) from error
    with suppress(OSError):  # A typeface of one weight has no axes: it is used as it is.
        font.set_variation_by_axes([_WEIGHT])
    return font


def write(
    draw: ImageDraw.ImageDraw, text: str, middle: tuple[float, float], cap: float, path: Path, ink: Colour
) -> None:
    """Write text round its middle, its capitals so many px high; marks above or below do not move the letter."""
    font = load(path, max(4, round(cap * _em_to_cap(path))))
    draw.text((middle[0], middle[1] + cap / 2), text, font=font, fill=ink, anchor="ms")


def width(text: str, cap: float, path: Path) -> float:
    """How wide a text is, px, whose capitals are so many px high."""
    return load(path, max(4, round(cap * _em_to_cap(path)))).getlength(text)


@lru_cache(maxsize=16)
def _em_to_cap(path: Path) -> float:
    """How many capitals high an em is."""
    _, top, _, bottom = load(path, 400).getbbox("H", anchor="ls")
    return 400 / (bottom - top)


def colour(code: str) -> Colour:
    """A colour written "#rrggbb"."""
    number = int(code.removeprefix("#"), 16)
    return number >> 16, number >> 8 & 255, number & 255
