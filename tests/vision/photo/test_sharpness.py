"""Whether letters are out of focus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_referee.rules.definition.library import ruleset
from vision.arrays import Flags
from vision.geometry.find_board import board_of
from vision.geometry.rectify import square_up
from vision.photo.sharpness import BLURRED_BELOW, SOFT_BELOW, sharpness_of

if TYPE_CHECKING:
    from tests.vision.conftest import Scene


@pytest.mark.parametrize("name", ["from above", "dark edition", "dim", "a small picture", "turned and tilted"])
@pytest.mark.parametrize(("blur", "expected"), [(0.5, False), (5.0, True)])
def test_letters_out_of_focus(scenes: Mapping[str, Scene], name: str, blur: float, expected: bool) -> None:
    """A lens out of focus is told in any light, size and edition; a sharp one never."""
    scene = scenes[name]
    scene = replace(scene, view=replace(scene.view, blur=blur))
    size = ruleset(scene.game).layout.size
    squared = square_up(scene.picture, board_of(scene.corners, size), size)

    sharpness = sharpness_of(squared, lettered(scene, size))
    assert sharpness < BLURRED_BELOW if expected else sharpness > SOFT_BELOW


def test_an_empty_board_is_not_blurred(scenes: Mapping[str, Scene]) -> None:
    """Without letters there is nothing to tell it by."""
    scene = scenes["an empty board"]
    size = ruleset(scene.game).layout.size

    squared = square_up(scene.picture, board_of(scene.corners, size), size)
    assert sharpness_of(squared, np.zeros(size * size, bool)) == 1


def lettered(scene: Scene, size: int) -> Flags:
    """The squares on which letters lie."""
    flags = np.zeros(size * size, bool)
    flags[[square.row * size + square.column for square, letter in scene.position.letters().items() if letter]] = True
    return flags
