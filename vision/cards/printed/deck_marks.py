"""Reads marks from nearer, and looks where the deck prints them: in one place, which clear ones show together.

Where that place is known nothing else can be a mark, be it a stain, a value or a neighbour's mark; and several
close-ups of it tell more than one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, medians
from vision.cards.card_frames import Frames
from vision.cards.card_windows import Windows
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.cards.printed.card_marks import marks_at
from vision.cards.printed.mark_closeup import MarkCloseup
from vision.cards.printed.small_print import Place, Prints

_AROUND = np.array([(-8.0, 0.0), (8.0, 0.0), (0.0, -8.0), (0.0, 8.0)])
"""Px of a card's window, to the right and down, by which close-ups of the place lie beside it."""

BARE = 0.05
"""The share of any mark in the deck's place below which a card has none.

Of 3,034 cards without one on 360 tables 3 in 100 have more. Of 1,800 with one none has less but for four under a
note; a 3x out of focus in strong light had 0.2, the next ones 0.34 and more.
"""


@dataclass(frozen=True, slots=True)
class PlaceLimits:
    """When cards tell where their deck prints its marks; shares are 0 to 1.

    Of 573 drawn and traced tables 280 tell it so, none wrongly; with a mark of 0.5 over the whole card one did, on a
    frame's lines.
    """

    far: float = 0.7  # the share of a mark over the whole card from which it is clear
    near: float = 0.98  # the same from nearer
    fewest: int = 2  # so many cards must tell it alike
    apart: float = 12.0  # px of the window up to which they do
    round: float = 18.0  # px of the window round it where ink may be of what lies over a mark
    elsewhere: float = 0.3  # the first of these from which what is clear from nearer may be one in another place
    seen_in: int = 2  # so many close-ups of that place, of five, must show a mark: one may show the table beside a card
    unmarked: float = 0.4  # the share of the cards that must have none: values stand on all
    floor: float = 1e-6  # the least share of a mark in one close-up, so that it does not overrule the others


LIMITS = PlaceLimits()


class DeckMarks:
    """Reads the marks of one deck's cards from nearer."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._closeup = MarkCloseup()

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was read before the look that ends here; is_fresh: all."""
        self._closeup.next_look(is_fresh=is_fresh)

    def read(
        self, picture: Colour, frames: Frames, windows: Windows, prints: Prints, letters: Flags, before: Place | None
    ) -> Prints:
        """The small print of k cards with their marks as they are seen from nearer.

        letters: (k,) which show a letter. before: where an earlier look saw that the deck prints its marks.
        """
        numbers, which = np.nonzero(np.isfinite(prints.spots[:, :, 0]))
        told = self._closeup.told(picture, frames, windows, numbers, prints.spots[numbers, which])
        seen = np.tile([1.0, 0.0, 0.0], (*prints.spots.shape[:2], 1))
        seen[numbers, which] = np.array(told).reshape(-1, 3)
        nearer = _likest(prints, seen)
        place = place_of(prints, seen, letters, before)
        if place is None:
            return nearer
        there = self._there(picture, frames, windows, place)
        if place is not before and (there[letters, 0] > 1 - BARE).mean() < LIMITS.unmarked:
            return nearer
        return replace(
            nearer,
            marks=marks_at(prints.signs, place),
            closer=there,
            seen_at=np.tile(place, (len(frames), 1)),
            strange=np.where(prints.strange < MARKS.covered, _ink_at(prints.strange_ink, place), prints.strange),
            place=place,
        )

    def _there(self, picture: Colour, frames: Frames, windows: Windows, place: Place) -> Floats:
        """The shares of no mark, 2x and 3x in one place of each card, (k, 3).

        Where a close-up of its middle shows a little of one, several that lie round it tell, too.
        """

        def told(numbers: NDArray[np.int_], moves: Floats) -> Floats:
            which, spots = np.repeat(numbers, len(moves)), np.tile(place + moves, (len(numbers), 1))
            shares = self._closeup.told(picture, frames, windows, which, spots)
            return np.array(shares).reshape(len(numbers), len(moves), 3)

        there = told(np.arange(len(frames)), np.zeros((1, 2)))[:, 0]
        perhaps = np.flatnonzero(1 - there[:, 0] >= BARE)
        there[perhaps] = _together(np.concatenate([there[perhaps, None], told(perhaps, _AROUND)], axis=1))
        return there


def _together(shares: Floats) -> Floats:
    """What several close-ups of k cards tell together: their shares (k, n, 3) of no mark, 2x and 3x, to (k, 3)."""
    any_mark = np.sort(1 - shares[:, :, 0], axis=1)[:, -LIMITS.seen_in]
    logs = np.log(np.maximum(shares[:, :, 1:], LIMITS.floor)).mean(axis=1)
    twice = 1 / (1 + np.exp(logs[:, 1] - logs[:, 0]))
    return np.column_stack([1 - any_mark, any_mark * twice, any_mark * (1 - twice)])


def _likest(prints: Prints, seen: Floats) -> Prints:
    """The small print with each card's likest mark; seen: (k, n, 3) shares at its spots."""
    rows, best = np.arange(len(seen)), seen[:, :, 0].argmin(axis=1)
    is_looked_at = np.isfinite(prints.spots[rows, best, 0])
    seen_at = np.where(is_looked_at[:, None], prints.spots[rows, best], prints.seen_at)
    return replace(prints, closer=seen[rows, best], seen_at=seen_at)


def place_of(prints: Prints, seen: Floats, letters: Flags, before: Place | None) -> Place | None:
    """Where all cards that clearly bear a mark show it: in the place known before, or in a new one on several cards.

    seen: (k, n, 3) shares of no mark, 2x and 3x at each card's n spots, from nearer. letters: (k,) which show a letter.
    """
    any_far = prints.marks[:, 1:].sum(axis=1)
    seems = (1 - seen[:, :, 0] >= LIMITS.near) & (letters & (any_far >= LIMITS.elsewhere))[:, None]
    spots, owners = prints.spots[seems], np.nonzero(seems)[0]
    if before is not None and _all_show(before, spots, owners):
        return before
    clear = spots[any_far[owners] >= LIMITS.far]
    alike = [_is_at(spot, clear) for spot in clear]
    most = max(alike, key=np.count_nonzero, default=np.zeros(0, bool))
    place = medians(clear[most]) if most.any() else np.zeros(2)
    shown_by = set(owners[any_far[owners] >= LIMITS.far][most].tolist())
    return place if len(shown_by) >= LIMITS.fewest and _all_show(place, spots, owners) else None


def _all_show(place: Place, spots: Floats, owners: NDArray[np.int_]) -> bool:
    """Whether all of these spots' owners, (m,), have one at a place."""
    return bool(np.isin(owners, owners[_is_at(place, spots)]).all())


def _ink_at(ink: Flags, place: Place) -> Floats:
    """How much ink there is round a place, (k,) as shares of the card; ink: (k, HIGH, WIDE)."""
    left, top = (max(0, round(float(one - LIMITS.round))) for one in place)
    right, low = (round(float(one + LIMITS.round)) + 1 for one in place)
    return np.asarray(ink[:, top:low, left:right].sum(axis=(1, 2)) / (ink.shape[1] * ink.shape[2]))


def _is_at(place: Place, spots: Floats) -> Flags:
    """Which spots (..., 2) lie at a place."""
    return np.asarray(np.abs(spots - place).max(axis=-1) <= LIMITS.apart)
