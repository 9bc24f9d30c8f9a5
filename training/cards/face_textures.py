"""Faces of a drawn deck, as textures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from training.cards.card_style import CardStyle, Spot
from training.cards.joker_pictures import draw_joker, star
from training.cards.lettering import write

Texture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows; letter "" for a joker, value None where none is printed."""

    letter: str
    value: int | None
    multiplier: int


def card_outline(style: CardStyle, high: int) -> Texture:
    """The card's shape with its round corners, 0 to 255, (high, wide)."""
    wide = round(high * style.aspect)
    mask = np.zeros((high, wide), np.uint8)
    radius = max(1, round(style.radius * wide))
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def draw_face(rng: Generator, style: CardStyle, face: Face, high: int) -> Texture:
    """A face as blue-green-red px, (high, wide, 3)."""
    wide = round(high * style.aspect)
    canvas = np.empty((high, wide, 3), np.float32)
    canvas[:] = style.paper
    if style.tint:
        canvas += style.tint * np.sin(np.arange(high)[:, None, None] * rng.uniform(0.1, 1))
    picture = np.clip(canvas, 0, 255).astype(np.uint8)
    _frame(style, picture)
    if not face.letter:
        draw_joker(style, picture)
    sheet = Image.fromarray(picture)
    if face.letter:
        cap, middle = style.letter_height * high, _at(style.letter_spot, picture)
        write(ImageDraw.Draw(sheet), face.letter, style.letter_face, cap, middle, style.ink)
    _small_print(sheet, style, face)
    return np.asarray(sheet, np.uint8)


def _small_print(sheet: Image.Image, style: CardStyle, face: Face) -> None:
    """The card's value and mark wherever this deck prints them."""
    for spot, is_turned in style.values.spots if face.value is not None else ():
        _small(sheet, style, str(face.value), spot, is_turned)
        if style.corner_letters and face.letter and spot[0] != 0.5:
            _corner_letter(sheet, style, face.letter, spot, is_turned)
    for spot, is_turned in style.mark.spots if face.multiplier > 1 else ():
        _mark(sheet, style, face.multiplier, spot, is_turned)


def _at(spot: Spot, picture: Texture) -> tuple[float, float]:
    return spot[0] * picture.shape[1], spot[1] * picture.shape[0]


def _frame(style: CardStyle, picture: Texture) -> None:
    high, wide = picture.shape[:2]
    inset, ink = round(style.frame_inset * wide), tuple(style.frame_ink)
    thin = max(1, round(high / 130))
    ends = (inset, inset), (wide - 1 - inset, high - 1 - inset)
    if style.frame in ("line", "double"):
        cv2.rectangle(picture, *ends, ink, thin, cv2.LINE_AA)
    if style.frame == "double":
        more = inset + 3 * thin
        cv2.rectangle(picture, (more, more), (wide - 1 - more, high - 1 - more), ink, thin, cv2.LINE_AA)
    if style.frame == "thick":
        cv2.rectangle(picture, (0, 0), (wide - 1, high - 1), ink, 2 * max(1, inset // 2))
    if style.frame == "dots":
        for x in range(inset, wide - inset, 5 * thin):
            for y in (inset, high - 1 - inset):
                cv2.circle(picture, (x, y), thin, ink, -1, cv2.LINE_AA)


def _small(sheet: Image.Image, style: CardStyle, text: str, spot: Spot, is_turned: bool) -> None:
    """Small print at a spot, upside down where the style says so."""
    high, cap = sheet.size[1], style.values.height * sheet.size[1]
    ink = style.value_ink
    side = _room(sheet, spot, max(8, round(cap * 2.8)))
    patch = _cut(sheet, spot, side)
    draw = ImageDraw.Draw(patch)
    if style.values_boxed:
        reach = cap * 1.05
        box = (side / 2 - reach, side / 2 - reach, side / 2 + reach, side / 2 + reach)
        draw.ellipse(box, outline=tuple(round(x) for x in ink), width=max(1, round(high / 110)))
    write(draw, text, style.value_face, cap, (side / 2, side / 2), ink)
    _paste(sheet, patch, spot, is_turned)


def _corner_letter(sheet: Image.Image, style: CardStyle, letter: str, spot: Spot, is_turned: bool) -> None:
    """The letter once more, beside the value in its corner, towards the middle of the side."""
    cap = style.values.height * sheet.size[1]
    step = 1.9 * cap / sheet.size[1] * (1 if spot[1] < 0.5 else -1)
    beside = (spot[0], spot[1] + step)
    patch = _cut(sheet, beside, _room(sheet, beside, max(8, round(cap * 2))))
    write(ImageDraw.Draw(patch), letter, style.value_face, cap, (patch.size[0] / 2, patch.size[0] / 2), style.value_ink)
    _paste(sheet, patch, beside, is_turned)


def _room(sheet: Image.Image, spot: Spot, side: int) -> int:
    """The side of a patch round a spot that stays within the face."""
    wide, high = sheet.size
    nearest = min(spot[0] * wide, (1 - spot[0]) * wide, spot[1] * high, (1 - spot[1]) * high)
    return min(side, int(2 * nearest))


def _cut(sheet: Image.Image, spot: Spot, side: int) -> Image.Image:
    left, top = _left_top(sheet, spot, side)
    return sheet.crop((left, top, left + side, top + side))


def _left_top(sheet: Image.Image, spot: Spot, side: int) -> tuple[int, int]:
    return round(spot[0] * sheet.size[0] - side / 2), round(spot[1] * sheet.size[1] - side / 2)


def _paste(sheet: Image.Image, patch: Image.Image, spot: Spot, is_turned: bool) -> None:
    if is_turned:
        patch = patch.rotate(180)
    sheet.paste(patch, _left_top(sheet, spot, patch.size[0]))


def _mark(sheet: Image.Image, style: CardStyle, multiplier: int, spot: Spot, is_turned: bool) -> None:
    cap = style.mark.height * sheet.size[1]
    side = _room(sheet, spot, max(10, round(cap * 4)))
    patch = _cut(sheet, spot, side)
    draw = ImageDraw.Draw(patch)
    paper = tuple(round(x) for x in style.mark_paper[multiplier - 2])
    half, reach = side / 2, cap * 1.35
    box = (half - reach, half - reach, half + reach, half + reach)
    ink = style.mark_ink
    if style.mark_kind == "disc":
        draw.ellipse(box, fill=paper)
    elif style.mark_kind == "box":
        draw.rectangle((half - 1.3 * reach, half - 0.75 * reach, half + 1.3 * reach, half + 0.75 * reach), fill=paper)
    elif style.mark_kind == "star":
        draw.polygon(star(half, 1.7 * reach, 9), fill=paper)
    elif style.mark_kind == "band":
        draw.rectangle((half - 2 * reach, half - 0.7 * reach, half + 2 * reach, half + 0.7 * reach), fill=paper)
    else:
        ink = style.mark_paper[multiplier - 2]
        if style.mark_kind == "ring":
            draw.ellipse(box, outline=paper, width=max(1, round(cap / 6)))
    write(draw, style.mark_text.format(multiplier), style.value_face, cap * 0.95, (half, half), ink)
    _paste(sheet, patch, spot, is_turned)
