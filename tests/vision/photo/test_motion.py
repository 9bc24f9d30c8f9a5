"""When a table counts as still: grain and flicker move nothing, hands and tiles do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benches.pictures.disturbances import DISTURBANCES
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.photo.motion import moved
from vision.render import View, quad, render

GAME = ruleset("scrabble-sv")
VIEW = View(width=1440, height=1080, grain=0.0, seed=3)


def table(word: str, view: View = VIEW) -> Colour:
    """A table with a word on it."""
    return render(draw_position(word, at=Square.parse("H8")), GAME, view)


STILL = table("K A B E L")


@pytest.mark.parametrize("deviation", [2.0, 12.0, 30.0])
def test_grain_moves_nothing(deviation: float) -> None:
    """Two grainy pictures of one table are alike, up to the grain of a dark room."""
    chance = np.random.default_rng(1)
    one, other = (np.clip(STILL + chance.normal(0, deviation, STILL.shape), 0, 255).astype(np.uint8) for _ in range(2))

    assert not moved(one, other)


@pytest.mark.parametrize("gain", [0.85, 1.1])
def test_a_flickering_lamp_moves_nothing(gain: float) -> None:
    """All of the picture a little brighter or darker is the lamp."""
    assert not moved(STILL, np.clip(STILL * gain, 0, 255).astype(np.uint8))


def test_a_hand_moves() -> None:
    """A hand that was not there before, or is somewhere else now."""
    corners = np.array(quad(VIEW, GAME.layout).corners)
    one, other = (DISTURBANCES["a hand"](STILL, corners, np.random.default_rng(seed)) for seed in (1, 2))

    assert moved(STILL, one)
    assert moved(one, other)


def test_a_hand_that_rests_does_not_move() -> None:
    """What covers the board without moving is not waited for: the look says that it is there."""
    corners = np.array(quad(VIEW, GAME.layout).corners)
    resting = DISTURBANCES["a hand"](STILL, corners, np.random.default_rng(1))

    assert not moved(resting, np.maximum(resting, 1))


def test_laying_two_tiles_moves() -> None:
    """A table on which tiles are being laid is not still."""
    assert moved(table("K A B E L"), table("K A B E L A D"))


def test_a_pushed_board_moves() -> None:
    """A board pushed by a fifth of a square."""
    assert moved(STILL, table("K A B E L", replace(VIEW, shift=(0.008, 0.0))))


def test_another_camera_shows_another_table() -> None:
    """Pictures of different sizes are never of one still table."""
    assert moved(STILL, STILL[:-2])
