"""The evidence for a board of nine squares, all but some of them plainly empty."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from pi_referee.rules.board.square import Square
from vision.geometry.rectify import Squared
from vision.letters.classifier import Shares
from vision.squares.evidence import Evidence

SIZE = 3
HERE = 4
"""The middle square of nine; the others are plainly empty."""
B2 = Square.parse("B2")
LETTERS = ("A", "Å", "B")

TILE = {"from_empty": 1.0, "from_tile": 0.05, "hue": 0.3}
"""Looks like a tile and not like the square below."""


def evidence(*places: int, reading: dict[str, float] | None = None, **looks: float) -> Evidence:
    """Nine squares, plainly empty but those at places, which look and read as told."""
    return evidence_on(SIZE, *places, reading=reading, **looks)


def evidence_on(size: int, *places: int, reading: dict[str, float] | None = None, **looks: float) -> Evidence:
    """The same for a board with so many squares a side."""
    count = size * size
    found: dict[str, Any] = {one.name: np.zeros(count) for one in fields(Evidence)}
    found |= {"from_tile": np.full(count, 2.0), "tile_reach": 0.3}
    found["washed"], found["plain"] = np.zeros(count, bool), np.ones(count, bool)
    found |= {"whole": np.ones(count, bool), "printed": np.full(count, -1.0)}
    found["shades"] = np.zeros((count, 2))
    found["blurred"] = found["moved"] = False
    found["clear"] = 0.0
    found |= {name: np.zeros(count, bool) for name in ("at_end", "faded", "lamplit", "spotted")}
    found |= {"hand": np.zeros(count, bool), "glare": np.zeros(count, bool), "near_veil": np.zeros(count, bool)}
    found["things"] = np.zeros((5, size, size))
    if reading and not reading.keys().isdisjoint(LETTERS):
        found["contrast"][list(places)] = 0.5
    for name, value in looks.items():
        found[name][list(places)] = value
    said = reading or {}
    letters = np.array([[said.get(letter, 0.0) for letter in LETTERS]] * len(places)).reshape(-1, len(LETTERS))
    rest = {name: np.full(len(places), said.get(name, 0.0)) for name in ("strange", "blank", "sign", "none")}
    shares = Shares(letters, offsets=np.zeros((len(places), 2)), **rest)
    found["letter"][list(places)] = shares.letter
    read = {place: row for row, place in enumerate(places)} if reading else {}
    board = Squared(np.zeros((0, 0, 3), np.uint8), size, side=40.0)
    return Evidence(**{**found, "shares": shares, "read": read, "read_from": board, "focused": (board,)})
