"""How one set's tiles look: tones, sizes, corners, where the letter stands; one throw of the dice for a window."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from training.drawn.letter_masks import Glyphs
from training.drawn.typeface_choice import Typeface


@dataclass(frozen=True, slots=True)
class Hollow:
    """A round hollow in a plastic tile: dark where its wall is in shade, bright where it mirrors the light."""

    place: tuple[float, float]
    radius: float
    dark: float
    bright: float
    way: tuple[float, float]


@dataclass(frozen=True, slots=True)
class TileStyle:
    """A set of tiles; tones are grey levels, lengths are shares of a tile's side.

    subscript: how far a value stands behind its letter, and how far beneath the letter's foot; None: it has a place of
    its own on the tile, digit_at. streaked: whether the grain runs in streaks, as that of wood. faint: how wide a fine
    stroke is at most, in px of a mask, and the share of its ink that such strokes have lost; None: none has.
    """

    face: Typeface
    figures: Typeface
    tone: float
    ink: float
    side: float
    cap: float
    squeeze: float
    stroke: int
    faint: tuple[int, float] | None
    shift: tuple[float, float]
    digit: float
    digit_at: tuple[float, float]
    subscript: tuple[float, float] | None
    corner: float
    bevel: float
    bevel_lift: float
    rim: float
    grain: float
    streaked: bool
    hollows: tuple[Hollow, ...]
    size: float
    aspect: float
    thickness: float


def throw_style(rng: Generator, glyphs: Glyphs, *, usual: bool) -> TileStyle:
    """Any set of tiles that a family might own; a usual one has no subscripts, faint or narrow letters, nor streaks."""
    tone, ink = _tones(rng)
    face, cap = glyphs.face(rng), _cap(rng)
    subscript = None if usual else _subscript(rng)
    streaked = not usual and rng.random() < 0.2
    if subscript:
        cap = rng.uniform(0.3, 0.6)
    return TileStyle(
        face=face, figures=face if rng.random() < 0.7 else glyphs.face(rng),
        tone=tone, ink=ink, side=tone * rng.uniform(0.45, 1.1),
        cap=cap, squeeze=_squeeze(rng, usual=usual), stroke=_stroke(rng, face), faint=None if usual else _faint(rng),
        shift=_shift(rng), digit=cap * rng.uniform(0.28, 0.65) if subscript else rng.uniform(0.13, 0.25),
        digit_at=_digit_place(rng), subscript=subscript,
        corner=rng.uniform(0.02, 0.2), bevel=rng.uniform(0.0, 0.1), bevel_lift=rng.uniform(-50, 60),
        rim=rng.choice([0.0, rng.uniform(-70, 50)], p=[0.6, 0.4]),
        grain=rng.uniform(4, 24) if streaked else abs(rng.normal(0, 5)), streaked=streaked,
        hollows=_hollows(rng),
        size=rng.uniform(0.82, 1.0) if rng.random() < 0.85 else rng.uniform(1.0, 1.1),
        aspect=_near(rng, 1.0, 0.04, 0.12), thickness=rng.uniform(0.12, 0.35),
    )  # fmt: skip


def _near(rng: Generator, middle: float, spread: float, most: float) -> float:
    """About the middle, never farther from it than most."""
    return middle + min(most, max(-most, float(rng.normal(0, spread))))


def _tones(rng: Generator) -> tuple[float, float]:
    """Tile and ink: two sets of three are pale with dark letters."""
    if rng.random() < 0.7:
        tone = rng.uniform(130, 250)
        return tone, rng.uniform(5, max(25, tone - rng.uniform(70, 150)))
    tone = rng.uniform(8, 150)
    return tone, rng.uniform(min(235, tone + rng.uniform(70, 130)), 255)


def _cap(rng: Generator) -> float:
    """A capital's height; most sets print it about half as high as the tile."""
    return max(0.4, _near(rng, 0.52, 0.06, 0.2)) if rng.random() < 0.7 else rng.uniform(0.4, 0.75)


def _stroke(rng: Generator, face: Typeface) -> int:
    """How many px of a mask the strokes grow, or thin out if negative; light faces only grow."""
    light = any(word in face.style for word in ("Light", "Thin", "Extra Light"))
    return int(rng.choice([0, 1, 2, 3] if light else [-1, 0, 0, 0, 1, 2]))


def _squeeze(rng: Generator, *, usual: bool) -> float:
    """How wide letters are for their height, beside the typeface's own; some sets have narrow ones."""
    is_narrow = not usual and rng.random() < 0.15
    return float(rng.uniform(0.55, 0.85)) if is_narrow else _near(rng, 1.0, 0.06, 0.18)


def _faint(rng: Generator) -> tuple[int, float] | None:
    """One set in four has lost ink where strokes are fine: worn, or of a typeface with hairlines."""
    return (int(rng.integers(4, 10)), float(rng.uniform(0.25, 0.85))) if rng.random() < 0.25 else None


def _shift(rng: Generator) -> tuple[float, float]:
    """Where the letter's middle stands from the tile's: often a little up, sometimes up and to the left."""
    if rng.random() < 0.25:
        return -rng.uniform(0.02, 0.13), -rng.uniform(0.02, 0.12)
    return float(rng.normal(0, 0.03)), float(rng.normal(-0.03, 0.04))


def _digit_place(rng: Generator) -> tuple[float, float]:
    """Where the value's middle stands from the tile's."""
    across = rng.choice(["right", "middle", "left"], p=[0.84, 0.08, 0.08])
    far = rng.uniform(0.15, 0.4)
    return {"right": far, "middle": rng.uniform(-0.05, 0.05), "left": -far}[str(across)], rng.uniform(0.27, 0.39)


def _subscript(rng: Generator) -> tuple[float, float] | None:
    """Half of the sets set the value as a subscript: right behind the letter, wherever that ends."""
    if rng.random() < 0.5:
        return None
    return float(rng.choice([rng.uniform(-0.03, 0.03), rng.uniform(0, 0.08)])), rng.uniform(-0.02, 0.12)


def _hollows(rng: Generator) -> tuple[Hollow, ...]:
    """Round hollows that some plastic tiles have near their edges, two to four of them alike."""
    if rng.random() < 0.8:
        return ()
    across, down = rng.uniform(0.15, 0.38), rng.uniform(0.26, 0.38)
    spots = [(-across, -down), (across, -down), (0.0, down), (-across, down), (across, down), (0.0, -down)]
    turn, radius = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.1)
    way = (float(np.cos(turn)), float(np.sin(turn)))
    dark, bright = rng.uniform(8, 70), rng.uniform(-10, 60)
    chosen = rng.permutation(6)[: int(rng.integers(2, 5))] if rng.random() < 0.6 else [0, 1, 2]
    return tuple(Hollow(spots[number], radius, dark, bright, way) for number in chosen)
