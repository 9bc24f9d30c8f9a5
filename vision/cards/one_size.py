"""All cards are of one size on the table: what one card alone tells of its size, the others tell better."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.cards.card_frames import Frames

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
