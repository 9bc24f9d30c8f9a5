"""How people lay cards: words in a pattern, a pile face down, a heap laid aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.card_render.card_scene import THICK, LaidCard, PrintedCard
from vision.card_render.deck_style import DeckStyle
from vision.cards.card_sighting import Cell

Place = tuple[float, float]

_LAYERS = 8
"""So many cards of a pile are drawn at most: seen from above, more look the same."""

_FARTHEST_CELL = 500
"""Cells so far from the first are still told apart by their chance."""


@dataclass(frozen=True, slots=True)
class Laying:
    """How neatly a pattern is laid.

    turn: of the whole, radians clockwise. crooked: deviation of a card's turn, degrees; never more than twice that.
    gap: between columns and between rows of cards that lie straight, mm; negative where they overlap. wander: deviation
    of a card's middle, in widths across and heights down, never more than `farthest`. drift: how much lower each column
    lies than the one before, and how much farther right each row, in heights and widths. lift: how loosely cards lie,
    mm.
    """

    turn: float = 0.0
    crooked: float = 2.0
    gap: Place = (1.5, 1.5)
    wander: float = 0.02
    farthest: float = 0.09
    drift: Place = (0.0, 0.0)
    lift: float = 0.4


def lay_pattern(
    pattern: Mapping[Cell, PrintedCard], style: DeckStyle, laying: Laying, origin: Place, seed: int
) -> tuple[LaidCard, ...]:
    """The cards of a pattern of words, the lowest first; origin: where the middle of cell (0, 0) lies, mm.

    The same cell's card lies alike in every picture of one seed.
    """
    upwards = sorted(pattern, key=lambda cell: float(_chance(seed, cell).random()))
    laid = (_lay(cell, pattern[cell], style, laying, _chance(seed, cell)) for cell in upwards)
    return tuple(_moved(card, laying.turn, origin) for card in laid)


def pattern_origin(pattern: Mapping[Cell, PrintedCard], style: DeckStyle, laying: Laying, middle: Place) -> Place:
    """Where cell (0, 0) must lie for the pattern to lie round a middle, mm."""
    cells = np.array(list(pattern), float).reshape(-1, 2)
    centre = (cells.min(0) + cells.max(0)) / 2 if len(cells) else np.zeros(2)
    x, y = _turned(_straight(centre, style, laying), laying.turn)
    return middle[0] - x, middle[1] - y


def lay_pile(
    count: int, style: DeckStyle, middle: Place, turn: float, stack: int, rng: Generator
) -> tuple[LaidCard, ...]:
    """A pile face down of so many cards, each a little off the one beneath; a high pile is drawn as a few of them."""
    heights, slip = np.linspace(0, (count - 1) * THICK, min(count, _LAYERS)), 0.02 * style.width
    return tuple(
        LaidCard(
            None, _near(middle, slip, rng), turn + float(rng.normal(0, 0.012)), float(height),
            stack=stack, seed=int(rng.integers(1 << 30)),
        )
        for height in heights
    )  # fmt: skip


def lay_heap(
    cards: Sequence[PrintedCard], style: DeckStyle, middle: Place, spread: float, stack: int, rng: Generator
) -> tuple[LaidCard, ...]:
    """Cards laid aside face up, one over the other; spread: deviation of their middles, in widths."""
    base = float(rng.uniform(0, 2 * np.pi))
    return tuple(
        LaidCard(
            card, _near(middle, spread * style.width, rng), base + float(rng.normal(0, 0.3)), number * THICK,
            lift=0.6, stack=stack, seed=int(rng.integers(1 << 30)),
        )
        for number, card in enumerate(cards)
    )  # fmt: skip


def _chance(seed: int, cell: Cell) -> Generator:
    """Chance that belongs to one cell, wherever the pattern begins."""
    return np.random.default_rng([seed, cell[0] + _FARTHEST_CELL, cell[1] + _FARTHEST_CELL])


def _lay(cell: Cell, card: PrintedCard, style: DeckStyle, laying: Laying, rng: Generator) -> LaidCard:
    """A card of the pattern as it lies before the whole is turned and moved."""
    off = np.clip(rng.normal(0, laying.wander, 2), -laying.farthest, laying.farthest) * (style.width, style.height)
    x, y = _straight(np.array(cell, float), style, laying) + off
    turn = float(np.deg2rad(np.clip(rng.normal(0, laying.crooked), -2 * laying.crooked, 2 * laying.crooked)))
    lift = laying.lift * float(rng.uniform(0.4, 1.8))
    return LaidCard(card, (float(x), float(y)), turn, lift=lift, cell=cell, seed=int(rng.integers(1 << 30)))


def _straight(cell: NDArray[np.float64], style: DeckStyle, laying: Laying) -> NDArray[np.float64]:
    """Where a cell's middle lies from the first one's, mm, before the whole is turned."""
    pitch = np.array([style.width + laying.gap[0], style.height + laying.gap[1]])
    lean = np.array([cell[1] * laying.drift[1] * style.width, cell[0] * laying.drift[0] * style.height])
    return np.asarray(cell * pitch + lean)


def _moved(card: LaidCard, turn: float, origin: Place) -> LaidCard:
    x, y = _turned(np.array(card.middle), turn)
    return replace(card, middle=(origin[0] + x, origin[1] + y), turn=card.turn + turn)


def _turned(place: NDArray[np.float64], turn: float) -> Place:
    cos, sin = np.cos(turn), np.sin(turn)
    return float(place[0] * cos - place[1] * sin), float(place[0] * sin + place[1] * cos)


def _near(middle: Place, spread: float, rng: Generator) -> Place:
    return float(middle[0] + rng.normal(0, spread)), float(middle[1] + rng.normal(0, spread))
