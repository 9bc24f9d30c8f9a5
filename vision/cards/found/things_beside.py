"""Looks at the free cells beside the words: does a thing lie there that may hide a card?

A small network sees the table with all that lies on it, and tells where neither the table nor a card is seen. A card
under a sleeve, a hand or a paper at a word's end makes another word of it, and nothing else would tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, median_of, medians
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.card_network import THING_FINDER, CardNetwork
from vision.cards.card_sighting import Cell
from vision.cards.found.beside_words import A_LITTLE, PERHAPS, SCORE, UNSEEN, beside, cells_beside, is_free
from vision.cards.pattern import Group

STRIDE = 2
"""Px of the network's picture that a cell of its answer spans."""

HEIGHT = 12.0
"""Px that a card is high in the network's picture, about; it learnt from 5 to 21."""

THING = 0.2
"""The share of a cell that is seen to be neither table nor card from which on a card may lie there unseen.

On 26 pictures as they are (dev sets) none has more than 0.03; a shade's edge 0.5 now and then. Of places on 480 drawn
parts of tables that something covers by half and more 79 in 100 have 0.3, of bare ones 6 in 1,000; a cup over a word's
end had 0.22. From 0.2 to 0.3 are at most 30 of 4,567 free cells that were not told with 0.3.
"""

GROUND = 0.75
"""The share of all free cells beside the words from which on that is no thing but what the words lie on."""

_BLOCK = 16
"""The network's pictures have sides that are multiples of this."""

_ROUND, _MOST = 3.0, 512
"""How many cards' heights of the table round the words it sees, and the most px of its picture's longer side."""

_SAME = 0.3
"""How far apart two middles of one cell may be told, in widths of a card."""

_DARKEST = 8.0
"""Grey levels added before logarithms are taken, so that grain in the dark is none of a thing's colours."""

_INSIDE = np.stack(np.meshgrid(*[np.linspace(-0.6, 0.6, 5)] * 2), axis=-1).reshape(-1, 2)
"""Where a cell is looked at, in halves of its width and height from its middle."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenThings:
    """What the network tells of a part of a picture.

    shares: (h, w) how surely each place is neither table nor card, 0 to 1. low: where that part begins, image px.
    scale: (2,) places for each px of it.
    """

    shares: Floats
    low: NDArray[np.int_]
    scale: Floats

    def at(self, points: Floats) -> Floats:
        """The shares at points (..., 2) of the picture, (...,); beside that part those at its edge."""
        columns, rows = (
            np.clip(((points[..., axis] - self.low[axis]) * self.scale[axis]).astype(int), 0, most - 1)
            for axis, most in enumerate(self.shares.shape[::-1])
        )
        return np.asarray(self.shares[rows, columns])

    def over(self, places: Frames) -> Floats:
        """How much of each of k places is seen to be neither table nor card, (k,) 0 to 1."""
        sides = np.stack([places.rights, places.downs], axis=1)
        return np.asarray(self.at(places.middles[:, None] + _INSIDE @ sides).mean(axis=1))


NO_THINGS = SeenThings(np.zeros((1, 1)), np.zeros(2, int), np.ones(2))


class ThingsBeside:
    """Tells in which cells beside the words a thing lies that is no card."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = CardNetwork(THING_FINDER)

    def hidden(
        self, picture: Colour, faces: Frames, groups: Sequence[Group], perhaps: Frames = NO_FRAMES
    ) -> tuple[frozenset[Cell], SeenThings]:
        """The free cells beside the largest group in which a card may lie under something, and all things there.

        faces: the cards found; groups: of them, as they lie edge to edge. perhaps: what looks a little like a
        card, and not enough to be one.
        """
        if not groups or len(groups[0].cells) < 2:
            return frozenset(), NO_THINGS
        places, cells = beside(faces, groups[0]), list(cells_beside(groups[0]))
        # What else was found there, face up or down, may be the thing itself: a cup was a card that lay face down.
        words = np.isin(np.arange(len(faces)), list(groups[0].cells))
        free = is_free(picture, places, faces.only(words))
        seen = self.seen(picture, median_of(faces.heights), places)
        is_thing = free & (seen.over(places) > THING)
        if np.count_nonzero(is_thing) >= GROUND * np.count_nonzero(free):
            is_thing[:], seen = False, NO_THINGS
        both = _near(places, perhaps) & (seen.over(places) >= A_LITTLE)
        is_thing |= free & (_near(places, _likely(perhaps, PERHAPS)) | both)
        return frozenset(cells[number] for number in np.flatnonzero(is_thing).tolist()), seen

    def lie_beside(self, picture: Colour, lone: Frames, perhaps: Frames = NO_FRAMES) -> bool:
        """Whether a thing lies beside one of some cards that all lie alone: words may lie under it.

        perhaps: what may be a card, and was not taken for one that lies face up.
        """
        if not len(lone):
            return False
        words = [Group({number: (0, 0)}, frozenset()) for number in range(len(lone))]
        places = reduce(Frames.with_more, (beside(lone, word) for word in words))
        places = places.only(is_free(picture, places, lone))
        return bool(_near(places, _likely(perhaps, UNSEEN)).any()) or self.lie_over(picture, places)

    def lie_over(self, picture: Colour, places: Frames) -> bool:
        """Whether a thing lies over any of some places where cards may lie, or lay."""
        return bool(len(places) and (self.seen(picture, median_of(places.heights), places).over(places) > THING).any())

    def seen(self, picture: Colour, height: float, places: Frames) -> SeenThings:
        """What lies at some places (k) and round them; height: a card's, px."""
        low, top = _seen(picture, height, places)
        wide, high = (_reduced(side, HEIGHT / height, (top - low).max()) for side in (top - low).tolist())
        small = cv2.resize(picture[low[1] : top[1], low[0] : top[0]], (wide, high), interpolation=cv2.INTER_AREA)
        answers = self._network.run(levelled(np.asarray(small, np.uint8)[None]))[0, 0].astype(np.float64)
        return SeenThings(1 / (1 + np.exp(-answers)), low, np.array([wide, high]) / (top - low) / STRIDE)


def _likely(perhaps: Frames, share: float) -> Frames:
    """What of some places looks so much like a card, by this share, that one may lie there."""
    return perhaps.only(perhaps.scores >= SCORE * share)


def _near(places: Frames, others: Frames) -> Flags:
    """Which places (k) others lie in, (k,)."""
    far = np.linalg.norm(places.middles[:, None] - others.middles[None], axis=2)
    return np.asarray((far < _SAME * 2 * np.linalg.norm(places.rights, axis=1)[:, None]).any(axis=1))


def levelled(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Pictures (n, h, w, 3) as log levels less those of most of each, which is the table, (n, 3, h, w)."""
    logs = np.log(pictures.astype(np.float32) + np.float32(_DARKEST))
    usual = np.array([medians(one.reshape(-1, 3)) for one in logs], np.float32)
    return np.ascontiguousarray((logs - usual[:, None, None]).transpose(0, 3, 1, 2))


def _seen(picture: Colour, height: float, places: Frames) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The corners of what is looked at, px: all places, with some of the table round them."""
    room, size = _ROUND * height, np.array(picture.shape[1::-1])
    low = np.clip(places.middles.min(axis=0) - room, 0, size - 1).astype(int)
    return low, np.clip(places.middles.max(axis=0) + room, low + 1, size).astype(int)


def _reduced(side: int, scale: float, longest: int) -> int:
    """A side of the network's picture, px; scale: its px for each of the picture's, if it is not too large so."""
    return max(_BLOCK, round(side * min(scale, _MOST / longest) / _BLOCK) * _BLOCK)
