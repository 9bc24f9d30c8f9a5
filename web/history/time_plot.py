"""A figure over time as a plot: one point a game, and the average so far as a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

WIDE, HIGH = 640, 240
"""The drawing's size in units of its own."""

LEFT, RIGHT, TOP, BOTTOM = 48, 12, 14, 26
"""Room beside the plot, for its scale and the first and the last day."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of the scale: where it is, in units from the top, and what number it stands for."""

    y: float
    number: int


@dataclass(frozen=True, slots=True)
class TimePlot:
    """A plot, ready to be drawn: points, the path of the average, and the scale. first, last: ISO times."""

    points: tuple[tuple[float, float], ...]
    path: str
    marks: tuple[Mark, ...]
    first: str
    last: str


def time_plot(figures: Sequence[tuple[str, int]]) -> TimePlot | None:
    """Figures with their ISO times, oldest first, as a plot; None for fewer than two, of which no line can be drawn."""
    if len(figures) < 2:
        return None
    numbers = [number for _, number in figures]
    averages = [total / count for count, total in enumerate(accumulate(numbers), start=1)]
    marks = _scale(min(0, *numbers), max(1, *numbers))
    low, high = marks[0], marks[-1]

    def y(number: float) -> float:
        return round(TOP + (HIGH - TOP - BOTTOM) * (high - number) / (high - low), 1)

    xs = [round(LEFT + (WIDE - LEFT - RIGHT) * place / (len(numbers) - 1), 1) for place in range(len(numbers))]
    path = "M" + "L".join(f"{x} {y(number)}" for x, number in zip(xs, averages, strict=True))
    points = tuple((x, y(number)) for x, number in zip(xs, numbers, strict=True))
    return TimePlot(points, path, tuple(Mark(y(number), number) for number in marks), figures[0][0], figures[-1][0])


def _scale(low: int, high: int) -> list[int]:
    """Round numbers from below the lowest to above the highest, some four to eight of them.

    >>> _scale(0, 320), _scale(-15, 30), _scale(0, 1)
    ([0, 100, 200, 300, 400], [-20, -10, 0, 10, 20, 30], [0, 1])
    """
    step = next(one for one in (10**n * m for n in range(9) for m in (1, 2, 5)) if (high - low) / one <= 5)
    return list(range(low // step * step, -(-high // step) * step + 1, step))
