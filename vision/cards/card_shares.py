"""All that was read of one card of a look, and what of it is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.cards.card_sighting import About, CardWhy
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.sighting import Choices


@dataclass(frozen=True, slots=True)
class ShareLimits:
    """From which shares (0 to 1) a card is seen whole."""

    # The share of no value from which print may be lost: then a card may bear a mark, and its letter be a joker's
    # picture, or half of another. An R under a hand was told as an F with 0.93, a bleached T without its 3x with 1.0;
    # four of 1,331 sure letters among values have more.
    no_value: float = 0.9
    # The readers' share of any one letter below which what hides a part of it may hide a mark, too: a U of 0.33, under
    # a note, had its 2x there. Of 4,700 cards without a mark 40 have less of which the mark was not asked about else.
    half_read: float = 0.7
    # The share of any mark, from nearer, that shows one for sure: a J below a playing card had 1.0, of 259 jokers where
    # the deck prints its marks the pictures of two have as much.
    shown_mark: float = 0.98
    likelier_mark: float = 0.5  # the same from which one is rather seen than none
    inside: float = 0.97  # how much of a card must be in the picture
    # How far its paper's colour may be from the other cards', in log ratios: of 2,811 cards on 244 drawn tables none
    # was farther than 0.062; a book whose N was read as a card's had 1.4.
    off_colour: float = 0.075


LIMITS = ShareLimits()


@dataclass(frozen=True, slots=True, eq=False)
class CardShares:
    """All that was read of one card.

    first, second: (letters,) both readers' shares of the deck's letters; foreign: of another letter, or of one that
    stands upside down. values: (17,), marks and closer: (3,), strange: as Prints. inside: the share of the card that is
    in the picture. score: how surely the finder found it. uneven: how many times brighter its brightest corner is than
    its darkest. is_bleached: whether print may be lost in the light. mark_may_be_hidden: whether another card, or a
    thing, may lie where this one may bear its mark. mark_may_be_anothers: whether another card seems to bear the same
    one. are_marks_told: whether the look shows well enough which mark is which. shows_marks: whether it shows a clear
    one on any card. astray: as the pattern tells it. is_place_known: whether closer is of the place where the deck
    prints its marks. off_colour: how far its paper's colour is from that of other cards. is_burnt_out: whether that is
    as bright as can be. misses_value: whether its value is seen in one of its places, and in another one none.
    is_light_taking_print: whether light has taken the value off a card of the look that shows its letter. off: as
    ReadCards.
    """

    first: Floats
    second: Floats
    foreign: float
    values: Floats
    marks: Floats
    closer: Floats
    strange: float
    inside: float
    score: float = 1.0
    uneven: float = 1.0
    is_bleached: bool = False
    mark_may_be_hidden: bool = False
    mark_may_be_anothers: bool = False
    are_marks_told: bool = True
    shows_marks: bool = False
    astray: float = 0.0
    is_place_known: bool = False
    off_colour: float = 0.0
    is_burnt_out: bool = False
    misses_value: bool = False
    is_light_taking_print: bool = False
    off: float = 0.0

    @property
    def both(self) -> Floats:
        """The readers' shares together."""
        return np.asarray(np.sqrt(self.first * self.second))

    @property
    def shows_no_value(self) -> bool:
        """Whether no value is seen on the card."""
        return bool(self.values[-1] >= LIMITS.no_value)

    @property
    def may_show_mark(self) -> bool:
        """Whether a mark is rather seen on the card, from nearer, than none."""
        return bool(1 - self.closer[0] > LIMITS.likelier_mark)

    @property
    def shows_mark(self) -> bool:
        """Whether a mark is clearly seen on the card, from nearer."""
        return bool(1 - self.closer[0] >= LIMITS.shown_mark)

    @property
    def is_half_seen(self) -> bool:
        """Whether the readers see no letter clearly: what hides that may hide a mark."""
        return bool(self.both.max() < LIMITS.half_read)

    @property
    def is_partly_hidden(self) -> bool:
        """Whether something seems to lie over a part of a card that shows its letter."""
        return self.is_covered or (self.shows_no_value and not self.is_half_seen)

    @property
    def is_whole(self) -> bool:
        """Whether nothing lies over the card, and all of it is in the picture."""
        return self.inside > LIMITS.inside and not self.is_covered

    @property
    def is_in_view(self) -> bool:
        """Whether all of the card is in the picture, and has the deck's colour: what lies over it leaves some of it."""
        return self.inside > LIMITS.inside and self.off_colour < LIMITS.off_colour

    @property
    def is_covered(self) -> bool:
        """Whether something lies over the card, by its ink, its colour, or a value that is not seen."""
        return self.strange >= MARKS.covered or self.off_colour >= LIMITS.off_colour or self.misses_value


def in_their_light(shares: Sequence[CardShares], words: Sequence[int]) -> list[CardShares]:
    """The shares, with whether light has taken the value off a card of the words, of these numbers: one that it burns.

    Such a card's paper is as bright as can be, and it shows its letter.
    """
    seen = [shares[number] for number in words]
    lost = any(one.is_burnt_out and one.shows_no_value and not one.is_half_seen for one in seen)
    return [replace(one, is_light_taking_print=lost) for one in shares]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something about a card that is not sure."""

    about: About
    choices: Choices
    why: CardWhy


def why_hidden(shares: CardShares) -> CardWhy:
    """Why a card is not seen whole."""
    return CardWhy.COVERED if shares.inside > LIMITS.inside else CardWhy.PICTURE_EDGE
