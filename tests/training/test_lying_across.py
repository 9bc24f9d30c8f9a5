"""What is learnt of a tile: that something lies across it, that nothing does, or neither."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from training.tiles.lying_across import CROSSED, FREE, PERHAPS, Told, hard_tile
from training.tiles.tile_hardships import SIDE, other_make
from vision.squares.whole_tiles import SIDE as SEEN

TILE, INK, PEN = 200.0, 30.0, 120.0
Field = NDArray[np.float32]


@pytest.fixture
def tile() -> Field:
    """A window on a tile with a letter of one upright stroke."""
    window = np.full((SIDE, SIDE, 3), TILE, np.float32)
    window[22:42, 30:34] = INK
    return window


def laid(tile: Field, rows: slice, columns: slice, tone: float) -> int:
    """What is learnt of the tile where a thing of some tone lies over some rows and columns."""
    cover = np.zeros((SIDE, SIDE), np.float32)
    cover[rows, columns] = 1
    told = Told(tile)
    told.by_thing(tile, tile * (1 - cover[..., None]) + tone * cover[..., None], cover)
    return told.answer()


def lit(tile: Field, rows: slice, columns: slice, white: float) -> int:
    """The same where a lamp's mirror makes them white, 0 to 1."""
    veil = np.zeros((SIDE, SIDE), np.float32)
    veil[rows, columns] = white
    told = Told(tile)
    told.by_lamp(tile, tile * (1 - veil[..., None]) + 255 * veil[..., None], veil)
    return told.answer()


def test_nothing_lies_across_a_tile_as_it_is(tile: Field) -> None:
    """A tile on which nothing is laid is free."""
    assert Told(tile).answer() == FREE


@pytest.mark.parametrize(
    ("rows", "columns", "tone", "answer"),
    [
        pytest.param(slice(30, 33), slice(0, SIDE), PEN, CROSSED, id="a pen across it"),
        pytest.param(slice(0, 16), slice(0, SIDE), PEN, FREE, id="a pen beside it"),
        pytest.param(slice(44, 45), slice(19, 35), PEN, PERHAPS, id="a thread along its rim"),
        pytest.param(slice(36, 42), slice(36, 42), TILE, PERHAPS, id="what is not seen, of its own colour"),
        pytest.param(slice(20, 26), slice(26, 38), TILE, CROSSED, id="what takes a stroke's end, of its own colour"),
    ],
)
def test_what_lies_across_is_what_is_seen_on_its_top(
    tile: Field, rows: slice, columns: slice, tone: float, answer: int
) -> None:
    """It is learnt that something lies across where it is seen to, and nothing of what only touches or is not seen."""
    assert laid(tile, rows, columns, tone) == answer


@pytest.mark.parametrize(
    ("white", "answer"),
    [
        pytest.param(1.0, CROSSED, id="that takes a third of its ink"),
        pytest.param(0.4, PERHAPS, id="through which ink is seen"),
    ],
)
def test_a_lamp_lies_across_where_it_takes_ink(tile: Field, white: float, answer: int) -> None:
    """A lamp's mirror that takes no ink makes no other letter."""
    assert lit(tile, slice(20, 30), slice(22, 42), white) == answer


def test_what_other_makers_do_hides_no_letter(tile: Field) -> None:
    """A label lies beneath its letter, and print and rims beside the tile: what hides a letter is learnt as a thing."""
    chance = np.random.default_rng(5)
    made = [other_make(tile.copy(), chance, lettered=True) for _ in range(300)]
    strokes = np.array([one[26:38, 31:33].mean() for one in made])
    assert strokes.max() < INK + 40


def test_a_blank_may_bear_a_sticker(tile: Field) -> None:
    """What lies in the middle of a blank is learnt as its own."""
    chance, blank = np.random.default_rng(5), np.full_like(tile, 60)
    made = [other_make(blank.copy(), chance, lettered=False) for _ in range(100)]
    assert 15 < sum(one[31:33, 31:33].mean() > 100 for one in made) < 45


def test_tiles_are_worsened_alike_from_one_seed(tile: Field) -> None:
    """Whoever fits the network again from these seeds learns from the same tiles."""
    window = np.asarray(tile, np.uint8)
    (one, answer), (other, again) = (
        hard_tile(window, lettered=True, chance=np.random.default_rng(7)) for _ in range(2)
    )
    assert one.shape == (SEEN, SEEN, 3)
    assert answer == again
    assert np.array_equal(one, other)


def test_of_many_tiles_about_as_many_are_crossed_as_free(tile: Field) -> None:
    """Both are learnt: at least a third of tiles of either kind."""
    chance, window = np.random.default_rng(11), np.asarray(tile, np.uint8)
    answers = [hard_tile(window, lettered=True, chance=chance)[1] for _ in range(200)]
    assert min(answers.count(CROSSED), answers.count(FREE)) > len(answers) / 3
