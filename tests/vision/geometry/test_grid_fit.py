"""Whether a grid fits the picture in every part of the board, and pulling it onto the print."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Homography, carry, inverse, scaling
from vision.geometry.find_board import board_of
from vision.geometry.grid_fit import fit_of, on_print, pulled_onto
from vision.render import View, quad, render

GAME = ruleset("scrabble-en")
SIZE = GAME.layout.size
VIEW = View(width=900, height=700, turn=12.0, tilt=30.0, tilt_way=40.0)
PICTURE = render(EMPTY, GAME, VIEW)
TRUE = board_of(quad(VIEW, GAME.layout), SIZE)
CORNERS = np.array([[0.0, 0.0], [SIZE, 0.0], [SIZE, SIZE], [0.0, SIZE]])


def moved(*corners: tuple[float, float]) -> Homography:
    """The true grid with its corners drawn so many squares right and down, the upper left one first, clockwise."""
    there = (CORNERS + np.array(corners)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(there, CORNERS.astype(np.float32)) @ TRUE)


def off(to_board: Homography) -> float:
    """How far the grid's worst corner lies from the board's, in squares."""
    return float(np.abs(carry(TRUE @ inverse(to_board), CORNERS) - CORNERS).max())


@pytest.mark.parametrize("tilt", [0.0, 30.0, 50.0, 60.0])
def test_the_right_grid_fits(tilt: float) -> None:
    """Seen from anywhere, the true corners' lines lie on edges in all parts of the board."""
    view = replace(VIEW, tilt=tilt)

    assert fit_of(render(EMPTY, GAME, view), board_of(quad(view, GAME.layout), SIZE), SIZE).fits


@pytest.mark.parametrize("side", range(4))
def test_a_grid_drawn_off_along_one_side_does_not_fit(side: int) -> None:
    """It fits in the middle and along three sides; the fourth tells."""
    drawn = [(0.0, 0.0)] * 4
    drawn[side] = drawn[(side + 1) % 4] = (0.5, 0.0) if side % 2 else (0.0, 0.5)

    assert not fit_of(PICTURE, moved(*drawn), SIZE).fits


@pytest.mark.parametrize("squares", [14, 16])
def test_a_grid_of_too_many_or_few_squares_does_not_fit(squares: int) -> None:
    """Fifteen squares' width with another number of lines keeps to none."""
    assert not fit_of(PICTURE, scaling(squares / SIZE, 1) @ TRUE, SIZE).fits


def test_a_table_has_no_grid() -> None:
    """Beside the board nothing comes once a square."""
    bare = render(EMPTY, GAME, replace(VIEW, zoom=0.3, shift=(-0.34, -0.34)))
    beside = board_of(quad(replace(VIEW, zoom=0.3, shift=(0.3, 0.3)), GAME.layout), SIZE)

    assert not fit_of(bare, beside, SIZE).fits


some_way = some.tuples(some.floats(-0.35, 0.35), some.floats(-0.35, 0.35))


@settings(max_examples=20, deadline=None)
@given(some_way, some_way, some_way, some_way)
def test_a_grid_is_pulled_onto_the_print(
    first: tuple[float, float], second: tuple[float, float], third: tuple[float, float], fourth: tuple[float, float]
) -> None:
    """Each corner may be a third of a square off its own way."""
    assert off(pulled_onto(PICTURE, moved(first, second, third, fourth), SIZE)) < 0.05


def test_a_grid_that_is_a_little_too_large_is_moved_onto_the_print() -> None:
    """Lines of small or blurred boards are found too far out: by a seventh of a square, then not by a thirtieth."""
    outward = moved((-0.15, -0.15), (0.15, -0.15), (0.15, 0.15), (-0.15, 0.15))

    assert off(on_print(PICTURE, outward, SIZE)) < 0.03
