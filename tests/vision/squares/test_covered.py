"""What lies over the board, a sleeve, an arm, a sheet of paper, hides nothing that is told as bare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from hardware.simulation.simulated_table import positions
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.eye import Eye
from vision.render import View, render
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


FIRST, LATER = ("H9 > HSRDLI", "D7 v HA.RME"), ("I9 > TFIDEL", "K9 v .DUVJÅA", "K11 > .RX")


@pytest.mark.parametrize("side", [(-18.8, 23.8, 293.2), (10.0, 20.0, 60.0), (0.0, 22.0, 0.0), (18.0, 24.0, 120.0)])
@pytest.mark.parametrize("turns", [FIRST, LATER])
def test_nothing_lies_over_a_dark_board_that_is_seen_from_the_side(
    turns: tuple[str, ...], side: tuple[float, float, float]
) -> None:
    """Its black squares show no line to any other: fifteen to seventy squares were told to lie under something.

    side: degrees by which the board is turned, and tilted, and the way it tilts.
    """
    turn, tilt, way = side
    view = View(
        width=1280,
        height=960,
        turn=turn,
        tilt=tilt,
        tilt_way=way,
        zoom=0.8,
        blur=0.9,
        grain=2.8,
        edition="dark",
        seed=3,
    )
    rules = ruleset("alfapet-sv")

    seen = Eye(rules, "dark").see(render(positions(turns)[-1], rules, view))

    assert isinstance(seen, Sighting)
    assert not seen.covered
    assert not seen.doubts


SLEEVES = {
    "pale": (175, 195, 205),
    "sand": (150, 170, 180),
    "in the shade": (126, 142, 146),
    "grey": (90, 90, 90),
}
"""Colours like those of the two editions' plain squares, blue-green-red."""


@pytest.mark.parametrize("width", [1.6, 3.5])
@pytest.mark.parametrize("sleeve", SLEEVES)
@pytest.mark.parametrize("name", ["from above", "dark edition", "dim"])
def test_nothing_is_told_of_what_a_sleeve_of_the_boards_own_colour_hides(
    scenes: Mapping[str, Scene], name: str, sleeve: str, width: float
) -> None:
    """An arm over a sand-coloured board, taken for bare squares with all that lies below: doubts, or a refusal."""
    scene = scenes[name]
    columns = sorted(square.column for square in scene.position.tiles)
    first = columns[len(columns) // 2] - (width - 1) / 2

    seen = look_at(scene, with_band(scene, SLEEVES[sleeve], (first, first + width)))

    below = {square for square in scene.position.tiles if first - 0.2 < square.column < first + width - 0.8}
    assert below
    assert seen is None or below <= seen.doubted
