"""Tiles without a letter, and a lamp mirrored in the board: both are whiter than what is printed there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.conftest import VIEW, Scene
from vision.arrays import Flags
from vision.lighting.coarse_patches import SIDE, Mask, Values
from vision.occlusion.specular import PALED, bare_tops
from vision.sighting import Edition

if TYPE_CHECKING:
    from tests.vision.conftest import Looked

PRINT, TOP = (190.0, 120.0, 60.0), (215.0, 228.0, 232.0)


def seen(marks: Flags, lettered: Flags, lifted: Flags, veil: float) -> tuple[Mask, Values, Values, Flags]:
    """What is seen of squares, row by row: white ones, those with letters, and print so far on its way to white."""
    expected = np.broadcast_to(np.array(PRINT, np.float32)[:, None, None, None], (3, len(marks), SIDE, SIDE))
    cells = expected.copy()
    cells[:, marks] = np.array(TOP, np.float32)[:, None, None, None]
    cells[:, lifted] += np.float32(veil) * (255 - expected[:, lifted])
    veiled = np.zeros((len(marks), SIDE, SIDE), np.uint8)
    veiled[marks] = PALED
    return veiled, cells, expected, lettered


@pytest.mark.parametrize(
    ("drawn", "veil"),
    [
        ("..... .T.T. ..... ..... .....", 0),
        ("..... .TT.. ..... ..... .....", 0),
        ("T.T.. ..... ..... ..... .....", 0),
        ("..... aTaTa ..... ..... ....a", 0),
        ("..... ..... amamv ...v. .....", 0.3),
        (".v.v. vTvTv .v.v. ..... .....", 0.05),
        (".v.v. vmvmv .v.v. ..... .....", 0.15),
        (".a.a. amama .a.a. ..... .....", 0),
        ("..... .mmm. ..... ..... .....", 0),
    ],
    ids=[
        "apart", "side by side", "at the board's end", "in words", "a tile and a mirror's edge", "a little light",
        "a mirror over all", "nothing bare beside", "three together",
    ],
)  # fmt: skip
def test_what_ends_at_its_rim_is_a_tile(drawn: str, veil: float) -> None:
    """Print beside a blank (T) is as ever; a mirror (m) lifts it (v), too. No letter (a) tells, nor one side alone."""
    drawn_squares = np.array(list(drawn.replace(" ", "")))
    white = (drawn_squares == "T") | (drawn_squares == "m")

    told = bare_tops(*seen(white, drawn_squares == "a", drawn_squares == "v", veil))

    assert (told == (drawn_squares == "T")).all()


@pytest.mark.parametrize(
    ("game", "edition", "tile", "middle", "column"),
    [
        ("scrabble-de", "light", "_", "F7", 0),
        ("scrabble-de", "light", "_", "F7", 4),
        ("alfapet-sv", "light", "_", "G8", 1),
        ("alfapet-sv", "light", "_", "G8", 5),
        ("alfapet-sv", "dark", "#", "G8", 1),
        ("alfapet-sv", "dark", "#", "G8", 3),
    ],
)
def test_two_tiles_without_letters_are_no_mirror(
    looked: Callable[[Scene], Looked], game: str, edition: Edition, tile: str, middle: str, column: int
) -> None:
    """Two blanks, or two white stop tiles, near each other on coloured squares hide nothing of what lies beside."""
    row = " ".join(tile if place == column else "." for place in range(6))

    told = looked(Scene(game, f"{row}\nS T E G E N\n{row}", middle, replace(VIEW, edition=edition)))

    assert told.sighting.doubts == ()
    assert told.wrong == {}
    assert told.missed == set()
