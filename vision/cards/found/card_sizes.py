"""How large each card is seen to be: all are of one size, and farther off the picture shows them smaller."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, median_of, medians
from vision.cards.card_frames import Frames


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """How sizes of cards change across a picture; measured on 240 drawn tables, 3,356 cards."""

    # How little a change from one card's height to the next is believed: the square of how far sizes are told wrongly
    # over that of the usual change. Half of the cards of tables of 3 to 7 are 2.2 % off or less; with 1 and without
    # scores 2.8.
    stiff: float = 0.05
    off: float = 0.015  # how far a length's root may be off, as a share of the usual, at least, before it counts half
    others: float = 2.5  # the same, times how far most are
    rounds: int = 5  # how often the change is told anew, with those that are off counting less
    # The finder's scores from which on a card counts at all, and fully: of 3,639 cards 95 % have 0.70 and more, of 365
    # other things that it found 75 % less than 0.63. Two such made a card a fifth smaller, its mark beside its window.
    scores: tuple[float, float] = (0.5, 0.8)
    least: float = 0.02  # how much a card counts, at least
    smallest: float = 0.3  # how small a card may be among them, as a share of the usual length's root


SIZES = SizeLimits()


def resized(frames: Frames) -> Frames:
    """The cards, each as wide and high as all of them tell for the way its sides point and the place where it lies."""
    if len(frames) < 3:
        return frames
    wide, high = (np.linalg.norm(side, axis=1) for side in (frames.rights, frames.downs))
    aspect, usual = median_of(wide / high), median_of(high)
    roots = _roots(frames.rights / (aspect * usual), frames.downs / usual)
    fitted = _even(frames.middles / (2 * usual), roots, _weights(frames.scores))
    inverse = _mapped(fitted, lambda root: usual**-2 * root.clip(SIZES.smallest) ** -4)
    sides = []
    for side, length, share in ((frames.rights, wide, aspect), (frames.downs, high, 1.0)):
        ways = side / length[:, None]
        sides.append(ways * share / np.sqrt(np.einsum("ki,kij,kj->k", ways, inverse, ways))[:, None])
    return Frames(frames.middles, sides[0], sides[1], frames.scores, frames.backs)


def _roots(rights: Floats, downs: Floats) -> Floats:
    """(k, 2, 2): how each card shows a circle on the table, whose radius is half its height, its lengths' roots.

    Where a table falls away, lengths across it change as the distance does, and those along it as its square: the roots
    of these change evenly across the picture, those of the former almost. rights, downs: in the usual half height.
    """
    squares = rights[:, :, None] * rights[:, None] + downs[:, :, None] * downs[:, None]
    return _mapped(squares, lambda lengths: lengths.clip(0) ** 0.25)


def _mapped(shapes: Floats, told: Callable[[Floats], Floats]) -> Floats:
    """Shapes (k, 2, 2) with other lengths along their axes."""
    lengths, ways = np.linalg.eigh(shapes)
    return np.asarray((ways * told(lengths)[:, None]) @ ways.transpose(0, 2, 1))


def _weights(scores: Floats) -> Floats:
    """How much each card counts, (k,), by the finder's scores."""
    none, full = SIZES.scores
    return np.clip((scores - none) / (full - none), SIZES.least, 1.0)


def _even(places: Floats, roots: Floats, weights: Floats) -> Floats:
    """The roots of shapes as a plane over the picture fits them, those far off counting little.

    places: (k, 2) in cards' heights. weights: (k,) how much each counts, 0 to 1.
    """
    usual = medians(roots)
    known = np.column_stack([places - places.mean(axis=0), np.ones(len(places))])
    away = (roots - usual).reshape(-1, 4)
    believed, fitted = weights, away
    for _ in range(SIZES.rounds):
        weighed = known.T * believed
        fitted = known @ np.linalg.solve(weighed @ known + np.diag([SIZES.stiff, SIZES.stiff, 0]), weighed @ away)
        off = np.linalg.norm(away - fitted, axis=1)
        believed = weights * (1 + (off / max(SIZES.off, SIZES.others * median_of(off))) ** 2) ** -2.0
    return usual + fitted.reshape(-1, 2, 2)
