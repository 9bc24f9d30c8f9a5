"""Letters out of focus are brought back into focus before they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_referee.rules.definition.library import ruleset
from vision.arrays import grey_of
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, Squared, square_up
from vision.letters.classifier import Reader
from vision.letters.letter_model import Letters
from vision.lighting.appearance import looks
from vision.photo.deblur import refocused
from vision.photo.sharpness import sharpness_of
from vision.sighting import Edition, NotSeen
from vision.squares.square_readings import Readings

if TYPE_CHECKING:
    from tests.vision.conftest import Scene


def squared_up(scene: Scene) -> Squared:
    """A scene's board from straight above."""
    size = ruleset(scene.game).layout.size
    return square_up(scene.picture, board_of(scene.corners, size), size)


def blurred(squared: Squared, deviation: float, grain: float = 0.0) -> Squared:
    """A squared board out of focus, with the camera's grain on it."""
    soft = cv2.GaussianBlur(squared.pixels, (0, 0), deviation).astype(float)
    soft += np.random.default_rng(3).normal(0, grain, soft.shape)
    return Squared(np.clip(soft, 0, 255).astype(np.uint8), squared.size)


def steepness(deviation: float) -> float:
    """The steepest slope of a step out of focus."""
    return float(1 / (deviation * np.sqrt(2 * np.pi)))


@pytest.mark.parametrize("name", ["from above", "dark edition"])
def test_it_undoes_a_blur(scenes: Mapping[str, Scene], name: str) -> None:
    """One of the sharp boards is nearer by a third to the board as it was in focus."""
    sharp = squared_up(scenes[name])
    soft = blurred(sharp, 2.0)

    found = refocused(soft, steepness(2.15))

    lost = np.abs(grey_of(soft.pixels).astype(float) - grey_of(sharp.pixels)).mean()
    left = [np.abs(one.pixels[..., 0].astype(float) - grey_of(sharp.pixels)).mean() for one in found]
    assert min(left) < 2 / 3 * lost


def test_grain_is_not_blown_up(scenes: Mapping[str, Scene]) -> None:
    """What is grain stays grain: on bare squares it grows little, however much is to be brought back."""
    flat = Squared(np.full_like(squared_up(scenes["from above"]).pixels, 120), 17)
    grainy = blurred(flat, 0.01, grain=12.0)

    before = grey_of(grainy.pixels).std()
    assert all(one.pixels[..., 0].std() < 2 * before for one in refocused(grainy, steepness(2.5)))


@pytest.mark.parametrize(("name", "game"), [("from above", "alfapet-sv"), ("dark edition", "alfapet-sv")])
def test_letters_are_read_more_surely(scenes: Mapping[str, Scene], name: str, game: str) -> None:
    """Of letters out of focus more are clear in the sharpest of the boards than in the picture."""
    scene = scenes[name]
    soft = blurred(squared_up(scene), 2.4)
    letters = {square: letter for square, letter in scene.position.letters().items() if letter}
    places = np.array([(square.row, square.column) for square in letters])
    reader = Reader(Letters(), ruleset(game).alphabet)
    lettered = np.zeros(17 * 17, bool)
    lettered[places @ np.array([17, 1])] = True

    best = max(
        (reader.read(one, places) for one in refocused(soft, sharpness_of(soft, lettered))), key=lambda s: s.clear
    )

    as_it_is = reader.read(soft, places)
    assert best.clear > as_it_is.clear
    assert (best.letters.max(axis=1) > 0.97).sum() > (as_it_is.letters.max(axis=1) > 0.97).sum()


@pytest.mark.parametrize("name", ["from above", "dark edition"])
def test_the_eye_reads_a_table_out_of_focus(
    scenes: Mapping[str, Scene], eye: Callable[[str, Edition], Eye], name: str
) -> None:
    """A lens out of focus makes no letter another, and in good light few of them doubts."""
    scene = scenes[name]
    scene = replace(scene, view=replace(scene.view, blur=3.0))

    seen = eye(scene.game, scene.view.edition).see(scene.picture)

    assert not isinstance(seen, NotSeen)
    truth = scene.position.letters()
    assert all(reading.letter == truth.get(square) for square, reading in seen.board.items())
    assert len(seen.board) >= 16


def test_the_eye_refuses_what_cannot_be_read(scenes: Mapping[str, Scene], eye: Callable[[str, Edition], Eye]) -> None:
    """Out of focus in poor light no letter is clear, and a person would be asked about all: the reason is told."""
    scene = scenes["dim"]
    scene = replace(scene, view=replace(scene.view, blur=3.0))

    seen = eye(scene.game, scene.view.edition).see(scene.picture)

    assert isinstance(seen, NotSeen)
    assert "out of focus" in seen.reason


def test_bars_and_likenesses_are_seen_in_focus_too(scenes: Mapping[str, Scene]) -> None:
    """What tells letters apart besides the reader looks at the very board that is read, once that was made sharp."""
    scene = scenes["from above"]
    soft = blurred(squared_up(scene), 2.0)
    rules = ruleset(scene.game)
    printed = Printed.of(rules.layout)
    readings = Readings(soft, Reader(Letters(), rules.alphabet), looks(soft, printed), "light")
    readings.add(np.ones(printed.codes.size, bool))

    readings.focus(printed.is_plain)

    assert readings.read_from is not soft
    assert readings.read_from in readings.focused
    assert soft in readings.focused
    assert np.array_equal(readings.grey, grey_of(readings.read_from.pixels))


def test_print_does_not_tell_whether_letters_are_sharp(scenes: Mapping[str, Scene]) -> None:
    """Where letters lie on plain squares they alone tell it: print that is read for one may be sharper."""
    scene = scenes["from above"]
    rules = ruleset(scene.game)
    printed = Printed.of(rules.layout)
    is_plain, sharp = printed.is_plain, squared_up(scene)
    soft = blurred(sharp, 2.0).pixels.copy()
    premium = (~is_plain).reshape(printed.codes.shape).repeat(SQUARE, 0).repeat(SQUARE, 1)
    soft[SQUARE:-SQUARE, SQUARE:-SQUARE][premium] = sharp.grid()[premium]

    told = []
    for counted in (is_plain, np.zeros_like(is_plain)):
        board = Squared(soft, sharp.size)
        readings = Readings(board, Reader(Letters(), rules.alphabet), looks(board, printed), "light")
        readings.add(np.ones(printed.codes.size, bool))
        readings.focus(counted)
        told.append(readings.sharpness)

    assert told[0] < told[1]
