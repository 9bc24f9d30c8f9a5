"""What a deck of cards looks like, thrown anew for every drawn table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from training.drawn.typeface_choice import Typeface

CARD_LETTERS: tuple[str, ...] = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ")
"""The letters that cards show."""

MOST_VALUE = 15
"""The highest value printed on a card."""

Bgr = tuple[float, float, float]
Spot = tuple[float, float]
"""A place on a face, as shares of its width and height from the top left."""

_CORNERS: tuple[Spot, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class Printed:
    """Where small print stands: the spots, each with whether it stands upside down, and its capitals' height.

    height: share of the card's height.
    """

    spots: tuple[tuple[Spot, bool], ...]
    height: float


@dataclass(frozen=True, slots=True)
class CardStyle:
    """One deck's look; sizes are shares of a card's height, inset and radius of its width, colours blue-green-red."""

    aspect: float
    radius: float
    paper: Bgr
    ink: Bgr
    letter_face: Typeface
    letter_height: float
    letter_spot: Spot
    value_face: Typeface
    value_ink: Bgr
    values: Printed
    values_boxed: bool
    corner_letters: bool
    mark: Printed
    mark_kind: str
    mark_text: str
    mark_paper: tuple[Bgr, Bgr]
    mark_ink: Bgr
    frame: str
    frame_inset: float
    frame_ink: Bgr
    tint: float
    worth: dict[str, int]
    joker: int
    joker_word: str
    back: int
    back_paper: Bgr
    back_ink: Bgr
    back_rim: float


def throw_card_style(rng: Generator, faces: list[Typeface]) -> CardStyle:
    """A deck of any look."""
    paper, ink = _colours(rng)
    letter_face = faces[int(rng.integers(len(faces)))]
    value_face = letter_face if rng.random() < 0.5 else faces[int(rng.integers(len(faces)))]
    values, taken = _values(rng)
    same_mark = _vivid(rng)
    return CardStyle(
        aspect=float(rng.uniform(0.6, 0.78)),
        radius=float(rng.choice([0.02, 0.06, 0.09, 0.13])),
        paper=paper,
        ink=ink,
        letter_face=letter_face,
        letter_height=float(rng.uniform(0.2, 0.48)),
        letter_spot=(float(rng.normal(0.5, 0.015)), float(rng.uniform(0.36, 0.6))),
        value_face=value_face,
        value_ink=ink if rng.random() < 0.6 else _mixed(ink, paper, float(rng.uniform(0.1, 0.45))),
        values=values,
        values_boxed=bool(rng.random() < 0.12),
        corner_letters=bool(rng.random() < 0.15),
        mark=_mark(rng, taken),
        mark_kind=str(rng.choice(["disc", "disc", "text", "text", "ring", "box", "star", "band"])),
        mark_text=str(rng.choice(["{}x", "{}x", "{}X", "{}×", "x{}", "×{}", "{} x"])),
        mark_paper=(same_mark, same_mark if rng.random() < 0.5 else _vivid(rng)),
        mark_ink=(250, 250, 250) if rng.random() < 0.6 else (30, 25, 20),
        frame=str(rng.choice(["none", "none", "none", "line", "line", "double", "thick", "dots"])),
        frame_inset=float(rng.uniform(0.03, 0.1)),
        frame_ink=_vivid(rng) if rng.random() < 0.6 else _mixed(ink, paper, 0.4),
        tint=float(rng.uniform(0, 6) if rng.random() < 0.4 else 0),
        worth=_worth(rng),
        joker=int(rng.integers(1 << 30)),
        joker_word=str(rng.choice(["JOKER", "JOKER", "Joker", "", "", "WILD", "FRI", "*"])),
        back=int(rng.integers(1 << 30)),
        back_paper=_vivid(rng) if rng.random() < 0.75 else tuple(float(x) for x in rng.uniform(20, 240, 3)),  # type: ignore[arg-type]
        back_ink=tuple(float(x) for x in rng.uniform(20, 250, 3)),  # type: ignore[arg-type]
        back_rim=float(rng.choice([0.0, 0.05, 0.08])),
    )


def _colours(rng: Generator) -> tuple[Bgr, Bgr]:
    """Of the face, mostly pale, and of its letters."""
    level = rng.uniform(215, 253)
    warm = abs(rng.normal(0, 9)) if rng.random() < 0.6 else rng.normal(0, 3)
    paper = (level - 2.2 * warm, level - 0.7 * warm, level)
    ink = tuple(float(x) for x in rng.uniform(5, 70) + rng.uniform(-5, 35, 3) * (rng.random() < 0.6))
    thrown = rng.random()
    if thrown < 0.08:
        paper = tuple(float(x) for x in rng.uniform(150, 250, 3))  # type: ignore[assignment]
    elif thrown < 0.12:
        return tuple(float(x) for x in rng.uniform(15, 80, 3)), (240.0, 240.0, 240.0)  # type: ignore[return-value]
    elif thrown < 0.3:
        ink = tuple(float(x) * 0.75 for x in _vivid(rng))
    return tuple(min(x, 255.0) for x in paper), ink  # type: ignore[return-value]


def _mixed(one: Bgr, other: Bgr, share: float) -> Bgr:
    return tuple(a * (1 - share) + b * share for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def _vivid(rng: Generator) -> Bgr:
    """A strong colour."""
    hue, low = rng.uniform(0, 6), rng.uniform(10, 90)
    high = rng.uniform(120, 235)
    rise = np.clip(np.abs((hue + np.array([0, 2, 4])) % 6 - 3) - 1, 0, 1)
    return tuple(float(x) for x in low + (high - low) * rise)  # type: ignore[return-value]


def _values(rng: Generator) -> tuple[Printed, set[Spot]]:
    """Where the values stand, and which corners that takes."""
    height = float(np.exp(rng.uniform(np.log(0.045), np.log(0.13))))
    edge, thrown = float(rng.uniform(0.09, 0.15)), rng.random()
    if thrown < 0.08:
        return Printed((((float(rng.uniform(0.45, 0.55)), float(rng.uniform(0.78, 0.9))), False),), height), set()
    count = 1 if thrown < 0.5 else 2 if thrown < 0.9 else 4
    first = _CORNERS[int(rng.integers(4))]
    chosen = {1: [first], 2: [first, (1 - first[0], 1 - first[1])], 4: list(_CORNERS)}[count]
    if count == 2 and rng.random() < 0.15:
        chosen = [first, (1 - first[0], first[1])]
    turns = rng.random() < 0.75
    spots = tuple(
        (_inset(corner, edge), bool(turns and number and corner[1] != first[1])) for number, corner in enumerate(chosen)
    )
    return Printed(spots, height), set(chosen)


def _inset(corner: Spot, edge: float) -> Spot:
    """A corner moved inwards; edge: share of the card's height at its upper and lower side, a little more at others."""
    return abs(corner[0] - edge * 1.25), abs(corner[1] - edge * 0.85)


def _mark(rng: Generator, taken: set[Spot]) -> Printed:
    """Where the mark stands: a corner that is free, or the middle of a side."""
    free = [corner for corner in _CORNERS if corner not in taken]
    height = float(np.exp(rng.uniform(np.log(0.045), np.log(0.11))))
    if free and rng.random() < 0.8:
        count = 2 if len(free) > 1 and rng.random() < 0.25 else 1
        spots = [free[number] for number in rng.permutation(len(free))[:count]]
        edge = float(rng.uniform(0.1, 0.16))
        return Printed(
            tuple((_inset(spot, edge), bool(number and rng.random() < 0.7)) for number, spot in enumerate(spots)),
            height,
        )
    return Printed((((0.5, float(rng.choice([0.09, 0.9]))), False),), height)


def _worth(rng: Generator) -> dict[str, int]:
    """Any value for every letter."""
    most = int(rng.choice([5, 10, 10, MOST_VALUE]))
    return {letter: int(rng.integers(rng.integers(0, 2), most + 1)) for letter in CARD_LETTERS}
