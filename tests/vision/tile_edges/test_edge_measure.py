"""Tiles and bare squares differ by the lines round them, whatever light has done to their colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.geometry.find_board import board_of, codes_of
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared, square_up
from vision.tile_edges.edge_measure import BARE, TILE, UNKNOWN, Known, Rims, rims_of

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

SIZE = 17
PRINTED = Printed(*codes_of(ruleset("alfapet-sv").layout))
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
    return rims_of(squared_in(scene, light), known, PRINTED), known


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
    bare = rims_of(squared_in(scenes["an empty board"], (1.0, 1.0, 1.0)), np.full((SIZE, SIZE), BARE), PRINTED)

    assert not white.sides[known == BARE].all()
    assert not bare.sides.any()
    assert not bare.tile.any()


def test_unknown_squares_teach_nothing(scenes: Mapping[str, Scene]) -> None:
    """What is not known is no example: were all unknown, nothing could be told."""
    squared = squared_in(scenes["from above"], (1.0, 1.0, 1.0))

    assert not rims_of(squared, np.full((SIZE, SIZE), UNKNOWN), PRINTED).sides.any()


def test_the_board_may_lie_on_its_side(scenes: Mapping[str, Scene]) -> None:
    """Level and upright lines count alike: a board turned by a quarter tells the same of each square."""
    scene = scenes["from above"]
    squared, known = squared_in(scene, (1.0, 1.0, 1.0)), known_of(scene)
    turned = Squared(np.ascontiguousarray(squared.pixels.swapaxes(0, 1)), SIZE)

    on_its_side = Printed(PRINTED.codes.T, PRINTED.plain)

    as_it_is, turned_rims = rims_of(squared, known, PRINTED), rims_of(turned, known.T, on_its_side)

    assert np.allclose(as_it_is.tile, turned_rims.tile.T, atol=1e-4)
    assert (as_it_is.sides == turned_rims.sides.T).all()


class TestTheCommonLine:
    """How much of the line that is printed between bare squares each square shows."""

    @pytest.mark.parametrize("light", ["as it is", "dim"])
    @pytest.mark.parametrize("name", ["from above", "dark edition", "turned and tilted"])
    def test_bare_squares_show_it(self, scenes: Mapping[str, Scene], name: str, light: str) -> None:
        """Nearly every bare square shows half of it at least on some side, where light has taken no colour."""
        rims, known = rims_in(scenes[name], LIGHTS[light])
        shown = rims.lined[(known == BARE) & np.isfinite(rims.lined)]

        assert len(shown) >= 150
        assert (shown > 0.5).mean() > 0.93

    def test_what_is_even_shows_none(self, scenes: Mapping[str, Scene]) -> None:
        """A sheet of paper over nine squares leaves none of their lines."""
        squared = squared_in(scenes["from above"], LIGHTS["as it is"])
        known = known_of(scenes["from above"])
        top = (1 + SIZE - 4) * SQUARE
        squared.pixels[top : top + 3 * SQUARE, SQUARE : 4 * SQUARE] = 150

        rims = rims_of(squared, known, PRINTED)

        assert rims.lined[SIZE - 3, 1] < 0.3
        assert rims.flat[SIZE - 3, 1]

    def test_a_print_that_drowns_its_lines_is_no_witness(self, scenes: Mapping[str, Scene]) -> None:
        """Where squares of one kind are darker at their edges than in their middles, no line beside one is a line.

        As of the dark board's black squares with their large white icons, which the camera sees from the side.
        """
        squared, printed = squared_in(scenes["an empty board"], LIGHTS["as it is"]), PRINTED.codes
        kind = printed[3, 3]
        for row, column in np.argwhere(printed == kind):
            top, left = (1 + row) * SQUARE, (1 + column) * SQUARE
            squared.pixels[top : top + SQUARE, left : left + SQUARE] = 20
            squared.pixels[top + 4 : top + SQUARE - 4, left + 4 : left + SQUARE - 4] = 220

        rims = rims_of(squared, np.full((SIZE, SIZE), BARE), PRINTED)

        assert kind != PRINTED.plain
        assert np.isinf(rims.lined[printed == kind]).all()
        assert (rims.lined[(printed == PRINTED.plain) & np.isfinite(rims.lined)] > 0.3).all()

    def test_a_board_without_lines_tells_nothing(self) -> None:
        """Grain is like no line: of squares that have none between them no square lacks one."""
        grain = np.random.default_rng(4).normal(150, 6, ((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3))
        squared = Squared(np.clip(grain, 0, 255).astype(np.uint8), SIZE)

        rims = rims_of(squared, np.full((SIZE, SIZE), BARE), PRINTED)

        assert np.isinf(rims.lined).all()

    def test_bleached_squares_tell_nothing(self, scenes: Mapping[str, Scene]) -> None:
        """Light that has taken a square's colour may have taken a line that only differed by that."""
        squared = squared_in(scenes["from above"], (1.0, 1.0, 4.0))

        assert np.isinf(rims_of(squared, known_of(scenes["from above"]), PRINTED).lined).all()

    def test_a_dark_line_between_bleached_squares_shows(self) -> None:
        """Light takes no dark line: white paper over one square of a white board lacks all four, and no other does."""
        pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), 244, np.uint8)
        for line in range(SQUARE, len(pixels), SQUARE):
            pixels[line - 1 : line + 1] = pixels[:, line - 1 : line + 1] = 120
        row, column = np.argwhere(PRINTED.codes[5:, 5:] == PRINTED.plain)[0] + 5
        top, left = SQUARE * (row + 1) - 8, SQUARE * (column + 1) - 8
        pixels[top : top + SQUARE + 16, left : left + SQUARE + 16] = 248

        rims = rims_of(Squared(pixels, SIZE), np.full((SIZE, SIZE), BARE), PRINTED)

        assert np.argwhere(rims.flat).tolist() == [[row, column]]
