"""A network that sees the whole board in colour tells where a square is not as bare ones are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_referee.errors import RefereeError
from pi_referee.rules.definition.library import ruleset
from vision.geometry.find_board import board_of
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import SQUARE, square_up
from vision.lighting.relative_look import PX, numbered, relative
from vision.networks import network_in
from vision.squares.grid_model import covered_in, shares_in
from vision.squares.grid_verdict import LIMITS

if TYPE_CHECKING:
    from tests.vision.conftest import Scene

PRINTED = Printed.of(ruleset("alfapet-sv").layout)
SIZE = 17


@pytest.mark.parametrize(
    ("seen", "covered"),
    [
        ("##?.. .#?.. ....? .....", "###.. .##.. ..... ....."),
        ("##?.. +.... ....? .....", "..... ..... ..... ....."),
        ("#?... .#... ..#.. ...+.", "##... .#... ..#.. ...#."),
    ],
    ids=["three side by side", "two", "three by their corners"],
)
def test_what_lies_over_the_board_covers_what_is_beside_it(seen: str, covered: str) -> None:
    """Three squares plainly covered (#) that hang together, with likely ones (+), and what may be (?) beside them."""
    marks = np.array([list(row) for row in seen.split()])
    shares = np.full((5, *marks.shape), 0.001)
    for mark, share in {"#": 0.91, "+": 0.51, "?": 0.003}.items():
        shares[4, marks == mark] = share

    told = covered_in(shares).reshape(marks.shape)

    assert (told == (np.array([list(row) for row in covered.split()]) == "#")).all()


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

    bare = shares_in(squared, Printed.of(layout))[0][0]

    taken = np.zeros(bare.shape, bool)
    for square in scene.position.occupied:
        taken[square.row, square.column] = True
    assert (bare[taken] < LIMITS.hardly).mean() > 0.8
    assert bare[~taken].min() > 0.9


@pytest.mark.parametrize("name", ["from above", "dark edition", "turned and tilted", "a small picture"])
def test_what_hides_a_part_of_a_letter(scenes: Mapping[str, Scene], name: str) -> None:
    """In a dim room a lamp is mirrored in some tiles, and takes the feet of their letters; no other tile lost any."""
    scene = scenes[name]
    layout = ruleset(scene.game).layout
    squared = square_up(scene.picture, board_of(scene.corners, layout.size), layout.size)
    tiles, veil = sorted(scene.position.occupied), np.zeros(squared.pixels.shape[:2])
    for square in tiles[::6]:
        at = (int((square.column + 1.5) * SQUARE), int((square.row + 1.7) * SQUARE))
        cv2.circle(veil, at, SQUARE * 2 // 5, 1.0, -1)
    soft = cv2.GaussianBlur(veil, (0, 0), SQUARE / 8)[..., None]
    lit = replace(squared, pixels=(0.6 * squared.pixels * (1 - soft) + 255 * soft).astype(np.uint8))

    _, hidden = shares_in(lit, Printed.of(layout))

    lost = [hidden[one.row, one.column] for one in tiles[::6]]
    assert min(lost) > max(hidden[one.row, one.column] for one in tiles if one not in tiles[::6])


def test_a_network_that_is_not_there(tmp_path: Path) -> None:
    """A missing network is told in the program's own words."""
    with pytest.raises(RefereeError, match="missing"):
        network_in(tmp_path / "grid.onnx")
