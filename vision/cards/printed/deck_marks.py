"""Reads marks from nearer, and looks where the deck prints them: in one place, which clear ones show together.

Where that place is known nothing else can be a mark, be it a stain, a value or a neighbour's mark; and several
close-ups of it tell more than one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats
from vision.cards.card_frames import Frames
from vision.cards.card_windows import Windows
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.cards.printed.card_marks import marks_at
from vision.cards.printed.mark_closeup import MarkCloseup, Spots
from vision.cards.printed.mark_place import LIMITS as PLACE
from vision.cards.printed.mark_place import SeemingMarks, is_at, place_by_one, place_of, seeming_marks
from vision.cards.printed.small_print import Place, Prints

_AROUND = np.array([(-8.0, 0.0), (8.0, 0.0), (0.0, -8.0), (0.0, 8.0)])
"""Px of a card's window, to the right and down, by which close-ups of the place lie beside it."""

_BARE_SHARES = (1.0, 0.0, 0.0)
"""What tells of no mark: the shares of none, 2x and 3x."""

BARE = 0.05
"""The share of any mark in the deck's place below which a card has none.

Of 3,034 cards without one on 360 tables 3 in 100 have more. Of 1,800 with one none has less but for four under a
note; a 3x out of focus in strong light had 0.2, the next ones 0.34 and more.
"""


@dataclass(frozen=True, slots=True)
class CloseupLimits:
    """How close-ups in the deck's place for marks tell one together; shares are 0 to 1."""

    around: float = 18.0  # px of the window round it where ink may be of what lies over a mark
    seen_in: int = 2  # so many close-ups of that place, of five, must show a mark: one may show the table beside a card
    least: float = 1e-3  # the share that either mark has, at least: no close-up, however sure, outweighs all others


@dataclass(frozen=True, slots=True)
class KindWeights:
    """What the log odds of a 2x against a 3x weigh, of all that sees a mark in the deck's place.

    By logistic regression, on 813 marks of 600 drawn tables of which the place was known; 711 marks of 600 others were
    not learnt from, and none of either is told as the other one (marks_told).
    """

    middle: float = 0.53  # of the close-up of the place
    around: float = 0.27  # of those round it, on the mean, each as far as it shows any mark
    whole: float = 0.13  # of the reader of whole cards


LIMITS, WEIGHTS = CloseupLimits(), KindWeights()


class Closeups(Protocol):
    """What tells the shares of no mark, 2x and 3x at places of cards, as MarkCloseup does."""

    def told(
        self, picture: Colour, frames: Frames, windows: Windows, numbers: NDArray[np.int_], spots: Spots
    ) -> list[Floats]:
        """Those at the places spots (n, 2) on the cards of these numbers (n,)."""

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was told before the look that ends here; is_fresh: all."""


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """The k cards of one look, to be seen from nearer."""

    closeups: Closeups
    picture: Colour
    frames: Frames
    windows: Windows

    def at_own(self, spots: Floats) -> Floats:
        """The shares of no mark, 2x and 3x at each card's own spots (k, n, 2), NaN for none; (k, n, 3)."""
        numbers, which = np.nonzero(np.isfinite(spots[:, :, 0]))
        seen = np.tile(_BARE_SHARES, (*spots.shape[:2], 1))
        seen[numbers, which] = self._told(numbers, spots[numbers, which])
        return seen

    def at(self, spots: Floats, numbers: NDArray[np.int_] | None = None) -> Floats:
        """Those at the same spots (n, 2) on some cards, or on all; (cards, n, 3)."""
        cards = np.arange(len(self.frames)) if numbers is None else numbers
        shares = self._told(np.repeat(cards, len(spots)), np.tile(spots, (len(cards), 1)))
        return shares.reshape(len(cards), len(spots), 3)

    def in_place(self, place: Place, whole: Floats) -> Floats:
        """Those in one place of each card, (k, 3); whole: what the reader of whole cards tells of it, (k, 3).

        Where a close-up of its middle shows a little of one, several that lie round it tell, too.
        """
        there = self.at(place[None])[:, 0]
        perhaps = np.flatnonzero(1 - there[:, 0] >= BARE)
        closer = np.concatenate([there[perhaps, None], self.at(place + _AROUND, perhaps)], axis=1)
        there[perhaps] = together(closer, whole[perhaps])
        return there

    def _told(self, numbers: NDArray[np.int_], spots: Floats) -> Floats:
        return np.array(self.closeups.told(self.picture, self.frames, self.windows, numbers, spots)).reshape(-1, 3)


class DeckMarks:
    """Reads the marks of one deck's cards from nearer."""

    def __init__(self, closeups: Closeups | None = None) -> None:
        """Take what tells the marks of close-ups, or load the network; RefereeError if it is missing or damaged."""
        self._closeups = closeups or MarkCloseup()

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was read before the look that ends here; is_fresh: all."""
        self._closeups.next_look(is_fresh=is_fresh)

    def read(
        self, picture: Colour, frames: Frames, windows: Windows, prints: Prints, letters: Flags, before: Place | None
    ) -> Prints:
        """The small print of k cards with their marks as they are seen from nearer.

        letters: (k,) which show a letter. before: where an earlier look saw that the deck prints its marks.
        """
        if not len(frames):
            return replace(prints, place=before)
        near = _Near(self._closeups, picture, frames, windows)
        spots, seen = prints.spots, near.at_own(prints.spots)
        seeming = seeming_marks(prints, seen, letters)
        place = place_of(seeming, before)
        if place is None and len(seeming.spots):
            spots, seen, new = _where_one_is_seen(near, spots, seen, seeming, letters)
            # What speaks against the place known before tells no new one by itself.
            place = new if before is None else None
        nearer = _likest(prints, spots, seen)
        if place is None:
            return nearer
        there = near.in_place(place, marks_at(prints.signs, place))
        any_mark = 1 - there[:, 0]
        stands_on_all = place is not before and (any_mark[letters] < PLACE.perhaps).mean() < PLACE.unmarked
        if stands_on_all or (any_mark[seeming.owners] < BARE).any():
            return nearer
        elsewhere = np.where(is_at(place, spots), 0.0, 1 - seen[:, :, 0]).max(axis=1)
        return _in_place(nearer, elsewhere, there, place)


def _where_one_is_seen(
    near: _Near, spots: Floats, seen: Floats, seeming: SeemingMarks, letters: Flags
) -> tuple[Floats, Floats, Place | None]:
    """The spots (k, n, 2) and shares (k, n, 3) with those in the places of seeming marks, clear ones first.

    Last the place that the clear ones tell. One mark is no proof of where the deck prints them, but the same print
    there was overlooked on other cards: a pale 2x in strong light, beside one of which half was seen.
    """
    order = np.argsort(~seeming.is_clear, kind="stable")
    first, own = seeming.spots[order][: PLACE.looked_at], 1 - seen[:, :, 0].min(axis=1)
    others = near.at(first)
    clear = np.count_nonzero(seeming.is_clear)
    place = place_by_one(first[:clear], 1 - others[:, :clear, 0], own, letters)
    others[own >= PLACE.near] = _BARE_SHARES
    here = np.tile(first, (len(spots), 1, 1))
    return np.concatenate([spots, here], axis=1), np.concatenate([seen, others], axis=1), place


def together(shares: Floats, whole: Floats) -> Floats:
    """What several close-ups of k cards tell together, the first one of the place's middle, (k, 3).

    shares: (k, n, 3) of no mark, 2x and 3x. whole: (k, 3) those of the reader of whole cards, which tells with them
    which mark it is.
    """
    any_marks = 1 - shares[:, :, 0]
    # What the first of them shows alone is enough to ask, and not to tell.
    any_mark = np.maximum(np.sort(any_marks, axis=1)[:, -LIMITS.seen_in], any_marks[:, 0].clip(0, PLACE.perhaps))
    kinds, says = _log_odds(shares), any_marks[:, 1:]
    round_it = (kinds[:, 1:] * says).sum(axis=1) / np.maximum(says.sum(axis=1), LIMITS.least)
    odds = WEIGHTS.middle * kinds[:, 0] + WEIGHTS.around * round_it + WEIGHTS.whole * _log_odds(whole)
    twice = 1 / (1 + np.exp(-odds))
    return np.column_stack([1 - any_mark, any_mark * twice, any_mark * (1 - twice)])


def _log_odds(shares: Floats) -> Floats:
    """Those of a 2x against a 3x, (...,), by the shares (..., 3)."""
    return np.asarray(np.log((shares[..., 1] + LIMITS.least) / (shares[..., 2] + LIMITS.least)))


def _likest(prints: Prints, spots: Floats, seen: Floats) -> Prints:
    """The small print with each card's likest mark; seen: (k, n, 3) shares at its spots (k, n, 2), from nearer."""
    rows, best = np.arange(len(seen)), seen[:, :, 0].argmin(axis=1)
    is_looked_at = np.isfinite(spots[rows, best, 0])
    seen_at = np.where(is_looked_at[:, None], spots[rows, best], prints.seen_at)
    return replace(prints, closer=seen[rows, best], seen_at=seen_at)


def _in_place(prints: Prints, elsewhere: Floats, there: Floats, place: Place) -> Prints:
    """The small print with marks as the deck's place for them shows them; there: (k, 3) their shares.

    Ink elsewhere counts only on cards that something covers, and on those that seem to bear a mark there; elsewhere:
    (k,) the share of any.
    """
    is_open = (prints.strange >= MARKS.covered) | (elsewhere >= PLACE.perhaps)
    ink_there = _ink_at(prints.strange_ink, place)
    return replace(
        prints,
        marks=marks_at(prints.signs, place),
        closer=there,
        seen_at=np.tile(place, (len(there), 1)),
        strange=np.where(is_open, np.maximum(prints.strange, ink_there), ink_there),
        place=place,
    )


def _ink_at(ink: Flags, place: Place) -> Floats:
    """How much ink there is round a place, (k,) as shares of the card; ink: (k, HIGH, WIDE)."""
    left, top = (max(0, round(float(one - LIMITS.around))) for one in place)
    right, low = (round(float(one + LIMITS.around)) + 1 for one in place)
    return np.asarray(ink[:, top:low, left:right].sum(axis=(1, 2)) / (ink.shape[1] * ink.shape[2]))
