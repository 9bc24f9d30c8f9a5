"""What is printed on squares of one kind, told by those that are bare."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Colour
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import looks
from vision.lighting.square_kinds import as_printed, kinds_of

SIZE = 3
CODES = np.full(SIZE * SIZE, "W3")
"""Nine squares of one kind, each with a printed disc unless a tile lies there."""


def board(tiles: dict[int, str]) -> Squared:
    """A board with these letters on tiles, and grain."""
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), 90, np.uint8)
    for place in range(SIZE * SIZE):
        row, column = divmod(place, SIZE)
        draw(pixels, (column + 1) * SQUARE, (row + 1) * SQUARE, tiles.get(place, ""))
    grain = np.random.default_rng(1).integers(0, 8, pixels.shape)
    return Squared(np.asarray(pixels + grain, np.uint8), SIZE)


def draw(pixels: Colour, x: int, y: int, letter: str) -> None:
    """A tile, or the disc where there is none."""
    middle = (x + SQUARE // 2, y + SQUARE // 2)
    if not letter:
        cv2.circle(pixels, middle, 8, (40, 40, 200), 3, cv2.LINE_AA)
        return
    cv2.rectangle(pixels, (x + 1, y + 1), (x + SQUARE - 2, y + SQUARE - 2), (220, 225, 230), -1)
    cv2.putText(pixels, letter, (x + 6, y + 25), cv2.FONT_HERSHEY_DUPLEX, 0.85, (30, 30, 30), 5, cv2.LINE_AA)


def likeness(tiles: dict[int, str], lettered: list[int], asked: int) -> float:
    """How like the common print the asked square is, where these squares read as letters."""
    flags = np.zeros(SIZE * SIZE, bool)
    flags[lettered] = True
    one = np.zeros(SIZE * SIZE, bool)
    one[asked] = True
    return float(as_printed(board(tiles), CODES, flags, one)[asked])


def test_a_tile_among_tiles_is_no_print() -> None:
    """Though most squares of a kind are covered by like tiles, the bare ones tell what is printed there."""
    tiles = dict.fromkeys(range(7), "R")

    assert likeness(tiles, list(range(7)), asked=0) < 0.5


def test_a_disc_that_reads_as_a_letter_is_print() -> None:
    """A disc taken for an O is as like the others as can be."""
    assert likeness({}, [4], asked=4) > 0.9


def test_discs_that_all_read_as_letters_are_print() -> None:
    """Does the print itself read as a letter everywhere, the squares tell one another."""
    assert likeness({0: "R"}, list(range(9)), asked=4) > 0.9


def test_letters_on_all_of_a_kind_are_no_print() -> None:
    """Other letters lie on the squares of a kind, none of which is bare: one that lies there twice is not its print."""
    assert likeness(dict(enumerate("RRBELHKAN")), list(range(9)), asked=0) == -1


def test_only_what_is_asked_is_told() -> None:
    """Squares that nobody asks about have no likeness, and too few of a kind have none either."""
    nobody = np.zeros(SIZE * SIZE, bool)

    assert as_printed(board({}), CODES, nobody, nobody) == pytest.approx(np.full(SIZE * SIZE, -1.0))
    alone = np.array([*("." * 8), "W3"])
    assert as_printed(board({}), alone, nobody, np.arange(9) == 8)[8] == pytest.approx(-1.0)


def test_of_two_squares_that_differ_neither_is_its_own_witness() -> None:
    """Is a stop tile on one of the two squares of a kind that show no letter, nothing tells which of them is bare."""
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), 150, np.uint8)
    codes = np.full((SIZE, SIZE), "..")
    codes[0, 0] = codes[2, 2] = "T"
    for place, colour in ((0, (110, 100, 20)), (2, (20, 20, 20))):
        corner = (place + 1) * SQUARE
        pixels[corner : corner + SQUARE, corner : corner + SQUARE] = colour

    away = kinds_of(looks(Squared(pixels, SIZE), Printed(codes, "..")), codes.ravel(), np.ones(SIZE * SIZE, bool)).away

    assert away[[0, 8]].min() > 0.3
    assert away[[1, 4]].max() < 0.1
