"""A network that sees the whole squared board in colour, and tells what each square shows and what lies over it.

It reads no letter and knows no rule of the game, and learnt from drawn boards alone (docs/reader.md): what misleads the
other witnesses seldom misleads it as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
    partly: float = 0.002  # share from which on one beside those may be covered in part: letters had 0.014 and more


COVER = CoverLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Things:
    """What every square shows: its shares of bare, letter, blank, stop tile and covered, (5, n, n), which sum to 1.

    hidden: (n, n) the share of something's hiding a part of it, or a lamp's mirror.
    """

    shares: Floats
    hidden: Floats


def things_in(squared: Squared, printed: Printed) -> Things:
    """What every square shows; RefereeError if the network is missing or damaged."""
    pixels = cv2.resize(squared.pixels, None, fx=PX / SQUARE, fy=PX / SQUARE, interpolation=cv2.INTER_AREA)
    looks = relative(np.asarray(pixels, np.uint8), numbered(printed))
    told = shared_network(NETWORK).run(("shares", "hidden"), {"boards": looks[None]})
    return Things(*(np.asarray(one[0], np.float64) for one in told))


def covered_in(shares: Floats) -> Flags:
    """Over which squares something lies, or over a part of them, (n * n,); shares: as of Things."""
    share = shares[COVERED]
    _, groups = cv2.connectedComponents((share > COVER.likely).astype(np.uint8))
    plain = np.bincount(np.asarray(groups)[share > COVER.plainly], minlength=1)
    covered = np.isin(groups, np.flatnonzero(plain >= COVER.fewest))
    return np.asarray(around(covered, 1) & (share > COVER.partly)).ravel()


@dataclass(frozen=True, slots=True, eq=False)
class Over:
    """What lies over the board, and the light on it, (n * n,); veiled: (n, n). As veils_in and shining_in tell it."""

    things: Things
    covered: Flags
    veiled: Flags
    lamplit: Flags
    shining: Floats
    in_middle: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """A squared board, what is printed on it, and what waits for what lies over it.

    The last: RefereeError as things_in raises it.
    """

    squared: Squared
    printed: Printed
    over: Callable[[], Over]


def watched(squared: Squared, printed: Printed) -> Watched:
    """A squared board; what lies over it is looked at on another core from now on, since that takes a while."""
    return Watched(squared, printed, begun(lambda: over_in(squared, printed)))


@dataclass(frozen=True, slots=True, eq=False)
class Hidden:
    """What lies over the board, where a lamp is mirrored, and what is or may be veiled, (n * n,) each, as Evidence."""

    hand: Flags
    glare: Flags
    near_veil: Flags
    lamplit: Flags
    spotted: Flags
    things: Things


def over_in(squared: Squared, printed: Printed) -> Over:
    """What lies over the board, and where lamps are mirrored in it; RefereeError as things_in raises it."""
    things = things_in(squared, printed)
    covered, (veiled, lamplit) = covered_in(things.shares), veils_in(squared, printed.codes)
    return Over(things, covered, veiled, lamplit.ravel(), *shining_in(squared, covered | lamplit.ravel()))


def hidden_by(over: Over, lettered: Flags, *, has_stops: bool) -> Hidden:
    """Which squares are hidden, and by what; lettered: (n * n,) which show a letter. has_stops: whether the box has."""
    hand, glare = told_apart(over.covered, over.lamplit, over.shining)
    # A white stop tile shines on a dark board, and tiles whose letters are seen do where a lamp stands above them.
    is_stop = (over.things.shares.argmax(axis=0) == STOP).ravel() if has_stops else np.zeros_like(hand)
    glare |= (over.shining > VEIL.blinds) & ~(hand | is_stop | lettered)
    near_veil = around(over.veiled | glare.reshape(over.veiled.shape), VEIL.reach).ravel()
    return Hidden(hand, glare, near_veil, over.lamplit, over.in_middle > VEIL.spot, over.things)
