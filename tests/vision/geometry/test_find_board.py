"""Finding the board by itself: where it lies, however the camera stands, and when there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.pictures.positions import played_board
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset, ruleset_names
from vision.arrays import carry
from vision.geometry.find_board import board_of, locate, quad_of
from vision.geometry.layout_match import Printed
from vision.render import View, quad, render
from vision.sighting import NotSeen, Quad

Off = Callable[[Quad, Quad, int], float]

SMALL = View(width=800, height=640, seed=4)
OBLIQUE = replace(SMALL, turn=13.0, tilt=28.0, tilt_way=310.0)


@pytest.mark.parametrize("view", [SMALL, OBLIQUE, replace(SMALL, zoom=0.6, shift=(0.12, -0.08))])
@pytest.mark.parametrize("name", ["alfapet-sv", "literaki", "scrabble-sv"])
def test_the_bare_board_is_found(off: Off, name: str, view: View) -> None:
    """Every kind of board is found by its print alone, to a tenth of a square."""
    layout = ruleset(name).layout

    found = locate(render(EMPTY, ruleset(name), view), layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, layout.size), quad(view, layout), layout.size) < 0.1


@pytest.mark.parametrize("tilt", [45.0, 60.0])
@pytest.mark.parametrize(("way", "turn"), [(0.0, 0.0), (45.0, 20.0), (110.0, -30.0), (200.0, 38.0)])
@pytest.mark.parametrize("name", ["alfapet-sv", "literaki", "scrabble-en"])
def test_a_board_seen_from_the_side_is_found(off: Off, name: str, way: float, turn: float, tilt: float) -> None:
    """To 60 degrees from above, any side or corner ahead, the grid is the true one on all four sides."""
    layout = ruleset(name).layout
    view = View(width=1280, height=960, tilt=tilt, tilt_way=way, turn=turn, seed=3)

    found = locate(render(EMPTY, ruleset(name), view), layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, layout.size), quad(view, layout), layout.size) < 0.15


@pytest.mark.parametrize("tilt", [45.0, 60.0])
@pytest.mark.parametrize("seed", range(4))
def test_tiles_seen_from_the_side_do_not_draw_the_grid(off: Off, seed: int, tilt: float) -> None:
    """Tiles' tops stand off their squares there, and the grid is that of the print all the same."""
    rules = ruleset("scrabble-en")
    lying = played_board(np.random.default_rng(seed), rules, 50)
    view = View(width=1280, height=960, tilt=tilt, tilt_way=90.0 * seed + 20, turn=10.0, thick=0.25, seed=seed)

    found = locate(render(lying, rules, view), rules.layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, rules.layout.size), quad(view, rules.layout), rules.layout.size) < 0.2


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.3, -0.25), (-0.28, 0.3)])
@pytest.mark.parametrize(("name", "tilt"), [("alfapet-sv", 10.0), ("literaki", 30.0), ("scrabble-en", 45.0)])
def test_a_small_board_in_a_large_picture_is_found(
    off: Off, name: str, tilt: float, shift: tuple[float, float]
) -> None:
    """A board may fill a third of the picture, anywhere in it."""
    layout = ruleset(name).layout
    view = View(width=3200, height=2400, tilt=tilt, turn=17.0, zoom=0.3, shift=shift, seed=5)

    found = locate(render(EMPTY, ruleset(name), view), layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, layout.size), quad(view, layout), layout.size) < 0.15


@pytest.mark.parametrize("beyond", [-0.04, 0.0, 0.05])
@pytest.mark.parametrize("name", ["alfapet-sv", "literaki", "scrabble-en"])
def test_a_picture_cut_at_the_grids_edge_is_enough(off: Off, name: str, beyond: float) -> None:
    """Where nothing is left of the frame, the grid's own lines tell where it ends."""
    rules = ruleset(name)
    view, size = View(width=1200, height=1200, seed=6), rules.layout.size
    picture = render(played_board(np.random.default_rng(6), rules, 30), rules, view)
    corners = np.array(quad(view, rules.layout).corners)
    margin = beyond * (corners[1, 0] - corners[0, 0]) / size
    left, top = np.round(corners.min(axis=0) - margin).astype(int)
    right, bottom = np.round(corners.max(axis=0) + margin).astype(int)

    found = locate(np.ascontiguousarray(picture[top:bottom, left:right]), rules.layout)

    assert not isinstance(found, NotSeen)
    (a, b), (c, d), (e, f), (g, h) = (corners - [left, top]).tolist()
    assert off(quad_of(found, size), Quad(((a, b), (c, d), (e, f), (g, h))), size) < 0.1


@pytest.mark.parametrize("tilt", [0.0, 25.0, 50.0])
@pytest.mark.parametrize("tiles", [0, 35])
@pytest.mark.parametrize("name", ["alfapet-sv", "literaki", "scrabble-en"])
def test_icons_on_the_common_ground_are_enough(off: Off, name: str, tiles: int, tilt: float) -> None:
    """A clone prints icons alone, its premium squares on the ground of plain ones: it is found like any board."""
    rules = ruleset(name)
    lying = played_board(np.random.default_rng(8), rules, tiles) if tiles else EMPTY
    view = View(width=1200, height=900, tilt=tilt, turn=5.0, icons=True, seed=8)

    found = locate(render(lying, rules, view), rules.layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, rules.layout.size), quad(view, rules.layout), rules.layout.size) < 0.15


def test_a_large_picture_is_measured_in_its_own_px(off: Off) -> None:
    """The board is sought in a smaller picture; the corners are those of the large one."""
    view, layout = replace(OBLIQUE, width=2000, height=1600), ruleset("scrabble-sv").layout

    found = locate(render(EMPTY, ruleset("scrabble-sv"), view), layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, layout.size), quad(view, layout), layout.size) < 0.1


@pytest.mark.parametrize("width", [1440, 2400])
@pytest.mark.parametrize("name", ["literaki", "scrabble-sv"])
def test_no_board_is_found_off_to_one_side(name: str, width: int) -> None:
    """In a reduced picture a px's middle is not at so much of its place: corners were 2 px off, up and to the left.

    On the mean of four views they are off by a hundredth of a square at most.
    """
    layout, turns = ruleset(name).layout, ((0.0, 0.0), (6.0, 10.0), (-12.0, 20.0), (-4.0, 15.0))
    views = [View(width=width, height=width * 3 // 4, turn=turn, tilt=tilt) for turn, tilt in turns]

    off = []
    for view in views:
        found = locate(render(EMPTY, ruleset(name), view), layout)
        assert not isinstance(found, NotSeen)
        off.append((np.array(quad_of(found, layout.size).corners) - quad(view, layout).corners).mean(axis=0))

    side = width * 0.75 / layout.size
    assert np.abs(np.mean(off, axis=0)).max() / side < 0.01


@pytest.mark.parametrize("name", ["alfapet-sv", "scrabble-sv"])
def test_a_dim_board_is_found_as_exactly(off: Off, name: str) -> None:
    """With a quarter of the light edges are weak, and the corners are found to a tenth of a square all the same."""
    layout = ruleset(name).layout
    dim = (render(EMPTY, ruleset(name), OBLIQUE) * 0.25).astype(np.uint8)

    found = locate(dim, layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, layout.size), quad(OBLIQUE, layout), layout.size) < 0.1


def test_a_board_on_a_chequered_cloth_is_found(off: Off) -> None:
    """The cloth's own squares are not taken for the board's, though they draw at its corners a little."""
    view, layout = replace(SMALL, zoom=0.75), ruleset("scrabble-sv").layout
    picture = render(EMPTY, ruleset("scrabble-sv"), view)
    squares = (np.indices(picture.shape[:2]) // 45).sum(axis=0) % 2 * 60 + 90
    corners = np.array(quad(view, layout).corners)
    (left, top), (right, bottom) = corners.min(axis=0).astype(int) - 20, corners.max(axis=0).astype(int) + 20
    cloth = squares[..., None].repeat(3, 2).astype(np.uint8)
    cloth[top:bottom, left:right] = picture[top:bottom, left:right]

    found = locate(cloth, layout)

    assert not isinstance(found, NotSeen)
    assert off(quad_of(found, layout.size), quad(view, layout), layout.size) < 0.25


def test_no_edges_no_board() -> None:
    """A lens cap is told by its own sentence."""
    found = locate(np.zeros((480, 640, 3), np.uint8), ruleset("alfapet-sv").layout)

    assert isinstance(found, NotSeen)
    assert "edge" in found.reason
    assert found.code is Refusal.NO_EDGES


def test_stripes_are_no_board() -> None:
    """Edges that all run one way, as on a striped cloth, stand across no others: no board, and no harm done."""
    down, across = np.mgrid[:1080, :1440]
    stripes = np.where((across + down) % 12 < 3, 200, 110).astype(np.uint8)

    assert isinstance(locate(np.repeat(stripes[..., None], 3, axis=2), ruleset("alfapet-sv").layout), NotSeen)


def test_another_board_is_not_this_one(scenes: Mapping[str, Any]) -> None:
    """An Alfapet board is no Scrabble board, and the advice is to choose the right game."""
    found = locate(scenes["from above"].picture, ruleset("scrabble-sv").layout)

    assert isinstance(found, NotSeen)
    assert "game" in found.cure
    assert found.code is Refusal.NO_BOARD


@pytest.mark.parametrize("name", [name for name in ruleset_names() if ruleset(name).has_board])
def test_most_squares_are_plain(name: str) -> None:
    """A game's printed codes come as a square array, with the commonest as the plain one."""
    layout = ruleset(name).layout

    printed = Printed.of(layout)

    codes = printed.codes
    assert codes.shape == (layout.size, layout.size)
    assert codes[layout.centre.row, layout.centre.column] == layout.code(layout.centre)
    assert printed.is_plain.sum() >= max((codes == other).sum() for other in np.unique(codes))


corner = st.floats(-30, 30)


@given(st.lists(st.tuples(corner, corner), min_size=4, max_size=4))
def test_corners_and_board_say_the_same(moves: list[tuple[float, float]]) -> None:
    """Corners make a way from picture to squares, which gives the same corners back."""
    square = np.array([[100, 100], [500, 110], [520, 480], [90, 500]], float) + np.array(moves)
    shown = Quad(((*square[0],), (*square[1],), (*square[2],), (*square[3],)))

    to_board = board_of(shown, 15)

    assert carry(to_board, square) == pytest.approx(np.array([[0, 0], [15, 0], [15, 15], [0, 15]], float), abs=1e-3)
    assert np.array(quad_of(to_board, 15).corners) == pytest.approx(square, abs=1e-2)
