"""Faces and backs of a drawn deck, as textures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from training.cards.card_style import Bgr, CardStyle, Spot
from training.drawn.typeface_choice import Typeface

Texture = NDArray[np.uint8]
_FONTS: dict[tuple[Typeface, int], tuple[ImageFont.FreeTypeFont, float]] = {}


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
        _joker(style, picture)
    sheet = Image.fromarray(picture)
    draw = ImageDraw.Draw(sheet)
    if face.letter:
        _text(
            draw, face.letter, style.letter_face, style.letter_height * high, _at(style.letter_spot, picture), style.ink
        )
    if face.value is not None:
        for spot, is_turned in style.values.spots:
            _small(sheet, style, str(face.value), spot, is_turned)
            if style.corner_letters and face.letter and spot[0] != 0.5:
                _corner_letter(sheet, style, face.letter, spot, is_turned)
    if face.multiplier > 1:
        for spot, is_turned in style.mark.spots:
            _mark(sheet, style, face.multiplier, spot, is_turned)
    return np.asarray(sheet, np.uint8)


def _at(spot: Spot, picture: Texture) -> tuple[float, float]:
    return spot[0] * picture.shape[1], spot[1] * picture.shape[0]


def _font(face: Typeface, cap: float) -> ImageFont.FreeTypeFont:
    """The typeface with capitals about so many px high."""
    if (face, 0) not in _FONTS:
        font = face.font(200)
        _, top, _, bottom = font.getbbox("H", anchor="ls")
        _FONTS[face, 0] = (font, 200 / max(20, bottom - top))
    size = max(5, round(cap * _FONTS[face, 0][1]))
    if (face, size) not in _FONTS:
        if len(_FONTS) > 900:
            _FONTS.clear()
            return _font(face, cap)
        _FONTS[face, size] = (face.font(size), 0.0)
    return _FONTS[face, size][0]


def _text(
    draw: ImageDraw.ImageDraw, text: str, face: Typeface, cap: float, middle: tuple[float, float], ink: Bgr
) -> None:
    fill = tuple(round(x) for x in ink)
    draw.text((middle[0], middle[1] + cap / 2), text, font=_font(face, cap), fill=fill, anchor="ms")


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
    _text(draw, text, style.value_face, cap, (side / 2, side / 2), ink)
    _paste(sheet, patch, spot, is_turned)


def _corner_letter(sheet: Image.Image, style: CardStyle, letter: str, spot: Spot, is_turned: bool) -> None:
    """The letter once more, beside the value in its corner, towards the middle of the side."""
    cap = style.values.height * sheet.size[1]
    step = 1.9 * cap / sheet.size[1] * (1 if spot[1] < 0.5 else -1)
    beside = (spot[0], spot[1] + step)
    patch = _cut(sheet, beside, _room(sheet, beside, max(8, round(cap * 2))))
    _text(ImageDraw.Draw(patch), letter, style.value_face, cap, (patch.size[0] / 2, patch.size[0] / 2), style.value_ink)
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
        draw.polygon(_star(half, 1.7 * reach, 9), fill=paper)
    elif style.mark_kind == "band":
        draw.polygon([(half - 2 * reach, half - 0.7 * reach), (half + 2 * reach, half - 0.7 * reach),
                      (half + 2 * reach, half + 0.7 * reach), (half - 2 * reach, half + 0.7 * reach)], fill=paper)  # fmt: skip
    else:
        ink = style.mark_paper[multiplier - 2]
        if style.mark_kind == "ring":
            draw.ellipse(box, outline=paper, width=max(1, round(cap / 6)))
    _text(draw, style.mark_text.format(multiplier), style.value_face, cap * 0.95, (half, half), ink)
    _paste(sheet, patch, spot, is_turned)


def _star(half: float, reach: float, points: int) -> list[tuple[float, float]]:
    turns = np.arange(2 * points) * np.pi / points
    far = np.where(np.arange(2 * points) % 2, 0.75, 1.0) * reach
    return [(float(half + r * np.cos(a)), float(half + r * np.sin(a))) for a, r in zip(turns, far, strict=True)]


def _joker(style: CardStyle, picture: Texture) -> None:
    """Any picture in the middle of the face: a crown, a star, a head, rings, or loose shapes, and maybe a word."""
    chance = np.random.default_rng(style.joker)
    high, wide = picture.shape[:2]
    reach = wide * chance.uniform(0.18, 0.36)
    x, y = wide / 2, high * chance.uniform(0.34, 0.55)
    inks = [tuple(float(v) for v in chance.uniform(10, 235, 3)) for _ in range(3)]
    kind = int(chance.integers(7))
    if kind <= 1:
        _crown(picture, (x, y), reach, inks)
    elif kind == 2:
        star = np.array(_star(0, reach, int(chance.integers(5, 10)))) * 1.0
        star[1::2] *= 0.55
        cv2.fillPoly(picture, [np.round((star + [x, y]) * 16).astype(np.int32)], inks[0], cv2.LINE_AA, 4)
    elif kind == 3:
        cv2.circle(picture, (round(x), round(y)), round(reach), inks[0], -1, cv2.LINE_AA)
        for side in (-1, 1):
            cv2.circle(
                picture,
                (round(x + side * reach * 0.35), round(y - reach * 0.2)),
                max(1, round(reach / 7)),
                inks[1],
                -1,
                cv2.LINE_AA,
            )
        cv2.ellipse(
            picture,
            (round(x), round(y + reach * 0.2)),
            (round(reach * 0.5), round(reach * 0.35)),
            0,
            0,
            180,
            inks[1],
            max(1, round(reach / 10)),
            cv2.LINE_AA,
        )
    elif kind == 4:
        for number in range(3):
            cv2.circle(picture, (round(x), round(y)), round(reach * (1 - number * 0.28)), inks[number], -1, cv2.LINE_AA)
    elif kind == 5:
        for _ in range(int(chance.integers(3, 9))):
            corners = np.array([x, y]) + chance.normal(0, reach * 0.6, (3, 2))
            cv2.fillPoly(
                picture, [np.round(corners * 16).astype(np.int32)], inks[int(chance.integers(3))], cv2.LINE_AA, 4
            )
    if style.joker_word or kind == 6:
        sheet = Image.fromarray(picture)
        draw = ImageDraw.Draw(sheet)
        cap, down = high * chance.uniform(0.045, 0.085), high * chance.uniform(0.66, 0.82)
        if kind == 6:
            cap, down = high * chance.uniform(0.07, 0.11), y
        _text(draw, style.joker_word or "JOKER", style.value_face, cap, (x, down), style.ink)
        picture[:] = np.asarray(sheet)


def _crown(picture: Texture, middle: tuple[float, float], reach: float, inks: list[Bgr]) -> None:
    x, y = middle
    tops = np.linspace(-1, 1, 3)
    for number, top in enumerate(tops):
        corners = np.array([[top - 0.4, 0.5], [top, -0.6], [top + 0.4, 0.5]]) * reach + [x, y]
        cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], inks[number], cv2.LINE_AA, 4)
        cv2.circle(
            picture,
            (round(x + top * reach), round(y - 0.65 * reach)),
            max(1, round(reach / 8)),
            inks[number],
            -1,
            cv2.LINE_AA,
        )


def draw_back(style: CardStyle, high: int) -> Texture:
    """The deck's back: a colour with a pattern, mostly with a pale rim."""
    chance = np.random.default_rng(style.back)
    wide = round(high * style.aspect)
    picture = np.empty((high, wide, 3), np.uint8)
    picture[:] = style.back_paper
    step = max(3, round(high * chance.uniform(0.03, 0.12)))
    thick, kind = max(1, round(step * chance.uniform(0.1, 0.4))), int(chance.integers(6))
    for start in range(-high, wide + high, step):
        if kind in (0, 2):
            cv2.line(picture, (start, 0), (start + high, high), style.back_ink, thick, cv2.LINE_AA)
        if kind in (1, 2):
            cv2.line(picture, (start, high), (start + high, 0), style.back_ink, thick, cv2.LINE_AA)
        if kind == 3:
            for y in range(0, high, step):
                cv2.circle(picture, (start, y), thick, style.back_ink, -1, cv2.LINE_AA)
    if kind == 4:
        for number in range(4):
            cv2.ellipse(
                picture,
                (wide // 2, high // 2),
                (round(wide * (0.4 - number * 0.1)), round(high * (0.4 - number * 0.1))),
                0,
                0,
                360,
                style.back_ink,
                thick,
                cv2.LINE_AA,
            )
    if kind == 5:
        sheet = Image.fromarray(picture)
        _text(
            ImageDraw.Draw(sheet),
            str(chance.choice(["ALFA", "KORT", "A-Ö", "ABC"])),
            style.letter_face,
            high * 0.1,
            (wide / 2, high / 2),
            style.back_ink,
        )
        picture = np.array(sheet, np.uint8)
    if style.back_rim:
        rim = max(1, round(style.back_rim * wide))
        edge = picture.copy()
        edge[:] = style.paper
        edge[rim:-rim, rim:-rim] = picture[rim:-rim, rim:-rim]
        return edge
    return picture
