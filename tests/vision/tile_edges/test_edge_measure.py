"""Tiles and bare squares differ by the lines round them, whatever light has done to their colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from vision.arrays import Colour
from vision.geometry.find_board import board_of
from vision.geometry.rectify import Squared, square_up
from vision.tile_edges.edge_measure import BARE, TILE, UNKNOWN, Known, Rims, rims_of

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

SIZE = 17
BLANK = Square.parse("I11")
LIGHTS = {"as it is": (1.0, 1.0, 1.0), "warm": (0.7, 1.0, 1.25), "dim": (0.4, 0.4, 0.4), "bright": (1.2, 1.2, 1.2)}


def squared_in(scene: Scene, light: tuple[float, float, float]) -> Squared:
    """A scene's board, squared up, each channel of its picture times a gain."""
    picture: Colour = np.clip(scene.picture * np.array(light), 0, 255).astype(np.uint8)
    return square_up(picture, board_of(scene.corners, SIZE), SIZE)


def known_of(scene: Scene) -> Known:
    """What is known once the letters are read: tiles with a letter, bare squares, and blanks and stop tiles unknown."""
    known = np.full((SIZE, SIZE), BARE)
    for square, letter in scene.position.letters().items():
        known[square.row, square.column] = TILE if letter else UNKNOWN
    for square in scene.position.stops:
        known[square.row, square.column] = UNKNOWN
    return known


def rims_in(scene: Scene, light: tuple[float, float, float]) -> tuple[Rims, Known]:
    """The rims of a scene's squares, and what is known of those."""
    known = known_of(scene)
    return rims_of(squared_in(scene, light), known), known


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", ["from above", "dark edition", "turned and tilted"])
def test_lettered_tiles_and_bare_squares(scenes: Mapping[str, Scene], name: str, light: str) -> None:
    """Each lettered tile has more of a tile's rim than nearly every bare square, though its own lines are left out."""
    rims, known = rims_in(scenes[name], LIGHTS[light])
    told = rims.sides >= 2

    tiles, bare = rims.tile[told & (known == TILE)], rims.tile[told & (known == BARE)]

    assert len(tiles) >= 15
    assert len(bare) >= 150
    assert (tiles[:, None] > bare).mean() > 0.995


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", ["from above", "turned and tilted"])
def test_a_blank_has_a_tiles_rim(scenes: Mapping[str, Scene], name: str, light: str) -> None:
    """A blank is known by its rim, though nothing was known of its square, and it bears no ink."""
    rims, known = rims_in(scenes[name], LIGHTS[light])

    assert scenes[name].position.letters()[BLANK] == ""
    assert rims.sides[BLANK.row, BLANK.column] >= 2
    assert rims.tile[BLANK.row, BLANK.column] > rims.tile[known == BARE].max()


def test_nothing_is_told_where_light_has_taken_all(scenes: Mapping[str, Scene]) -> None:
    """Lines at the end of the scale tell nothing, and so do those of boards with too few tiles to learn from."""
    white, known = rims_in(scenes["from above"], (9.0, 9.0, 9.0))
    bare = rims_of(squared_in(scenes["an empty board"], (1.0, 1.0, 1.0)), np.full((SIZE, SIZE), BARE))

    assert not white.sides[known == BARE].all()
    assert not bare.sides.any()
    assert not bare.tile.any()


def test_unknown_squares_teach_nothing(scenes: Mapping[str, Scene]) -> None:
    """What is not known is no example: were all unknown, nothing could be told."""
    squared = squared_in(scenes["from above"], (1.0, 1.0, 1.0))

    assert not rims_of(squared, np.full((SIZE, SIZE), UNKNOWN)).sides.any()


def test_the_board_may_lie_on_its_side(scenes: Mapping[str, Scene]) -> None:
    """Level and upright lines count alike: a board turned by a quarter tells the same of each square."""
    scene = scenes["from above"]
    squared, known = squared_in(scene, (1.0, 1.0, 1.0)), known_of(scene)
    turned = Squared(np.ascontiguousarray(squared.pixels.swapaxes(0, 1)), SIZE)

    as_it_is, turned_rims = rims_of(squared, known), rims_of(turned, known.T)

    assert np.allclose(as_it_is.tile, turned_rims.tile.T, atol=1e-4)
    assert (as_it_is.sides == turned_rims.sides.T).all()
