"""What a contact really does, written down: a finger comes down or goes, and the contact bounces meanwhile.

The bench that counts presses plays such recordings; anybody with a button can add those of their own.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from hardware.button import Clock
from hardware.debounce import Look
from hardware.pins import Pins, let_go, listen

CALM = 0.25
"""Seconds without an edge after which the contact has come to rest; a finger must stay, and stay away, for longer."""


@dataclass(frozen=True, slots=True)
class Change:
    """A finger that came down, or was taken off; edges: when the contact changed, in seconds from the first.

    Each edge is to the other level, and the last leaves the contact as the finger is: their number is odd.
    """

    down: bool
    edges: tuple[float, ...]


def written(change: Change) -> str:
    """A change as a line: down or up, and the milliseconds of its edges.

    >>> written(Change(down=True, edges=(0.0, 0.0004, 0.0006)))
    'down: 0 0.4 0.6'
    """
    moments = (f"{1000 * at:.4f}".rstrip("0").rstrip(".") for at in change.edges)
    return f"{'down' if change.down else 'up'}: {' '.join(moments)}"


def read(lines: Iterable[str]) -> tuple[Change, ...]:
    """The changes of a recording's lines; what follows # is a remark. Raises ValueError naming a line that is none."""
    told = (line.partition("#")[0].strip() for line in lines)
    return tuple(_read(line) for line in told if line)


def _read(line: str) -> Change:
    """One change."""
    kind, _, moments = line.partition(":")
    edges = tuple(float(moment) / 1000 for moment in moments.split())
    if kind not in {"down", "up"} or len(edges) % 2 == 0 or list(edges) != sorted(edges):
        raise ValueError(line)
    return Change(kind == "down", edges)


def changes(looks: Iterable[Look], calm: float = CALM) -> Iterator[Change]:
    """What fingers did, from the edges in their order; a spike, after which all is as before, is no finger."""
    for together in _together(looks, calm):
        levels = [next(same) for _, same in groupby(together, key=lambda look: look.pressed)]
        if len(levels) % 2:
            yield Change(levels[-1].pressed, tuple(look.at - levels[0].at for look in levels))


def _together(looks: Iterable[Look], calm: float) -> Iterator[list[Look]]:
    """Edges between which the contact was never calm."""
    gathered: list[Look] = []
    for look in looks:
        if gathered and look.at - gathered[-1].at >= calm:
            yield gathered
            gathered = []
        gathered.append(look)
    if gathered:
        yield gathered


class Recorder:
    """Writes down what a contact does."""

    def __init__(self, pin: int, pins: Pins, *, clock: Clock = time.monotonic, calm: float = CALM) -> None:
        """Take the pin (numbered as GPIO17); raises HardwareError if it cannot be had."""
        self._heard: queue.SimpleQueue[Look] = queue.SimpleQueue()
        self._calm = calm
        self._input = listen(pin, pins, lambda pressed: self._heard.put(Look(clock(), pressed)), "button")

    def next(self, seconds: float) -> Change | None:
        """Wait for a finger, so long at most, and until its contact has come to rest; None if there was none."""
        edges = [*self._edges(seconds)]
        return next(changes(edges), None) if edges else None

    def close(self) -> None:
        """Let go of the pin."""
        let_go(self._input)

    def _edges(self, seconds: float) -> Iterator[Look]:
        """The edges of a finger, until the contact is calm."""
        patience = seconds
        while True:
            try:
                yield self._heard.get(timeout=patience)
            except queue.Empty:
                return
            patience = self._calm
