"""A network that sees the whole squared board in colour, and tells what each square shows and what lies over it.

It reads no letter and knows no rule of the game, and learnt from drawn boards alone (docs/reader.md): what misleads the
other witnesses seldom misleads it as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Flags, Floats, around
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.relative_look import PX, numbered, relative
from vision.lighting.veil import VEIL, shining_in, told_apart, veils_in
from vision.networks import shared_network
from vision.other_core import begun

NETWORK = Path(__file__).with_name("grid.onnx")
"""Its network; training/board makes it."""

BARE, LETTER, BLANK, STOP, COVERED = range(5)
"""What a square may show, in the order of its shares; the last: something lies over the board there."""


@dataclass(frozen=True, slots=True)
class CoverLimits:
    """When something lies over the board (shares of "covered").

    Chosen on 52 looks at photographs under hands, sleeves, cloths, papers and mirrored lamps, where no letter is told
    as bare, and on 233 photographs of 18 sets, of which one shows a hand: in that alone something is covered. From
    0.97 on a letter would be told as bare, and three if nothing beside what is covered were; up to 0.8 something is
    seen at the ends of a green board.
    """

    likely: float = 0.5  # share from which on squares that hang together, by corners, too, may lie under one thing
    plainly: float = 0.9  # share that some of those must have
    fewest: int = 3  # so many of them
    rim: float = 0.002  # share from which on one beside those may be covered, too: letters had 0.014 and more
    # Share of being hidden in part, above which a square is: so have 94 of 34,023 bare squares of 15 sets, eight of
    # 4,922 letters, and 949 of 1,022 letters of which a lamp takes more than half.
    in_part: float = 0.6
    # The same of a letter, above which it may be: seven of 20 that lamps and things had made others are asked then,
    # none of 5,740 on photographs as they are, 86 of 8,358 beside such.
    perhaps_in_part: float = 0.3


COVER = CoverLimits()


def shares_in(squared: Squared, printed: Printed) -> tuple[Floats, Floats]:
    """Each square's shares of showing BARE to COVERED, (5, n, n), which sum to 1, and of being hidden in part, (n, n).

    RefereeError if the network is missing or damaged.
    """
    pixels = cv2.resize(squared.pixels, None, fx=PX / SQUARE, fy=PX / SQUARE, interpolation=cv2.INTER_AREA)
    looks = relative(np.asarray(pixels, np.uint8), numbered(printed))
    shares, hidden = shared_network(NETWORK).run(("shares", "hidden"), {"boards": looks[None]})
    return np.asarray(shares[0], np.float64), np.asarray(hidden[0], np.float64)


def covered_in(shares: Floats) -> Flags:
    """Over which squares something lies, or over a part of them, (n * n,); shares: the first of shares_in."""
    share = shares[COVERED]
    _, groups = cv2.connectedComponents((share > COVER.likely).astype(np.uint8))
    plain = np.bincount(np.asarray(groups)[share > COVER.plainly], minlength=1)
    covered = np.isin(groups, np.flatnonzero(plain >= COVER.fewest))
    return np.asarray(around(covered, 1) & (share > COVER.rim)).ravel()


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """What the grid model sees on every square, and what lies over the board, (n * n,) each but for shows.

    shows: (5, n * n) its shares of BARE to COVERED. hidden: its share of something's hiding a part of the square.

    hand, glare: what a hand or another thing lies over, and what a lamp's mirror hides. near_veil: under a lamp's white
    veil or mirror, or beside it. lamplit: under a white or warm veil. shining: the share of its px that shine as only a
    lamp does. spotted: its middle shines so, and a letter may lie under it.
    """

    shows: Floats
    hidden: Floats
    hand: Flags
    glare: Flags
    near_veil: Flags
    lamplit: Flags
    shining: Floats
    spotted: Flags

    @property
    def unseen(self) -> Flags:
        """The squares that a hand, a thing or a lamp's mirror hides."""
        return self.hand | self.glare

    @property
    def in_part(self) -> Flags:
        """The squares of which something hides a part."""
        return np.asarray(self.hidden > COVER.in_part)

    @property
    def perhaps_in_part(self) -> Flags:
        """The squares of which something may hide a part."""
        return np.asarray(self.hidden > COVER.perhaps_in_part)

    def with_letters(self, lettered: Flags, *, has_stops: bool) -> Cover:
        """The same once it is known which squares show a letter: what else shines is blinded by a lamp.

        A white stop tile shines on a dark board, and tiles whose letters are seen do where a lamp stands above them.
        has_stops: whether the box has stop tiles.
        """
        is_stop = has_stops & (self.shows.argmax(axis=0) == STOP)
        blinded = (self.shining > VEIL.blinds) & ~(self.hand | is_stop | lettered)
        near_veil = self.near_veil | around(blinded, VEIL.reach)
        return replace(self, glare=self.glare | blinded, near_veil=near_veil)


def cover_in(squared: Squared, printed: Printed) -> Cover:
    """What lies over the board before any letter is read; RefereeError as shares_in raises it."""
    shares, hidden = shares_in(squared, printed)
    covered, (veiled, lamplit) = covered_in(shares), (one.ravel() for one in veils_in(squared, printed.codes))
    shining, in_middle = shining_in(squared, covered | lamplit)
    hand, glare = told_apart(covered, lamplit, shining)
    near_veil = around(veiled | glare, VEIL.reach)
    shows, spotted = shares.reshape(len(shares), -1), in_middle > VEIL.spot
    return Cover(shows, hidden.ravel(), hand, glare, near_veil, lamplit, shining, spotted)


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """A squared board, what is printed on it, and what waits for the cover on it, which raises as cover_in does."""

    squared: Squared
    printed: Printed
    cover: Callable[[], Cover]


def watched(squared: Squared, printed: Printed) -> Watched:
    """A squared board; what lies over it is looked at on another core from now on, since that takes a while."""
    return Watched(squared, printed, begun(lambda: cover_in(squared, printed)))
