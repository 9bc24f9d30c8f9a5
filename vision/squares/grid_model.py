"""A network that sees the whole squared board in colour: what lies over it, and which squares are hardly bare.

It reads no letter and knows no rule of the game, and learnt from drawn boards alone (docs/reader.md): what misleads the
other witnesses seldom misleads it as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from vision.arrays import Flags, Floats, around
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.letter_model import network_in
from vision.lighting.relative_look import PX, numbered, relative

NETWORK = Path(__file__).with_name("grid.onnx")
"""Its network; training/board makes it."""

_COVERED = 4
"""The place of what lies over the board in the shares of a square."""

HARDLY_BARE = 0.01
"""Share below which a square that is plainly as printed is asked about.

Of eight tiles told as bare in 134 looks at drawn boards of a blind seed seven have less (0.0007 to 0.0086), of two
known ones both; of 154,000 squares in 620 looks at photographs and other drawn boards nine that are bare: 0.15 % more
questions. With 0.02 it were 19, with 0.005 three of the seven tiles were lost.
"""
PERHAPS_BARE = 0.1
"""The same of a square that the others told as bare, but not as plainly as printed, or whose print is not seen.

Stickers at strangers' corners, and a blank as brown as the board, had 0.04 to 0.09; of 2,370 such squares in 213 looks
at photographs 16 that are bare have less than this and not less than 0.01.
"""


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


def shares_of(squared: Squared, printed: Printed) -> Floats:
    """The shares of bare, letter, blank, stop tile and covered, of every square, (5, n, n).

    Raises RefereeError if the network is missing or damaged.
    """
    pixels = cv2.resize(squared.pixels, None, fx=PX / SQUARE, fy=PX / SQUARE, interpolation=cv2.INTER_AREA)
    looks = relative(np.asarray(pixels, np.uint8), numbered(printed))
    (shares,) = _network().run(("shares",), {"boards": looks[None]})
    return np.asarray(shares[0], np.float64)


def covered_in(shares: Floats) -> Flags:
    """Over which squares something lies, or over a part of them, (n * n,); shares: as shares_of tells."""
    share = shares[_COVERED]
    _, groups = cv2.connectedComponents((share > COVER.likely).astype(np.uint8))
    plain = np.bincount(np.asarray(groups)[share > COVER.plainly], minlength=1)
    covered = np.isin(groups, np.flatnonzero(plain >= COVER.fewest))
    return np.asarray(covered | (around(covered, 1) & (share > COVER.partly))).ravel()


@cache
def _network() -> onnxruntime.InferenceSession:
    """The network, loaded once: all eyes of a program may share it."""
    return network_in(NETWORK)
