"""Where the scale ends: a white that grain has dimmed is white all the same, and what is only bright is not."""

from __future__ import annotations

import numpy as np
import pytest

from pi_referee.rules.library import ruleset
from pi_referee.rules.position import Position
from pi_referee.rules.square import Square
from pi_referee.rules.tile import Tile
from vision.arrays import Colour
from vision.eye import Eye
from vision.render import Light, View, render
from vision.sighting import Sighting
from vision.squared import SQUARE
from vision.whitest import with_white

SIZE = 11


def board(white: float, level: float, *, grain: float = 0.0) -> Colour:
    """A squared board that falls off from so many grey levels to dark, this share of it white, and grain on both."""
    across = np.linspace(level, 60.0, (SIZE + 2) * SQUARE)
    across[SQUARE : SQUARE + int(white * SIZE * SQUARE)] = 255.0
    pixels = np.broadcast_to(across[None, :, None], (len(across), len(across), 3))
    noise = np.random.default_rng(5).normal(0, grain, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("grain", [15.0, 25.0])
def test_white_under_grain_is_white(grain: float) -> None:
    """Grain can only darken white: where much of the board is whitest, half its px come to the end of the scale."""
    pixels = board(0.3, 200.0, grain=grain)

    white = with_white(pixels)[SQUARE:-SQUARE, SQUARE : 4 * SQUARE]

    assert np.median(white) == 255
    assert np.mean(white) > np.mean(pixels[SQUARE:-SQUARE, SQUARE : 4 * SQUARE])


@pytest.mark.parametrize(
    ("white", "level", "grain"), [(0.0, 250.0, 0.0), (0.0, 230.0, 20.0), (0.3, 200.0, 0.0), (0.05, 200.0, 20.0)]
)
def test_other_boards_stay_as_they_are(white: float, level: float, grain: float) -> None:
    """Bright light that falls off has no end, white without grain is at the end, and a little white may be print."""
    pixels = board(white, level, grain=grain)

    assert with_white(pixels) is pixels


@pytest.mark.parametrize("grain", [0.0, 20.0])
def test_a_bleached_board_is_asked_about(grain: float) -> None:
    """What strong light has taken is in doubt, with grain and without: no square there is told as bare."""
    rules = ruleset("alfapet-sv")
    word = Position({Square(8, 4 + place): Tile(letter) for place, letter in enumerate("KANTARELL")})

    seen = Eye(rules).see(render(word, rules, View(light=Light(brightness=3.0), grain=grain, jpeg=None)))

    assert isinstance(seen, Sighting)
    assert len(seen.doubts) > 100
