"""Seeing the board straight from above: points carried there and back, and pictures too."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import Colour, Floats, carry, grey_of, inverse, scaling
from vision.geometry.rectify import SQUARE, square_up
from vision.photo.deblur import refocused

SIZE = 15
numbers = st.floats(-50, 50)
factors = st.floats(0.1, 20)


@given(factors, factors, numbers, numbers, st.lists(st.tuples(numbers, numbers), min_size=1, max_size=5))
def test_a_scaling_goes_there_and_back(x: float, y: float, left: float, top: float, points: list[Floats]) -> None:
    """What was stretched and shifted comes back to its place."""
    there = scaling(x, y, left, top)
    given_points = np.array(points, float)

    assert carry(inverse(there), carry(there, given_points)) == pytest.approx(given_points, abs=1e-6)


@given(st.floats(-0.02, 0.02), st.floats(-0.02, 0.02), st.tuples(numbers, numbers))
def test_a_tilted_plane_goes_there_and_back(a: float, b: float, point: tuple[float, float]) -> None:
    """So does what was seen aslant, off the horizon."""
    there = np.array([[1.0, 0.1, 3.0], [-0.1, 0.9, 2.0], [a, b, 3.0]])
    given_point = np.array([point])

    assert carry(inverse(there), carry(there, given_point)) == pytest.approx(given_point, abs=1e-6)


def test_a_scaling_says_what_it_does() -> None:
    """Points are stretched first and shifted then."""
    assert carry(scaling(2, 3, 10, 20), np.array([[1.0, 1.0]])).tolist() == [[12.0, 23.0]]


def test_a_point_on_the_horizon_is_infinitely_far() -> None:
    """It is no error, and no warning either."""
    horizon = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])

    assert np.isinf(carry(horizon, np.array([[0.0, 1.0]]))).any()


def board(px: int) -> Colour:
    """A picture of a board whose squares are each of one brightness, with a margin of two squares."""
    shades = (np.arange(SIZE * SIZE).reshape(SIZE, SIZE) * 37 % 200 + 30).astype(np.uint8)
    return np.asarray(
        np.pad(shades, 2, constant_values=10).repeat(px, 0).repeat(px, 1)[..., None].repeat(3, 2), np.uint8
    )


@pytest.mark.parametrize("px", [20, 32, 70, 150])
def test_every_square_comes_to_its_place(px: int) -> None:
    """Small or large, each square fills its own 32 px; one square's width of table stays around them."""
    picture = board(px)

    squared = square_up(picture, scaling(1 / px, 1 / px, -2, -2), SIZE)

    middles = grey_of(squared.grid())[SQUARE // 2 :: SQUARE, SQUARE // 2 :: SQUARE]
    assert squared.pixels.shape == ((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3)
    assert middles.tolist() == (np.arange(SIZE * SIZE).reshape(SIZE, SIZE) * 37 % 200 + 30).tolist()
    assert squared.pixels[SQUARE // 2, SQUARE // 2].tolist() == [10, 10, 10]


@pytest.mark.parametrize("px", [20, 32, 70, 150])
def test_squares_end_where_they_end(px: int) -> None:
    """Lines between squares come between the px of two squares, however large the picture is, to a fifth of a px."""
    chequers = np.indices((SIZE + 4, SIZE + 4)).sum(axis=0) % 2 * 200
    picture = np.asarray(chequers.repeat(px, 0).repeat(px, 1)[..., None].repeat(3, 2), np.uint8)

    # From px' middles to squares.
    squared = square_up(picture, scaling(1 / px, 1 / px, 0.5 / px - 2, 0.5 / px - 2), SIZE)

    row = grey_of(squared.grid())[SQUARE // 2].astype(float)
    lines = [SQUARE * number for number in range(1, SIZE)]
    found = [_crossing(row[line - 4 : line + 4]) for line in lines]
    assert found == pytest.approx([3.5] * len(lines), abs=0.2)


def _crossing(steps: Floats) -> float:
    """Where brightness passes the middle between its ends, in px from the first."""
    share = (steps - steps[0]) / (steps[-1] - steps[0])
    return float(len(steps) - 0.5 - share.sum())


def test_a_large_picture_leaves_no_moire() -> None:
    """Fine print is averaged, not sampled here and there: a screen of single px becomes an even grey."""
    side = (SIZE + 2) * 96
    screen = (np.indices((side, side)).sum(axis=0) % 2 * 200).astype(np.uint8)[..., None].repeat(3, 2)

    squared = square_up(screen, scaling(1 / 96, 1 / 96, -1, -1), SIZE)

    assert np.ptp(squared.grid().astype(int)) < 20


@pytest.mark.parametrize(("wide", "high"), [(20.0, 30.0), (30.0, 20.0)])
def test_a_board_tells_how_many_px_its_squares_had(wide: float, high: float) -> None:
    """The shorter side of a square counts, and what is made of a squared board remembers it."""
    picture: Colour = np.full((700, 700, 3), 120, np.uint8)
    board = square_up(picture, scaling(1 / wide, 1 / high, 0, 0), SIZE)

    made = [board.alone(), board.made_into(board.pixels), *refocused(board, 0.3)]

    assert [one.side for one in (board, *made)] == pytest.approx([20.0] * (len(made) + 1))
