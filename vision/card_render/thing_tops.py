"""The tops of things that are no cards: paper, telephone, cup, pen, book, coins, and what is written on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

import numpy as np
from PIL import Image, ImageDraw

from vision.card_render.card_scene import Thing, ThingKind
from vision.card_render.face_marks import star
from vision.render.overlay import Layer, layer_of
from vision.render.typeface import Colour, write
from vision.render.view import BUNDLED

Draw = ImageDraw.ImageDraw
Size = tuple[int, int]

ROUND = frozenset({"cup", "saucer", "coin"})
"""Things that are round from above."""

_INK: Colour = (40, 44, 90)


@dataclass(frozen=True, slots=True)
class _Top:
    """What a top is drawn on: its size in px and colour, and the chance that decides what is written there."""

    draw: Draw
    size: Size
    colour: Colour
    chance: Random


def draw_thing(thing: Thing, px: int) -> Layer:
    """A thing's top, its longer side px long: (height, width, 4)."""
    scale = px / max(thing.size)
    size = (max(4, round(thing.size[0] * scale)), max(4, round(thing.size[1] * scale)))
    image, cover = Image.new("RGB", size, thing.colour), Image.new("L", size, 0)
    _cover(ImageDraw.Draw(cover), thing.kind, size)
    if thing.kind in _TOPS:
        _TOPS[thing.kind](_Top(ImageDraw.Draw(image), size, thing.colour, Random(thing.seed)))
    return layer_of(np.asarray(image)[:, :, ::-1], np.asarray(cover))


def _cover(draw: Draw, kind: ThingKind, size: Size) -> None:
    box = (0, 0, size[0] - 1, size[1] - 1)
    if kind in ROUND:
        draw.ellipse(box, fill=255)
    else:
        share = {"phone": 0.13, "case": 0.4, "pen": 0.5, "playing card": 0.06, "dice": 0.15}.get(kind, 0.0)
        draw.rounded_rectangle(box, radius=share * min(size), fill=255)


def _shaded(tone: Colour, share: float) -> Colour:
    red, green, blue = (int(min(255, max(0, part * share))) for part in tone)
    return red, green, blue


def _lines(draw: Draw, size: Size, chance: Random, ink: Colour, pitch: float) -> None:
    """Handwriting: lines of waves with gaps between the words."""
    line = pitch * 1.4
    while line < size[1] - pitch:
        left, end = 0.1 * size[0], chance.uniform(0.4, 0.92) * size[0]
        while left < end:
            right = min(end, left + chance.uniform(1.0, 4.5) * pitch)
            steps = [(left + n * pitch / 6, line + chance.uniform(-0.32, 0.32) * pitch)
                     for n in range(max(2, int((right - left) / pitch * 6)))]  # fmt: skip
            draw.line(steps, fill=ink, width=max(1, round(pitch / 9)))
            left = right + 0.5 * pitch
        line += pitch * 1.5


def _notepad(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    pitch = chance.uniform(0.045, 0.08) * size[1]
    rule = chance.choice([(170, 190, 220), (200, 200, 200), (220, 180, 180)])
    for number in range(1, int(size[1] / pitch)):
        draw.line([(0, number * pitch), (size[0], number * pitch)], fill=rule, width=1)
        if chance.random() < 0.5:
            draw.line([(number * pitch, 0), (number * pitch, size[1])], fill=rule, width=1)
    _lines(draw, size, chance, chance.choice([_INK, (30, 30, 30), (150, 30, 40)]), pitch)


def _paper(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    if chance.random() < 0.4:
        _lines(draw, size, chance, _INK, chance.uniform(0.05, 0.12) * size[1])


def _print(top: _Top) -> None:
    """A printed page: a heading of capitals and lines of text, a box perhaps."""
    draw, size, chance = top.draw, top.size, top.chance
    words = [chance.choice(["REGLER", "SPEL", "PROTOKOLL", "A", "ORD", "POÄNG", "7", "KÖP"]) for _ in range(2)]
    cap = chance.uniform(0.04, 0.16) * size[1]
    write(draw, " ".join(words), (size[0] / 2, 0.14 * size[1]), cap, BUNDLED, (30, 30, 30))
    line = 0.28 * size[1]
    while line < 0.92 * size[1]:
        write(draw, "".join(chance.choice("abdefghijklmnoprstuv ") for _ in range(34)), (size[0] / 2, line),
              0.015 * size[1] + 2, BUNDLED, (60, 60, 60))  # fmt: skip
        line += 0.045 * size[1] + 4
    if chance.random() < 0.5:
        draw.rectangle([0.1 * size[0], 0.5 * size[1], 0.5 * size[0], 0.8 * size[1]],
                       fill=_shaded((chance.randint(60, 255), 160, chance.randint(60, 255)), 1))  # fmt: skip


def _phone(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    edge = 0.05 * min(size)
    box = (edge, edge, size[0] - edge, size[1] - edge)
    screen = chance.choice([(16, 16, 20), (24, 28, 36), (240, 242, 246), (70, 120, 190)])
    draw.rounded_rectangle(box, radius=0.1 * min(size), fill=screen)
    if screen[0] > 60:
        for row in range(5):
            for column in range(4):
                x, y = (column + 0.7) / 4.4 * size[0], (row + 0.9) / 8 * size[1]
                tone = (chance.randint(30, 255), chance.randint(30, 255), chance.randint(30, 255))
                draw.rounded_rectangle([x, y, x + 0.13 * size[0], y + 0.13 * size[0]], 0.03 * size[0], fill=tone)


def _cup(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    drink = chance.choice(
        [(60, 36, 20), (150, 80, 20), (200, 160, 120), _shaded(top.colour, 0.8), _shaded(top.colour, 1.0)]
    )
    edge = chance.uniform(0.05, 0.1) * size[0]
    draw.ellipse([edge, edge, size[0] - edge, size[1] - edge], fill=drink)


def _saucer(top: _Top) -> None:
    draw, size = top.draw, top.size
    for share in (0.08, 0.28):
        draw.ellipse([share * size[0], share * size[1], (1 - share) * size[0], (1 - share) * size[1]],
                     outline=_shaded(top.colour, 0.85), width=max(1, size[0] // 60))  # fmt: skip


def _pen(top: _Top) -> None:
    draw, size = top.draw, top.size
    long = max(size)
    is_wide = size[0] >= size[1]
    for low, high, tone in ((0.0, 0.06, (210, 170, 120)), (0.7, 0.72, (220, 220, 220)), (0.93, 1.0, (230, 120, 120))):
        box = (low * long, 0, high * long, size[1]) if is_wide else (0, low * long, size[0], high * long)
        draw.rectangle(box, fill=tone)
    ridge = [(0, size[1] / 3), (size[0], size[1] / 3)] if is_wide else [(size[0] / 3, 0), (size[0] / 3, size[1])]
    draw.line(ridge, fill=_shaded(top.colour, 1.35), width=max(1, min(size) // 6))


def _book(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    ink = (250, 244, 226) if sum(top.colour) < 380 else (40, 30, 30)
    title = chance.choice(["SAOL", "ORDLISTA", "LEXIKON", "SVENSKA", "ROMAN", "KOK", "A–Ö"])
    write(draw, title, (size[0] / 2, 0.3 * size[1]), min(0.1 * size[1], 0.8 * size[0] / len(title)), BUNDLED, ink)
    draw.rectangle([0.1 * size[0], 0.5 * size[1], 0.9 * size[0], 0.52 * size[1]], fill=ink)
    draw.line(
        [(0.04 * size[0], 0), (0.04 * size[0], size[1])], fill=_shaded(top.colour, 0.7), width=max(1, size[0] // 40)
    )


def _coin(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    draw.ellipse([1, 1, size[0] - 2, size[1] - 2], outline=_shaded(top.colour, 0.7), width=max(1, size[0] // 12))
    text = chance.choice(["1", "2", "5", "10"])
    write(draw, text, (size[0] / 2, size[1] / 2), 0.45 * size[1], BUNDLED, _shaded(top.colour, 0.6))


def _case(top: _Top) -> None:
    draw, size = top.draw, top.size
    draw.line([(0, size[1] / 2), (size[0], size[1] / 2)], fill=_shaded(top.colour, 0.75), width=max(1, size[1] // 20))


def _napkin(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    draw.line([(size[0] / 2, 0), (size[0] / 2, size[1])], fill=_shaded(top.colour, 0.92), width=2)
    tone = (chance.randint(90, 255), chance.randint(60, 200), chance.randint(60, 200))
    for _ in range(chance.randint(0, 12)):
        x, y, far = chance.random() * size[0], chance.random() * size[1], 0.06 * size[0]
        draw.polygon(star((x, y), far, 6, 0.6), fill=tone)


def _playing_card(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    ink = chance.choice([(190, 20, 30), (20, 20, 24)])
    rank = chance.choice(["A", "K", "Q", "J", "10", "9", "7", "5", "3", "2"])
    for x, y in ((0.12, 0.1), (0.88, 0.9)):
        write(draw, rank, (x * size[0], y * size[1]), 0.12 * size[0], BUNDLED, ink)
        draw.polygon(
            star((x * size[0], (y + (0.08 if y < 0.5 else -0.08)) * size[1]), 0.06 * size[0], 4, 0.5), fill=ink
        )
    many = chance.randint(1, 4)
    for row in range(many):
        for column in (0.33, 0.67) if many > 1 else (0.5,):
            spot = (column * size[0], (row + 0.7) / (many + 0.4) * size[1])
            draw.polygon(star(spot, (0.3 if many == 1 else 0.1) * size[0], 4, 0.5), fill=ink)


def _box(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    for letter in range(chance.randint(2, 6)):
        x, y = chance.uniform(0.15, 0.85) * size[0], chance.uniform(0.3, 0.85) * size[1]
        far, tone = 0.08 * min(size), (250, 246, 230)
        draw.rectangle([x - far, y - far, x + far, y + far], fill=tone)
        write(draw, "ABESKÖ"[letter], (x, y), 1.1 * far, BUNDLED, (40, 40, 44))
    write(draw, "ALFAPET", (size[0] / 2, 0.15 * size[1]), 0.1 * min(size), BUNDLED, (250, 240, 220))


def _receipt(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    cap = 0.04 * size[0] + 2
    line = 3 * cap
    while line < size[1] - 2 * cap:
        price = f"{chance.randint(1, 300)},{chance.randint(0, 99):02}"
        write(draw, chance.choice(["MJÖLK", "KAFFE", "BRÖD", "OST"]), (0.3 * size[0], line), cap, BUNDLED, (70, 70, 80))
        write(draw, price, (0.8 * size[0], line), cap, BUNDLED, (70, 70, 80))
        line += 2 * cap


def _dice(top: _Top) -> None:
    draw, size, chance = top.draw, top.size, top.chance
    far = 0.1 * size[0]
    spots = [(0.5, 0.5), (0.25, 0.25), (0.75, 0.75), (0.75, 0.25), (0.25, 0.75)]
    for x, y in spots[: chance.randint(1, 5)]:
        box = (x * size[0] - far, y * size[1] - far, x * size[0] + far, y * size[1] + far)
        draw.ellipse(box, fill=(20, 20, 24))


def _ruler(top: _Top) -> None:
    draw, size = top.draw, top.size
    steps = max(2, math.floor(size[0] / max(4, 0.15 * size[1])))
    for number in range(steps):
        x = number / steps * size[0]
        draw.line([(x, 0), (x, (0.45 if number % 10 == 0 else 0.25) * size[1])], fill=(40, 40, 40), width=1)


_TOPS: Mapping[ThingKind, Callable[[_Top], None]] = {
    "paper": _paper, "notepad": _notepad, "print": _print, "phone": _phone, "cup": _cup, "saucer": _saucer, "pen": _pen,
    "book": _book, "coin": _coin, "case": _case, "napkin": _napkin, "playing card": _playing_card, "box": _box,
    "receipt": _receipt, "dice": _dice, "ruler": _ruler,
}  # fmt: skip
