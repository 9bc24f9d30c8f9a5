"""In strong light bare squares and plain tiles are told by the channel that it has bleached least."""

from __future__ import annotations

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import evidence_on
from vision.arrays import Colour
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.overexposed.bleached_squares import Unbleached, unbleached
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import UNKNOWN
from vision.squares.evidence import Evidence
from vision.squares.first_verdict import Findings

SIZE, SURROUNDINGS = 8, 1
LEFT, STEP = 196.0, 1.04
"""How bright bare squares are in the first column, and how much brighter in each that follows: 255 in the eighth."""
TOP, INK, PRINT, SHADE = 1.3, 0.5, 0.7, 0.85
"""How bright tiles, their ink, prints and bare squares in a shade are against bare squares."""
BARE, PERHAPS = ".", "?_i"
"""A bare square for sure; in doubt: a bare one, a plain tile, one with a stroke of ink. A letter is a sure tile, p a
print, m one in doubt, d a bare square in a shade."""


def level(column: int, gain: float = 1.0) -> float:
    """How bright a bare square is there."""
    return LEFT * gain * STEP**column


def px(mark: str, bare: float) -> Colour:
    """A square drawn: grain of two grey levels, clipped at the end of the scale."""
    chance = np.random.default_rng(ord(mark))
    shares = {"_": TOP, "i": TOP, "p": PRINT, "m": PRINT, "d": SHADE}
    square = np.full((SQUARE, SQUARE), bare * (TOP if mark.isupper() else shares.get(mark, 1.0)))
    if mark.isupper() or mark == "i":
        square[8:24, 14:18] = bare * INK
    grainy = np.clip(square + chance.normal(0, 2, square.shape), 0, 255)
    # The other channels are bleached sooner.
    return np.stack([grainy, np.minimum(grainy * 1.6, 255), np.minimum(grainy * 1.4, 255)], axis=2).astype(np.uint8)


def told(text: str, gain: float = 1.0, hidden: str = "") -> Unbleached:
    """What is told of a board that is drawn."""
    rows = text.split()
    squares = {Square(row, column): mark for row, line in enumerate(rows) for column, mark in enumerate(line)}
    pixels: Colour = np.zeros(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), np.uint8)
    for square, mark in squares.items():
        down, right = ((place + SURROUNDINGS) * SQUARE for place in square)
        pixels[down : down + SQUARE, right : right + SQUARE] = px(mark, level(square.column, gain))
    found = Findings(
        {square: Reading(mark, 0.99) for square, mark in squares.items() if mark.isupper()},
        frozenset(),
        tuple(Doubt(square, UNKNOWN, Why.LETTER) for square, mark in squares.items() if mark in {*PERHAPS, "m"}),
    )
    return unbleached(found, seen(squares, hidden), Squared(pixels, SIZE), codes(squares))


def seen(squares: dict[Square, str], hidden: str) -> Evidence:
    """The evidence of that board; hidden: what hides the squares in doubt, if anything does."""
    e = evidence_on(SIZE)
    for square, mark in squares.items():
        index = square.row * SIZE + square.column
        e.plain[index] = mark not in "pm"
        if hidden and mark in PERHAPS:
            getattr(e, hidden)[index] = True
    return e


def codes(squares: dict[Square, str]) -> Codes:
    """How the squares are printed."""
    return np.array([["P" if squares[Square(y, x)] in "pm" else "." for x in range(SIZE)] for y in range(SIZE)])


def names(squares: frozenset[Square]) -> str:
    """Squares by name, in order."""
    return " ".join(str(square) for square in sorted(squares))


WORD = "........ ........ ..ABC... ........ .....{}.. ........ ........ ........"


def test_a_bare_square_is_as_bright_as_those_around_it() -> None:
    """A tile would be at the end of the scale where bare squares are not yet."""
    assert names(told(WORD.format("?")).bare) == "F5"


def test_a_square_in_doubt_tells_of_the_next() -> None:
    """Each column is a little brighter than the one before, up to the end of the scale."""
    board = "....???? ....???? ..ABC..? ....???? ....???? .....??? .....??? ......??"
    assert {square.column for square in told(board).bare} == {4, 5, 6}


def test_a_plain_tile_is_paler_than_bare_squares_there() -> None:
    """It is at the end of the scale, and they are not on any side of it."""
    seen = told(WORD.format("_"))

    assert (names(seen.bare), names(seen.pale)) == ("", "F5")


def test_where_bare_squares_are_at_the_end_too_nothing_is_paler() -> None:
    """In the last column they are as white as a tile."""
    assert not told("........ ........ ..ABC... .......? .......? .......? ........ ........", 1.05).pale


def test_what_shows_ink_is_neither() -> None:
    """A letter that nobody could read is no plain tile, and no bare square."""
    assert told(WORD.format("i")) == Unbleached()


def test_a_square_beyond_the_light_of_others_is_not_told() -> None:
    """Too few bare squares around it tell how bright one is there."""
    board = "???????? ???????? ??ABC??? ??????.. ??????.? ???????? ???????? ????????"
    assert told(board) == Unbleached()


@pytest.mark.parametrize("hidden", ["hand", "glare"])
def test_what_something_hides_is_not_told(hidden: str) -> None:
    """A lamp's mirror has a light of its own, and a hand none."""
    assert told(WORD.format("?"), hidden=hidden) == Unbleached()


def test_without_tiles_nothing_is_told() -> None:
    """Nobody knows then how bright they would be."""
    assert told("........ " * 4 + ".....?.. " + "........ " * 3) == Unbleached()


def test_where_the_light_is_uneven_no_square_is_bare_for_its_brightness() -> None:
    """A shade lies over one of those around it: then a plain tile is as bright as what is expected."""
    assert names(told(WORD.format("?")).bare) == "F5"
    assert not told(WORD.format("?").replace("..ABC...", "..ABC.d.")).bare


def test_what_the_light_cannot_make_so_white_is_not_bare() -> None:
    """Among bare squares that are far darker it is a tile, of whatever kind."""
    board = "........ ........ ABC..... ........ .{}...... ........ ........ ........"

    assert names(told(board.format("?"), 0.8).inkless) == "B5"
    assert names(told(board.format("_"), 0.8).inkless) == ""


def test_ink_would_show_where_prints_or_bare_squares_show_the_light() -> None:
    """On a square at the end of the scale, too, if the light is not so strong that it takes ink."""
    board = ".....p.? .....p.? ..ABC..? .....p.m .....p.? ....pp.? .....p.? ........"

    assert names(told(board, 1.06).inkless) == "H1 H2 H3 H4 H5 H6 H7"
    assert names(told(board, 1.9).inkless) == ""
