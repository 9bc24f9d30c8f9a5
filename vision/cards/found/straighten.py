"""Sets found cards right with a small network: it sees a card with what lies round it, and tells how far off it is.

As the second stage of a detector does (Ren et al., "Faster R-CNN", 2015). Edges alone do not tell it: a card on a cloth
of its own colour hardly has any, and a frame printed near its edge has clear ones.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, below
from vision.cards.card_frames import Frames
from vision.cards.card_network import STRAIGHTENER, CardNetwork
from vision.cards.card_windows import Windows
from vision.cards.found.card_sizes import resized

BOX, CARD = (64, 80), (40, 56)
"""The width and height of the network's window, and of the card in its middle, px."""

_MARGIN = ((BOX[0] - CARD[0]) // 2 + 4, (BOX[1] - CARD[1]) // 2 + 8)
"""Px of a window within which all is the card, across and down."""

_ROUNDS = 2
"""How often cards are set right: from where it saw them last the network tells the rest more exactly."""

_SMOOTHED = 1.3
"""Px of the picture for each of the window's, above which the picture is smoothed before it is reduced."""


class Straightener:
    """Tells where a found card truly lies."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(STRAIGHTENER)

    def straightened(self, picture: Colour, frames: Frames, known: Flags) -> tuple[Frames, Frames]:
        """The cards where the picture shows them, first all of about one size and shape, then as each was told.

        known: (k,) those that lie right already, and only tell how large cards are.
        """
        told = frames
        for _ in range(_ROUNDS if not known.all() else 0):
            told = self._told(picture, resized(told), ~known).replaced(known, frames.only(known))
        return resized(told), told

    def _told(self, picture: Colour, frames: Frames, asked: Flags) -> Frames:
        """The cards, those asked about with their middles and halves where the network sees them."""
        chosen = frames.only(asked)
        windows = np.stack([levels_of(window) for window in windows_on(picture, chosen)])
        answers = self._network.run(np.ascontiguousarray(windows.transpose(0, 3, 1, 2)))
        return frames.replaced(asked, _moved(chosen, np.asarray(answers[:, :6].reshape(-1, 3, 2), np.float64)))


def _moved(frames: Frames, told: Floats) -> Frames:
    """The cards, each with its middle and its halves moved by so many of its halves."""
    off = told[:, :, :1] * frames.rights[:, None] + told[:, :, 1:] * frames.downs[:, None]
    middles, rights, downs = frames.middles + off[:, 0], frames.rights + off[:, 1], frames.downs + off[:, 2]
    return Frames(middles, rights, downs, frames.scores, frames.backs)


def window_map(middle: Floats, right: Floats, down: Floats) -> Floats:
    """The affine map (..., 2, 3) from a window's px onto a picture's; right, down: half a card's width and height, px.

    middle, right, down: (..., 2).
    """
    steps = np.stack([2 * right / CARD[0], 2 * down / CARD[1]], axis=-1)
    start = middle - steps @ (np.array(BOX) - 1) / 2 - 0.5
    return np.concatenate([steps, start[..., None]], axis=-1)


def windows_on(picture: Colour, frames: Frames) -> Windows:
    """What the picture shows of k cards, each with what lies round it, (k, 80, 64, 3)."""
    maps = window_map(frames.middles, frames.rights, frames.downs)
    corners = maps @ np.array([[0, BOX[0], BOX[0], 0], [0, 0, BOX[1], BOX[1]], [1, 1, 1, 1]])
    low = np.clip(np.floor(corners.min(axis=2)).astype(int) - 4, 0, np.array(picture.shape[1::-1]) - 2)
    top = np.clip(np.ceil(corners.max(axis=2)).astype(int) + 4, low + 2, picture.shape[1::-1])
    near = [picture[above:below, left:right] for (left, above), (right, below) in zip(low, top, strict=True)]
    steps = np.sqrt(np.abs(np.linalg.det(maps[:, :, :2])))
    maps[:, :, 2] -= low
    shown = [_window_on(*one) for one in zip(near, maps, steps, strict=True)]
    return np.array(shown, np.uint8).reshape(-1, BOX[1], BOX[0], 3)


def _window_on(near: Colour, onto: Floats, step: float) -> Colour:
    """What a window shows of a part of the picture, (80, 64, 3); step: px of the picture for each of the window's."""
    if step > _SMOOTHED:
        near = np.asarray(cv2.GaussianBlur(near, (0, 0), 0.4 * step), np.uint8)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(near, onto, BOX, flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def levels_of(window: Colour) -> NDArray[np.float32]:
    """A window's px less its middle's colour, as shares of how much they differ."""
    aside, above = _MARGIN
    inner = np.ascontiguousarray(window[above:-above, aside:-aside].reshape(-1, 3).T)
    away = window.astype(np.float32) - below(inner, 0.5)[0].astype(np.float32)
    return np.asarray(away / (float(away.std()) + 6), np.float32)
