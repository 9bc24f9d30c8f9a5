"""Reads the marks of cards, 2x and 3x: a deck prints them all in one place, where most of its cards have nothing.

Where enough cards of a look show that place, ink elsewhere is a stain, and a card that is bare there has no mark.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats, quantiles
from vision.cards.card_windows import Levels, largest

STEP, FIRST = 4, 14
"""Px from one of the network's places to the next, and of the first one's middle."""


@dataclass(frozen=True, slots=True)
class MarkLimits:
    """Where marks stand, and what is one; shares are 0 to 1."""

    strange_size: float = 0.0035  # how large ink that other cards have not must be, as a share of the card
    covered: float = 0.06  # the same from which something lies over the card
    usual: float = 0.25  # the share of cards that may have less ink in a place than is usual there
    faint: float = 0.1  # the least ink that a mark has, as a share of the strongest print; the faintest of 60 had 0.126
    clear_mark: float = 0.9  # the share of a mark from which it tells where the deck prints its marks
    least_clear: int = 2  # so many cards must tell it alike
    same_mark: int = 3  # how far apart the deck's marks may be told, in the network's steps
    no_mark: float = 0.1  # the share of a mark below which the deck's place for marks is empty
    no_ink: float = 0.5  # the same of ink, as a share of what the cards with marks have there
    unmarked: float = 0.4  # the share of cards that must have so little ink there


LIMITS = MarkLimits()


def marks_of(signs: Floats, strange: Floats, spots: Floats, place: MarkPlace | None) -> tuple[Floats, Floats]:
    """The shares of no mark, 2x and 3x on each card, (k, 3), and where that was seen, (k, 2) px across and down.

    signs: (2, k, 2, rows, columns) those of both at each place.

    A mark is ink that other cards have not in that place: where there is such ink, what looks most like a mark on it
    counts; else the whole card is looked at, and what is seen there is no more than a doubt.
    """
    rows, columns = np.mgrid[0 : signs.shape[3], 0 : signs.shape[4]] * STEP + FIRST
    found, seen_at = [], []
    for number in range(signs.shape[1]):
        here = signs[:, number]
        if strange[number] >= LIMITS.strange_size and place is None:
            left, top, right, low = spots[number]
            on_it = (columns > left) & (columns < right) & (rows > top) & (rows < low)
            here = here * on_it if on_it.any() else here
        either = here.sum(axis=1).clip(0, 1)
        way, row, column = np.unravel_index(int(either.argmax()), either.shape)
        told = here[way, :, row, column]
        any_mark = float(min(1.0, told.sum()))
        found.append([1 - any_mark, *(any_mark * told / max(float(told.sum()), 1e-9))])
        if place is not None and not any_mark:
            row, column = np.int64(place.row), np.int64(place.column)
        seen_at.append([columns[row, column], rows[row, column]])
    return np.array(found), np.array(seen_at, float)


def only_there(signs: Floats, strange: Floats, place: MarkPlace) -> tuple[Floats, Floats]:
    """The signs at the deck's place for marks only, and how much ink may be a mark: none on cards that are bare there.

    A clear sign in that place is as good as ink that others have not.
    """
    kept = np.zeros_like(signs)
    _near(kept, place.row, place.column)[:] = _near(signs, place.row, place.column)
    is_clear = kept.sum(axis=2).max(axis=(0, 2, 3)) >= LIMITS.clear_mark
    at_most = np.where(strange < LIMITS.covered, 0.0, strange)
    return kept, np.where(place.bare, at_most, np.where(is_clear, np.maximum(strange, LIMITS.strange_size), strange))


@dataclass(frozen=True, slots=True, eq=False)
class MarkPlace:
    """Where a deck prints its marks, as the network's row and column, and which cards are bare there."""

    row: int
    column: int
    bare: Flags


def mark_place(either: Floats, ink: Levels, letters: Flags) -> MarkPlace | None:
    """The place, if enough cards bear a clear mark there, and enough nothing at all: values stand on every card.

    either: (k, rows, columns) the share of any mark; ink: (k, HIGH, WIDE) as a share of the strongest print.
    """
    flat = either.reshape(len(either), -1)
    is_clear = flat.max(axis=1) >= LIMITS.clear_mark
    clear = np.flatnonzero(is_clear & letters)
    if len(clear) < LIMITS.least_clear:
        return None
    spots = np.column_stack(np.unravel_index(flat[clear].argmax(axis=1), either.shape[1:]))
    alike = np.abs(spots[:, None] - spots[None]).max(axis=2) <= LIMITS.same_mark
    most = alike[int(alike.sum(axis=1).argmax())]
    row, column = (int(part) for part in np.median(spots[most], axis=0))
    more, less = _ink_near(ink, row, column, letters)
    much = LIMITS.no_ink * float(np.median(more[clear[most]]))
    has_none = more < much
    if most.sum() < LIMITS.least_clear or has_none[letters].mean() < LIMITS.unmarked:
        return None
    # What lacks the frame that others have there is covered, not bare.
    is_bare = has_none & (less < much) & (_near(either, row, column).max(axis=(1, 2)) < LIMITS.no_mark)
    return MarkPlace(row, column, is_bare & ~is_clear)


def _near(maps: Floats, row: int, column: int) -> Floats:
    """The part of maps (..., rows, columns) round a place in which the deck's marks stand."""
    reach = LIMITS.same_mark
    return maps[..., max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]


def _ink_near(ink: Levels, row: int, column: int, letters: Flags) -> tuple[Floats, Floats]:
    """The most ink that each card has round a place and others have not, (k,), and that others have and it has not."""
    px, x, y = STEP * LIMITS.same_mark, column * STEP + FIRST, row * STEP + FIRST
    part = ink[:, max(0, y - px) : y + px + 1, max(0, x - px) : x + px + 1]
    usual = quantiles(part[letters] if letters.any() else part, LIMITS.usual)
    soft = np.array([cv2.blur(one - usual, (9, 9)) for one in part])
    return soft.max(axis=(1, 2)), -soft.min(axis=(1, 2))


def inked(levels: Levels, shape: tuple[int, ...]) -> Flags:
    """Which places (k, rows, columns) show as much ink, on the mean of some px, as the faintest mark has."""
    faint = [largest(np.abs(cv2.blur(one, (9, 9)))) for one in levels]
    near = np.array([cv2.dilate(one, np.ones((9, 9))) for one in faint])
    return np.asarray(near[:, FIRST::STEP, FIRST::STEP][:, : shape[0], : shape[1]] >= LIMITS.faint)
