"""Compares the jokers of a look: those of one deck look alike, and what is taken for one beside them does not."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Flags, Floats
from vision.cards.card_windows import Windows

ALIKE = 0.85
"""The correlation from which two jokers look alike: of 27 pairs on 440 drawn tables three in one glare had less, of 11
with something that was none all but those of one card told twice, the next 0.73."""

_PLAIN = 4.0
"""Grey levels by which a face varies below which it bears no picture: all such are alike, in whatever grain."""

_RIM, _SOFT, _SMALL = 16, 2.5, (24, 32)
"""Px of a window left out at its edges, by how many it is smoothed, and the width and height that is compared."""

_MOVED = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
"""How far one of both is moved, px of the small picture, since cards are found a little beside where they lie."""


def unlike(windows: Windows, jokers: Flags) -> Flags:
    """(k,) which of some cards taken for jokers look like no other one of them; none where there is but one.

    windows: (k, HIGH, WIDE, 3) of all cards. jokers: (k,) which seem to be one.
    """
    flags = np.zeros(len(windows), bool)
    numbers = np.flatnonzero(jokers)
    if len(numbers) < 2:
        return flags
    faces = [_face(windows[number]) for number in numbers]
    alike = np.array([[_likeness(one, other) for other in faces] for one in faces])
    np.fill_diagonal(alike, -1)
    flags[numbers] = alike.max(axis=1) < ALIKE
    return flags


def _face(window: Windows) -> Floats:
    """A card's face, small, less its mean colour, of length 1; all 0 of a plain one."""
    soft = cv2.GaussianBlur(window.astype(np.float32), (0, 0), _SOFT)[_RIM:-_RIM, _RIM:-_RIM]
    small = np.asarray(cv2.resize(soft, _SMALL, interpolation=cv2.INTER_AREA), np.float64)
    away = small - small.mean(axis=(0, 1))
    return np.asarray(away / np.linalg.norm(away) if away.std() >= _PLAIN else np.zeros_like(away))


def _likeness(one: Floats, other: Floats) -> float:
    """The correlation of two faces, whichever way up either stands: -1 to 1."""
    if not (one.any() or other.any()):
        return 1.0
    turns = (other, other[::-1, ::-1])
    return max(float((one * np.roll(turn, step, (0, 1))).sum()) for turn in turns for step in _MOVED)
