"""Something broad over the board is noticed by the print that it hides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.geometry.find_board import codes_of
from vision.geometry.rectify import SQUARE, Squared
from vision.lighting.appearance import looks
from vision.lighting.square_kinds import kinds_of
from vision.occlusion.missing_print import missing
from vision.sighting import Sighting

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

SIZE = 17
CLOTHS = {
    "a grey sleeve": (120, 120, 120),
    "a dark sleeve": (60, 50, 45),
    "a sheet of paper": (220, 222, 225),
    "a sleeve like the board": (126, 142, 146),
    "a sand-coloured sleeve": (140, 170, 190),
    "an arm in the shade": (108, 131, 146),
}


def with_band(scene: Scene, colour: tuple[int, int, int], columns: tuple[float, float]) -> Colour:
    """A scene's picture with an even band over some of the board's columns, and beyond."""
    corners = np.array(scene.corners.corners)
    left, right = (np.linalg.norm(corners[1] - corners[0]) / SIZE * column for column in columns)
    along = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
    down = (corners[3] - corners[0]) / np.linalg.norm(corners[3] - corners[0])
    start, reach = corners[0], 2 * max(scene.picture.shape)
    edges = [
        start + along * left - down * reach,
        start + along * right - down * reach,
        start + along * right + down * reach,
        start + along * left + down * reach,
    ]
    return np.asarray(cv2.fillPoly(scene.picture.copy(), [np.array(edges).astype(np.int32)], colour), np.uint8)


def look_at(scene: Scene, picture: Colour) -> Sighting | None:
    """What an eye that has seen nothing before tells of a picture, if it finds the board."""
    seen = Eye(ruleset(scene.game), scene.view.edition).see(picture)
    return seen if isinstance(seen, Sighting) else None


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("name", ["from above", "dark edition"])
def test_nothing_is_told_of_what_a_band_hides(scenes: Mapping[str, Scene], name: str, cloth: str) -> None:
    """Tiles under a sleeve or a sheet of paper do not silently vanish: the look is refused, or they are doubts."""
    scene = scenes[name]
    columns = sorted(square.column for square in scene.position.tiles)
    first = columns[len(columns) // 2] - 2

    seen = look_at(scene, with_band(scene, CLOTHS[cloth], (first, first + 6)))

    hidden = {square for square in scene.position.tiles if first < square.column < first + 5}
    assert hidden
    assert seen is None or hidden <= seen.doubted


LAYOUT = ruleset("alfapet-sv").layout
CODES, PLAIN = codes_of(LAYOUT)


EVERY_KIND = "".join(sorted({str(code) for code in CODES.ravel()} - {PLAIN}))
CREAM, BLEACHED = (150, 165, 175), (240, 250, 255)


def hidden_where(
    plain_too: str,
    *,
    plain_at: Collection[tuple[int, ...]] = (),
    in_glare: bool = False,
    light: tuple[int, int, int] = CREAM,
    level: int | None = None,
) -> int:
    """How many squares of a bare board perhaps lie under something, these kinds looking like the plain squares.

    plain_at: rows and columns of single squares that do so, too.
    in_glare: whether a lamp's mirror lies on every square. light: the plain squares' colour. level: how bright all were
    before their light was made even, where it was.
    """
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), light, np.uint8)
    for place, code in np.ndenumerate(CODES):
        if code != PLAIN and code not in plain_too and place not in plain_at:
            top, left = ((at + 1) * SQUARE for at in place)
            colour = np.random.default_rng(ord(code)).integers(40, 220, 3)
            pixels[top : top + SQUARE, left : left + SQUARE] = colour
    seen = looks(Squared(pixels, SIZE), CODES, PLAIN)
    if level is not None:
        seen = seen.bleached_as(looks(Squared(np.full_like(pixels, level), SIZE), CODES, PLAIN))
    kinds, none = CODES.ravel(), np.zeros(CODES.size, bool)
    bare = kinds_of(seen, kinds, ~none)
    return int(missing(seen, bare, kinds, kinds == PLAIN, none, np.full(CODES.size, -1.0), none | in_glare).sum())


def test_most_of_the_board_under_a_cloth() -> None:
    """What all squares look like is no print, if those of four kinds look like plain ones; an edition may lack one."""
    assert hidden_where(EVERY_KIND) == CODES.size
    assert hidden_where("") == 0
    for kind in EVERY_KIND:
        assert hidden_where(kind) == 0


def test_a_lamps_mirror_takes_print_too() -> None:
    """What is missing under a mirror tells of nothing else that lies there."""
    assert hidden_where(EVERY_KIND, in_glare=True) == 0


@pytest.mark.parametrize(("level", "is_hidden"), [(None, False), (250, False), (120, True)])
def test_what_is_dark_itself_is_not_bleached(level: int | None, *, is_hidden: bool) -> None:
    """Strong light takes print and hides nothing; a grey sheet on a bleached board is none, when light is made even."""
    assert (hidden_where(EVERY_KIND, light=BLEACHED, level=level) > 0) == is_hidden


@pytest.mark.parametrize("name", ["from above", "dark edition", "dim", "a hard shade", "a hard shade, dark edition"])
def test_no_print_is_missing_without_it(scenes: Mapping[str, Scene], name: str) -> None:
    """A board with nothing over it shows its print, in a shade and in dim light, too."""
    seen = look_at(scenes[name], scenes[name].picture)

    assert seen is not None
    assert seen.covered == frozenset[Square]()


PRINTED = [(int(row), int(column)) for row, column in np.argwhere(CODES != PLAIN)]


@pytest.mark.parametrize("step", [11, 13, 17])
def test_a_board_printed_otherwise_here_and_there_is_not_covered(step: int) -> None:
    """Some sets print squares plain that others colour: prints that show lie between them."""
    assert hidden_where("", plain_at=PRINTED[::step]) == 0


@pytest.mark.parametrize(("row", "column"), [(0, 0), (5, 5), (9, 2)])
def test_prints_missing_side_by_side_lie_under_something(row: int, column: int) -> None:
    """A sheet hides every print beneath it."""
    under = [place for place in PRINTED if row <= place[0] < row + 7 and column <= place[1] < column + 7]

    assert hidden_where("", plain_at=under) == CODES.size
