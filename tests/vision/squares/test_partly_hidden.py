"""Squares that are not wholly seen, or seem bare and do not look so: what was told of them is a doubt."""

from __future__ import annotations

import numpy as np

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, PERHAPS_STOP, UNKNOWN
from vision.squares.first_verdict import Findings
from vision.squares.partly_hidden import half_seen, unlike_bare

A1, A2, A3, A4, A5 = (Square.parse(f"A{row}") for row in range(1, 6))
LETTERS = {A1: Reading("E", 0.99), A2: Reading("", 0.98), A4: Reading("R", 0.97)}
FOUND = Findings(LETTERS, frozenset({A3}), (Doubt(A5, (("U", 0.9),), Why.LETTER),))


def test_tiles_that_are_half_seen_are_doubts() -> None:
    """An E may be a part of another letter, a plain top one whose letter is hidden; others stay as they were."""
    told = half_seen(FOUND, {A1, A2, A3}, Why.PICTURE_EDGE)

    assert told.board == {A4: LETTERS[A4]}
    assert not told.stops
    assert {doubt.square: doubt.choices for doubt in told.doubts} == {
        A1: (("E", 0.495), ("", 0.25)),
        A2: FOREIGN,
        A3: PERHAPS_STOP,
        A5: (("U", 0.9),),
    }
    assert {doubt.why for doubt in told.doubts} == {Why.PICTURE_EDGE, Why.LETTER}


def test_bare_squares_that_are_half_seen_are_bare() -> None:
    """The picture's rim cuts a square, and no tile lies there."""
    assert half_seen(FOUND, {Square.parse("B1")}, Why.PICTURE_EDGE) == FOUND


def test_what_is_hardly_bare_is_asked_about() -> None:
    """A square that was told as bare, and does not look so, may hold a tile of unknown face; all else stays."""
    sure, asked, stop, odd, fine = (Square(0, column) for column in range(5))
    before = Findings({sure: Reading("A", 0.99)}, frozenset({stop}), (Doubt(asked, UNKNOWN, Why.INK),))
    shares = np.zeros((5, 5, 5))
    shares[0] = 0.11
    shares[0, 0, :4] = 0.009

    told = unlike_bare(before, shares)

    assert told.doubts == (Doubt(asked, UNKNOWN, Why.INK), Doubt(odd, FOREIGN, Why.NOT_AS_BARE))
    assert (told.board, told.stops) == (before.board, before.stops)
    assert fine not in told.taken


def test_a_square_that_is_not_plainly_bare_is_asked_about_sooner() -> None:
    """Where the other witnesses did not see a square plainly as printed, the network's doubt weighs more.

    So it does on a sticker whose rim and middle have the colours of the print beneath, and not its shape.
    """
    unsure, plain, sticker = (Square(0, column) for column in range(3))
    before = Findings({}, frozenset(), (), bare=frozenset({plain, sticker}))
    shares = np.ones((5, 3, 3))
    shares[0, 0] = 0.05

    told = unlike_bare(before, shares, misprinted={sticker})

    assert [doubt.square for doubt in told.doubts] == [unsure, sticker]
