"""What a joker's face shows instead of a letter, and what a drawn deck's backs show."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from training.cards.card_style import Bgr, CardStyle
from training.cards.lettering import write

Texture = NDArray[np.uint8]
Spot = tuple[float, float]


def star(half: float, reach: float, points: int) -> list[Spot]:
    """The corners of a star round (half, half)."""
    turns = np.arange(2 * points) * np.pi / points
    far = np.where(np.arange(2 * points) % 2, 0.75, 1.0) * reach
    return [(float(half + r * np.cos(a)), float(half + r * np.sin(a))) for a, r in zip(turns, far, strict=True)]


def draw_joker(style: CardStyle, picture: Texture) -> None:
    """Any picture in the middle of the face: a crown, a star, a head, rings, or loose shapes, and maybe a word."""
    chance = np.random.default_rng(style.joker)
    high, wide = picture.shape[:2]
    reach = float(wide * chance.uniform(0.18, 0.36))
    middle = (wide / 2, float(high * chance.uniform(0.34, 0.55)))
    inks: list[Bgr] = [tuple(chance.uniform(10, 235, 3).tolist()) for _ in range(3)]
    kind = int(chance.integers(len(_JOKERS) + 1))
    if kind < len(_JOKERS):
        _JOKERS[kind](chance, picture, middle, reach, inks)
    if style.joker_word or kind == len(_JOKERS):
        _word(chance, style, picture, is_alone=kind == len(_JOKERS))


def _word(chance: Generator, style: CardStyle, picture: Texture, *, is_alone: bool) -> None:
    high, wide = picture.shape[:2]
    share, down = (
        (chance.uniform(0.07, 0.11), 0.45) if is_alone else (chance.uniform(0.045, 0.085), chance.uniform(0.66, 0.82))
    )
    sheet = Image.fromarray(picture)
    text = style.joker_word or "JOKER"
    write(ImageDraw.Draw(sheet), text, style.value_face, high * share, (wide / 2, high * down), style.ink)
    picture[:] = np.asarray(sheet)


def _fill(picture: Texture, corners: NDArray[np.float64], ink: Bgr) -> None:
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def _disc(picture: Texture, middle: Spot, reach: float, ink: Bgr) -> None:
    cv2.circle(picture, (round(middle[0]), round(middle[1])), max(1, round(reach)), ink, -1, cv2.LINE_AA)


def _crown(chance: Generator, picture: Texture, middle: Spot, reach: float, inks: list[Bgr]) -> None:
    del chance
    for top, ink in zip((-1.0, 0.0, 1.0), inks, strict=True):
        _fill(picture, np.array([[top - 0.4, 0.5], [top, -0.6], [top + 0.4, 0.5]]) * reach + np.array(middle), ink)
        _disc(picture, (middle[0] + top * reach, middle[1] - 0.65 * reach), reach / 8, ink)


def _star(chance: Generator, picture: Texture, middle: Spot, reach: float, inks: list[Bgr]) -> None:
    corners = np.array(star(0, reach, int(chance.integers(5, 10))))
    corners[1::2] *= 0.55
    _fill(picture, corners + np.array(middle), inks[0])


def _head(chance: Generator, picture: Texture, middle: Spot, reach: float, inks: list[Bgr]) -> None:
    del chance
    _disc(picture, middle, reach, inks[0])
    for side in (-0.35, 0.35):
        _disc(picture, (middle[0] + side * reach, middle[1] - reach * 0.2), reach / 7, inks[1])
    lips, size = (round(middle[0]), round(middle[1] + reach * 0.2)), (round(reach * 0.5), round(reach * 0.35))
    cv2.ellipse(picture, lips, size, 0, 0, 180, inks[1], max(1, round(reach / 10)), cv2.LINE_AA)


def _rings(chance: Generator, picture: Texture, middle: Spot, reach: float, inks: list[Bgr]) -> None:
    del chance
    for number, ink in enumerate(inks):
        _disc(picture, middle, reach * (1 - number * 0.28), ink)


def _shapes(chance: Generator, picture: Texture, middle: Spot, reach: float, inks: list[Bgr]) -> None:
    for _ in range(int(chance.integers(3, 9))):
        _fill(picture, np.array(middle) + chance.normal(0, reach * 0.6, (3, 2)), inks[int(chance.integers(3))])


_JOKERS: tuple[Callable[[Generator, Texture, Spot, float, list[Bgr]], None], ...] = (
    _crown, _crown, _star, _head, _rings, _shapes,
)  # fmt: skip


def draw_back(style: CardStyle, high: int) -> Texture:
    """The deck's back: a colour with a pattern, mostly with a pale rim."""
    chance = np.random.default_rng(style.back)
    wide = round(high * style.aspect)
    picture = np.empty((high, wide, 3), np.uint8)
    picture[:] = style.back_paper
    step = max(3, round(high * chance.uniform(0.03, 0.12)))
    thick, kind = max(1, round(step * chance.uniform(0.1, 0.4))), int(chance.integers(6))
    if kind < 3:
        _lines(picture, step, thick, style.back_ink, falls=kind != 1, rises=kind != 0)
    elif kind == 3:
        for x, y in ((x, y) for x in range(0, wide, step) for y in range(0, high, step)):
            cv2.circle(picture, (x, y), thick, style.back_ink, -1, cv2.LINE_AA)
    elif kind == 4:
        for share in (0.4, 0.3, 0.2, 0.1):
            axes = (round(wide * share), round(high * share))
            cv2.ellipse(picture, (wide // 2, high // 2), axes, 0, 0, 360, style.back_ink, thick, cv2.LINE_AA)
    else:
        sheet = Image.fromarray(picture)
        text = str(chance.choice(["ALFA", "KORT", "A-Ö", "ABC"]))
        write(ImageDraw.Draw(sheet), text, style.letter_face, high * 0.1, (wide / 2, high / 2), style.back_ink)
        picture = np.array(sheet, np.uint8)
    return _rimmed(style, picture)


def _lines(picture: Texture, step: int, thick: int, ink: Bgr, *, falls: bool, rises: bool) -> None:
    high, wide = picture.shape[:2]
    for start in range(-high, wide + high, step):
        if falls:
            cv2.line(picture, (start, 0), (start + high, high), ink, thick, cv2.LINE_AA)
        if rises:
            cv2.line(picture, (start, high), (start + high, 0), ink, thick, cv2.LINE_AA)


def _rimmed(style: CardStyle, picture: Texture) -> Texture:
    """The back with the paper's colour along its edges, where the deck has such a rim."""
    rim = round(style.back_rim * picture.shape[1])
    if not rim:
        return picture
    edge = np.empty_like(picture)
    edge[:] = np.clip(style.paper, 0, 255)
    edge[rim:-rim, rim:-rim] = picture[rim:-rim, rim:-rim]
    return edge
