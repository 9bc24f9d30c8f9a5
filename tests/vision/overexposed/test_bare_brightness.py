"""How bright a bare square would be is told by the bare squares around it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import Colour, Flags, Floats
from vision.geometry.rectify import SQUARE, Squared
from vision.overexposed.bare_brightness import expected, faces_of, near

SIZE = 7
MIDDLE = SIZE * SIZE // 2


def falling_off(down: float, across: float) -> Floats:
    """The levels of a board whose light changes by these shares from square to square, (n * n,)."""
    rows, columns = np.indices((SIZE, SIZE))
    return np.asarray(200 * (1 + down) ** rows * (1 + across) ** columns, float).ravel()


def bare(text: str = "") -> Flags:
    """Which squares are bare: all but those drawn otherwise than by a dot."""
    rows = text.split() or ["." * SIZE] * SIZE
    return np.array([[mark == "." for mark in row] for row in rows])


@given(st.floats(-0.05, 0.05), st.floats(-0.05, 0.05), st.integers(0, SIZE * SIZE - 1))
def test_light_that_falls_off_evenly_goes_on(down: float, across: float, index: int) -> None:
    """A square is expected to be as bright as the light makes it, whatever is seen there."""
    light = falling_off(down, across)
    seen = light.copy()
    seen[index] = 255

    told = expected(index, bare(), seen)

    assert told is not None
    assert told.level == pytest.approx(light[index], rel=1e-6)
    assert told.stray == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("index", "sides"), [(0, 2), (3, 3), (MIDDLE, 4)])
def test_sides(index: int, sides: int) -> None:
    """At the board's rim bare squares lie on three sides, in its corners on two."""
    told = expected(index, bare(), falling_off(0, 0))

    assert told is not None
    assert told.sides == sides


def test_uneven_squares_stray() -> None:
    """Where those around it differ by a tenth and more, what is expected is as unsure."""
    light = falling_off(0, 0) * np.where(np.arange(SIZE * SIZE) % 2, 1.1, 0.9)
    told = expected(MIDDLE, bare(), light)

    assert told is not None
    assert told.stray == pytest.approx(0.1, abs=0.01)


def test_too_few_squares_tell_nothing() -> None:
    """Five are too few, and those further away have a light of their own."""
    five, six = (bare("xxxxxxx " * 2 + f"xx..{one}xx xx.x.xx " + "xxxxxxx " * 3) for one in "x.")
    five[3, 2] = five[4, 4] = six[3, 2] = six[4, 4] = True

    assert five.sum() == 5
    assert expected(MIDDLE, five, falling_off(0, 0)) is None
    assert expected(MIDDLE, six, falling_off(0, 0)) is not None
    assert expected(0, bare("xxxxxxx " * 4 + "....... " * 3), falling_off(0, 0)) is None


def test_near() -> None:
    """Slanting squares, too, but none beyond the board's rim."""
    assert near(0, bare(), 1).sum() == 4
    assert near(MIDDLE, bare(), 2).sum() == 25
    assert not near(MIDDLE, bare("xxxxxxx " * SIZE), 2).any()


def test_faces() -> None:
    """Each square in its least bleached channel, by its middle; a quarter that light has taken leaves nothing."""
    pixels: Colour = np.full(((SIZE + 2) * SQUARE,) * 2 + (3,), (255, 180, 255), np.uint8)
    pixels[SQUARE : SQUARE + SQUARE // 2, SQUARE : SQUARE + SQUARE // 2] = 255

    faces = faces_of(Squared(pixels, SIZE))

    assert list(faces.left[:, 0]) == [0, 1, 1, 1]
    assert list(faces.left[:, 1]) == [1, 1, 1, 1]
    assert faces.level[0] == pytest.approx(180 + 75 / 4)
    assert (faces.darkest[0], faces.palest[0]) == (180, 255)
    assert (faces.level[1], faces.darkest[1], faces.palest[1]) == (180, 180, 180)
