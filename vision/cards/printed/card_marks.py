"""Looks for the marks of cards, 2x and 3x, all over them: a mark is ink that the other cards have not in that place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

STEP, FIRST = 4, 14
"""Px from one of the network's places to the next, and of the first one's middle."""


@dataclass(frozen=True, slots=True)
class MarkLimits:
    """Where marks stand, and what is one; shares are 0 to 1."""

    strange_size: float = 0.0035  # how large ink that other cards have not must be, as a share of the card
    covered: float = 0.06  # the same from which something lies over the card
    usual: float = 0.25  # the share of cards that may have less ink in a place than is usual there
    same_mark: int = 3  # how far from each other the deck's marks may be told, in the network's steps


LIMITS = MarkLimits()


def marks_of(signs: Floats, strange: Floats, spots: Floats) -> tuple[Floats, Floats]:
    """The shares of no mark, 2x and 3x on each card, (k, 3), and where that was seen, (k, 2) px across and down.

    signs: (2, k, 2, rows, columns) those of both at each place.

    A mark is ink that other cards have not in that place: where there is such ink, what looks most like a mark on it
    counts; else the whole card is looked at, and what is seen there is no more than a doubt.
    """
    rows, columns = np.mgrid[0 : signs.shape[3], 0 : signs.shape[4]] * STEP + FIRST
    found, seen_at = [], []
    for number in range(signs.shape[1]):
        here = signs[:, number]
        if strange[number] >= LIMITS.strange_size:
            left, top, right, low = spots[number]
            on_it = (columns > left) & (columns < right) & (rows > top) & (rows < low)
            here = here * on_it if on_it.any() else here
        either = here.sum(axis=1).clip(0, 1)
        way, row, column = np.unravel_index(int(either.argmax()), either.shape)
        told = here[way, :, row, column]
        any_mark = float(min(1.0, told.sum()))
        found.append([1 - any_mark, *(any_mark * told / max(float(told.sum()), 1e-9))])
        seen_at.append([columns[row, column], rows[row, column]])
    return np.array(found), np.array(seen_at, float)


def marks_at(signs: Floats, place: Floats) -> Floats:
    """The shares of no mark, 2x and 3x at a place of all cards, (k, 3), where within some steps of it most is seen.

    signs: as above. place: (2,) px of the window, across and down.
    """
    column, row = np.rint((place - FIRST) / STEP).astype(int).tolist()
    reach = LIMITS.same_mark
    near = signs[..., max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    ways, cards, marks, rows, columns = near.shape
    flat = near.transpose(1, 2, 0, 3, 4).reshape(cards, marks, ways * rows * columns)
    best = flat.sum(axis=1).argmax(axis=1)
    told = flat[np.arange(len(flat)), :, best]
    any_mark = told.sum(axis=1).clip(0, 1)
    return np.column_stack([1 - any_mark, told * (any_mark / np.maximum(told.sum(axis=1), 1e-9))[:, None]])
