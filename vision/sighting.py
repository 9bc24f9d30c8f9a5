"""What one look at the table gave: values only, no picture work here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pi_referee.rules.square import Square

Edition = Literal["light", "dark"]
"""How the set looks: light has ivory tiles and black stops, dark has dark tiles and white stops."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Quad:
    """The four outer corners of the playing grid in image px: top left, top right, bottom right, bottom left.

    "Top left" is where square A1 lies, however the board is turned in the picture.
    """

    corners: tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class NotSeen:
    """A board that could not be found, or whose letters cannot be read, and why; false, as a seen one is true."""

    reason: str
    cure: str

    def __bool__(self) -> bool:
        """Never true, so that `if sighting:` reads as it should."""
        return False


@dataclass(frozen=True, slots=True)
class Reading:
    """What one square shows for sure: a printed letter, or "" for a blank; confidence is in 0..1."""

    letter: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square the eye is not sure of, with what it may be, likeliest first.

    A choice is a letter, "" for a blank, "#" for a stop tile, "." for nothing lying there.
    """

    square: Square
    choices: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Sighting:
    """All that one look told: where the board is, what surely lies on it, and what is in doubt.

    covered: those of the doubted squares that show neither board nor tile, but a hand or some other thing.
    milliseconds: time spent on "locate", "cells", "letters" and "total".
    """

    quad: Quad
    board: Mapping[Square, Reading]
    stops: frozenset[Square] = frozenset()
    arrows: frozenset[Square] = frozenset()
    doubts: tuple[Doubt, ...] = ()
    covered: frozenset[Square] = frozenset()
    milliseconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def doubted(self) -> frozenset[Square]:
        """The squares in doubt."""
        return frozenset(doubt.square for doubt in self.doubts)
