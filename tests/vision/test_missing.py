"""Something broad over the board is noticed by the print that it hides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_referee.rules.library import ruleset
from pi_referee.rules.square import Square
from vision.arrays import Colour
from vision.eye import Eye
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


@pytest.mark.parametrize("columns", [(4.0, 17.5), (-0.5, 11.5)])
@pytest.mark.parametrize("cloth", [(170, 180, 230), (90, 120, 90), (60, 60, 60)])
def test_nothing_is_told_of_what_lies_under_most_of_the_board(
    scenes: Mapping[str, Scene], cloth: tuple[int, int, int], columns: tuple[float, float]
) -> None:
    """A cloth that is the commonest look of all squares is not taken for the board."""
    scene = scenes["from above"]

    seen = look_at(scene, with_band(scene, cloth, columns))

    hidden = {square for square in scene.position.tiles if columns[0] < square.column < columns[1] - 1}
    assert len(hidden) > 10
    assert seen is None or hidden <= seen.doubted


@pytest.mark.parametrize("name", ["from above", "dark edition", "dim", "a hard shade", "a hard shade, dark edition"])
def test_no_print_is_missing_without_it(scenes: Mapping[str, Scene], name: str) -> None:
    """A board with nothing over it shows its print, in a shade and in dim light, too."""
    seen = look_at(scenes[name], scenes[name].picture)

    assert seen is not None
    assert seen.covered == frozenset[Square]()
