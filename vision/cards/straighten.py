"""Sets found cards right: all are of one size on the table, and edges, frames and strokes run along their sides.

A window's columns, each as one grey level, change most from one to the next where the card stands straight in it; so do
its rows. That is how scanned pages are set straight (Postl, "Detection of linear oblique structures", 1986).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Grey
from vision.cards.card_frames import Frames
from vision.cards.card_windows import HIGH, INSET, WIDE


@dataclass(frozen=True, slots=True)
class StraightLimits:
    """How far cards are turned and moved."""

    slants: tuple[float, ...] = (-12, -9, -6, -3, 0, 3, 6, 9, 12)  # degrees that are tried
    clear: float = 12.0  # grey levels of a step beyond which it counts no more
    loyal: float = 0.12  # the share of its steps that the largest slant must gain
    farthest: int = 12  # px of a window that all cards together are moved at most
    larger: tuple[float, ...] = (0.94, 0.97, 1.0, 1.03, 1.06)  # how much larger all are tried to be


LIMITS = StraightLimits()
_BAND = 0.42
"""How far from a card's middle the rows and columns are looked at, as a share of its size."""


def straightened(greys: Grey, frames: Frames) -> Frames:
    """The cards with their sides along what their windows (k, HIGH, WIDE) show."""
    rights, downs = frames.rights.copy(), frames.downs.copy()
    inner = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    for number, grey in enumerate(greys):
        leaning, falling = _slant(grey), _slant(np.ascontiguousarray(grey.T))
        # A px to the right and one downwards on the window, in the picture.
        right, down = 2 * frames.rights[number] / inner[0], 2 * frames.downs[number] / inner[1]
        downs[number] = (down + leaning * right) * inner[1] / 2
        rights[number] = (right + falling * down) * inner[0] / 2
    return Frames(frames.middles, rights, downs, frames.scores, frames.backs)


def _slant(grey: Grey) -> float:
    """How far columns lean: px to the right for each px downwards."""
    high, wide = grey.shape
    band = slice(round(high * (0.5 - _BAND)), round(high * (0.5 + _BAND)))
    slants = np.tan(np.deg2rad(np.array(LIMITS.slants)))
    gains = []
    for slant in slants:
        matrix = np.array([[1, slant, -slant * (high - 1) / 2], [0, 1, 0]])
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        shown = cv2.warpAffine(grey, matrix, (wide, high), flags=how, borderMode=cv2.BORDER_REPLICATE)
        columns = shown[band].mean(axis=0)
        gains.append(float(((columns[2:] - columns[:-2]) ** 2).sum()))
    told = np.array(gains) * (1 - LIMITS.loyal * (slants / slants.max()) ** 2)
    best = int(told.argmax())
    if not 0 < best < len(slants) - 1:
        return float(slants[best])
    before, here, after = told[best - 1 : best + 2]
    shift = 0.5 * (before - after) / min(before - 2 * here + after, -1e-9)
    return float(slants[best] + np.clip(shift, -0.5, 0.5) * (slants[1] - slants[0]))


def steps_of(rows: Grey) -> Floats:
    """How much grey changes from each column to the next but one, all rows together, up to what is clear."""
    columns = rows.mean(axis=0)
    return np.asarray(np.minimum(np.abs(columns[2:] - columns[:-2]), LIMITS.clear), np.float64)


def centred(greys: Grey, frames: Frames, letters: Flags) -> Frames:
    """The cards, all moved and made larger alike, until the edges of most lie where they should on windows.

    letters: which cards show a letter, and so are cards for sure; if none does, all count.
    """
    if not len(frames):
        return frames
    chosen = greys[letters] if letters.any() else greys
    band = [slice(round(size * (0.5 - _BAND)), round(size * (0.5 + _BAND))) for size in (HIGH, WIDE)]
    across = np.mean([steps_of(grey[band[0]]) for grey in chosen], axis=0)
    under = np.mean([steps_of(grey.T[band[1]]) for grey in chosen], axis=0)
    inner = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    (right, wider), (down, higher) = _edges(across, inner[0]), _edges(under, inner[1])
    moved = frames.moved(np.tile([right / inner[0], down / inner[1]], (len(frames), 1)))
    return Frames(moved.middles, moved.rights * wider, moved.downs * higher, frames.scores, frames.backs)


def _edges(steps: Floats, size: float) -> tuple[float, float]:
    """How far two edges, about a size apart, lie beside where they should, px, and how much farther apart."""
    padded = np.pad(steps, LIMITS.farthest)
    middle = (len(padded) - 1) / 2
    best = (-1.0, 0.0, 1.0)
    for larger in LIMITS.larger:
        for move in range(-LIMITS.farthest, LIMITS.farthest + 1):
            places = [round(middle + move + side * size * larger / 2) for side in (-1, 1)]
            if places[0] >= 0 and places[1] < len(padded):
                clear = sum(float(padded[max(0, place - 1) : place + 2].max()) for place in places)
                gain = clear - 0.1 * LIMITS.clear * ((move / LIMITS.farthest) ** 2 + (abs(larger - 1) / 0.06) ** 2)
                best = max(best, (gain, float(move), larger))
    return best[1], best[2]


_FEW = 8
"""Cards with which their sizes' change across the picture is told; with fewer all count as seen alike."""


def resized(frames: Frames) -> Frames:
    """The cards, each as wide and high as all of them tell for the way its sides point and the place where it lies."""
    if len(frames) < 3:
        return frames
    wide, high = (np.linalg.norm(side, axis=1) for side in (frames.rights, frames.downs))
    aspect = float(np.median(wide / high))
    shapes = _even(frames.middles, _shapes(frames.rights / aspect, frames.downs))
    inverse = np.linalg.inv(np.array([[[xx, xy], [xy, yy]] for xx, xy, yy in shapes]))
    sides = []
    for side, length, share in ((frames.rights, wide, aspect), (frames.downs, high, 1.0)):
        ways = side / length[:, None]
        sides.append(ways * share / np.sqrt(np.einsum("ki,kij,kj->k", ways, inverse, ways))[:, None])
    return Frames(frames.middles, sides[0], sides[1], frames.scores, frames.backs)


def _shapes(rights: Floats, downs: Floats) -> Floats:
    """(k, 3) xx, xy and yy: how each card shows a circle on the table, whose radius is half its height."""
    both = np.stack([rights, downs])
    squares = (both[..., 0] ** 2, both[..., 0] * both[..., 1], both[..., 1] ** 2)
    return np.asarray(np.column_stack([square.sum(axis=0) for square in squares]))


def _even(middles: Floats, shapes: Floats) -> Floats:
    """The shapes as a plane over the picture fits them, without those that differ most; their medians for few."""
    medians = np.median(shapes, axis=0)
    if len(shapes) < _FEW:
        return np.tile(medians, (len(shapes), 1))
    known = np.column_stack([(middles - middles.mean(axis=0)) / 1000, np.ones(len(middles))])
    kept, fitted = np.ones(len(shapes), bool), shapes
    for _ in range(3):
        weighed = known[kept].T @ known[kept] + np.diag([0.3, 0.3, 0])
        fitted = known @ np.linalg.solve(weighed, known[kept].T @ shapes[kept])
        off = np.abs(shapes - fitted).max(axis=1) / (medians[0] + medians[2])
        kept = off <= max(0.06, float(np.quantile(off, 0.7)))
    is_sound = (fitted[:, [0, 2]] > 0.3 * medians[[0, 2]]).all(axis=1)
    is_sound &= fitted[:, 0] * fitted[:, 2] > 1.1 * fitted[:, 1] ** 2
    return np.where(is_sound[:, None], fitted, medians)
