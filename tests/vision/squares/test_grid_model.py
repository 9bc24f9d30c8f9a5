"""A network that sees the whole board in colour tells where a square is not as bare ones are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_referee.errors import RefereeError
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.geometry.find_board import board_of, codes_of
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import square_up
from vision.letters.letter_model import network_in
from vision.lighting.relative_look import PX, numbered, relative
from vision.sighting import Doubt, Reading, Why
from vision.squares.choices import FOREIGN, UNKNOWN
from vision.squares.first_verdict import Findings
from vision.squares.grid_model import HARDLY_BARE, shares_of, unlike_bare

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

PRINTED = Printed(*codes_of(ruleset("alfapet-sv").layout))
SIZE = 17


def test_what_is_hardly_bare_is_asked_about() -> None:
    """A square that was told as bare, and does not look so, may hold a tile of unknown face; all else stays."""
    sure, asked, stop, odd, fine = (Square(0, column) for column in range(5))
    before = Findings({sure: Reading("A", 0.99)}, frozenset({stop}), (Doubt(asked, UNKNOWN, Why.INK),))
    shares = np.zeros((5, 5, 5))
    shares[0] = 0.11
    shares[0, 0, :4] = 0.009

    told = unlike_bare(before, shares)

    assert told.doubts == (Doubt(asked, UNKNOWN, Why.INK), Doubt(odd, FOREIGN, Why.NOT_AS_BARE))
    assert (told.board, told.stops) == (before.board, before.stops)
    assert fine not in told.taken


def test_a_square_that_is_not_plainly_bare_is_asked_about_sooner() -> None:
    """Where the other witnesses did not see a square plainly as printed, the network's doubt weighs more.

    So it does on a sticker whose rim and middle have the colours of the print beneath, and not its shape.
    """
    unsure, plain, sticker = (Square(0, column) for column in range(3))
    before = Findings({}, frozenset(), (), bare=frozenset({plain, sticker}))
    shares = np.ones((5, 3, 3))
    shares[0, 0] = 0.05

    told = unlike_bare(before, shares, misprinted={sticker})

    assert [doubt.square for doubt in told.doubts] == [unsure, sticker]


def test_a_look_does_not_depend_on_the_lamp() -> None:
    """A lamp of another colour and strength changes nothing of what is compared, but the grey that is told besides."""
    chance = np.random.default_rng(3)
    pixels = chance.integers(60, 120, ((SIZE + 2) * PX, (SIZE + 2) * PX, 3)).astype(np.uint8)
    codes = numbered(PRINTED)

    one, other = relative(pixels, codes), relative((pixels * np.array([2.0, 1.5, 1.8])).astype(np.uint8), codes)

    assert np.abs(one[:6] - other[:6]).max() < 0.1
    assert np.abs(one[6] - other[6]).min() > 0.1


def test_plain_squares_are_numbered_first() -> None:
    """Squares printed alike have one number, plain ones 0."""
    codes = numbered(PRINTED)

    assert ((codes == 0) == (PRINTED.codes == PRINTED.plain)).all()
    assert all(len(np.unique(PRINTED.codes[codes == number])) == 1 for number in np.unique(codes))


@pytest.mark.parametrize("name", ["from above", "dark edition", "turned and tilted", "a warm lamp", "a small picture"])
def test_tiles_and_bare_squares_of_drawn_boards(scenes: Mapping[str, Scene], name: str) -> None:
    """Nearly every tile is hardly bare, and no bare square is."""
    scene = scenes[name]
    layout = ruleset(scene.game).layout
    squared = square_up(scene.picture, board_of(scene.corners, layout.size), layout.size)

    bare = shares_of(squared, Printed(*codes_of(layout)))[0]

    taken = np.zeros(bare.shape, bool)
    for square in scene.position.occupied:
        taken[square.row, square.column] = True
    assert (bare[taken] < HARDLY_BARE).mean() > 0.8
    assert bare[~taken].min() > HARDLY_BARE


def test_a_network_that_is_not_there(tmp_path: Path) -> None:
    """A missing network is told in the program's own words."""
    with pytest.raises(RefereeError, match="missing"):
        network_in(tmp_path / "grid.onnx")
