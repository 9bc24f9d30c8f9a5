"""Reads the small print of cards: where a deck prints its values, which values and marks the cards bear, and how surely.

The network tells for every fourth px of a card what stands there. A deck prints its values in the same places on every
card: those are found on all cards together, and only there a value counts. A mark may stand anywhere beside the letter.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats
from vision.cards.card_network import PRINT_READER, CardNetwork
from vision.cards.card_windows import HIGH, INSET, WIDE, Windows, levelled
from vision.cards.letter_windows import Glyphs

MOST_VALUE = 15
"""The highest value the network knows."""

_VALUES, _MARKS, _OTHER = slice(0, MOST_VALUE + 1), slice(MOST_VALUE + 1, MOST_VALUE + 3), MOST_VALUE + 3
_STEP, _FIRST = 4, 14
"""Px from one of the network's places to the next, and of the first one's middle."""


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """Which places count, and what is seen there; shares are 0 to 1."""

    place: float = 0.35  # how surely a value stands at a place, on average of all cards, to be one of the deck's
    beside_best: float = 0.5  # the same as a share of the best place's
    apart: int = 3  # the least distance of two such places, in the network's steps
    floor: float = 0.02  # the least share of a class, so that one place does not overrule all others
    letter_room: float = 0.03  # how far round the letter no mark stands, as a share of the card's height
    strange_ink: float = 0.22  # ink where other cards have none, as a share of the strongest print, that may be a mark


LIMITS = PrintLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """Shares, 0 to 1, of what k cards bear.

    values: (k, 17), 0 to 15, and none seen. marks: (k, 3), none, 2x and 3x. strange: (k,) the share of the card on
    which there is ink, beside letter and value, where other cards have none, in one piece. upright: (k,) how much more
    the values look upright than turned, in log shares. has_values: whether places were found where this deck has them.
    """

    values: Floats
    marks: Floats
    strange: Floats
    upright: Floats
    has_values: bool


class SmallPrint:
    """Reads the small print of one deck's cards."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(PRINT_READER)

    def shares(self, windows: Windows) -> Floats:
        """Shares (2, k, classes, rows, columns) of what stands where on windows, upright and upside down."""
        level = np.array([levelled(window) for window in windows], np.float32).transpose(0, 3, 1, 2)
        both = np.concatenate([level, level[:, :, ::-1, ::-1]])
        logits = self._network.run(np.ascontiguousarray(both)).astype(np.float64)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares = (raised / raised.sum(axis=1, keepdims=True)).reshape(2, len(windows), *logits.shape[1:])
        shares[1] = shares[1][:, :, ::-1, ::-1]
        return np.asarray(shares)


def prints_of(shares: Floats, windows: Windows, glyphs: Glyphs, letters: Flags) -> Prints:
    """What k upright cards bear; shares: of these windows. letters: (k,) which show a letter, and so a value."""
    if not len(windows):
        return Prints(np.zeros((0, MOST_VALUE + 2)), np.zeros((0, 3)), np.zeros(0), np.zeros(0), has_values=False)
    near = _best_near(shares)
    places = _value_places(near, letters, glyphs)
    free = _beside_letter(glyphs, near.shape[3:])
    strange = _strange_ink(windows, glyphs, places)
    return Prints(_values(near, places), _marks(near, free), strange, _upright(near, free), has_values=bool(places))


def _best_near(shares: Floats) -> Floats:
    """The shares, each class's greatest within a step of every place."""
    flat = shares.reshape(-1, *shares.shape[3:])
    wide = [cv2.dilate(one, np.ones((3, 3))) for one in flat]
    return np.asarray(wide).reshape(shares.shape)


def _value_places(near: Floats, letters: Flags, glyphs: Glyphs) -> list[tuple[int, int, int]]:
    """Where the deck prints values: which way up, row and column, the surest first."""
    chosen = letters if letters.any() else np.ones(len(letters), bool)
    told = near[:, chosen][:, :, _VALUES].sum(axis=2).clip(0, 1)
    free = _beside_letter(glyphs, near.shape[3:])[chosen]
    sure = (told * free[None]).mean(axis=1)
    found: list[tuple[int, int, int]] = []
    best = float(sure.max(initial=0))
    for place in np.argsort(-sure, axis=None)[:400]:
        way, row, column = (int(part) for part in np.unravel_index(int(place), sure.shape))
        if sure[way, row, column] < max(LIMITS.place, LIMITS.beside_best * best):
            break
        if all(max(abs(row - other[1]), abs(column - other[2])) >= LIMITS.apart for other in found):
            found.append((way, row, column))
    return found[:5]


def _values(near: Floats, places: list[tuple[int, int, int]]) -> Floats:
    """The shares of each card's values over all places together; of none seen where there is no place."""
    count = near.shape[1]
    if not places:
        return np.column_stack([np.zeros((count, MOST_VALUE + 1)), np.ones(count)])
    logs = np.zeros((count, MOST_VALUE + 2))
    for way, row, column in places:
        told = near[way, :, :, row, column]
        logs += np.log(np.column_stack([told[:, _VALUES], told[:, _OTHER]]) + LIMITS.floor)
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _marks(near: Floats, free: Flags) -> Floats:
    """The shares of no mark, 2x and 3x on each card: of the place that looks most like a mark."""
    marks = near[:, :, _MARKS] * free[None, :, None]
    either = marks.sum(axis=2).clip(0, 1)
    found = []
    for number in range(marks.shape[1]):
        way, row, column = np.unravel_index(int(either[:, number].argmax()), either[:, number].shape)
        here = marks[way, number, :, row, column]
        any_mark = float(min(1.0, here.sum()))
        found.append([1 - any_mark, *(any_mark * here / max(float(here.sum()), 1e-9))])
    return np.array(found)


def _upright(near: Floats, free: Flags) -> Floats:
    """How much more surely some value stands upright on a card than upside down, in log shares."""
    told = (near[:, :, 1 : MOST_VALUE + 1].max(axis=2) * free[None]).max(axis=(2, 3))
    return np.asarray(np.log(told[0] + 0.05) - np.log(told[1] + 0.05))


def _beside_letter(glyphs: Glyphs, shape: tuple[int, ...]) -> Flags:
    """Which places (k, rows, columns) lie beside each card's letter."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]] * _STEP + _FIRST
    inner = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    down, across = (rows - INSET[1]) / inner[1], (columns - INSET[0]) / inner[0]
    half = glyphs.heights[:, None, None] / 2 + LIMITS.letter_room
    high = np.abs(down[None] - glyphs.middles[:, 1, None, None]) < half
    wide = np.abs(across[None] - glyphs.middles[:, 0, None, None]) < half * inner[1] / inner[0] * 0.8
    return np.asarray(~(high & wide))


def _strange_ink(windows: Windows, glyphs: Glyphs, places: list[tuple[int, int, int]]) -> Floats:
    """The share of each card taken by the largest piece of ink, beside letter and value, where most others have none."""
    ink = np.abs(np.array([levelled(window) for window in windows])).max(axis=3)
    soft = np.array([cv2.blur(one, (3, 3)) for one in ink])
    usual = np.median(soft, axis=0)
    more = (soft - cv2.dilate(usual, np.ones((7, 7))) > LIMITS.strange_ink) & _free_px(glyphs, places, len(windows))
    found = []
    for one in more.astype(np.uint8):
        _, _, stats, _ = cv2.connectedComponentsWithStats(one)
        found.append(float(stats[1:, cv2.CC_STAT_AREA].max(initial=0)) / (HIGH * WIDE))
    return np.array(found)


def _free_px(glyphs: Glyphs, places: list[tuple[int, int, int]], count: int) -> Flags:
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
            cv2.circle(free[number], (column * _STEP + _FIRST, row * _STEP + _FIRST), 12, 0, -1)
    return free > 0
