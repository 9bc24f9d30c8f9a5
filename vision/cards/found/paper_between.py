"""Looks between cards of the words that lie apart: is a strip of another card seen there, half under both?

Such a card is not found where others hide its letter, and without it the words read otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.arrays import Colour, Floats
from vision.cards.card_frames import Frames
from vision.cards.card_sighting import Cell
from vision.cards.found.beside_words import next_to_each_other
from vision.cards.found.paper_beside import ALIKE, colours_in, papers
from vision.cards.pattern import Group


@dataclass(frozen=True, slots=True)
class BetweenLimits:
    """When what lies between two cards is a strip of a third one; lengths are in cards, shares 0 to 1.

    Of nine such strips on 175 drawn tables of words laid half over one another the least was 1.18 - 1 wide and paper in
    0.74, and what goes on at its ends in 0.41 at most; of the gaps on 110 tables of other words, and on the sets, none
    is so: a striped cloth's are paper at their ends, too.
    """

    apart: float = 0.12  # how far apart the two lie, at least
    paper: float = 0.7  # the share of the gap that has their paper's colour
    beyond: float = 0.5  # the same of what goes on above it, or below, from which it is the table's own
    near: float = 0.05  # from how far beyond the cards' ends that is looked at
    far: float = 0.4  # and how far


LIMITS = BetweenLimits()
_PARTS = ((0.0, 1.0), (-LIMITS.far, -LIMITS.near), (1 + LIMITS.near, 1 + LIMITS.far))
"""The gap and what goes on at its ends, as shares of the way along the cards' sides."""


def paper_between(picture: Colour, frames: Frames, words: Group) -> bool:
    """Whether a strip of another card is seen between two of the words' cards that lie apart."""
    gaps = [gap for way in ((1, 0), (0, 1)) for gap in _gaps(frames, words, way)]
    if not gaps:
        return False
    own = papers(picture, frames.corners[[number for number, _ in gaps]])
    seen = [_alike(picture, own, np.array([parts[place] for _, parts in gaps])) for place in range(3)]
    return bool(((seen[0] >= LIMITS.paper) & (np.maximum(seen[1], seen[2]) < LIMITS.beyond)).any())


def _alike(picture: Colour, own: Floats, corners: Floats) -> Floats:
    """The share of each of k quads that has such a paper's colour, (k,); corners: (k, 4, 2)."""
    return np.asarray((np.abs(colours_in(picture, corners) - own[:, None]).max(axis=2) < ALIKE).mean(axis=1))


def _gaps(frames: Frames, words: Group, way: Cell) -> Iterator[tuple[int, Floats]]:
    """One of two cards that lie apart that way, and the corners (3, 4, 2) of the gap and of what is at its ends."""
    sides = np.linalg.norm(frames.rights if way == (1, 0) else frames.downs, axis=1)
    ((first, last), (start, end)) = ((1, 2), (0, 3)) if way == (1, 0) else ((3, 2), (0, 1))
    for one, other in next_to_each_other(words, way):
        step = np.linalg.norm(frames.middles[other] - frames.middles[one])
        if step >= (1 + LIMITS.apart) * (sides[one] + sides[other]):
            near, far = frames.corners[one], frames.corners[other]
            top, low = np.array([near[first], far[start]]), np.array([near[last], far[end]])
            yield one, np.array([_quad(top, low, *part) for part in _PARTS])


def _quad(top: Floats, low: Floats, start: float, end: float) -> Floats:
    """The corners (4, 2) of a part of what lies between two sides, (2, 2) each."""
    first, last = top + start * (low - top), top + end * (low - top)
    return np.array([first[0], first[1], last[1], last[0]])
