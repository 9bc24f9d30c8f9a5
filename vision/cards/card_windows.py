"""Cuts cards out of a picture, each upright and of one size."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Floats, below, grey_of, median_of, medians, quantile_of

HIGH, WIDE = 133, 97
"""A window's size in px."""

INSET = (6.5, 6.5)
"""How far within the window the card's edge runs, across and down, px; round it is what lies beside the card."""

INNER = 12
"""Px of a window from its edge on within which all is the card, wherever its frame runs."""

_SMOOTHED = 1.5
"""Px of the picture for each of the window's, above which the picture is smoothed before it is reduced."""

Windows = NDArray[np.uint8]
Levels = NDArray[np.float32]


def window_of(picture: Colour, corners: Floats) -> Windows:
    """The window on a card, (HIGH, WIDE, 3): its corners (4, 2) in image px lie INSET from the window's."""
    across, down = INSET
    onto = np.array([[across, down], [WIDE - across, down], [WIDE - across, HIGH - down], [across, HIGH - down]])
    step = float(np.linalg.norm(corners[3] - corners[0])) / (HIGH - 2 * down)
    if step > _SMOOTHED:
        picture, low = _near(picture, corners)
        picture, corners = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * step), np.uint8), corners - low
    matrix = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), (onto - 0.5).astype(np.float32))
    return np.asarray(cv2.warpPerspective(picture, matrix, (WIDE, HIGH), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _near(picture: Colour, corners: Floats) -> tuple[Colour, Floats]:
    """The part of the picture round a quad, and where it begins."""
    size = np.array(picture.shape[1::-1])
    room = 0.3 * np.linalg.norm(corners[3] - corners[0])
    low = np.clip(np.floor(corners.min(axis=0) - room), 0, size - 2).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0) + room), low + 2, size).astype(int)
    return picture[low[1] : high[1], low[0] : high[0]], low.astype(float)


def windows_of(picture: Colour, corners: Floats) -> Windows:
    """The windows on k cards: corners (k, 4, 2) to (k, HIGH, WIDE, 3)."""
    return np.array([window_of(picture, quad) for quad in corners], np.uint8).reshape(-1, HIGH, WIDE, 3)


def levelled(window: Windows) -> Levels:
    """A window's px less its paper's colour, as shares of the strongest print's contrast: (HIGH, WIDE, 3)."""
    inner = window[INNER:-INNER, INNER:-INNER]
    away = window.astype(np.float32) - _usual(inner)
    strongest = quantile_of(largest(np.abs(away[INNER:-INNER, INNER:-INNER])).ravel(), 0.97)
    return np.asarray(away / (strongest + 12), np.float32)


def levels_of(windows: Windows) -> Levels:
    """The same of k windows, (k, HIGH, WIDE, 3)."""
    return np.array([levelled(window) for window in windows], np.float32).reshape(-1, HIGH, WIDE, 3)


def largest(channels: Levels) -> Levels:
    """The largest of three channels, (..., 3) to (...): numpy's own is ten times slower along so short an axis."""
    return np.maximum(np.maximum(channels[..., 0], channels[..., 1]), channels[..., 2])


def unevenness(window: Windows) -> float:
    """How many times brighter the paper is in a card's brightest corner than in its darkest."""
    grey = grey_of(window)[INNER:-INNER, INNER:-INNER]
    high, wide = grey.shape[0] // 3, grey.shape[1] // 3
    corners = grey[:high, :wide], grey[:high, -wide:], grey[-high:, :wide], grey[-high:, -wide:]
    levels = [float(below(corner.ravel(), 0.5)[0]) for corner in corners]
    return (max(levels) + 1) / (min(levels) + 1)


_BURNT, _FAINT = 250.0, 95.0
"""Grey levels from which paper is as bright as can be, and that its darkest print is away from it where ink is lost."""


def is_bleached(window: Windows) -> bool:
    """Whether so much light falls on a card that print may be lost: its paper is burnt out, and its letter is faint."""
    if not is_burnt_out(window):
        return False
    inner = window[INNER:-INNER, INNER:-INNER]
    away = np.abs(inner.astype(np.float32) - _usual(inner))
    return float(quantile_of(largest(away).ravel(), 0.985)) < _FAINT


def is_burnt_out(window: Windows) -> bool:
    """Whether what most of a window shows is as bright as can be, a card or bare table."""
    return float(_usual(window[INNER:-INNER, INNER:-INNER]).min()) >= _BURNT


def _usual(inner: Windows) -> Levels:
    """The usual colour of what is within a card's edge, (3,)."""
    return np.asarray(below(np.ascontiguousarray(inner.reshape(-1, 3).T), 0.5)[0], np.float32)


_DARK, _FROM_MOST, _MOST = 8.0, 0.25, 4
"""Grey levels added before logarithms are taken. What counts of how far a card's colour is from that of most cards,
where so many tell it: of 2,811 cards, in the light of several lamps, 0.24 at most.
"""


def off_colours(windows: Windows, words: Sequence[int]) -> Floats:
    """How far the paper's colour of each card of the words is from that of the likest other one, (k,).

    In the log ratios of blue and red to green. A quarter of how far it is from that of most, where that is more: two
    cards may lie under one book. 0 of cards beside the words, and of what is burnt out, without colour. windows: of k
    cards. words: the numbers of those in the words.
    """
    far = np.zeros(len(windows))
    if len(words) < 2:
        return far
    papers = np.array([_usual(windows[number][INNER:-INNER:3, INNER:-INNER:3]) for number in words])
    logs = np.log(papers + _DARK)
    colours = logs[:, [0, 2]] - logs[:, [1]]
    apart = np.abs(colours[:, None] - colours[None]).max(axis=2)
    np.fill_diagonal(apart, np.inf)
    from_most = np.abs(colours - medians(colours)).max(axis=1) if len(words) >= _MOST else np.zeros(len(words))
    off = np.maximum(apart.min(axis=1), _FROM_MOST * from_most)
    far[np.array(words)] = np.where(papers.min(axis=1) < _BURNT, off, 0.0)
    return far


_PALE, _BANDS = 18.0, 0.27
"""Grey levels from the paper below which small print is hardly seen; the share of a card above and below its letter.

Of 80 drawn tables, 43 of them read, two had marks told wrongly, five in all, at 13 and 16 (in the dark, in glare); 26
looks at the dev sets have 58 and more; of 40 other drawn tables, 24 of them read, two less than 18, the others 22 and
more.
"""


def is_pale(prints: Floats) -> bool:
    """Whether small print is hardly seen on most of k cards, as small_print tells of each: a mark may be overlooked."""
    return bool(len(prints)) and median_of(prints) < _PALE


def small_print(window: Windows) -> float:
    """How far the strongest print above and below a card's letter is from its paper, grey levels."""
    inner = window[INNER:-INNER, INNER:-INNER]
    band = round(_BANDS * len(inner))
    bands = np.concatenate([inner[:band], inner[-band:]]).reshape(-1, 3)
    paper = below(np.ascontiguousarray(bands.T), 0.5)[0]
    return float(quantile_of(largest(np.abs(bands - paper)), 0.99))
