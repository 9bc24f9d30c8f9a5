"""A network that sees the whole squared board in colour, beside squares printed alike: a witness against "bare".

It reads no letter and knows no rule of the game, and learnt from drawn boards alone (docs/reader.md): what misleads the
other witnesses seldom misleads it as well.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from pi_referee.rules.board.square import Square
from vision.arrays import Floats
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.letter_model import network_in
from vision.lighting.relative_look import PX, numbered, relative
from vision.sighting import Doubt, Why
from vision.square_index import squares_where
from vision.squares.choices import FOREIGN
from vision.squares.first_verdict import Findings

NETWORK = Path(__file__).with_name("grid.onnx")
"""Its network; training/board makes it."""

HARDLY_BARE = 0.01
"""Share below which a square that is plainly as printed is asked about.

Of eight tiles told as bare in 134 looks at drawn boards of a blind seed seven have less (0.0007 to 0.0086), of two
known ones both; of 154,000 squares in 620 looks at photographs and other drawn boards nine that are bare: 0.15 % more
questions. With 0.02 it were 19, with 0.005 three of the seven tiles were lost.
"""
_PERHAPS_BARE = 0.1
"""The same of a square that the others told as bare, but not as plainly as printed, or whose print is not seen.

Stickers at strangers' corners, and a blank as brown as the board, had 0.04 to 0.09; of 2,370 such squares in 213 looks
at photographs 16 that are bare have less than this and not less than 0.01.
"""


def shares_of(squared: Squared, printed: Printed) -> Floats:
    """The shares of bare, letter, blank, stop tile and covered, of every square, (5, n, n).

    Raises RefereeError if the network is missing or damaged.
    """
    pixels = cv2.resize(squared.pixels, None, fx=PX / SQUARE, fy=PX / SQUARE, interpolation=cv2.INTER_AREA)
    looks = relative(np.asarray(pixels, np.uint8), numbered(printed))
    (shares,) = _network().run(("shares",), {"boards": looks[None]})
    return np.asarray(shares[0], np.float64)


def unlike_bare(found: Findings, shares: Floats, misprinted: Collection[Square] = ()) -> Findings:
    """The findings, with doubts about squares that were told as bare and hardly are.

    shares: as shares_of tells. misprinted: squares that do not show the print that belongs there.
    """
    size = shares.shape[1]
    hardly = squares_where((shares[0] < HARDLY_BARE).ravel(), size) - found.taken
    perhaps = squares_where((shares[0] < _PERHAPS_BARE).ravel(), size) - found.taken
    hardly |= perhaps - (found.bare - frozenset(misprinted))
    return found.with_doubts(Doubt(square, FOREIGN, Why.NOT_AS_BARE) for square in hardly)


@cache
def _network() -> onnxruntime.InferenceSession:
    """The network, loaded once: all eyes of a program may share it."""
    return network_in(NETWORK)
