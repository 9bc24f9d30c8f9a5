"""The plane of the tiles' tops, which seen from the side stand off their squares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benches.pictures.positions import played_board
from pi_referee.rules.definition.library import ruleset
from vision.arrays import carry
from vision.geometry.find_board import board_of
from vision.geometry.raised_plane import RAISED, centred, laid_over, raised, stands_off
from vision.geometry.rectify import SQUARE, Tops, square_up
from vision.render import View, quad, render
from vision.render.lens import board_outline, place_camera
from vision.sighting import Quad

GAME = ruleset("scrabble-en")
SIZE = GAME.layout.size


@pytest.mark.parametrize("shape", [(1600, 1200), (1080, 1920)])
@pytest.mark.parametrize(("tilt", "way"), [(35.0, 0.0), (45.0, 60.0), (60.0, 130.0), (60.0, 45.0)])
def test_tops_are_where_the_camera_sees_them(tilt: float, way: float, shape: tuple[int, int]) -> None:
    """From the board's corners alone follows where a place above the board is seen, to a fiftieth of a square."""
    view = View(width=shape[0], height=shape[1], tilt=tilt, tilt_way=way, turn=15.0, zoom=0.85)
    places = np.array([[x, y, RAISED.height] for x in (0.5, 7.5, 14.5) for y in (0.5, 7.5, 14.5)])
    seen = place_camera(view, board_outline(SIZE), SIZE).project(places)

    found = carry(raised(board_of(quad(view, GAME.layout), SIZE), shape[::-1], SIZE), seen)

    assert np.abs(found - places[:, :2]).max() < 0.02


@pytest.mark.parametrize("stretched", [0.96, 1.0, 1.04])
def test_seen_from_above_tops_lie_on_their_squares(stretched: float) -> None:
    """Squares a little wider than high are no slant: boards are printed so."""
    view = View(width=1600, height=1200, tilt=5.0, turn=10.0)
    to_board = np.diag([stretched, 1.0, 1.0]) @ board_of(quad(view, GAME.layout), SIZE)

    assert np.linalg.norm(stands_off(to_board, (1200, 1600), SIZE)) < 0.1


def test_a_picture_cut_out_of_another_tells_no_lens() -> None:
    """Where no lens in the picture's middle sees a board so, tops stand off by what its slant of 17 degrees tells."""
    to_board = board_of(Quad(((125.0, 145.0), (422.0, 98.0), (505.0, 314.0), (230.0, 488.0))), SIZE)

    off = stands_off(to_board, (585, 765), SIZE)

    assert 0.05 < np.linalg.norm(off) < 0.08


@pytest.mark.parametrize(("tiles", "is_told"), [(RAISED.fewest - 1, False), (RAISED.fewest, True), (40, True)])
def test_tiles_of_another_height_centre_the_plane_of_their_tops(tiles: int, *, is_told: bool) -> None:
    """Thin tiles lie off the plane of thick ones, all alike but for one: their middle one is laid on its square."""
    off = np.array([0.0, 0.2])
    read = [off + np.array([0.4, 0.0]), *([off] * (tiles - 1))]

    seen = carry(centred(np.eye(3), read), np.array([[3.5, 7.5]]) + off)[0]

    assert seen.tolist() == pytest.approx([3.5, 7.5] if is_told else [3.5, 7.7])


def test_tiles_are_laid_on_their_squares_and_hide_what_is_behind() -> None:
    """Where a tile stands its top is shown; of the square it leans over the rest's colour takes the hidden part."""
    board = np.full((5 * SQUARE, 5 * SQUARE, 3), 100, np.uint8)
    board[: 2 * SQUARE] = 60
    tops, standing = np.full_like(board, 200), np.zeros((3, 3), bool)
    standing[1, 1] = True
    leaning = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, -0.4], [0.0, 0.0, 1.0]])
    board[int(1.6 * SQUARE) : 2 * SQUARE, 2 * SQUARE : 3 * SQUARE] = 200

    laid = laid_over(board, tops, standing, leaning, SQUARE)

    assert (laid[2 * SQUARE : 3 * SQUARE, 2 * SQUARE : 3 * SQUARE] == 200).all()
    assert np.abs(laid[SQUARE + 1 : 2 * SQUARE - 1, 2 * SQUARE + 1 : 3 * SQUARE - 1].astype(int) - 60).max() < 10
    assert (laid[3 * SQUARE + 1 :] == 100).all()


def test_tops_lie_on_their_squares() -> None:
    """Seen from the side, too, a letter's dark px are in the middle of its square."""
    view = View(width=1600, height=1200, tilt=55.0, thick=RAISED.height, jitter=0.0, crooked=0.0)
    lying = played_board(np.random.default_rng(3), GAME, 20)
    to_board, picture = board_of(quad(view, GAME.layout), SIZE), render(lying, GAME, view)
    standing = np.zeros((SIZE, SIZE), bool)
    for square in lying.tiles:
        standing[square.row, square.column] = True
    tops = square_up(picture, to_board, SIZE).above
    assert tops is not None
    assert tops.origin is not None

    seen = square_up(picture, to_board, SIZE, Tops(tops.origin[1], standing)).pixels

    side = SQUARE
    cells = seen.reshape(SIZE + 2, side, SIZE + 2, side, 3).mean(axis=4).swapaxes(1, 2)[1:-1, 1:-1][standing]
    assert cells.shape[0] == len(lying.tiles)
    paper = np.median(cells, axis=(1, 2))[:, None]
    rim = np.concatenate(
        [cells[:, side // 8, side // 4 : -side // 4], cells[:, -side // 8, side // 4 : side // 2]], axis=1
    )
    assert (np.abs(rim - paper) < 40).mean() > 0.9


def test_a_board_from_nearly_above_needs_no_tops() -> None:
    """Up to forty degrees tiles are read as they are."""
    for tilt in (0.0, 20.0, 38.0):
        view = replace(View(width=800, height=600), tilt=tilt)
        picture = render(played_board(np.random.default_rng(3), GAME, 9), GAME, view)
        assert square_up(picture, board_of(quad(view, GAME.layout), SIZE), SIZE).above is None


def test_tops_stand_on_the_cameras_side_of_a_mirrored_board() -> None:
    """Mirrored back, a board seen from the side has its tops where the picture shows them."""
    view = View(width=1600, height=1200, tilt=45.0, tilt_way=60.0, turn=15.0, zoom=0.85)
    mirror = np.diag([-1.0, 1.0, 1.0])
    mirror[0, 2] = SIZE
    places = np.array([[x, 7.5, RAISED.height] for x in (0.5, 7.5, 14.5)])
    seen = place_camera(view, board_outline(SIZE), SIZE).project(places)

    found = carry(raised(mirror @ board_of(quad(view, GAME.layout), SIZE), (1200, 1600), SIZE), seen)

    assert np.abs(found - carry(mirror, places[:, :2])).max() < 0.02
