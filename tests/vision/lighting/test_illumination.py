"""The light over the board, as its bare squares tell it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Flags, Floats
from vision.lighting.illumination import light_over

SIZE = 9
ROWS, COLUMNS = np.divmod(np.arange(SIZE * SIZE), SIZE)
PLAIN: Flags = np.ones(SIZE * SIZE, bool)
SMOOTH: Floats = np.full(SIZE * SIZE, 0.01)


def board(brightness: Floats) -> Floats:
    """A bare board of one colour in some light, logarithmic, (n * n, 3)."""
    return np.asarray(np.log(np.array([150.0, 170.0, 190.0]))[None] + brightness[:, None])


def test_even_light_is_the_plain_colour_itself() -> None:
    """Without shade the light is what every bare square shows."""
    colours = board(np.zeros(SIZE * SIZE))

    assert light_over(colours, SMOOTH, PLAIN, SIZE) == pytest.approx(colours)


@pytest.mark.parametrize("edge", [3, 5])
def test_the_edge_of_a_shade_is_light(edge: int) -> None:
    """A shade over part of the board is taken for light up to its edge, and no square for another colour."""
    shade = np.where(COLUMNS >= edge, -0.7, 0.0)
    clear = np.abs(COLUMNS - edge + 0.5) > 2

    off = np.abs(light_over(board(shade), SMOOTH, PLAIN, SIZE) - board(shade)).max(axis=1)

    assert off[clear].max() < 0.02


def test_a_cold_window_on_one_side_is_light() -> None:
    """Light of another hue on one side of the board is light, too."""
    cold = board(np.zeros(SIZE * SIZE)) + COLUMNS[:, None] * np.array([0.03, 0.0, -0.03])

    assert light_over(cold, SMOOTH, PLAIN, SIZE) == pytest.approx(cold, abs=0.01)


def test_tiles_do_not_tell_the_light() -> None:
    """A block of rough or otherwise coloured tiles changes nothing about the light on it."""
    tiles = (ROWS >= 3) & (ROWS < 6) & (COLUMNS >= 2) & (COLUMNS < 7)
    bare = board(np.zeros(SIZE * SIZE))
    covered = bare + tiles[:, None] * np.array([0.3, 0.1, -0.1])

    light = light_over(covered, np.where(tiles, 0.2, 0.01), PLAIN, SIZE)

    assert light == pytest.approx(bare, abs=0.05)
