"""Letters on drawn cards: any typeface with its capitals so many px high."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageDraw, ImageFont

from training.cards.card_style import Bgr
from training.drawn.typeface_choice import Typeface


@lru_cache(maxsize=400)
def _em_to_cap(face: Typeface) -> float:
    """How many capitals high an em is."""
    _, top, _, bottom = face.font(200).getbbox("H", anchor="ls")
    return float(200 / max(20, bottom - top))


@lru_cache(maxsize=900)
def _sized(face: Typeface, size: int) -> ImageFont.FreeTypeFont:
    return face.font(size)


def write(
    draw: ImageDraw.ImageDraw, text: str, face: Typeface, cap: float, middle: tuple[float, float], ink: Bgr
) -> None:
    """Write text round its middle, its capitals so many px high."""
    fill = tuple(round(x) for x in ink)
    font = _sized(face, max(5, round(cap * _em_to_cap(face))))
    draw.text((middle[0], middle[1] + cap / 2), text, font=font, fill=fill, anchor="ms")
