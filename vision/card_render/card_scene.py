"""A table of cards as it is to be drawn: which cards lie where, on which cloth, beside which things."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from vision.card_render.deck_style import DeckStyle
from vision.cards.card_sighting import Cell
from vision.render.lens import Points
from vision.render.typeface import Colour

THICK = 0.3
"""A card's thickness, mm."""

ClothPattern = Literal["wood", "planks", "plain", "stripes", "checks", "tartan", "dots", "floral", "speckle", "marble"]
ThingKind = Literal[
    "paper", "notepad", "print", "phone", "cup", "saucer", "pen", "book", "coin", "case", "napkin", "playing card",
    "box", "receipt", "dice", "ruler",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """What is printed on a card's face. letter and value: "" and None for a joker. multiplier: 1, 2 or 3."""

    letter: str
    value: int | None
    multiplier: int = 1
    is_joker: bool = False


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table: middle in mm, turn in radians clockwise, foot and lift in mm above the table.

    card: None for one that lies face down. cell: its place in the pattern of words; None for a card aside.
    lift: how loosely it lies, which decides its shadow. stack: which pile or heap it lies in, None for none. seed: of
    its wear.
    """

    card: PrintedCard | None
    middle: tuple[float, float]
    turn: float
    foot: float = 0.0
    lift: float = 0.4
    cell: Cell | None = None
    stack: int | None = None
    seed: int = 0

    def places(self, outline: Points, height: float = 0.0) -> Points:
        """Points (n, 2) of the card, mm from its middle as it stands upright, as places (n, 3) on the table."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        flat = outline @ np.array([[cos, sin], [-sin, cos]]) + np.array(self.middle)
        return np.column_stack([flat, np.full(len(outline), self.foot + height)])


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table that is no card. middle, size and height in mm, turn in radians clockwise.

    is_above: it lies over the cards instead of beneath them. seed: of what is written on it.
    """

    kind: ThingKind
    middle: tuple[float, float]
    turn: float
    size: tuple[float, float]
    height: float
    colour: Colour = (244, 244, 240)
    is_above: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Cloth:
    """What the cards lie on.

    pitch: from figure to figure, mm. weave: how strong its threads or grain are; folds: how strong the creases of a
    folded cloth are; each 0 to 1. turn: of the pattern, radians. picture: a photograph of it, instead of all
    that.
    """

    pattern: ClothPattern = "wood"
    colour: Colour = (138, 106, 76)
    second: Colour = (240, 236, 228)
    pitch: float = 30.0
    weave: float = 0.5
    folds: float = 0.0
    turn: float = 0.0
    seed: int = 0
    picture: Path | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table: fingertips and wrist as shares of the picture. breadth: in mm. skin: its colour."""

    tip: tuple[float, float]
    wrist: tuple[float, float]
    breadth: float = 90.0
    skin: Colour = (205, 160, 130)


@dataclass(frozen=True, slots=True)
class CardScene:
    """All that lies on a table of cards. cards: from the lowest to the uppermost.

    reach: the diameter in mm of the round of table that fills the picture's share. middle: where that round is, mm.
    """

    cards: tuple[LaidCard, ...]
    deck: DeckStyle = field(default=DeckStyle())
    cloth: Cloth = field(default=Cloth())
    things: tuple[Thing, ...] = ()
    hands: tuple[Hand, ...] = ()
    reach: float = 600.0
    middle: tuple[float, float] = (0.0, 0.0)
