"""Decks of cards drawn by chance: every style a printer might choose, some kinds kept aside to measure with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.random import Generator

from vision.card_render.deck_style import (
    BackPattern,
    BackStyle,
    Border,
    Corner,
    DeckStyle,
    JokerPicture,
    JokerStyle,
    MarkShape,
    MarkStyle,
    Spot,
    ValueSigns,
    Wear,
)
from vision.render.typeface import Colour

VALUES: Mapping[str, int] = {
    "A": 1, "B": 4, "C": 8, "D": 1, "E": 1, "F": 4, "G": 2, "H": 3, "I": 1, "J": 8, "K": 3, "L": 1, "M": 3, "N": 1,
    "O": 2, "P": 3, "Q": 10, "R": 1, "S": 1, "T": 1, "U": 3, "V": 4, "X": 10, "Y": 8, "Z": 10, "Å": 4, "Ä": 4, "Ö": 4,
}  # fmt: skip
"""What the letters are assumed to be worth (rules/games.json)."""

USUAL = {**VALUES, "W": 8}
"""The same for every letter that a card may show."""

LETTERS = tuple(USUAL)
"""Every letter that a card may show."""


@dataclass(frozen=True, slots=True)
class Styles:
    """Kinds of print that a deck is drawn from."""

    marks: Sequence[MarkShape]
    jokers: Sequence[JokerPicture]
    backs: Sequence[BackPattern]
    wordings: Sequence[str]


TRAINED_STYLES = Styles(
    ("disc", "square", "ring", "plain", "pill"),
    ("crown", "star", "jester", "asterisk", "word", "none"),
    ("plain", "stripes", "hatch", "dots", "diamonds", "emblem"),
    ("{}x", "{}X", "x{}", "{} x", "×{}", "{}×"),
)
HELD_OUT_STYLES = Styles(
    ("disc", "square", "flag", "star", "plain"),
    ("wheel", "word", "crown"),
    ("checks", "rings", "plain"),
    ("{}x", "{}X"),
)
"""Kinds that no eye is trained on stand here beside the commonest ones."""

_JOKER_WORDS: Mapping[JokerPicture, Sequence[str]] = {"word": ("JOKER", "JOKER", "Joker", "?"), "none": ("",)}

_CORNERS: Sequence[tuple[Corner, ...]] = (
    ("br",), ("br",), ("tl",), ("tr",), ("bl",), ("tl", "br"), ("tl", "br"), ("tl", "br"), ("tr", "bl"), ("tl", "tr"),
    ("bl", "br"), ("tl", "tr", "bl", "br"), ("tl", "tr", "bl", "br"),
)  # fmt: skip
_BESIDE_INDEX = 0.42
"""So high a letter may be where small letters stand in the corners, in widths of a card."""

_ALL_CORNERS: Sequence[Corner] = ("tl", "tr", "bl", "br")

_INKS: Sequence[Colour] = (
    (20, 20, 24), (24, 24, 28), (40, 44, 70), (20, 40, 110), (60, 30, 20), (120, 20, 30), (10, 70, 50), (70, 70, 76),
    (50, 20, 80),
)  # fmt: skip
_BRIGHT: Sequence[Colour] = (
    (206, 48, 48), (224, 120, 30), (250, 200, 50), (60, 150, 70), (40, 100, 190), (130, 60, 150), (30, 30, 34),
    (230, 100, 150), (40, 160, 170), (150, 110, 60),
)  # fmt: skip


def pick(rng: Generator, of: Sequence[object]) -> int:
    """The place of one of them, by chance."""
    return int(rng.integers(len(of)))


def random_values(rng: Generator) -> dict[str, int]:
    """What each letter is worth: mostly as assumed, else any number up to 15."""
    if rng.random() < 0.6:
        return dict(USUAL)
    return {letter: int(rng.integers(0, 16)) for letter in LETTERS}


def random_deck(rng: Generator, typefaces: Sequence[Path], styles: Styles) -> DeckStyle:
    """Any deck: its proportions, print, marks, jokers, backs and wear."""
    width = float(rng.uniform(42, 66))
    shape = 1 / float(rng.uniform(0.60, 0.75))
    ink = _ink(rng)
    border = _border(rng) if rng.random() < 0.5 else None
    value = _value(rng, ink, border)
    cap = float(rng.uniform(0.30, _BESIDE_INDEX if value.with_letter else 0.60))
    return DeckStyle(
        width=width,
        height=width * shape,
        radius=float(rng.uniform(0.01, 0.11)) * width,
        typeface=typefaces[pick(rng, typefaces)],
        value_typeface=typefaces[pick(rng, typefaces)] if rng.random() < 0.3 else None,
        face=_paper(rng),
        ink=ink,
        vowel_ink=_BRIGHT[pick(rng, _BRIGHT[:1])] if rng.random() < 0.12 else None,
        cap=cap,
        squeeze=float(rng.uniform(0.85, 1.12)) if rng.random() < 0.2 else 1.0,
        letter_at=_letter_place(rng),
        border=border,
        value=value,
        mark=_mark(rng, value, styles),
        joker=_joker(rng, styles),
        back=_back(rng, styles),
        wear=_wear(rng),
        gloss=float(rng.uniform(0.0, 1.0)),
    )


def _near(rng: Generator, colour: Colour, spread: float) -> Colour:
    red, green, blue = (int(np.clip(part + rng.normal(0, spread), 0, 255)) for part in colour)
    return red, green, blue


def _luminance(colour: Colour) -> float:
    return 0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _ink(rng: Generator) -> Colour:
    return _near(rng, _INKS[pick(rng, _INKS)], 6)


def _paper(rng: Generator) -> Colour:
    """White to cream to yellowed, a few tinted."""
    white, yellow = float(rng.uniform(232, 255)), float(rng.uniform(0, 1) ** 2)
    if rng.random() < 0.06:
        return _near(rng, (220, 230, 236), 10)
    return int(white), int(white - 12 * yellow), int(white - 52 * yellow)


def _letter_place(rng: Generator) -> tuple[float, float]:
    """In the middle, above it, or a little to the left."""
    across = float(rng.uniform(0.42, 0.5)) if rng.random() < 0.1 else 0.5
    return across, 0.5 if rng.random() < 0.6 else float(rng.uniform(0.36, 0.5))


def _border(rng: Generator) -> Border:
    colour = _ink(rng) if rng.random() < 0.4 else _near(rng, _BRIGHT[pick(rng, _BRIGHT)], 15)
    return Border(
        inset=float(rng.uniform(0.02, 0.09)), thick=float(rng.choice([0.006, 0.01, 0.015, 0.03])),
        radius=float(rng.uniform(0.0, 0.09)), colour=colour, is_double=bool(rng.random() < 0.2),
    )  # fmt: skip


def _value(rng: Generator, ink: Colour, border: Border | None) -> ValueSigns:
    """Values keep so far from the edge that two figures do not touch a border."""
    with_letter = bool(rng.random() < 0.12)
    cap = float(rng.uniform(0.07, 0.11 if with_letter else 0.16))
    edge = border.inset + 3 * border.thick * (1 + border.is_double) if border else 0.03
    inset = edge + 0.7 * cap + float(rng.uniform(0.0, 0.05))
    return ValueSigns(
        corners=_CORNERS[pick(rng, _CORNERS)], cap=cap, inset=(inset, inset * float(rng.uniform(0.85, 1.2))),
        is_turned=bool(rng.random() < 0.5), with_letter=with_letter,
        ink=ink if rng.random() < 0.5 else _near(rng, (90, 90, 96), 25),
    )  # fmt: skip


def _mark(rng: Generator, value: ValueSigns, styles: Styles) -> MarkStyle:
    shape = styles.marks[pick(rng, styles.marks)]
    spots: list[Spot] = [corner for corner in _ALL_CORNERS if corner not in value.corners]
    if "br" not in value.corners or not spots:
        spots.append("below")
    spot = spots[pick(rng, spots)]
    first, second = (_near(rng, _BRIGHT[pick(rng, _BRIGHT)], 15) for _ in range(2))
    colours = (first, first if rng.random() < 0.5 else second)
    dark = _luminance(first) + _luminance(colours[1]) < 2 * 140
    ink: Colour = (252, 248, 240) if dark else (30, 30, 34)
    if shape in ("plain", "ring"):
        ink = first if _luminance(first) < 140 else (150, 40, 40)
        colours = (ink, ink)
    size = float(rng.uniform(0.17, 0.30))
    inset = max(0.14, 0.5 * size + float(rng.uniform(0.02, 0.08)))
    return MarkStyle(
        shape=shape, wording=styles.wordings[pick(rng, styles.wordings)], size=size, spots=(spot,),
        inset=(inset, inset * float(rng.uniform(0.9, 1.15))), colours=colours, ink=ink,
        is_turned=value.is_turned and bool(rng.random() < 0.3),
    )  # fmt: skip


def _joker(rng: Generator, styles: Styles) -> JokerStyle:
    picture = styles.jokers[pick(rng, styles.jokers)]
    words = _JOKER_WORDS.get(picture, ("JOKER", "", "Joker"))
    first, second = (_near(rng, _BRIGHT[pick(rng, _BRIGHT)], 15) for _ in range(2))
    return JokerStyle(picture, words[pick(rng, words)], float(rng.uniform(0.35, 0.7)), (first, second, _ink(rng)))


def _back(rng: Generator, styles: Styles) -> BackStyle:
    ground = _near(rng, _BRIGHT[pick(rng, _BRIGHT)], 30)
    lighter = float(rng.uniform(0.15, 0.8))
    red, green, blue = (int(part + (250 - part) * lighter) for part in ground)
    rim = 0.0 if rng.random() < 0.25 else float(rng.uniform(0.03, 0.12))
    return BackStyle(styles.backs[pick(rng, styles.backs)], ground, (red, green, blue), rim, _paper(rng),
                     float(rng.uniform(0.04, 0.16)))  # fmt: skip


def _wear(rng: Generator) -> Wear:
    if rng.random() < 0.4:
        return Wear()
    scuffs, stains, bent, fading = (float(rng.uniform(0, 1) ** 2) for _ in range(4))
    return Wear(scuffs, stains, bent, fading * 0.5, float(rng.uniform(0, 1)))
