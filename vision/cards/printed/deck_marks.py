"""Reads marks from nearer, and looks where the deck prints them: in one place, which clear ones show together.

Where that place is known nothing else can be a mark, be it a stain, a value or a neighbour's mark; and several
close-ups of it tell more than one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Colour, Flags, Floats, medians
from vision.cards.card_frames import Frames
from vision.cards.card_windows import Windows
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.cards.printed.card_marks import marks_at
from vision.cards.printed.mark_closeup import MarkCloseup, Spots
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
    # Px of the window up to which they do: close-ups of the place see a mark at 10 px from it, and hardly one at 14.
    apart: float = 10.0
    around: float = 18.0  # px of the window round it where ink may be of what lies over a mark
    elsewhere: float = 0.3  # the first of these from which what is clear from nearer may be one in another place
    perhaps: float = 0.5  # the share from nearer from which a card rather bears a mark, or ink elsewhere may be one
    seen_in: int = 2  # so many close-ups of that place, of five, must show a mark: one may show the table beside a card
    unmarked: float = 0.4  # the share of the cards that must rather have none: values stand on all
    clear: float = 0.9  # the share of any mark from which a close-up has a say which one it is
    least: float = 1e-9  # where no close-up shows any, nothing tells which


LIMITS = PlaceLimits()


class Closeups(Protocol):
    """What tells the shares of no mark, 2x and 3x at places of cards, as MarkCloseup does."""

    def told(
        self, picture: Colour, frames: Frames, windows: Windows, numbers: NDArray[np.int_], spots: Spots
    ) -> list[Floats]:
        """Those at the places spots (n, 2) on the cards of these numbers (n,)."""

    def next_look(self, *, is_fresh: bool) -> None:
        """Forget what was told before the look that ends here; is_fresh: all."""


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
        numbers, which = np.nonzero(np.isfinite(prints.spots[:, :, 0]))
        told = self._closeups.told(picture, frames, windows, numbers, prints.spots[numbers, which])
        seen = np.tile([1.0, 0.0, 0.0], (*prints.spots.shape[:2], 1))
        seen[numbers, which] = np.array(told).reshape(-1, 3)
        nearer = _likest(prints, seen)
        place = place_of(prints, seen, letters, before)
        if place is None:
            return nearer
        there = self._there(picture, frames, windows, place)
        any_mark, seem = 1 - there[:, 0], _seeming(prints, seen, letters).any(axis=1)
        stands_on_all = place is not before and (any_mark[letters] < LIMITS.perhaps).mean() < LIMITS.unmarked
        if stands_on_all or (any_mark[seem] < BARE).any():
            return nearer
        return _in_place(nearer, seen, there, place)

    def _there(self, picture: Colour, frames: Frames, windows: Windows, place: Place) -> Floats:
        """The shares of no mark, 2x and 3x in one place of each card, (k, 3).

        Where a close-up of its middle shows a little of one, several that lie round it tell, too.
        """

        def told(numbers: NDArray[np.int_], moves: Floats) -> Floats:
            which, spots = np.repeat(numbers, len(moves)), np.tile(place + moves, (len(numbers), 1))
            shares = self._closeups.told(picture, frames, windows, which, spots)
            return np.array(shares).reshape(len(numbers), len(moves), 3)

        there = told(np.arange(len(frames)), np.zeros((1, 2)))[:, 0]
        perhaps = np.flatnonzero(1 - there[:, 0] >= BARE)
        there[perhaps] = _together(np.concatenate([there[perhaps, None], told(perhaps, _AROUND)], axis=1))
        return there


def _together(shares: Floats) -> Floats:
    """What several close-ups of k cards tell together, the first one of the place's middle.

    Which mark it is the first one tells, and nobody if another one that clearly shows a mark sees the other one.
    shares: (k, n, 3) of no mark, 2x and 3x; the result is (k, 3).
    """
    any_marks = 1 - shares[:, :, 0]
    # What the first of them shows alone is enough to ask, and not to tell.
    any_mark = np.maximum(np.sort(any_marks, axis=1)[:, -LIMITS.seen_in], any_marks[:, 0].clip(0, LIMITS.perhaps))
    is_twice = shares[:, :, 1] > shares[:, :, 2]
    is_torn = ((is_twice != is_twice[:, :1]) & (any_marks >= LIMITS.clear)).any(axis=1)
    twice = np.where(is_torn, 0.5, shares[:, 0, 1] / np.maximum(any_marks[:, 0], LIMITS.least))
    return np.column_stack([1 - any_mark, any_mark * twice, any_mark * (1 - twice)])


def _in_place(nearer: Prints, seen: Floats, there: Floats, place: Place) -> Prints:
    """The small print with marks as the deck's place for them shows them; there: (k, 3) their shares.

    Ink elsewhere counts only on cards that something covers, and on those that seem to bear a mark there.
    """
    elsewhere = np.where(_is_at(place, nearer.spots), 0.0, 1 - seen[:, :, 0]).max(axis=1)
    is_open = (nearer.strange >= MARKS.covered) | (elsewhere >= LIMITS.perhaps)
    ink_there = _ink_at(nearer.strange_ink, place)
    return replace(
        nearer,
        marks=marks_at(nearer.signs, place),
        closer=there,
        seen_at=np.tile(place, (len(there), 1)),
        strange=np.where(is_open, np.maximum(nearer.strange, ink_there), ink_there),
        place=place,
    )


def _seeming(prints: Prints, seen: Floats, letters: Flags) -> Flags:
    """(k, n) at which spots cards with a letter seem to bear a mark; seen: (k, n, 3) shares there, from nearer."""
    any_far = prints.marks[:, 1:].sum(axis=1)
    return np.asarray((1 - seen[:, :, 0] >= LIMITS.near) & (letters & (any_far >= LIMITS.elsewhere))[:, None])


def _likest(prints: Prints, seen: Floats) -> Prints:
    """The small print with each card's likest mark; seen: (k, n, 3) shares at its spots."""
    rows, best = np.arange(len(seen)), seen[:, :, 0].argmin(axis=1)
    is_looked_at = np.isfinite(prints.spots[rows, best, 0])
    seen_at = np.where(is_looked_at[:, None], prints.spots[rows, best], prints.seen_at)
    return replace(prints, closer=seen[rows, best], seen_at=seen_at)


def place_of(prints: Prints, seen: Floats, letters: Flags, before: Place | None) -> Place | None:
    """Where all cards that seem to bear a mark show it: in the place known before, or in a new one, clear on several.

    seen: (k, n, 3) shares of no mark, 2x and 3x at each card's n spots, from nearer. letters: (k,) which show a letter.
    """
    any_far, seems = prints.marks[:, 1:].sum(axis=1), _seeming(prints, seen, letters)
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
    left, top = (max(0, round(float(one - LIMITS.around))) for one in place)
    right, low = (round(float(one + LIMITS.around)) + 1 for one in place)
    return np.asarray(ink[:, top:low, left:right].sum(axis=(1, 2)) / (ink.shape[1] * ink.shape[2]))


def _is_at(place: Place, spots: Floats) -> Flags:
    """Which spots (..., 2) lie at a place."""
    return np.asarray(np.linalg.norm(spots - place, axis=-1) <= LIMITS.apart)
