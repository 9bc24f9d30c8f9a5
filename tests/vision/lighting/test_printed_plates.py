"""A pale plate in a premium square's middle is print; a tile is as pale up to its rim."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Colour
from vision.geometry.rectify import SQUARE
from vision.lighting.printed_plates import plated

GROUND, WHITE = (60, 120, 200), (250, 250, 250)
KINDS = np.array(["G", "G", "G", "G"])


def square(middle: tuple[int, int, int], reach: float, *, aside: int = 0) -> Colour:
    """A square with something of one colour in its middle, so many squares to all sides, moved aside by px."""
    cell = np.full((SQUARE, SQUARE, 3), GROUND, np.uint8)
    half = round(reach * SQUARE)
    start = SQUARE // 2 - half
    cell[start + aside : start + 2 * half + aside, start + aside : start + 2 * half + aside] = middle
    return cell


def told(*cells: Colour) -> list[bool]:
    """Which squares of one kind show a plate, in even light."""
    middles = np.stack([cell[SQUARE // 2, SQUARE // 2] for cell in cells])
    light = np.zeros((len(cells), 3))
    return [bool(flag) for flag in plated(np.stack(cells), middles, light, KINDS[: len(cells)])]


PLATE, TILE = square(WHITE, 0.28), square(WHITE, 0.46)


def test_plates_are_told_from_tiles() -> None:
    """Where print shows round what is white in the middle it is a plate; a white stop tile leaves none of it."""
    assert told(PLATE, PLATE, TILE, PLATE) == [True, True, False, True]


@pytest.mark.parametrize("aside", [-3, 3])
def test_a_tile_off_its_square_is_no_plate(aside: int) -> None:
    """A tile that lies a tenth of a square to the side leaves the board bare on two sides, not on three."""
    assert told(PLATE, PLATE, square(WHITE, 0.46, aside=aside), PLATE)[2] is False


def test_other_print_round_it_is_none() -> None:
    """A lamp's spot in the middle of a tile is no plate: round it is not what is printed round the others' plates."""
    spot = square(WHITE, 0.28)
    spot[(spot == GROUND).all(axis=2)] = (30, 30, 32)

    assert told(PLATE, PLATE, spot, PLATE)[2] is False


def test_a_few_squares_tell_nothing() -> None:
    """Of two squares printed alike nobody knows which shows its print."""
    assert told(PLATE, PLATE) == [False, False]


def test_a_plate_on_pale_print() -> None:
    """In a bright picture pale blue print has hardly another colour than its white plate: it is told all the same."""
    pale = PLATE.copy()
    pale[(pale == GROUND).all(axis=2)] = (252, 250, 215)

    assert told(pale, pale, TILE, pale) == [True, True, False, True]
