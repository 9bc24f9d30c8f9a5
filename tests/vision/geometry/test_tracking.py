"""A board that was bumped is followed to where it lies now, and only there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour, Floats, carry
from vision.geometry.find_board import board_of
from vision.geometry.rectify import square_up
from vision.geometry.tracking import Place
from vision.render import Light, View, quad, render

GAME = ruleset("alfapet-sv")
SIZE = GAME.layout.size
CORNERS = np.array([[0.0, 0.0], [SIZE, 0.0], [SIZE, SIZE], [0.0, SIZE]])
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


def corners(view: View) -> Floats:
    """The grid's true corners in such a picture, px."""
    return np.array(quad(view, GAME.layout).corners)


@pytest.fixture(scope="module")
def before() -> Place:
    """The place that a first look keeps."""
    picture = table(VIEW)
    to_board = board_of(quad(VIEW, GAME.layout), SIZE)
    return Place(to_board, picture.shape, square_up(picture, to_board, SIZE))


@settings(max_examples=12, deadline=None)
@given(st.floats(-1.2, 1.2), st.floats(-1.2, 1.2), st.floats(-2.0, 2.0), st.floats(0.0, 3.0))
def test_a_bumped_board_is_followed(before: Place, right: float, down: float, turn: float, tilt: float) -> None:
    """Wherever a bump moves the board to, its corners are told to a tenth of a square, or it is to be sought."""
    moved = replace(VIEW, shift=(right * SQUARE * 0.75, down * SQUARE), turn=turn, tilt=tilt)

    found = before.again(table(moved))

    assert found is None or np.abs(carry(found[0].to_board, corners(moved)) - CORNERS).max() < 0.1


@pytest.mark.parametrize("squares", [0.3, 1.0])
def test_a_light_bump_needs_no_search(before: Place, squares: float) -> None:
    """A board pushed by a part of a square, or by just one, is found without being sought, new tiles on it or not."""
    moved = replace(VIEW, shift=(squares * SQUARE * 0.75, 0.0))

    found = before.again(table(moved, LATER))

    assert found is not None
    assert np.abs(carry(found[0].to_board, corners(moved)) - CORNERS).max() < 0.05


def test_another_exposure_is_no_search(before: Place) -> None:
    """A camera that sets its exposure anew has not been moved."""
    found = before.again(table(replace(VIEW, light=Light(brightness=0.8))))

    assert found is not None
    assert np.abs(carry(found[0].to_board, corners(VIEW)) - CORNERS).max() < 0.05


SHADES = (
    Light(shade=0.5),
    Light(brightness=0.7, gradient=0.4),
)


@pytest.mark.parametrize("light", SHADES)
def test_a_board_at_rest_lies_where_it_lay_in_any_light(before: Place, light: Light) -> None:
    """Where a shade has come over the table, or a lamp was lit, the board has not moved, new tiles on it or not."""
    found = before.again(table(replace(VIEW, light=light), LATER))

    assert found is not None
    assert found[0] is before


@pytest.mark.parametrize("light", SHADES)
def test_a_moved_board_has_moved_in_any_light(before: Place, light: Light) -> None:
    """A board moved by a tenth of a square is nowhere taken for one that lies where it lay."""
    found = before.again(table(replace(VIEW, shift=(0.1 * SQUARE * 0.75, 0.0), light=light)))

    assert found is None or found[0] is not before


@pytest.mark.parametrize("turn", [90.0, 180.0])
def test_a_board_turned_round_is_sought(before: Place, turn: float) -> None:
    """A board turned to another player looks much as it did, but its tiles lie elsewhere."""
    assert before.again(table(replace(VIEW, turn=turn))) is None


def test_an_unmoved_board_is_followed_from_where_it_lay(before: Place) -> None:
    """As long as most looks as it did the first place counts, so that a board that creeps is not lost bit by bit."""
    found = before.again(table(VIEW, LATER))

    assert found is not None
    assert found[0] is before


@pytest.mark.parametrize(("squares", "is_found"), [(0.3, True), (1.3, False), (-1.3, False)])
def test_a_board_is_not_followed_out_of_the_picture(squares: float, is_found: bool) -> None:
    """What lies beyond the picture's rim, here a square from the board, cannot be seen."""
    near = replace(VIEW, zoom=1.05)
    picture, to_board = table(near), board_of(quad(near, GAME.layout), SIZE)
    place = Place(to_board, picture.shape, square_up(picture, to_board, SIZE))

    found = place.again(table(replace(near, shift=(0.0, squares * 1.05 / 19))))

    assert (found is not None) == is_found


def test_another_picture_is_sought(before: Place) -> None:
    """A picture of another size, or of something else, tells of no place."""
    assert before.again(table(replace(VIEW, width=1000))) is None
    assert before.again(np.full((720, 960, 3), 90, np.uint8)) is None
