"""How a deck of cards looks: paper, letter, value, mark, joker, back and wear, all as shares of a card's width."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from vision.render.typeface import Colour
from vision.render.view import BUNDLED

Corner = Literal["tl", "tr", "bl", "br"]
"""A corner of the face as its letter stands: top or bottom, left or right."""

Spot = Literal["tl", "tr", "bl", "br", "above", "below"]
"""Where a mark may stand: in a corner, or in the middle above or below the letter."""

MarkShape = Literal["disc", "ring", "square", "pill", "flag", "star", "plain"]
JokerPicture = Literal["crown", "star", "jester", "asterisk", "wheel", "word", "none"]
BackPattern = Literal["plain", "stripes", "hatch", "dots", "diamonds", "checks", "rings", "emblem"]


@dataclass(frozen=True, slots=True)
class Border:
    """A line round the face. inset: from the card's edge. thick: its width. radius: of its corners."""

    inset: float = 0.06
    thick: float = 0.012
    radius: float = 0.05
    colour: Colour = (196, 120, 110)
    is_double: bool = False


@dataclass(frozen=True, slots=True)
class ValueSigns:
    """Where and how values are printed.

    corners: which corners bear one. cap: the figures' height. inset: the sign's middle from the card's sides, across
    and down. is_turned: those in the lower corners stand upside down, as on playing cards. with_letter: a small letter
    stands above the figure, or below one that stands upside down.
    """

    corners: tuple[Corner, ...] = ("br",)
    cap: float = 0.11
    inset: tuple[float, float] = (0.15, 0.15)
    is_turned: bool = False
    with_letter: bool = False
    ink: Colour = (70, 70, 76)


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """How 2x and 3x are printed.

    wording: with {} for the number. size: the shape's height, or three cap heights of plain text. spots: where;
    a mark may be printed twice. inset: its middle from the card's sides. colours: of 2x and 3x. ink: of the text.
    is_turned: those in the lower corners stand upside down.
    """

    shape: MarkShape = "disc"
    wording: str = "{}x"
    size: float = 0.27
    spots: tuple[Spot, ...] = ("bl",)
    inset: tuple[float, float] = (0.2, 0.2)
    colours: tuple[Colour, Colour] = ((206, 48, 48), (206, 48, 48))
    ink: Colour = (252, 244, 240)
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class JokerStyle:
    """What a joker shows instead of a letter. word: "" for none. size: the picture's height."""

    picture: JokerPicture = "crown"
    word: str = "JOKER"
    size: float = 0.5
    colours: tuple[Colour, Colour, Colour] = ((60, 110, 190), (250, 200, 60), (50, 50, 56))


@dataclass(frozen=True, slots=True)
class BackStyle:
    """The other side. rim: how broad its plain margin is. pitch: from figure to figure of the pattern."""

    pattern: BackPattern = "stripes"
    ground: Colour = (150, 28, 52)
    figure: Colour = (176, 52, 76)
    rim: float = 0.09
    rim_colour: Colour = (250, 248, 240)
    pitch: float = 0.05


@dataclass(frozen=True, slots=True)
class Wear:
    """What use has done to the cards: each 0 for new to 1. fading: how much ink is lost."""

    scuffs: float = 0.0
    stains: float = 0.0
    bent_corners: float = 0.0
    fading: float = 0.0
    grain: float = 0.3


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """One deck's print. width, height, radius: of a card and its corners, mm. cap: the letter's height in widths.

    letter_at: the letter's middle, in widths from the left and in heights from the top. squeeze: the letter's breadth
    to what the typeface has. vowel_ink: of A, E, I, O, U, Y, Å, Ä, Ö; None for the same ink. gloss: how much of a
    lamp's mirror the print shows, 0 to 1. value_typeface: None for the letter's.
    """

    width: float = 58.0
    height: float = 89.0
    radius: float = 3.5
    typeface: Path = BUNDLED
    value_typeface: Path | None = None
    face: Colour = (248, 244, 232)
    ink: Colour = (40, 44, 70)
    vowel_ink: Colour | None = None
    cap: float = 0.42
    squeeze: float = 1.0
    letter_at: tuple[float, float] = (0.5, 0.42)
    border: Border | None = field(default=Border())
    value: ValueSigns = field(default=ValueSigns())
    mark: MarkStyle = field(default=MarkStyle())
    joker: JokerStyle = field(default=JokerStyle())
    back: BackStyle = field(default=BackStyle())
    wear: Wear = field(default=Wear())
    gloss: float = 0.5

    @property
    def shape(self) -> float:
        """A card's height in widths."""
        return self.height / self.width
