"""Where a deck prints its marks: in one place, which clear ones show together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats, medians
from vision.cards.printed.small_print import Place, Prints


@dataclass(frozen=True, slots=True)
class PlaceLimits:
    """When cards tell where their deck prints its marks; shares are 0 to 1."""

    # The share of a mark over the whole card from which it is clear. Of 573 drawn and traced tables 280 tell the place
    # by several clear ones, none wrongly; with 0.5 one did, on a frame's lines.
    far: float = 0.7
    near: float = 0.98  # the same from nearer
    fewest: int = 2  # so many cards must show one in that place
    # Px of the window up to which they do: close-ups of the place see a mark at 10 px from it, and hardly one at 14.
    apart: float = 10.0
    looked_at: int = 3  # at so many clear marks' places all cards are looked at where no two are clear alike
    elsewhere: float = 0.3  # the first of these from which what is clear from nearer may be one in another place
    perhaps: float = 0.5  # the share from nearer from which a card rather bears a mark, or ink elsewhere may be one
    unmarked: float = 0.4  # the share of the cards that must rather have none: values stand on all


LIMITS = PlaceLimits()


@dataclass(frozen=True, slots=True, eq=False)
class SeemingMarks:
    """The places at which cards with a letter seem to bear a mark, seen from nearer.

    spots: (m, 2) px of the window; owners: (m,) the cards' numbers; is_clear: (m,) where the whole card clearly shows
    one, too.
    """

    spots: Floats
    owners: NDArray[np.int_]
    is_clear: Flags

    @property
    def clear(self) -> Floats:
        """The places of the clear ones, (n, 2)."""
        return self.spots[self.is_clear]

    def all_stand_at(self, place: Place) -> bool:
        """Whether all of these cards have one there."""
        return bool(np.isin(self.owners, self.owners[is_at(place, self.spots)]).all())


def seeming_marks(prints: Prints, seen: Floats, letters: Flags) -> SeemingMarks:
    """Where cards seem to bear a mark.

    seen: (k, n, 3) shares of no mark, 2x and 3x at each card's n spots, from nearer. letters: (k,) which show a letter.
    """
    any_far = prints.marks[:, 1:].sum(axis=1)
    seems = (1 - seen[:, :, 0] >= LIMITS.near) & (letters & (any_far >= LIMITS.elsewhere))[:, None]
    owners = np.nonzero(seems)[0]
    spots = prints.spots[seems]
    return SeemingMarks(spots, owners, (any_far[owners] >= LIMITS.far) & is_at(prints.seen_at[owners], spots))


def place_of(seeming: SeemingMarks, before: Place | None) -> Place | None:
    """Where all cards that seem to bear a mark show it: in the place known before, or in a new one, clear on several.

    None if that is not to be told.
    """
    if before is not None and seeming.all_stand_at(before):
        return before
    clear = seeming.clear
    alike = [is_at(spot, clear) for spot in clear]
    most = max(alike, key=np.count_nonzero, default=np.zeros(0, bool))
    place = medians(clear[most]) if most.any() else np.zeros(2)
    shown_by = set(seeming.owners[seeming.is_clear][most].tolist())
    return place if len(shown_by) >= LIMITS.fewest and seeming.all_stand_at(place) else None


def place_by_one(places: Floats, there: Floats, own: Floats, letters: Flags) -> Place | None:
    """The place in which one card bears a clear mark, and others one that is clear from nearer alone.

    None if a card rather shows a mark elsewhere, and not there. places: (n, 2) those of n clear marks; there: (k, n)
    the shares of any mark in them on all cards, own: (k,) the largest one where each card itself seems to bear one; all
    from nearer. letters: (k,) which show a letter.
    """
    shown_by = ((there >= LIMITS.near) & letters[:, None]).sum(axis=0)
    differs = (((own >= LIMITS.perhaps) & letters)[:, None] & (there < LIMITS.perhaps)).any(axis=0)
    told = np.flatnonzero((shown_by >= LIMITS.fewest) & ~differs)
    return places[told[shown_by[told].argmax()]] if len(told) else None


def is_at(place: Floats, spots: Floats) -> Flags:
    """Which spots (..., 2) lie at a place (2,), or each at its own (..., 2)."""
    return np.asarray(np.linalg.norm(spots - place, axis=-1) <= LIMITS.apart)
