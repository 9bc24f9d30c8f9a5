"""A board is taken to lie where it lay in any light, and never where it was moved away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.geometry.find_board import board_of
from vision.geometry.rectify import square_up
from vision.geometry.tracking import Place
from vision.render import Light, View, quad, render

GAME = ruleset("alfapet-sv")
SIZE = GAME.layout.size
VIEW = View(width=960, height=720, zoom=0.8, seed=4)
SQUARE = 0.8 / 19
"""A square's side in such a picture, as a share of its height; the board has a frame."""

LAID = """
K A B E L
. . . N .
. . . A .
"""
LATER = """
K A B E L
O . . N .
R . . A .
M . . . .
"""


def table(view: View, laid: str = LAID) -> Colour:
    """A picture of a table on which these letters lie in the middle."""
    return render(draw_position(laid, at=Square.parse("H9")), GAME, view)


@pytest.fixture(scope="module")
def before() -> Place:
    """The place that a first look keeps."""
    picture = table(VIEW)
    to_board = board_of(quad(VIEW, GAME.layout), SIZE)
    return Place(to_board, picture.shape, square_up(picture, to_board, SIZE))


@settings(max_examples=12, deadline=None)
@given(st.floats(0.1, 1.2), st.floats(0.0, 2 * np.pi), st.floats(-2.0, 2.0), st.floats(0.0, 3.0))
def test_a_bumped_board_is_sought(before: Place, far: float, way: float, turn: float, tilt: float) -> None:
    """Wherever a bump moves the board to, it is not read where it lay."""
    shift = (far * np.cos(way) * SQUARE * 0.75, far * np.sin(way) * SQUARE)

    assert before.again(table(replace(VIEW, shift=shift, turn=turn, tilt=tilt))) is None


def test_another_exposure_is_no_search(before: Place) -> None:
    """A camera that sets its exposure anew has not been moved."""
    assert before.again(table(replace(VIEW, light=Light(brightness=0.8)))) is not None


SHADES = (
    Light(shade=0.5),
    Light(brightness=0.7, gradient=0.4),
)


@pytest.mark.parametrize("light", SHADES)
def test_a_board_at_rest_lies_where_it_lay_in_any_light(before: Place, light: Light) -> None:
    """Where a shade has come over the table, or a lamp was lit, the board has not moved, new tiles on it or not."""
    assert before.again(table(replace(VIEW, light=light), LATER)) is not None


@pytest.mark.parametrize("light", SHADES)
def test_a_moved_board_has_moved_in_any_light(before: Place, light: Light) -> None:
    """A board moved by a tenth of a square is nowhere taken for one that lies where it lay."""
    assert before.again(table(replace(VIEW, shift=(0.1 * SQUARE * 0.75, 0.0), light=light))) is None


@pytest.mark.parametrize("turn", [90.0, 180.0])
def test_a_board_turned_round_is_sought(before: Place, turn: float) -> None:
    """A board turned to another player looks much as it did, but its tiles lie elsewhere."""
    assert before.again(table(replace(VIEW, turn=turn))) is None


def test_another_picture_is_sought(before: Place) -> None:
    """A picture of another size, or of something else, tells of no place."""
    assert before.again(table(replace(VIEW, width=1000))) is None
    assert before.again(np.full((720, 960, 3), 90, np.uint8)) is None
