"""Cards that belong to no word, and lie so near to one that they may be meant to."""

from __future__ import annotations

from collections.abc import Iterable

from vision.cards.card_sighting import SeenCard
from vision.sighting import Point, Quad

NEAR = 1.6
"""Widths or heights of a card, from middle to middle, within which a lone card may belong to the words; a neighbour's
place is 1 away, and the eye takes up to 1.36 for one (vision/cards/pattern.py)."""


def is_near(card: SeenCard, words: Iterable[SeenCard]) -> bool:
    """Whether a card lies nearly in the place of a neighbour of one of some others."""
    return any(_steps(card.quad, other.quad) < NEAR for other in words)


def _steps(quad: Quad, other: Quad) -> float:
    """How far a card lies from another in widths, or in heights, of that one: whichever are more."""
    first, right, _, below = other.corners
    away = _way(_middle(other), _middle(quad))
    return max(_share(away, _way(first, right)), _share(away, _way(first, below)))


def _middle(quad: Quad) -> Point:
    across, down = zip(*quad.corners, strict=True)
    return sum(across) / 4, sum(down) / 4


def _way(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _share(away: Point, side: Point) -> float:
    """How often a side goes into the part of a way that runs along it."""
    long = side[0] ** 2 + side[1] ** 2
    return abs(away[0] * side[0] + away[1] * side[1]) / long if long else 0.0
