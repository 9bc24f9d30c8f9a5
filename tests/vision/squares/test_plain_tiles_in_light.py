"""Tiles without a letter, and a lamp mirrored in the board: both are whiter than what is printed there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.vision.conftest import VIEW, Scene
from vision.sighting import Edition

if TYPE_CHECKING:
    from tests.vision.conftest import Looked


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
