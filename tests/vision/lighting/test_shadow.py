"""A shade's edge is told px by px and taken off the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_referee.rules.definition.library import ruleset
from vision.arrays import Flags, Floats
from vision.geometry.find_board import board_of
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import Squared, square_up
from vision.lighting.appearance import patches
from vision.lighting.shadow import evened
from vision.render import Light

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

SIZE = 17


def squared_up(scene: Scene) -> Squared:
    """A scene's board from straight above."""
    return square_up(scene.picture, board_of(scene.corners, SIZE), SIZE)


def even(scene: Scene) -> Squared | None:
    """A scene's board in even light."""
    squared = squared_up(scene)
    printed = Printed.of(ruleset(scene.game).layout)
    dark = scene.view.edition == "dark"
    told = evened(squared, printed, on(scene, letters=True), dark=dark)
    if told is None:
        return None
    assert told.is_sure
    return told.squared


def on(scene: Scene, *, letters: bool) -> Flags:
    """The squares on which letters lie, or stop tiles."""
    position = scene.position
    squares = [square for square, letter in position.letters().items() if letter] if letters else position.stops
    flags = np.zeros(SIZE * SIZE, bool)
    flags[[square.row * SIZE + square.column for square in squares]] = True
    return flags


def brightness(squared: Squared) -> Floats:
    """Each square's middle brightness."""
    return np.asarray(np.median(patches(squared).mean(axis=3), axis=(1, 2)), np.float64)


def bare_and_plain(scene: Scene) -> Flags:
    """The squares that are printed plain and lie bare."""
    flags = Printed.of(ruleset(scene.game).layout).is_plain
    lying = {**scene.position.letters(), **dict.fromkeys(scene.position.stops, "#")}
    flags[[square.row * SIZE + square.column for square in lying]] = False
    return flags


@pytest.mark.parametrize("name", ["a hard shade", "a hard shade, dark edition"])
@pytest.mark.parametrize("depth", [0.5, 0.65])
def test_both_sides_come_out_alike(scenes: Mapping[str, Scene], name: str, depth: float) -> None:
    """Plain squares in and out of the shade are as bright as each other afterwards, within a tenth or two."""
    scene = scenes[name]
    scene = replace(scene, view=replace(scene.view, light=Light(shade=depth, shade_from=0.5)))

    lit = even(scene)

    assert lit is not None
    plain = bare_and_plain(scene)
    before, after = (np.percentile(brightness(one)[plain], (5, 95)) for one in (squared_up(scene), lit))
    assert before[1] / before[0] > 1.6
    assert after[1] / after[0] < 1.25


@pytest.mark.parametrize("name", ["from above", "dark edition", "dim", "turned and tilted", "upside down"])
def test_no_edge_no_change(scenes: Mapping[str, Scene], name: str) -> None:
    """Where light falls off slowly, or evenly, the board stays as it is."""
    assert even(scenes[name]) is None


@pytest.mark.parametrize(("name", "darker"), [("a hard shade", True), ("a hard shade, dark edition", False)])
def test_stop_tiles_are_no_shade(scenes: Mapping[str, Scene], name: str, darker: bool) -> None:
    """A single black square, or a white one, stays so: it is no part of the light."""
    lit = even(scenes[name])

    assert lit is not None
    seen = brightness(lit)
    stops, plain = seen[on(scenes[name], letters=False)], np.median(seen[bare_and_plain(scenes[name])])
    assert (stops < 0.6 * plain).all() if darker else (stops > 1.3 * plain).all()


def test_nothing_is_made_darker(scenes: Mapping[str, Scene]) -> None:
    """A lamp's pool is no shade: only what lies in the shade is changed."""
    lit = even(scenes["a hard shade"])

    assert lit is not None
    assert (lit.pixels.astype(int) - squared_up(scenes["a hard shade"]).pixels >= -1).all()
