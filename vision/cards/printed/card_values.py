"""Reads the values of cards: a deck prints them in the same places on every card, which all cards tell together."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats
from vision.cards.card_network import Answers

MOST_VALUE = 15
"""The highest value the network knows."""

_VALUES = slice(0, MOST_VALUE + 1)

ValuePlace = tuple[int, int, int]
"""A place on all cards: 0 for print that stands upright there, 1 upside down; and the network's row and column."""


@dataclass(frozen=True, slots=True)
class ValueLimits:
    """Which places count, and what is seen there; shares are 0 to 1."""

    place: float = 0.35  # how surely a value stands at a place, on average of all cards, to be one of the deck's
    beside_best: float = 0.5  # the same as a share of the best place's
    clear: float = 0.6  # the share from which a value counts when places are compared, and from which one is seen
    agree: float = 0.7  # the share of cards on which a further place shows the same value as the surest one
    on_most: float = 0.6  # the share of the cards that show a value at the surest place and must show one there, too
    # The least distance of two such places, in the network's steps: what is printed once is seen some steps wide, wider
    # on cards found askew. At 3 the far side of an 8 was a place of its own, which cards found right seemed to miss.
    apart: int = 6
    floor: float = 0.002  # the least share of a class, so that one place does not overrule all others
    # The share of some value in one of the deck's places from which it is seen there, and below which it is not in
    # another: then something lies over that. On one card in 200 nothing does; an E under a sheet was told as an F.
    seen_there: float = 0.9
    unseen_there: float = 0.1


LIMITS = ValueLimits()

Told = list[tuple[Floats, ValuePlace]]
"""Each card's shares of the values, (k, 16), in each of the deck's places."""


def values_told(shares: Answers, beside_letter: Flags, letters: Flags) -> Told:
    """What all cards show in the places where their deck prints values.

    shares: (2, k, classes, rows, columns). beside_letter: (k, rows, columns) where no letter is. letters: (k,) which
    cards show one, and so a value.
    """
    return _agreeing(
        [(_told_near(shares, place), place) for place in _value_places(shares, letters, beside_letter)], letters
    )


def _told_near(shares: Answers, place: ValuePlace) -> Floats:
    """Each card's shares of the values, (k, 16), where within a step of a place some value stands most surely."""
    way, row, column = place
    part = shares[way, :, _VALUES, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    flat = part.reshape(*part.shape[:2], -1)
    best = flat.sum(axis=1).argmax(axis=1)
    return np.asarray(flat[np.arange(len(flat)), :, best], np.float64)


def _value_places(shares: Answers, letters: Flags, beside_letter: Flags) -> list[ValuePlace]:
    """Where the deck prints values: which way up, row and column, the surest first.

    Cards lie a little differently, and so print near by counts; that in the very place counts twice: between a value
    and a small letter beside it both are near, and a T was a 1.
    """
    chosen = letters if letters.any() else np.ones(len(letters), bool)
    told = shares[:, chosen][:, :, _VALUES].sum(axis=2) * beside_letter[chosen][None]
    near = np.array([[cv2.dilate(one, np.ones((3, 3))) for one in way] for way in told])
    sure = near.mean(axis=1)
    found: list[ValuePlace] = []
    least = max(LIMITS.place, LIMITS.beside_best * float(sure.max(initial=0)))
    for place in np.argsort(-(sure + told.mean(axis=1)), axis=None)[:400]:
        way, row, column = (int(part) for part in np.unravel_index(int(place), sure.shape))
        if sure[way, row, column] < least:
            continue
        if all(max(abs(row - other[1]), abs(column - other[2])) >= LIMITS.apart for other in found):
            found.append((way, row, column))
    return found[:8]


def _agreeing(told: Told, letters: Flags) -> Told:
    """Those places that show the same values as the surest one, on most cards.

    A letter printed small in a corner does not, nor do the 3x of some cards whose values are 3.
    """
    kept = told[:1]
    for other, place in told[1:]:
        first = told[0][0]
        clear = letters & (first.max(axis=1) > LIMITS.clear)
        both = clear & (other.max(axis=1) > LIMITS.clear)
        is_alike = both.any() and (first.argmax(axis=1) == other.argmax(axis=1))[both].mean() >= LIMITS.agree
        if is_alike and both.sum() >= LIMITS.on_most * clear.sum():
            kept.append((other, place))
    return kept


def values_of(told: Told, count: int) -> Floats:
    """The shares of each of so many cards' values over all places together; of none seen where there is no place."""
    logs = np.zeros((count, MOST_VALUE + 2))
    for shares, _ in told:
        none = (1 - shares.sum(axis=1)).clip(0, 1)
        logs += np.log(np.column_stack([shares, none]) + LIMITS.floor)
    if not told:
        logs[:, -1] = 99
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def miss_one(told: Told, count: int) -> Flags:
    """Which of so many cards show their value in one of the deck's places, and none in another."""
    if len(told) < 2:
        return np.zeros(count, bool)
    any_value = np.array([shares.sum(axis=1) for shares, _ in told])
    return np.asarray((any_value.max(axis=0) >= LIMITS.seen_there) & (any_value.min(axis=0) < LIMITS.unseen_there))
