"""Looks at marks once more, from nearer: a network of its own sees each place where one may stand.

The reader of small print goes over whole cards, all made of one small size; this one sees a few places, cut out of the
picture itself, and so tells a 2 from a 3 on large cards, and a mark from a stain or a shade's edge.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Floats, medians, quantile_of
from vision.cards.again.answers_before import AnswersBefore, keys_of
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


Paper = tuple[Levels, np.float32]
"""A card's paper, blue-green-red, and how far its strongest print is from that, a little more than nothing."""


class MarkCloseup:
    """Tells whether a place on a card shows a mark, and which; none is read twice, in a look or the next."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(MARK_READER)
        self._before, self._papers = AnswersBefore[Floats](), AnswersBefore[Paper]()

    def told(
        self, picture: Colour, frames: Frames, windows: Windows, numbers: NDArray[np.int_], spots: Spots
    ) -> list[Floats]:
        """The shares of no mark, 2x and 3x at the places spots (n, 2) on the cards of these numbers (n,).

        frames, windows: of all cards. A window is that of a card that lay there, if its px are the same.
        """
        whole = keys_of(windows)
        papers = self._papers.told(whole, lambda unknown: [paper_of(windows[number]) for number in unknown])
        keys = [whole[number] + spot.tobytes() for number, spot in zip(numbers.tolist(), spots, strict=True)]
        return self._before.told(
            keys,
            lambda unknown: list(self.shares(closeups(picture, frames, papers, numbers[unknown], spots[unknown]))),
        )

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was told before the look that ends here; is_fresh: all."""
        self._before.next_look(is_fresh=is_fresh)
        self._papers.next_look(is_fresh=is_fresh)

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


def closeups(
    picture: Colour, frames: Frames, papers: Sequence[Paper], numbers: NDArray[np.int_], spots: Spots
) -> Levels:
    """The places spots (n, 2) on the cards of these numbers (n,), levelled, (n, SIDE, SIDE, 3); papers: all cards'."""
    if not len(numbers):
        return np.zeros((0, SIDE, SIDE, 3), np.float32)
    maps = _maps(frames, numbers, spots)
    seen = [
        (_closeup(picture, one).astype(np.float32), *papers[number])
        for one, number in zip(maps, numbers.tolist(), strict=True)
    ]
    return np.array([(near - paper) / strongest for near, paper, strongest in seen], np.float32)


def paper_of(window: Windows) -> Paper:
    """The paper of a card, by the window on it."""
    inner = window[12:-12:2, 12:-12:2].astype(np.float32)
    paper = medians(inner.reshape(-1, 3))
    return paper, np.float32(quantile_of(largest(np.abs(inner - paper)).ravel(), 0.97) + 12)


def _maps(frames: Frames, numbers: NDArray[np.int_], spots: Spots) -> Floats:
    """The affine maps (n, 2, 3) from close-ups' px onto the picture's, cards' tops up."""
    aspect = frames.aspect
    rights, downs = 2 * frames.rights[numbers], 2 * frames.downs[numbers]
    across, below = ((spots - INSET) / (np.array([WIDE, HIGH]) - 2 * np.array(INSET)) - 0.5).T[:, :, None]
    middles = frames.middles[numbers] + across * rights + below * downs
    # As far to the right on the table as it is downwards.
    steps = np.stack([rights / aspect, downs], axis=2) * REACH / SIDE
    starts = middles - steps @ np.full(2, (SIDE - 1) / 2) - 0.5
    return np.concatenate([steps, starts[:, :, None]], axis=2)


def _closeup(picture: Colour, onto: Floats) -> Colour:
    """What the picture shows of one place, (SIDE, SIDE, 3)."""
    steps, onto = onto[:, :2], onto.copy()
    middle = onto @ np.array([(SIDE - 1) / 2, (SIDE - 1) / 2, 1]) + 0.5
    reach = int(np.ceil(SIDE * np.abs(steps).sum(axis=1).max() / 2)) + 4
    low = np.clip(np.floor(middle).astype(int) - reach, 0, np.array(picture.shape[1::-1]) - 2)
    top = np.clip(np.ceil(middle).astype(int) + reach, low + 2, picture.shape[1::-1])
    near = np.ascontiguousarray(picture[low[1] : top[1], low[0] : top[0]])
    onto[:, 2] -= low
    step = float(np.sqrt(abs(np.linalg.det(steps))))
    if step > _SMOOTHED:
        near = np.asarray(cv2.GaussianBlur(near, (0, 0), 0.4 * step), np.uint8)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(near, onto, (SIDE, SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)
