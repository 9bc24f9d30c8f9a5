"""Reads the small print of cards: which values and marks they bear.

The network tells for every fourth px of a card what stands there. A value counts only where the deck prints them; a
mark may stand anywhere beside the letter.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, quantiles
from vision.cards.card_letters import Glyphs
from vision.cards.card_network import PRINT_READER, Answers, CardNetwork
from vision.cards.card_windows import HIGH, INSET, WIDE, Levels, largest
from vision.cards.printed.card_marks import FIRST, STEP, marks_of
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.cards.printed.card_values import MOST_VALUE, ValuePlace, miss_one, values_of, values_told

_FIGURES, _MARKS, _OTHER = slice(2, 4), slice(MOST_VALUE + 1, MOST_VALUE + 3), MOST_VALUE + 3
Place = NDArray[np.float64]
"""A place on all cards, (2,) across and down in px of the window."""

_LOT = 16
"""So many windows are read at a time: a hundred at once took 200 MB."""


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """Where a mark may be, and how it is looked for; shares are 0 to 1."""

    letter_room: float = 0.03  # how far round the letter no mark stands, as a share of the card's height
    strange_ink: float = 0.22  # ink where other cards have none, as a share of the strongest print, that may be a mark
    likest: float = 0.05  # the share of a mark from which a place is looked at that is not where the deck prints them
    places: int = 3  # so many of those are looked at that look most like it: a clear value may be the first
    places_apart: int = 3  # the distance of these, in the network's steps, up to which they are one
    same_spot: float = 8.0  # px between two spots below which they are looked at once
    beside_value: int = 2  # how far round a value no mark stands, in the network's steps


LIMITS = PrintLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """Shares, 0 to 1, of what k cards bear.

    values: (k, 17), 0 to 15, and none seen. marks: (k, 3), none, 2x and 3x. strange: (k,) the share of the card on
    which there is ink, beside letter and value, where other cards have none, in one piece. spots: (k, 2 +
    LIMITS.places, 2) px of the window, across and down, where a card may have a mark: where it looks most like that on
    such ink, the middle of it, and the likest places of all; not a number where there is none, or it is an earlier one.
    closer: (k, 3) as marks, as the likest of these is seen from nearer. seen_at: (k, 2) that one. signs: (2, k, 2,
    rows, columns) the shares of a 2x and a 3x everywhere, upright and upside down. strange_ink: (k, HIGH, WIDE) where
    such ink is. misses_value: (k,) whether the value is seen in one of the deck's places for it, and in another one
    none. place: where the deck prints its marks, if that is known: then marks, closer and strange are of it.
    """

    values: Floats
    marks: Floats
    strange: Floats
    spots: Floats
    closer: Floats
    seen_at: Floats
    signs: Floats
    strange_ink: Flags
    misses_value: Flags
    place: Place | None = None


class SmallPrint:
    """Reads the small print of one deck's cards."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(PRINT_READER)

    def shares(self, levels: Levels) -> Answers:
        """Shares (2, k, classes, rows, columns) of what stands where on k windows, upright and upside down."""
        if not len(levels):
            return np.zeros((2, 0, _OTHER + 1, 1, 1), np.float32)
        lots = [self._lot(levels[start : start + _LOT]) for start in range(0, len(levels), _LOT)]
        return np.concatenate(lots, axis=1)

    def _lot(self, levels: Levels) -> Answers:
        """The same of a few windows."""
        level = levels.transpose(0, 3, 1, 2)
        both = np.concatenate([level, level[:, :, ::-1, ::-1]])
        logits = self._network.run(np.ascontiguousarray(both))
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        raised /= raised.sum(axis=1, keepdims=True)
        shares = raised.reshape(2, len(levels), *logits.shape[1:])
        shares[1] = shares[1][:, :, ::-1, ::-1]
        return np.asarray(shares)


def prints_of(shares: Answers, levels: Levels, glyphs: Glyphs, letters: Flags) -> Prints:
    """What k upright cards bear; shares: of these levels. letters: (k,) which show a letter, and so a value."""
    if not len(levels):
        return Prints(
            np.zeros((0, MOST_VALUE + 2)),
            np.zeros((0, 3)),
            np.zeros(0),
            np.zeros((0, LIMITS.places + 2, 2)),
            np.zeros((0, 3)),
            np.zeros((0, 2)),
            np.zeros((2, 0, 2, *shares.shape[3:])),
            np.zeros((0, HIGH, WIDE), bool),
            np.zeros(0, bool),
        )
    told = values_told(shares, _beside_letter(glyphs, shares.shape[3:]), letters)
    places = [place for _, place in told]
    ink = np.array([cv2.blur(largest(np.abs(one)), (5, 5)) for one in levels], np.float32)
    more = _strange_ink(ink, glyphs, places, letters)
    strange, spots = _largest(more)
    free = _beside_letter(glyphs, shares.shape[3:]) & _beside_values(places, shares.shape[3:])
    signs = shares[:, :, _MARKS].astype(np.float64) * free[None, :, None]
    either = signs.sum(axis=2).max(axis=0)
    # The 2 or 3 of a mark may be taken for a value, in a place where the deck prints none.
    likest = _likest(either + (shares[:, :, _FIGURES].sum(axis=2) * free[None]).max(axis=0))
    inked_at = np.where((strange >= MARKS.strange_size)[:, None], (spots[:, :2] + spots[:, 2:]) / 2, np.nan)
    values = values_of(told, len(levels))
    marks, seen_at = marks_of(signs, strange, spots)
    looked_at = _apart(np.concatenate([seen_at[:, None], inked_at[:, None], likest], axis=1))
    return Prints(values, marks, strange, looked_at, marks, seen_at, signs, more, miss_one(told, len(levels)))


def _likest(shares: Floats) -> Floats:
    """Where each card looks most as if it had a mark, wherever the deck prints them, (k, 3, 2); else no number."""
    left, spots, reach = shares.copy(), [], LIMITS.places_apart
    for _ in range(LIMITS.places):
        flat = left.reshape(len(left), -1)
        rows, columns = np.unravel_index(flat.argmax(axis=1), left.shape[1:])
        there = np.column_stack([columns, rows]) * float(STEP) + FIRST
        spots.append(np.where((flat.max(axis=1) >= LIMITS.likest)[:, None], there, np.nan))
        for number, (row, column) in enumerate(zip(rows, columns, strict=True)):
            left[number, max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1] = 0
    return np.stack(spots, axis=1)


def _apart(spots: Floats) -> Floats:
    """Some spots of each card, (k, n, 2), those that are near an earlier one not a number."""
    kept = spots.copy()
    for later in range(1, kept.shape[1]):
        near = np.abs(kept[:, :later] - kept[:, later : later + 1]).max(axis=2) <= LIMITS.same_spot
        kept[near.any(axis=1), later] = np.nan
    return kept


def upright_evidence(shares: Answers, glyphs: Glyphs) -> Floats:
    """How much more surely some value stands upright on each card than upside down, (k,) in log shares.

    Values that look the same either way say nothing, and a card with one of each cannot tell.
    """
    if not shares.shape[1]:
        return np.zeros(0)
    told = (shares[:, :, 2 : MOST_VALUE + 1].max(axis=2) * _beside_letter(glyphs, shares.shape[3:])[None]).max(
        axis=(2, 3)
    )
    return np.asarray(np.clip(np.log(told[0] + 0.1) - np.log(told[1] + 0.1), -1.5, 1.5))


def _beside_letter(glyphs: Glyphs, shape: tuple[int, ...]) -> Flags:
    """Which places (k, rows, columns) lie beside each card's letter."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]] * STEP + FIRST
    inner = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    down, across = (rows - INSET[1]) / inner[1], (columns - INSET[0]) / inner[0]
    half = glyphs.heights[:, None, None] / 2 + LIMITS.letter_room
    high = np.abs(down[None] - glyphs.middles[:, 1, None, None]) < half
    wide = np.abs(across[None] - glyphs.middles[:, 0, None, None]) < half * inner[1] / inner[0] * 0.8
    return np.asarray(~(high & wide))


def _beside_values(places: list[ValuePlace], shape: tuple[int, ...]) -> Flags:
    """Which places (rows, columns) lie beside all values."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]]
    free = np.ones(shape, bool)
    for _, row, column in places:
        free &= np.maximum(np.abs(rows - row), np.abs(columns - column)) > LIMITS.beside_value
    return free


def _strange_ink(soft: Levels, glyphs: Glyphs, places: list[ValuePlace], letters: Flags) -> Flags:
    """Where on each card, beside letter and value, there is ink and others have none, (k, HIGH, WIDE)."""
    cards = soft[letters] if letters.any() else soft
    usual = quantiles(cards, MARKS.usual if len(cards) > 4 else 0.0)
    more = soft - cv2.dilate(usual, np.ones((9, 9))) > LIMITS.strange_ink
    return np.asarray(more & _free_px(glyphs, places, len(soft)))


def _largest(ink: Flags) -> tuple[Floats, Floats]:
    """The largest piece of ink on each card.

    The share of the card that it takes, (k,), and where it is, (k, 4): left, top, right and lower edge, px.
    """
    sizes, spots = np.zeros(len(ink)), np.zeros((len(ink), 4))
    for number, one in enumerate(ink.astype(np.uint8)):
        _, _, stats, _ = cv2.connectedComponentsWithStats(one)
        if len(stats) > 1:
            left, top, wide, high, area = stats[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())]
            sizes[number], spots[number] = area / (HIGH * WIDE), (left - 6, top - 6, left + wide + 6, top + high + 6)
    return sizes, spots


def _free_px(glyphs: Glyphs, places: list[ValuePlace], count: int) -> Flags:
    """The px of the windows that lie within the card, beside its letter and values."""
    free: NDArray[np.uint8] = np.zeros((count, HIGH, WIDE), np.uint8)
    inner = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    for number in range(count):
        free[number, 13:-13, 13:-13] = 1
        x, y = np.array(INSET) + glyphs.middles[number] * inner
        half = (glyphs.heights[number] / 2 + 0.04) * inner[1]
        # Dots and rings stand above the letter, as high again as a fifth of it.
        cv2.rectangle(free[number], (int(x - half), int(y - 1.5 * half)), (int(x + half), int(y + 1.25 * half)), 0, -1)
        for _, row, column in places:
            cv2.circle(free[number], (column * STEP + FIRST, row * STEP + FIRST), 12, 0, -1)
    return free > 0
