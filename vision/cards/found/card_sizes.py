"""How large each card is seen to be: all are of one size, and farther off the picture shows them smaller."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, median_of, medians
from vision.cards.card_frames import Frames


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """How sizes of cards change across a picture; measured on 240 drawn tables, 3,356 cards."""

    # How little a change from one card's height to the next is believed: the square of how far sizes are told wrongly,
    # as logarithms, over that of the usual change. Half of the cards of tables of 3 to 7 are 2.2 % off or less; with 1
    # and without scores 2.8.
    stiff: float = 0.05
    off: float = 0.06  # how far a shape may be off, as a logarithm, at least, before it counts half
    others: float = 2.5  # the same, times how far most are
    rounds: int = 5  # how often the change is told anew, with those that are off counting less
    # The finder's scores from which on a card counts at all, and fully: of 3,639 cards 95 % have 0.70 and more, of 365
    # other things that it found 75 % less than 0.63. Two such made a card a fifth smaller, its mark beside its window.
    scores: tuple[float, float] = (0.4, 0.8)
    least: float = 0.02  # how much a card counts, at least


SIZES = SizeLimits()
_LEAST = 1e-6
"""Px squared that a shape is long and wide, at least, so that it has a logarithm."""


def resized(frames: Frames) -> Frames:
    """The cards, each as wide and high as all of them tell for the way its sides point and the place where it lies."""
    if len(frames) < 3:
        return frames
    wide, high = (np.linalg.norm(side, axis=1) for side in (frames.rights, frames.downs))
    aspect, places = median_of(wide / high), frames.middles / (2 * median_of(high))
    inverse = _powers(-_even(places, _shapes(frames.rights / aspect, frames.downs), _weights(frames.scores)))
    sides = []
    for side, length, share in ((frames.rights, wide, aspect), (frames.downs, high, 1.0)):
        ways = side / length[:, None]
        sides.append(ways * share / np.sqrt(np.einsum("ki,kij,kj->k", ways, inverse, ways))[:, None])
    return Frames(frames.middles, sides[0], sides[1], frames.scores, frames.backs)


def _shapes(rights: Floats, downs: Floats) -> Floats:
    """(k, 2, 2): how each card shows a circle on the table, whose radius is half its height, as a logarithm.

    Across a table that is seen aslant logarithms of sizes change almost evenly, the sizes themselves do not.
    """
    lengths, ways = np.linalg.eigh(rights[:, :, None] * rights[:, None] + downs[:, :, None] * downs[:, None])
    return np.asarray((ways * np.log(lengths.clip(_LEAST))[:, None]) @ ways.transpose(0, 2, 1))


def _powers(logarithms: Floats) -> Floats:
    """The shapes (k, 2, 2) of which these are logarithms."""
    lengths, ways = np.linalg.eigh(logarithms)
    return np.asarray((ways * np.exp(lengths)[:, None]) @ ways.transpose(0, 2, 1))


def _weights(scores: Floats) -> Floats:
    """How much each card counts, (k,), by the finder's scores."""
    none, full = SIZES.scores
    return np.clip((scores - none) / (full - none), SIZES.least, 1.0)


def _even(places: Floats, shapes: Floats, weights: Floats) -> Floats:
    """The shapes as a plane over the table fits them, those far off counting little.

    places: (k, 2) in cards' heights. weights: (k,) how much each counts, 0 to 1.
    """
    usual = medians(shapes)
    known = np.column_stack([places - places.mean(axis=0), np.ones(len(places))])
    away = (shapes - usual).reshape(-1, 4)
    believed, fitted = weights, away
    for _ in range(SIZES.rounds):
        weighed = known.T * believed
        fitted = known @ np.linalg.solve(weighed @ known + np.diag([SIZES.stiff, SIZES.stiff, 0]), weighed @ away)
        off = np.linalg.norm(away - fitted, axis=1)
        believed = weights * (1 + (off / max(SIZES.off, SIZES.others * median_of(off))) ** 2) ** -2.0
    return usual + fitted.reshape(-1, 2, 2)
