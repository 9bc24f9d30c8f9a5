"""The drawn table: what lies where, under which light, and where its corners are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pi_referee.errors import RefereeError
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset, ruleset_names
from vision.render import Light, View, quad, render
from vision.render.lens import bend, bend_picture
from vision.render.typeface import load
from vision.render.view import BUNDLED
from vision.sighting import Edition

SMALL = View(width=720, height=560, blur=0.0, grain=0.0, jpeg=None, jitter=0.0, crooked=0.0)
VIEWS = (
    SMALL,
    replace(SMALL, turn=90.0),
    replace(SMALL, turn=-20.0, tilt=35.0, tilt_way=50.0),
    replace(SMALL, tilt=20.0, tilt_way=180.0, lens=-0.06),
    replace(SMALL, turn=200.0, zoom=0.7, shift=(0.1, -0.05), lens=0.04),
)
Picture = NDArray[np.uint8]


def squared(picture: Picture, view: View, size: int, px: int = 20) -> Picture:
    """The grid alone, squared up by its true corners."""
    own = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) * px
    seen = np.array(quad(view, ruleset("alfapet-sv").layout).corners, np.float32)
    matrix = cv2.getPerspectiveTransform(seen, own)
    return np.asarray(cv2.warpPerspective(picture, matrix, (size * px, size * px)), np.uint8)


def tone(board: Picture, name: str, px: int = 20) -> NDArray[np.float64]:
    """A square's colour in its upper left corner, where nothing is printed on it, BGR."""
    row, column = Square.parse(name)
    part = board[row * px + 3 : row * px + 6, column * px + 3 : column * px + 6]
    return np.asarray(np.median(part.reshape(-1, 3), axis=0))


def lying(*names: str, stops: tuple[str, ...] = (), arrows: tuple[str, ...] = ()) -> Position:
    """A position of tiles named "H8A": square and letter."""
    tiles = {Square.parse(name[:-1]): Tile(name[-1]) for name in names}
    return Position(tiles, frozenset(map(Square.parse, stops)), frozenset(map(Square.parse, arrows)))


@pytest.mark.parametrize("view", VIEWS)
def test_the_grid_lies_where_quad_says(view: View) -> None:
    """However the camera stands, the four corner squares are found violet inside the true corners."""
    board = squared(render(EMPTY, ruleset("alfapet-sv"), view), view, 17)

    tones = [tone(board, name) for name in ("A1", "Q1", "A17", "Q17")]

    assert all(blue > green + 40 for blue, green, _ in tones)


@pytest.mark.parametrize("view", VIEWS)
def test_the_whole_grid_is_in_the_picture(view: View) -> None:
    """The board fills its share of the picture and is not cut off."""
    corners = np.array(quad(view, ruleset("alfapet-sv").layout).corners)

    assert corners.min() > 0
    assert (corners < (view.width, view.height)).all()


def test_a_picture_can_be_drawn_again() -> None:
    """The same arguments give the same picture, grain and all."""
    view = replace(SMALL, grain=4.0, jpeg=80, jitter=0.3, seed=5)
    position = lying("H8A", "I8Å")

    first, second = (render(position, ruleset("alfapet-sv"), view) for _ in range(2))

    assert np.array_equal(first, second)
    assert first.shape == (560, 720, 3)


def test_only_its_own_surroundings_change_when_a_tile_is_laid() -> None:
    """A tile is drawn on its square; squares away from it keep every px."""
    before = squared(render(lying("C3A"), ruleset("alfapet-sv"), SMALL), SMALL, 17)
    after = squared(render(lying("C3A", "K9B"), ruleset("alfapet-sv"), SMALL), SMALL, 17)

    rows, columns = np.nonzero((before != after).any(axis=2))

    assert {*(rows // 20), *(columns // 20)} <= {7, 8, 9, 10, 11}
    assert 300 < len(rows) < 1600


def test_tiles_lie_still_as_the_game_goes_on() -> None:
    """A crooked tile lies just as crooked in the next picture of the same table."""
    view = replace(SMALL, jitter=0.3, crooked=6.0, seed=11)

    one = squared(render(lying("C3A"), ruleset("alfapet-sv"), view), view, 17)
    two = squared(render(lying("C3A", "O15B"), ruleset("alfapet-sv"), view), view, 17)

    assert np.array_equal(one[:200, :200], two[:200, :200])


def test_a_stop_tile_is_dark_among_ivory_tiles_and_white_among_dark_ones() -> None:
    """The two editions' stop tiles are each other's opposites."""
    dark = replace(SMALL, edition="dark")
    position = lying(stops=("H8",))

    ivory = tone(squared(render(position, ruleset("alfapet-sv"), SMALL), SMALL, 17), "H8")
    black = tone(squared(render(position, ruleset("alfapet-sv"), dark), dark, 17), "H8")

    assert ivory.max() < 60
    assert black.min() > 180


def test_a_blank_shows_no_letter() -> None:
    """A blank's top is plain whatever it stands for: a camera cannot see what it was named."""
    named = Position({Square.parse("H8"): Tile("E", is_blank=True)})
    nameless = Position({Square.parse("H8"): Tile("", is_blank=True)})

    game = ruleset("alfapet-sv")

    assert np.array_equal(render(named, game, SMALL), render(nameless, game, SMALL))


def test_an_arrow_raises_its_letter() -> None:
    """A letter on an arrow stands higher and so, seen aslant, elsewhere."""
    view = replace(SMALL, tilt=30.0)
    flat = render(lying("H8A"), ruleset("alfapet-sv"), view)
    raised = render(lying("H8A", arrows=("H8",)), ruleset("alfapet-sv"), view)

    assert not np.array_equal(flat, raised)


def test_the_light_does_what_it_says() -> None:
    """Half the brightness is about half as bright; a warm cast lifts red over blue; shade darkens one side."""
    game = ruleset("alfapet-sv")
    plain = render(EMPTY, game, SMALL).astype(float)
    dim = render(EMPTY, game, replace(SMALL, light=Light(brightness=0.5))).astype(float)
    warm = render(EMPTY, game, replace(SMALL, light=Light(cast=(1.0, 0.9, 0.7)))).astype(float)
    shaded = render(EMPTY, game, replace(SMALL, light=Light(shade=0.6))).astype(float)

    assert dim.mean() == pytest.approx(plain.mean() / 2, rel=0.05)
    assert warm[:, :, 0].mean() < 0.75 * plain[:, :, 0].mean()
    assert shaded[:, -50:].mean() < 0.5 * plain[:, -50:].mean()
    assert shaded[:, :50].mean() == pytest.approx(plain[:, :50].mean(), rel=0.02)


def test_the_lens_bends_points_as_it_bends_the_picture() -> None:
    """A spot is found where the lens is said to put it."""
    view = replace(SMALL, lens=-0.08)
    sheet = np.zeros((view.height, view.width, 3), np.uint8)
    spot = (600, 420)
    cv2.circle(sheet, spot, 5, (255, 255, 255), -1)

    rows, columns = np.nonzero(bend_picture(view, sheet)[:, :, 0] > 128)

    found = np.array([columns.mean(), rows.mean()])
    assert np.abs(found - bend(view, np.array([spot], float))[0]).max() < 0.7


@pytest.mark.parametrize("name", ruleset_names())
def test_the_bundled_typeface_has_every_letter(name: str) -> None:
    """No tile of any game is drawn with the box that stands for a missing letter, nor like another tile."""
    font = load(BUNDLED, 60)
    missing = bytes(font.getmask("\uffff"))

    shapes = [bytes(font.getmask(letter)) for letter in ruleset(name).alphabet]

    assert missing not in shapes
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("edition", ["light", "dark"])
@pytest.mark.parametrize("name", [name for name in ruleset_names() if ruleset(name).has_board])
def test_every_game_can_be_drawn(name: str, edition: Edition) -> None:
    """Any ruleset's board can be drawn in both editions."""
    assert render(lying("H8A"), ruleset(name), replace(SMALL, edition=edition)).std() > 10


def test_a_missing_typeface_is_said() -> None:
    """A font file that is not there is named, with the cure."""
    with pytest.raises(RefereeError, match=r"nowhere\.ttf.*TrueType"):
        render(lying("H8A"), ruleset("alfapet-sv"), replace(SMALL, typeface=Path("nowhere.ttf")))
