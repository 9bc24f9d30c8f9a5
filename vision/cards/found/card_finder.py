"""Finds cards in a picture with a small network: a heat map of middles, and the halves of each card's sides.

As CenterNet does (Zhou et al., "Objects as Points", 2019), but with shapes that look the same upside down, since only
the letters tell which way up a card lies.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.card_network import FINDER, Answers, CardNetwork
from vision.cards.found.finder_pictures import Reduced, reduced

STRIDE = 8
"""Px of the reduced picture that a cell of the answer spans."""

SHAPE_UNIT = 32.0
"""Px of the reduced picture that a shape of 1 stands for."""


@dataclass(frozen=True, slots=True)
class FinderLimits:
    """How pictures are searched for cards."""

    # Px of the reduced pictures' longer sides: 22 to 84 px high cards are known.
    sides: tuple[int, ...] = (1024, 512, 256)
    least: float = 0.38  # the score from which a place is a card's middle
    apart: float = 0.5  # the least distance of two cards' middles, in widths of a card
    most: int = 160  # so many places are looked at, the surest
    lots: int = 3  # how many lots of cards of one size are told apart
    beside_best: float = 0.2  # how much must speak for one, as a share of the likeliest
    off_size: float = 0.5  # how far the logarithm of a card's area may be from that of the others


LIMITS = FinderLimits()


class CardFinder:
    """Finds the cards on a table."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(FINDER)

    def find(self, picture: Colour) -> list[Frames]:
        """What may be the cards seen, face up and down, each lot of about one size, the likeliest first.

        Which way up a card lies is not known. Cloths have figures that look like small cards: the letters tell.
        """
        found = NO_FRAMES
        for pixels in reduced(picture, LIMITS.sides):
            found = found.with_more(self._in(pixels, picture.shape))
        surest = found.only(np.argsort(-found.scores)[: LIMITS.most])
        left, lots = surest, list[Frames]()
        while len(left) and len(lots) < LIMITS.lots:
            # First the size, then the surest of each: a coarse picture may be surest of a card and not see its size.
            alike = left.only(of_one_size(left))
            lots.append(alike.only(_apart(alike)))
            left = left.only(_elsewhere(left, lots[-1]))
        most = max((_weight(lot) for lot in lots), default=0.0)
        return [lot for lot in lots if _weight(lot) >= LIMITS.beside_best * most]

    def _in(self, pixels: Reduced, whole: tuple[int, ...]) -> Frames:
        """The cards found in a reduced picture, in px of the whole one; whole: that one's shape."""
        high, wide = pixels.shape[:2]
        scaled = np.ascontiguousarray(pixels.transpose(2, 0, 1)[None]) / np.float32(255)
        return _decoded(self._network.run(scaled)[0], np.array([whole[1] / wide, whole[0] / high]))


def _decoded(maps: Answers, scale: Floats) -> Frames:
    """The cards that the network's maps (10, h, w) tell, in px of the whole picture; scale: its px a reduced px."""
    heat = 1 / (1 + np.exp(-maps[:2].astype(np.float64)))
    best = heat.max(axis=0)
    tops = (best >= LIMITS.least) & (best >= cv2.dilate(best, np.ones((3, 3))))
    rows, columns = np.nonzero(tops)
    if not len(rows):
        return NO_FRAMES
    told = maps[:, rows, columns].astype(np.float64)
    middles = (np.column_stack([columns + told[2], rows + told[3]]) + 0.5) * STRIDE * scale
    rights, downs = (_vector(told[first : first + 3]) * SHAPE_UNIT * scale for first in (4, 7))
    # The lower side is a quarter turn clockwise from the right one.
    mirrored = rights[:, 0] * downs[:, 1] - rights[:, 1] * downs[:, 0] < 0
    rights[mirrored] *= -1
    return Frames(middles, rights, downs, best[rows, columns], heat[1, rows, columns] > heat[0, rows, columns])


def _vector(shape: Floats) -> Floats:
    """(3, k) of xx, xy, yy over the length, to the vectors (k, 2), each up to its sign."""
    length = np.maximum(shape[0] + shape[2], 1e-3)
    angle = 0.5 * np.arctan2(2 * shape[1], shape[0] - shape[2])
    return np.asarray(np.column_stack([np.cos(angle), np.sin(angle)]) * length[:, None])


def _apart(frames: Frames) -> Flags:
    """Which cards are no second find of a surer one."""
    kept = np.zeros(len(frames), bool)
    widths = 2 * np.linalg.norm(frames.rights, axis=1)
    for number in np.argsort(-frames.scores):
        far = np.linalg.norm(frames.middles[kept] - frames.middles[number], axis=1)
        kept[number] = not (far < LIMITS.apart * widths[number]).any()
    return kept


def _elsewhere(frames: Frames, lot: Frames) -> Flags:
    """Which cards are no second find of any card of a lot."""
    far = np.linalg.norm(frames.middles[:, None] - lot.middles[None], axis=2)
    return np.asarray((far >= LIMITS.apart * 2 * np.linalg.norm(lot.rights, axis=1)).all(axis=1))


def _weight(frames: Frames) -> float:
    """How much speaks for some cards: a few sure ones more than a cloth's many figures."""
    return float((frames.scores**4).sum())


def of_one_size(frames: Frames) -> Flags:
    """Which cards' area is near that of most; the view may make it change evenly across the picture."""
    areas = np.log(np.maximum(frames.areas, 1.0))
    near = np.abs(areas[:, None] - areas[None]) < LIMITS.off_size
    best = int((near * frames.scores[None] ** 4).sum(axis=1).argmax())
    kept = near[best]
    for _ in range(3):
        kept = np.abs(areas - _slope(frames.middles, areas, frames.scores * kept)) < LIMITS.off_size
    return np.asarray(kept if kept.any() else near[best])


def _slope(middles: Floats, areas: Floats, weights: Floats) -> Floats:
    """The areas' logarithms as a plane over the picture fits them; their weighted mean where there are few."""
    if np.count_nonzero(weights) < 6:
        return np.full(len(areas), float((areas * weights).sum() / max(float(weights.sum()), 1e-9)))
    centred = np.column_stack([(middles - middles.mean(axis=0)) / 1000, np.ones(len(middles))])
    total = centred.T @ (centred * weights[:, None]) + np.diag([0.05, 0.05, 0])
    return np.asarray(centred @ np.linalg.solve(total, centred.T @ (weights * areas)))
