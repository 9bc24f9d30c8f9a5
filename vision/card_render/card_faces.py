"""A card from straight above: its face with all that is printed on it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from vision.card_render.card_backs import paint_back
from vision.card_render.card_scene import PrintedCard
from vision.card_render.deck_style import Border, DeckStyle
from vision.card_render.face_marks import draw_joker, draw_shape
from vision.card_render.face_plan import Sign, plan
from vision.render.lens import Picture
from vision.render.overlay import Layer, layer_of
from vision.render.typeface import Colour, write

_FINE = 320
"""A face is drawn about so many px wide and then made as small as it is seen, but never finer than `_MOST` times."""
_MOST = 2


def draw_card(style: DeckStyle, card: PrintedCard | None, width: int, finest: int) -> Layer:
    """A card's face, or its back for None, so many px wide: (height, width, 4), smooth at its edges.

    finest: the widest of all cards in the picture, px: all are drawn alike, so that letters are made in few sizes.
    """
    drawn = finest * int(np.clip(_FINE / finest, 1, _MOST))
    face = paint_back(style, drawn) if card is None else paint_face(style, card, drawn)
    size = (width, round(width * style.shape))
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    return layer_of(np.asarray(small, np.uint8), _cover(style.radius / style.width, size))


@lru_cache(maxsize=32)
def _cover(radius: float, size: tuple[int, int]) -> NDArray[np.uint8]:
    """What a card of a width and height in px with round corners covers, 0 to 255; radius: in widths."""
    wide, high = (_MOST * part for part in size)
    cover = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(cover).rounded_rectangle([0, 0, wide - 1, high - 1], radius=radius * wide, fill=255)
    return np.asarray(cv2.resize(np.asarray(cover), size, interpolation=cv2.INTER_AREA), np.uint8)


def paint_face(style: DeckStyle, card: PrintedCard, width: int) -> Picture:
    """A card's face so many px wide, BGR, square at its corners."""
    image = Image.new("RGB", (width, round(width * style.shape)), style.face)
    draw = ImageDraw.Draw(image)
    if style.border is not None:
        _border(draw, style.border, image.size)
    if card.is_joker:
        _joker(draw, style, width)
    for sign in plan(style, card):
        if sign.kind == "mark":
            _shape(draw, style, card.multiplier, sign, width)
        _print(image, draw, style, sign, width)
    return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR), np.uint8)


def _border(draw: ImageDraw.ImageDraw, border: Border, size: tuple[int, int]) -> None:
    wide, high = size
    thick = max(1, round(border.thick * wide))
    for inset in (border.inset, border.inset + 2.5 * border.thick) if border.is_double else (border.inset,):
        edge = inset * wide
        box = (edge, edge, wide - 1 - edge, high - 1 - edge)
        draw.rounded_rectangle(box, radius=border.radius * wide, outline=border.colour, width=thick)


def _joker(draw: ImageDraw.ImageDraw, style: DeckStyle, width: int) -> None:
    joker = style.joker
    middle = (0.5 * width, style.letter_at[1] * style.shape * width)
    draw_joker(draw, joker.picture, middle, joker.size * width, joker.colours)
    if joker.word:
        is_alone = joker.picture in ("word", "none")
        down = middle[1] if is_alone else middle[1] + 0.72 * joker.size * width
        cap = min(0.3 * joker.size, 0.62 / len(joker.word)) if is_alone else 0.1
        write(draw, joker.word, (middle[0], down), cap * width, style.typeface, joker.colours[2])


def _shape(draw: ImageDraw.ImageDraw, style: DeckStyle, multiplier: int, sign: Sign, width: int) -> None:
    """The coloured shape behind a mark."""
    middle = (sign.middle[0] * width, sign.middle[1] * width)
    draw_shape(draw, style.mark.shape, middle, sign.cap * width, style.mark.colours[multiplier - 2])


def _print(image: Image.Image, draw: ImageDraw.ImageDraw, style: DeckStyle, sign: Sign, width: int) -> None:
    """Put a sign's text on the face, upside down or squeezed where it is."""
    typeface = style.typeface if sign.kind in ("letter", "index") else style.value_typeface or style.typeface
    middle, cap = (sign.middle[0] * width, sign.middle[1] * width), sign.cap * width
    ink = sign.ink
    if sign.kind == "mark":
        cap *= 0.62 if style.mark.shape == "plain" else 0.40
    squeeze = style.squeeze if sign.kind == "letter" else 1.0
    if not sign.is_turned and squeeze == 1.0:
        write(draw, sign.text, middle, cap, typeface, ink)
        return
    _stamp(image, (sign.text, cap, typeface, ink), middle, squeeze, sign.is_turned)


def _stamp(
    image: Image.Image, what: tuple[str, float, Path, Colour], middle: tuple[float, float], squeeze: float, turned: bool
) -> None:
    """Write on a sheet of its own, squeeze and turn it, and lay its ink on the face."""
    text, cap, typeface, ink = what
    half = int(cap * (0.9 + 0.5 * len(text))) + 4
    sheet = Image.new("RGB", (2 * half, 2 * half))
    write(ImageDraw.Draw(sheet), text, (half, half), cap, typeface, (255, 255, 255))
    sheet = sheet.getchannel(0)
    if squeeze != 1.0:
        sheet = sheet.resize((max(2, round(2 * half * squeeze)), 2 * half), Image.Resampling.BILINEAR)
    if turned:
        sheet = sheet.rotate(180)
    image.paste(ink, (round(middle[0] - sheet.width / 2), round(middle[1] - half)), sheet)
