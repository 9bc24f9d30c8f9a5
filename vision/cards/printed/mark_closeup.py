"""Looks at marks once more, from nearer: a network of its own sees each place where one may stand.

The reader of small print goes over whole cards, all made of one small size; this one sees a few places, cut out of the
picture itself, and so tells a 2 from a 3 on large cards, and a mark from a stain or a shade's edge.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Floats, median_of, medians, quantile_of
from vision.cards.again.answers_before import AnswersBefore
from vision.cards.card_frames import Frames
from vision.cards.card_network import MARK_READER, CardNetwork
from vision.cards.card_windows import HIGH, INSET, WIDE, Levels, Windows, largest

SIDE = 48
"""A close-up's width and height, px."""

REACH = 0.30
"""How much of a card's height a close-up shows: the broadest marks are as wide as that."""

_SMOOTHED = 1.4
"""Px of the picture for each of the close-up's, above which the picture is smoothed before it is reduced."""

_LOT = 64
"""So many close-ups are read at a time."""

Spots = NDArray[np.float64]
"""Places on windows, (n, 2) across and down in px of the window."""


class MarkCloseup:
    """Tells whether a place on a card shows a mark, and which; none is read twice, in a look or the next."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network, self.before = CardNetwork(MARK_READER), AnswersBefore[Floats]()

    def told(
        self, picture: Colour, frames: Frames, windows: Windows, numbers: NDArray[np.int_], spots: Spots
    ) -> list[Floats]:
        """The shares of no mark, 2x and 3x at the places spots (n, 2) on the cards of these numbers (n,).

        frames, windows: of all cards. A window is that of a card that lay there, if its px are the same.
        """
        keys = [windows[number].tobytes() + spot.tobytes() for number, spot in zip(numbers, spots, strict=True)]
        return self.before.told(
            keys,
            lambda unknown: list(self.shares(closeups(picture, frames, windows, numbers[unknown], spots[unknown]))),
        )

    def shares(self, pixels: Levels) -> Floats:
        """The shares of no mark, 2x and 3x, whichever way up, (n, 3), of close-ups (n, SIDE, SIDE, 3)."""
        if not len(pixels):
            return np.zeros((0, 3))
        level = np.ascontiguousarray(pixels.transpose(0, 3, 1, 2))
        lots = [self._network.run(level[start : start + _LOT]) for start in range(0, len(level), _LOT)]
        logits = np.concatenate(lots).astype(np.float64)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        told = raised / raised.sum(axis=1, keepdims=True)
        return np.column_stack([told[:, 0], told[:, 1] + told[:, 3], told[:, 2] + told[:, 4]])


def closeups(picture: Colour, frames: Frames, windows: Windows, numbers: NDArray[np.int_], spots: Spots) -> Levels:
    """The places spots (n, 2) on the cards of these numbers (n,), levelled, (n, SIDE, SIDE, 3)."""
    if not len(numbers):
        return np.zeros((0, SIDE, SIDE, 3), np.float32)
    papers = {int(number): _paper(windows[number]) for number in np.unique(numbers)}
    aspect = median_of(np.linalg.norm(frames.rights, axis=1) / np.linalg.norm(frames.downs, axis=1))
    seen = []
    for number, spot in zip(numbers.tolist(), spots, strict=True):
        paper, strongest = papers[number]
        near = _closeup(picture, frames.only(np.array([number])), spot, aspect)
        seen.append((near.astype(np.float32) - paper) / strongest)
    return np.array(seen, np.float32).reshape(-1, SIDE, SIDE, 3)


def _paper(window: Windows) -> tuple[Levels, np.float32]:
    """A card's paper, blue-green-red, and how far its strongest print is from that, a little more than nothing."""
    inner = window[12:-12:2, 12:-12:2].astype(np.float32)
    paper = medians(inner.reshape(-1, 3))
    return paper, np.float32(quantile_of(largest(np.abs(inner - paper)).ravel(), 0.97) + 12)


def _closeup(picture: Colour, card: Frames, spot: Floats, aspect: float) -> Colour:
    """One place of a card as the picture shows it, (SIDE, SIDE, 3), the card's top up."""
    right, down = 2 * card.rights[0], 2 * card.downs[0]
    size = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    across, below = (spot - INSET) / size - 0.5
    middle = card.middles[0] + across * right + below * down
    # As far to the right on the table as it is downwards.
    steps = np.column_stack([right / aspect, down]) * REACH / SIDE
    matrix = np.column_stack([steps, middle - steps @ np.full(2, (SIDE - 1) / 2) - 0.5])
    reach = int(np.ceil(SIDE * np.abs(steps).sum(axis=1).max() / 2)) + 4
    low = np.clip(np.floor(middle).astype(int) - reach, 0, np.array(picture.shape[1::-1]) - 2)
    top = np.clip(np.ceil(middle).astype(int) + reach, low + 2, picture.shape[1::-1])
    near = np.ascontiguousarray(picture[low[1] : top[1], low[0] : top[0]])
    matrix[:, 2] -= low
    step = float(np.sqrt(abs(np.linalg.det(steps))))
    if step > _SMOOTHED:
        near = np.asarray(cv2.GaussianBlur(near, (0, 0), 0.4 * step), np.uint8)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(near, matrix, (SIDE, SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)
