"""Corners that somebody has shown: right ones are told from those the board has left."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from hardware.simulation.simulated_table import played_game, positions
from pi_referee.rules.definition.library import ruleset
from vision.arrays import carry, scaling
from vision.geometry.find_board import board_of, quad_of
from vision.geometry.shown_corners import pulled
from vision.render import Light, View, quad, render
from vision.sighting import Quad

GAME = ruleset("alfapet-sv")
VIEW = View(tilt=14.0, turn=-5.0)
LYING = positions(played_game("alfapet-sv"))[-1]
PICTURE = render(LYING, GAME, VIEW)


def moved(right: float, down: float, view: View = VIEW) -> Quad:
    """The board's corners, so many squares off in the picture."""
    corners = np.array(quad(view, GAME.layout).corners)
    square = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean() / GAME.layout.size
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners + square * np.array([right, down]))
    return Quad((first, second, third, fourth))


SQUARE = float(np.linalg.norm(np.subtract(*quad(VIEW, GAME.layout).corners[:2]))) / GAME.layout.size
"""Px along the side of a square, about."""


@pytest.mark.parametrize(
    "light",
    [Light(), Light(brightness=0.35), Light(cast=(1.25, 1.0, 0.7)), Light(shade=0.6), Light(glare=0.8)],
    ids=["well lit", "dark", "warm", "shaded", "glaring"],
)
def test_right_corners_fit_in_any_light(light: Light) -> None:
    """Where the board cannot be found for its light, its shown corners are still known for right."""
    picture = render(LYING, GAME, replace(VIEW, light=light))

    assert pulled(picture, moved(0.1, -0.1), GAME.layout)


@settings(max_examples=15, deadline=None)
@given(some.floats(-0.25, 0.25), some.floats(-0.25, 0.25))
def test_corners_shown_by_hand_are_pulled_onto_the_board(right: float, down: float) -> None:
    """Corners a quarter of a square off might have tiles read on their neighbours: the print sets them right."""
    found = pulled(PICTURE, moved(right, down), GAME.layout)

    assert found is not None
    assert np.abs(np.array(found.corners) - np.array(moved(0, 0).corners)).max() < 0.15 * SQUARE


corner = some.tuples(some.floats(-0.3, 0.3), some.floats(-0.3, 0.3))


@settings(max_examples=15, deadline=None)
@given(corner, corner, corner, corner)
def test_each_corner_is_pulled_onto_the_print(
    first: tuple[float, float], second: tuple[float, float], third: tuple[float, float], fourth: tuple[float, float]
) -> None:
    """Corners that are off each its own way, by a third of a square, are all set right."""
    true = np.array(moved(0, 0).corners)
    shown = true + SQUARE * np.array([first, second, third, fourth])

    found = pulled(PICTURE, Quad(tuple((float(x), float(y)) for x, y in shown)), GAME.layout)  # type: ignore[arg-type]

    assert found is not None
    assert np.abs(np.array(found.corners) - true).max() < 0.06 * SQUARE


@pytest.mark.parametrize("tilt", [35.0, 50.0, 58.0])
def test_corners_are_pulled_onto_a_slanted_board(tilt: float) -> None:
    """Seen from the side a third of the far squares is few px, and the corners are set right all the same."""
    view = replace(VIEW, tilt=tilt)
    size = GAME.layout.size
    picture, true = render(LYING, GAME, view), board_of(quad(view, GAME.layout), size)
    shown = quad_of(scaling(1, 1, 0.25, -0.25) @ true, size)

    found = pulled(picture, shown, GAME.layout)

    assert found is not None
    corners = carry(true, np.array(found.corners))
    assert np.abs(corners - [[0, 0], [size, 0], [size, size], [0, size]]).max() < 0.15


@settings(max_examples=30, deadline=None)
@given(some.floats(0.7, 4.0), some.floats(0, 6.28))
def test_corners_the_board_has_left_do_not_fit(far: float, way: float) -> None:
    """A board that moved by more than two thirds of a square is not read where it was."""
    off = far * np.array([np.cos(way), np.sin(way)]) / max(abs(np.cos(way)), abs(np.sin(way)))

    assert pulled(PICTURE, moved(*off), GAME.layout) is None


def test_corners_on_the_bare_table_do_not_fit() -> None:
    """Where no board lies nothing is read."""
    bare = render(LYING, GAME, replace(VIEW, zoom=0.3, shift=(-0.34, -0.34)))

    assert pulled(bare, quad(replace(VIEW, zoom=0.3, shift=(0.3, 0.3)), GAME.layout), GAME.layout) is None
