"""Squares that are not wholly seen: what was told of them is a doubt."""

from __future__ import annotations

from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, PERHAPS_STOP, UNKNOWN
from vision.squares.first_verdict import Findings
from vision.squares.partly_hidden import covered, half_seen

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


def test_what_is_covered_may_be_anything() -> None:
    """Under a sleeve there may be a tile, whatever was told; what was a doubt stays that doubt."""
    told = covered(FOUND, {A1, A5, Square.parse("B1")})

    assert {doubt.square: doubt.choices for doubt in told.doubts} == {
        A1: (("E", 0.495), ("", 0.25)),
        A5: (("U", 0.9),),
        Square.parse("B1"): UNKNOWN,
    }
    assert [doubt.why for doubt in told.doubts if doubt.square != A5] == [Why.NO_LINES, Why.NO_LINES]
    assert told.covered == {A1, A5, Square.parse("B1")}
