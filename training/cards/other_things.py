"""What lies on tables and is no card: papers, telephones, cups, pens, books, boxes, hands."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from training.cards.table_ground import paint_table
from training.drawn.typeface_choice import Typeface

Texture = NDArray[np.uint8]
_WORDS = (
    "Kaffe",
    "ALFAPET",
    "Recept",
    "Adress",
    "Mjölk",
    "BOK",
    "Nyheter",
    "A",
    "E 4",
    "GOD JUL",
    "ABC",
    "Karta",
    "N",
    "R",
    "SMÖR",
)


def draw_thing(rng: Generator, faces: list[Typeface]) -> tuple[Texture, float, float]:
    """A flat thing as a texture, with its width and height in cards' heights."""
    kind = str(rng.choice(["paper", "paper", "phone", "book", "photo", "note", "tile", "ticket"]))
    wide, high = {
        "paper": (rng.uniform(1.2, 3.2), rng.uniform(1.2, 3.6)),
        "phone": (rng.uniform(0.7, 0.9), rng.uniform(1.4, 1.8)),
        "book": (rng.uniform(1.2, 2.2), rng.uniform(1.7, 3)), "photo": (rng.uniform(0.7, 1.8), rng.uniform(0.7, 1.8)),
        "note": (rng.uniform(0.5, 1.1), rng.uniform(0.5, 1.1)), "tile": (rng.uniform(0.2, 0.4),) * 2,
        "ticket": (rng.uniform(0.3, 0.8), rng.uniform(0.8, 1.6)),
    }[kind]  # fmt: skip
    scale = 90
    size = (max(12, int(high * scale)), max(12, int(wide * scale)), 3)
    pale = kind in ("paper", "note", "ticket", "tile") or rng.random() < 0.2
    base = rng.uniform(205, 255) - rng.uniform(0, 25, 3) if pale else rng.uniform(5, 240, 3)
    if kind == "phone" and rng.random() < 0.7:
        base = rng.uniform(5, 50, 3)
    texture = np.empty(size, np.uint8)
    texture[:] = np.clip(base, 0, 255)
    _fill(rng, kind, texture, faces)
    return texture, float(wide), float(high)


def _fill(rng: Generator, kind: str, texture: Texture, faces: list[Typeface]) -> None:
    high, wide = texture.shape[:2]
    if kind == "photo":
        for _ in range(6):
            spot = (int(rng.uniform(0, wide)), int(rng.uniform(0, high)))
            cv2.circle(
                texture, spot, int(rng.uniform(4, wide / 2)), tuple(rng.uniform(0, 255, 3).tolist()), -1, cv2.LINE_AA
            )
    if kind == "phone":
        cv2.rectangle(texture, (5, 8), (wide - 6, high - 9), tuple(rng.uniform(0, 200, 3).tolist()), -1)
        for _ in range(int(rng.integers(0, 14))):
            x, y = int(rng.uniform(8, wide - 16)), int(rng.uniform(12, high - 18))
            cv2.rectangle(texture, (x, y), (x + 9, y + 9), tuple(rng.uniform(0, 255, 3).tolist()), -1)
    if kind in ("paper", "note", "ticket", "book", "tile") and rng.random() < 0.75:
        _written(rng, kind, texture, faces)


def _written(rng: Generator, kind: str, texture: Texture, faces: list[Typeface]) -> None:
    """Lines of text, or one large word, or one letter, as on a tile of another game."""
    high, wide = texture.shape[:2]
    sheet = Image.fromarray(texture)
    draw = ImageDraw.Draw(sheet)
    ink = tuple(int(v) for v in (rng.uniform(0, 110, 3) if texture.mean() > 110 else rng.uniform(180, 255, 3)))
    face = faces[int(rng.integers(len(faces)))]
    if kind == "tile":
        draw.text(
            (wide / 2, high / 2),
            str(rng.choice(list("ABDEKLMNRST"))),
            font=face.font(max(6, high // 2)),
            fill=ink,
            anchor="mm",
        )
    elif kind in ("book", "note") or rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 4))):
            spot = (wide / 2, rng.uniform(0.15, 0.85) * high)
            draw.text(spot, str(rng.choice(_WORDS)), font=face.font(int(rng.uniform(10, 42))), fill=ink, anchor="mm")
    else:
        step = int(rng.uniform(8, 22))
        for y in range(step, high - step, step):
            words = " ".join(
                "".join(rng.choice(list("abdefgiklmnoprstuvå"), int(rng.integers(2, 9)))) for _ in range(30)
            )
            draw.text((wide * 0.08, y), words, font=face.font(max(5, int(step * 0.7))), fill=ink, anchor="lm")
        draw.rectangle((wide * 0.92, 0, wide, high), fill=tuple(int(v) for v in texture[2, 2]))
    texture[:] = np.asarray(sheet)


def draw_round_things(rng: Generator, picture: Texture, card: float) -> None:
    """Cups, coins and pens straight on the picture; card: px that a card is high."""
    high, wide = picture.shape[:2]
    for _ in range(int(rng.integers(0, 4))):
        x, y = (int(v) for v in rng.uniform(0, 1, 2) * [wide, high])
        ink = tuple(rng.uniform(0, 255, 3).tolist())
        if rng.random() < 0.5:
            reach = int(card * rng.choice([rng.uniform(0.1, 0.2), rng.uniform(0.35, 0.7)]))
            lean = rng.normal(0, card * 0.4, 2).astype(int)
            dark = tuple(v * 0.6 for v in ink)
            cv2.line(picture, (x, y), (x + int(lean[0]), y + int(lean[1])), dark, max(1, 2 * reach), cv2.LINE_AA)
            cv2.circle(picture, (x, y), reach, ink, -1, cv2.LINE_AA)
            if rng.random() < 0.6:
                cv2.circle(picture, (x, y), int(reach * 0.85), tuple(rng.uniform(0, 255, 3).tolist()), -1, cv2.LINE_AA)
        else:
            far = rng.normal(0, card, 2).astype(int)
            cv2.line(
                picture,
                (x, y),
                (x + int(far[0]), y + int(far[1])),
                ink,
                max(2, int(card * rng.uniform(0.04, 0.1))),
                cv2.LINE_AA,
            )


def draw_cover(
    rng: Generator, picture: Texture, hidden: NDArray[np.int32], spot: NDArray[np.float64], card: float
) -> None:
    """A sheet, a cloth's end or a sleeve that reaches to a place; what it hides is marked -1."""
    high, wide = hidden.shape
    size, turn = np.exp(rng.uniform(np.log(0.5), np.log(4), 2)) * card, float(rng.uniform(0, 360))
    way = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
    if rng.random() < 0.5:
        size[0] = 4 * max(high, wide)
    outline = cv2.boxPoints((tuple(spot + way * size[0] / 2), tuple(size), turn))
    mask = np.zeros(hidden.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), (255,), cv2.LINE_AA)
    texture = np.empty_like(picture)
    texture[:] = rng.uniform(5, 250, 3)
    if rng.random() < 0.5:
        texture = paint_table(rng, high, wide)
    share = mask[:, :, None].astype(np.float32) / 255
    shadow = cv2.GaussianBlur(mask, (0, 0), card * rng.uniform(0.02, 0.15))[:, :, None] * (rng.uniform(0, 0.5) / 255)
    picture[:] = np.clip(picture * (1 - shadow) * (1 - share) + texture * share, 0, 255).astype(np.uint8)
    hidden[mask > 127] = -1


def draw_hand(rng: Generator, picture: Texture, hidden: NDArray[np.int32], card: float) -> None:
    """An arm and fingers from outside the picture; what they hide is marked -1."""
    high, wide = picture.shape[:2]
    tip = rng.uniform(0.15, 0.85, 2) * [wide, high]
    turn = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn)])
    skin = np.array([rng.uniform(60, 190), rng.uniform(80, 205), rng.uniform(110, 240)])
    palm = tip + way * card * 0.9
    strokes = [(palm, palm + way * 4 * max(high, wide), 0.75)]
    for number in range(4):
        aside = np.array([-way[1], way[0]]) * (number - 1.5) * card * 0.24
        strokes.append((palm + aside * 0.8, tip + aside + way * rng.uniform(-0.2, 0.25) * card, 0.21))
    sleeve = rng.uniform(0, 255, 3)
    for number, (start, end, thick) in enumerate(strokes):
        ink = sleeve if number == 0 and rng.random() < 0.5 else skin * rng.uniform(0.9, 1.06)
        ends = [tuple(int(v) for v in spot) for spot in (start, end)]
        ink = tuple(np.clip(ink, 0, 255).tolist())
        cv2.line(picture, ends[0], ends[1], ink, max(2, int(thick * card)), cv2.LINE_AA)
        cv2.line(hidden, ends[0], ends[1], -1, max(2, int(thick * card)))
    cv2.circle(
        picture, tuple(int(v) for v in palm), int(card * 0.45), tuple(np.clip(skin, 0, 255).tolist()), -1, cv2.LINE_AA
    )
    cv2.circle(hidden, tuple(int(v) for v in palm), int(card * 0.45), -1, -1)
