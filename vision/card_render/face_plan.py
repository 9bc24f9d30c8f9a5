"""Where on a card's face each sign is printed: what is drawn, and what the truth says of what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.card_render.card_scene import PrintedCard
from vision.card_render.deck_style import Corner, DeckStyle, Spot
from vision.render.lens import Points
from vision.render.typeface import Colour

VOWELS = frozenset("AEIOUYÅÄÖ")

_BREADTH = {"letter": 0.9, "value": 0.75, "mark": 1.0, "index": 0.8}
"""About how broad a sign is, in its height; two figures or signs are broader."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing printed on a face. middle: in widths from the left and the top. cap: its height in widths."""

    kind: Literal["letter", "value", "mark", "index"]
    text: str
    middle: tuple[float, float]
    cap: float
    ink: Colour
    is_turned: bool = False

    def box(self) -> Points:
        """The corners (4, 2) of about what it covers, in widths."""
        signs = max(1.0, 0.85 * len(self.text)) if self.kind == "value" else 1.0
        half = np.array([self.cap * _BREADTH[self.kind] * signs, self.cap * (1.5 if self.text in "ÅÄÖ" else 1.0)]) / 2
        return np.asarray(np.array(self.middle) + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]))


def plan(style: DeckStyle, card: PrintedCard) -> tuple[Sign, ...]:
    """Every sign on a card's face; a joker's picture is none of them."""
    return tuple(_signs(style, card))


def _signs(style: DeckStyle, card: PrintedCard) -> Iterator[Sign]:
    if not card.is_joker:
        ink = style.vowel_ink if style.vowel_ink and card.letter in VOWELS else style.ink
        middle = (style.letter_at[0], style.letter_at[1] * style.shape)
        yield Sign("letter", card.letter, middle, style.cap, ink)
        yield from _values(style, card)
    if card.multiplier > 1:
        yield from _marks(style, card.multiplier)


def _values(style: DeckStyle, card: PrintedCard) -> Iterator[Sign]:
    signs = style.value
    for corner in signs.corners:
        is_turned = signs.is_turned and corner in ("bl", "br")
        middle = _in_corner(corner, signs.inset, style.shape)
        yield Sign("value", str(card.value), middle, signs.cap, signs.ink, is_turned)
        if signs.with_letter:
            # The index stands between the figure and the face's middle, so that the figure keeps its corner.
            down = (1 if corner in ("tl", "tr") else -1) * 1.45 * signs.cap
            yield Sign("index", card.letter, (middle[0], middle[1] + down), signs.cap, style.ink, is_turned)


def _marks(style: DeckStyle, multiplier: int) -> Iterator[Sign]:
    mark = style.mark
    for spot in mark.spots:
        is_turned = mark.is_turned and spot in ("bl", "br", "below")
        yield Sign("mark", mark.wording.format(multiplier), _spot(style, spot), mark.size, mark.ink, is_turned)


def _spot(style: DeckStyle, spot: Spot) -> tuple[float, float]:
    across, down = style.mark.inset
    if spot == "above" or spot == "below":  # noqa: PLR1714 - a set would lose that the others are corners
        return _in_corner("tl" if spot == "above" else "bl", (0.5, down), style.shape)
    return _in_corner(spot, (across, down), style.shape)


def _in_corner(corner: Corner, inset: tuple[float, float], shape: float) -> tuple[float, float]:
    across = inset[0] if corner in ("tl", "bl") else 1 - inset[0]
    return across, inset[1] if corner in ("tl", "tr") else shape - inset[1]
