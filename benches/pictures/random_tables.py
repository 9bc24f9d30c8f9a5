"""Tables drawn by chance: cloths, things that are no cards, lamps and cameras."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from benches.pictures.random_decks import pick
from vision.card_render.card_scene import Cloth, ClothPattern, Thing, ThingKind
from vision.render.typeface import Colour
from vision.render.view import Light, Shot

Place = tuple[float, float]

LightKind = Literal["even", "pool", "raking", "shadow", "glare", "dim"]
LIGHTS: Sequence[LightKind] = ("even", "pool", "raking", "shadow", "glare", "dim")


@dataclass(frozen=True, slots=True)
class Tables:
    """Kinds of cloth and thing that a table is drawn from."""

    cloths: Sequence[ClothPattern]
    things: Sequence[ThingKind]


TRAINED_TABLES = Tables(
    ("wood", "wood", "planks", "plain", "plain", "plain", "stripes", "checks", "dots", "speckle"),
    ("paper", "paper", "notepad", "print", "phone", "cup", "saucer", "pen", "book", "coin", "case", "playing card",
     "box"),
)  # fmt: skip
HELD_OUT_TABLES = Tables(
    ("wood", "plain", "tartan", "floral", "marble", "checks"),
    ("paper", "notepad", "phone", "cup", "pen", "book", "napkin", "receipt", "dice", "ruler", "playing card"),
)

_WOODS: Sequence[Colour] = (
    (138, 106, 76), (112, 74, 48), (176, 138, 96), (206, 176, 132), (70, 46, 34), (226, 204, 170), (150, 90, 56),
)  # fmt: skip
_CLOTHS: Sequence[Colour] = (
    (248, 248, 244), (240, 234, 220), (250, 244, 230), (40, 44, 50), (24, 90, 60), (60, 110, 88), (150, 30, 40),
    (40, 70, 130), (120, 150, 190), (220, 190, 120), (170, 170, 170), (110, 60, 90), (90, 90, 60), (232, 214, 200),
)  # fmt: skip
_SIZES: Mapping[ThingKind, tuple[Place, Place, float]] = {
    "paper": ((90, 210), (90, 297), 0.2), "notepad": ((70, 150), (100, 210), 4.0),
    "print": ((105, 210), (148, 297), 0.2), "phone": ((64, 80), (135, 165), 8.0), "cup": ((65, 95), (65, 95), 90.0),
    "saucer": ((110, 160), (110, 160), 12.0), "pen": ((130, 180), (7, 11), 8.0),
    "book": ((110, 180), (170, 250), 22.0), "coin": ((19, 28), (19, 28), 1.8), "case": ((140, 165), (48, 65), 32.0),
    "napkin": ((110, 170), (110, 170), 1.0), "playing card": ((57, 63), (87, 89), 0.3),
    "box": ((100, 180), (140, 260), 40.0), "receipt": ((57, 80), (90, 220), 0.1), "dice": ((13, 19), (13, 19), 16.0),
    "ruler": ((200, 320), (25, 40), 2.0),
}  # fmt: skip
"""Width, height and thickness of things, mm: household measures."""

_ANY: frozenset[ThingKind] = frozenset({"phone", "cup", "pen", "book", "case", "napkin", "box", "saucer", "ruler"})
"""Things that come in any colour; the others are pale."""


def random_cloth(rng: Generator, tables: Tables, face: Colour) -> Cloth:
    """Any cloth; now and then one of the very colour of the cards."""
    pattern = tables.cloths[pick(rng, tables.cloths)]
    chosen = _WOODS if pattern in ("wood", "planks") else _CLOTHS
    colour = chosen[pick(rng, chosen)]
    if pattern not in ("wood", "planks") and rng.random() < 0.12:
        colour = face
    second = _CLOTHS[pick(rng, _CLOTHS)] if rng.random() < 0.5 else _CLOTHS[pick(rng, _CLOTHS[:3])]
    red, green, blue = (int(np.clip(part + rng.normal(0, 8), 0, 255)) for part in colour)
    pitch = rng.uniform(60, 140) if pattern == "planks" else rng.uniform(8, 70)
    folds = float(rng.uniform(0, 1)) if rng.random() < 0.4 and chosen is _CLOTHS else 0.0
    return Cloth(
        pattern, (red, green, blue), second, float(pitch), weave=float(rng.uniform(0.15, 1.0)), folds=folds,
        turn=float(rng.uniform(0, np.pi)), seed=int(rng.integers(1 << 30)),
    )  # fmt: skip


def random_thing(rng: Generator, tables: Tables, middle: Place) -> Thing:
    """Any thing of a household, at a place in mm, turned anyhow."""
    kind = tables.things[pick(rng, tables.things)]
    wide, high, thick = _SIZES[kind]
    size = (float(rng.uniform(*wide)), float(rng.uniform(*high)))
    if kind in ("cup", "saucer", "coin", "dice"):
        size = (size[0], size[0])
    pale = float(rng.uniform(225, 255))
    colour: Colour = (int(pale), int(pale - rng.uniform(0, 8)), int(pale - rng.uniform(0, 20)))
    if kind in _ANY and rng.random() < 0.75:
        red, green, blue = (int(part) for part in rng.integers(10, 240, 3))
        colour = (red, green, blue)
    elif kind == "coin":
        colour = (190, 160, 100) if rng.random() < 0.5 else (180, 180, 184)
    return Thing(kind, middle, float(rng.uniform(0, 2 * np.pi)), size, thick, colour, seed=int(rng.integers(1 << 30)))


def thing_radius(thing: Thing) -> float:
    """How far a thing reaches from its middle, mm."""
    return float(np.hypot(*thing.size)) / 2


def random_light(rng: Generator, kind: LightKind | None = None) -> Light:
    """A lamp of a kind, or of any."""
    kind = LIGHTS[pick(rng, LIGHTS)] if kind is None else kind
    warm = float(rng.uniform(-0.12, 0.35))
    spot = (float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9)))
    way = float(rng.uniform(0, 360))
    fall = float(rng.uniform(0.2, 2.2 if kind == "raking" else 1.0))
    return Light(
        brightness=float(rng.uniform(0.35, 0.6) if kind == "dim" else rng.uniform(0.75, 1.2)),
        cast=(1.0, 1 - 0.35 * max(warm, 0) - 0.1 * max(-warm, 0), 1 - warm),
        gradient=float(rng.uniform(0.3, 0.6) if kind == "raking" else rng.uniform(0, 0.25)),
        gradient_way=way,
        glare=float(rng.uniform(0.1, 0.6)) if kind == "glare" else 0.0,
        glare_at=spot,
        glare_reach=(float(rng.uniform(0.1, 0.4)), float(rng.uniform(0.1, 0.4))),
        sheen=float(rng.uniform(0.2, 0.9)) if kind in ("glare", "pool") else 0.0,
        shade=float(rng.uniform(0.25, 0.65)) if kind == "shadow" else 0.0,
        shade_from=float(rng.uniform(0.3, 0.7)),
        shade_way=float(rng.uniform(0, 360)),
        shade_edge=float(rng.uniform(25, 400)),
        pool=float(rng.uniform(0.35, 0.85)) if kind == "pool" else 0.0,
        pool_at=spot,
        pool_reach=float(rng.uniform(0.25, 0.7)),
        fall=(fall * float(np.cos(np.deg2rad(way))), fall * float(np.sin(np.deg2rad(way)))),
    )


def random_shot(rng: Generator, width: int, most_tilt: float, light: LightKind | None = None) -> Shot:
    """Any camera with a picture so wide: 4:3, 16:9 or 3:2, at times upright."""
    height = round(width / float(rng.choice([4 / 3, 4 / 3, 16 / 9, 3 / 2])))
    size = (height, width) if rng.random() < 0.12 else (width, height)
    coarse = width / 1600
    return Shot(
        width=size[0], height=size[1],
        turn=float(rng.uniform(-180, 180)), tilt=float(rng.uniform(0, most_tilt)), tilt_way=float(rng.uniform(0, 360)),
        zoom=0.95, shift=(float(rng.uniform(-0.04, 0.04)), float(rng.uniform(-0.04, 0.04))),
        light=random_light(rng, light),
        blur=float(rng.uniform(0.3, 1.5)) * max(0.6, coarse),
        shake=float(rng.uniform(1, 5)) * coarse if rng.random() < 0.15 else 0.0, shake_way=float(rng.uniform(0, 180)),
        sharpening=float(rng.uniform(0.2, 1.2)) if rng.random() < 0.4 else 0.0,
        grain=float(rng.uniform(0.5, 7)), jpeg=int(rng.integers(55, 98)), lens=float(rng.uniform(-0.06, 0.03)),
        has_rim=bool(rng.random() < 0.3), seed=int(rng.integers(1 << 30)),
    )  # fmt: skip
