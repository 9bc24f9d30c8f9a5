"""Where cards lie in a picture, as arrays: each card's middle and the halves of its width and height as vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, median_of
from vision.cards.card_sighting import SeenCard
from vision.sighting import Quad


@dataclass(frozen=True, slots=True)
class SameCard:
    """When a card is the one that an earlier look saw."""

    # The farthest its middle has moved, in widths: cards are pushed, and others laid in their place.
    apart: float = 0.33
    along: float = 0.94  # the least cosine of the turn between both, 20 degrees


SAME = SameCard()

LEAST_HEIGHT = 68.0
"""Px that a card is high, below which it is not read: of 3,594 cards of 68 to 76 px on drawn tables two marks were
overlooked, before more was asked about; of 60 to 68 px tiles on a box were told as cards, too, and a 2x as a 3x."""

_USUAL_ASPECT = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """k cards in image px.

    middles: (k, 2). rights, downs: (k, 2) from the middle to the middle of the right and of the lower side, as the card
    is thought to stand. scores: (k,) 0 to 1, how surely it is a card. backs: (k,) whether it lies face down.
    """

    middles: Floats
    rights: Floats
    downs: Floats
    scores: Floats
    backs: Flags

    def __len__(self) -> int:
        return len(self.middles)

    @property
    def aspect(self) -> float:
        """A card's width as a share of its height, as most of them show it; a usual card's where there are none."""
        if not len(self):
            return _USUAL_ASPECT
        return median_of(np.linalg.norm(self.rights, axis=1) / np.linalg.norm(self.downs, axis=1))

    @property
    def areas(self) -> Floats:
        """How large each card is, px²."""
        rights, downs = self.rights, self.downs
        return np.asarray(4 * np.abs(rights[:, 0] * downs[:, 1] - rights[:, 1] * downs[:, 0]))

    @property
    def heights(self) -> Floats:
        """How high each card is, px."""
        return np.asarray(2 * np.linalg.norm(self.downs, axis=1))

    @property
    def are_too_small(self) -> bool:
        """Whether cards of their size are not read."""
        return median_of(self.heights) < LEAST_HEIGHT

    @property
    def corners(self) -> Floats:
        """(k, 4, 2): top left, top right, bottom right, bottom left."""
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
        across, down = signs[None, :, :1] * self.rights[:, None], signs[None, :, 1:] * self.downs[:, None]
        return np.asarray(self.middles[:, None] + across + down)

    def only(self, chosen: Flags | NDArray[np.int_]) -> Frames:
        """Some of them, by flags or numbers."""
        return Frames(
            self.middles[chosen], self.rights[chosen], self.downs[chosen], self.scores[chosen], self.backs[chosen]
        )

    def turned(self, upside_down: Flags) -> Frames:
        """The same cards, those marked thought to stand the other way up."""
        sign = np.where(upside_down, -1.0, 1.0)[:, None]
        return Frames(self.middles, self.rights * sign, self.downs * sign, self.scores, self.backs)

    def moved(self, steps: Floats) -> Frames:
        """The same cards, each moved by so many of its widths and heights, (k, 2)."""
        middles = self.middles + 2 * steps[:, :1] * self.rights + 2 * steps[:, 1:] * self.downs
        return Frames(middles, self.rights, self.downs, self.scores, self.backs)

    def replaced(self, chosen: Flags, others: Frames) -> Frames:
        """The same cards, those marked lying where the others do, in order."""
        middles, rights, downs = self.middles.copy(), self.rights.copy(), self.downs.copy()
        middles[chosen], rights[chosen], downs[chosen] = others.middles, others.rights, others.downs
        return Frames(middles, rights, downs, self.scores, self.backs)

    def with_more(self, other: Frames) -> Frames:
        """These cards and the others."""
        return Frames(
            np.vstack([self.middles, other.middles]),
            np.vstack([self.rights, other.rights]),
            np.vstack([self.downs, other.downs]),
            np.concatenate([self.scores, other.scores]),
            np.concatenate([self.backs, other.backs]),
        )


NO_FRAMES = Frames(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), np.zeros(0, bool))


def quad_of(corners: Floats) -> Quad:
    """Corners (4, 2) as a value."""
    points = [(float(x), float(y)) for x, y in corners]
    return Quad((points[0], points[1], points[2], points[3]))


def frames_of(cards: Sequence[SeenCard]) -> Frames:
    """Cards as a look told them, face up, each as it stood."""
    corners = np.array([card.quad.corners for card in cards], float).reshape(-1, 4, 2)
    rights = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 4
    downs = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 4
    scores = np.array([card.confidence for card in cards], float)
    return Frames(corners.mean(axis=1), rights, downs, scores, np.zeros(len(cards), bool))


def stood(frames: Frames, before: Sequence[SeenCard]) -> tuple[Floats, list[str | None]]:
    """(k,) which way up each card stood at an earlier look: 1 as it is thought to, -1 the other way, 0 unknown.

    And which letter lay there, "" a joker, None unknown. before: cards as an earlier look saw them. A card is the same
    if its middle lies nearer than a third of a width, and it is turned by less than twenty degrees or by as much less
    than half a turn.
    """
    told = np.zeros(len(frames))
    if not before or not len(frames):
        return told, [None] * len(frames)
    known = frames_of(before)
    far = np.linalg.norm(frames.middles[:, None] - known.middles[None], axis=2)
    nearest = far.argmin(axis=1)
    same = far.min(axis=1) < SAME.apart * 2 * np.linalg.norm(frames.rights, axis=1)
    downs = known.downs[nearest]
    lengths = np.linalg.norm(frames.downs, axis=1) * np.linalg.norm(downs, axis=1)
    along = (frames.downs * downs).sum(axis=1) / np.maximum(lengths, 1e-6)
    same &= np.abs(along) > SAME.along
    told[same] = np.sign(along[same])
    there = zip(nearest.tolist(), same.tolist(), strict=True)
    return told, [before[number].letter if is_same else None for number, is_same in there]
