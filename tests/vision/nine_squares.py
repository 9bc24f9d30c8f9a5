"""The evidence for a board of nine squares, all but some of them plainly empty."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from pi_referee.rules.board.square import Square
from vision.geometry.rectify import Squared
from vision.letters.classifier import Shares
from vision.lighting.appearance import Looks
from vision.squares.evidence import Evidence
from vision.squares.grid_model import Cover

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
    named = (one for of in (Looks, Cover, Evidence) for one in fields(of))
    found: dict[str, Any] = {one.name: np.zeros(count, bool if one.type == "Flags" else float) for one in named}
    found |= {"from_tile": np.full(count, 2.0), "tile_reach": 0.3}
    found |= {"plain": np.ones(count, bool), "whole": np.ones(count, bool), "printed": np.full(count, -1.0)}
    found |= {"shades": np.zeros((count, 2)), "shows": np.zeros((5, count))}
    found["blurred"] = found["moved"] = False
    found |= {"clear": 0.0, "edition": "light", "alphabet": LETTERS}
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
    seen, cover = (of(**{one.name: found[one.name] for one in fields(of)}) for of in (Looks, Cover))
    found |= {"seen": seen, "cover": cover, "shares": shares, "read": read, "read_from": board, "focused": (board,)}
    return Evidence(**{one.name: found[one.name] for one in fields(Evidence)})


def array_in(told: Evidence, name: str) -> np.ndarray[tuple[int, ...], np.dtype[Any]]:
    """What is called so of the evidence, or of the look or the cover that are a part of it."""
    parts = (told, told.seen, told.cover)
    return np.asarray(getattr(next(part for part in parts if hasattr(part, name)), name))
