"""How well a layout agrees where premium squares differ from plain ones by an icon alone."""

from __future__ import annotations

import numpy as np
import pytest

from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.geometry.layout_match import Printed
from vision.geometry.nearby_match import nearby_agreement

SIDE = 8


def cells(name: str, *, tiles: int = 0, slope: float = 0.0) -> Colour:
    """A clone's board, square by square: small discs on the common ground, in light that falls off to one side."""
    printed = Printed.of(ruleset(name).layout)
    codes = printed.codes
    size, chance = len(codes), np.random.default_rng(4)
    squares = np.full((size, size, SIDE, SIDE, 3), (150.0, 140.0, 60.0))
    shade = {code: chance.uniform(40, 220, 3) for code in np.unique(codes)}
    for row, column in np.argwhere(codes != printed.plain):
        squares[row, column, 2:-2, 2:-2] = shade[codes[row, column]]
    for place in chance.choice(size * size, tiles, replace=False):
        squares[place // size, place % size] = (180, 215, 230)
        squares[place // size, place % size, 2:-2, 3:5] = 40
    light = 1 - slope * np.arange(size)[None, :, None, None, None] / size
    return np.clip(squares * light + chance.normal(0, 4, squares.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("slope", [0.0, 0.6])
@pytest.mark.parametrize("tiles", [0, 30])
@pytest.mark.parametrize("name", ["alfapet-sv", "scrabble-en", "literaki"])
def test_the_layout_agrees_with_its_own_icons(name: str, tiles: int, slope: float) -> None:
    """In even and in slanting light, with tiles on it, it agrees better than a square beside."""
    is_plain = Printed.of(ruleset(name).layout).is_plain
    board = cells(name, tiles=tiles, slope=slope)

    right = nearby_agreement(board, is_plain)
    beside = max(nearby_agreement(np.roll(board, way, (0, 1)), is_plain) for way in ((1, 0), (0, 1), (1, 1)))

    assert right > 0.68
    assert beside < right - 0.08


@pytest.mark.parametrize(("lies", "sought"), [("scrabble-en", "literaki"), ("literaki", "scrabble-en")])
def test_another_games_icons_do_not_agree(lies: str, sought: str) -> None:
    """A board of the same size that is printed otherwise is not mistaken."""
    is_plain = Printed.of(ruleset(sought).layout).is_plain

    assert nearby_agreement(cells(lies), is_plain) < 0.6
