"""Values as large as strokes, close to their letters, are no part of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.arrays import into_px, inverse, scaling
from vision.geometry.rectify import SQUARE, Squared, Tops
from vision.letters.near_values import without_near_values

Look = Callable[..., Any]

WORDS = """
. . P I L . . .
. B A B B E L .
. L . L I . . .
F E L . P I P I
. . I . I . . .
L A P P . . . .
"""
"""Many an I and P, of which a 1 or a 4 at their foot makes an L or a B."""


@pytest.mark.parametrize(
    ("edition", "turn"), [("light", 0.0), ("light", 4.0), ("light", 180.0), ("dark", 4.0), ("dark", 180.0)]
)
def test_letters_with_large_values_are_read(looked: Look, scenes: Mapping[str, Any], edition: str, turn: float) -> None:
    """No letter is taken for another, and hardly any is asked about."""
    view = replace(scenes["from above"].view, width=1280, height=960, edition=edition, turn=turn, has_large_values=True)
    look = looked(replace(scenes["from above"], game="scrabble-sv", board=WORDS, at="E6", view=view))

    assert look.wrong == {}
    assert len(look.sighting.doubts) <= 1


def board(near: int) -> tuple[Squared, np.ndarray[Any, Any]]:
    """Five tiles in a row, each a stroke and a smaller one: close to it on so many, else in the corner; the middles."""
    size, middles = 9, np.array([[4.5, column + 0.5] for column in range(2, 7)])
    pixels = np.full(((size + 2) * SQUARE, (size + 2) * SQUARE, 3), 120, np.uint8)
    for number, (down, right) in enumerate(((middles + 1) * SQUARE).astype(int)):
        pixels[down - 15 : down + 15, right - 15 : right + 15] = 225
        pixels[down - 8 : down + 8, right - 5 : right - 2] = 40
        low, left, high = (0, 2, 8) if number < near else (9, 10, 4)
        pixels[down + low : down + low + high, right + left : right + left + 2] = 40
    return Squared(pixels, size), middles


def test_near_values_are_painted_over() -> None:
    """The stroke stays, and the value is gone; of a value in its corner nothing is touched."""
    squared, middles = board(near=5)
    told = without_near_values(squared, middles, range(5), "light")

    assert told.board is not None
    assert told.parted.all()
    down, right = ((middles[0] + 1) * SQUARE).astype(int)
    assert told.board.pixels[down : down + 8, right + 2 : right + 4].min() > 200
    assert told.board.pixels[down, right - 4].max() == 40
    assert without_near_values(*board(near=0), range(5), "light").board is None


def test_values_are_sought_where_the_tops_are_seen() -> None:
    """Seen from the side tiles stand off their squares: there is nothing on these but a neighbour's edge."""
    squared, middles = board(near=5)
    there = inverse(into_px(SQUARE, 1))
    tops = Tops(there, np.ones((squared.size, squared.size), bool))
    leaning = replace(squared, origin=(squared.pixels, scaling(1, 1, 0.5, 0.3) @ there), tops=tops)

    told = without_near_values(leaning, middles, range(5), "light")

    assert told.parted.all()
    assert not without_near_values(replace(leaning, tops=None), middles, range(5), "light").parted.any()


@pytest.mark.parametrize(("near", "parted"), [(1, None), (2, 2)])
def test_two_such_tiles_tell_the_set(near: int, parted: int | None) -> None:
    """Seen from far few values are parted from their letters; on other sets hardly one seems to be."""
    told = without_near_values(*board(near), range(5), "light")

    assert (told.parted.sum() if told.board else None) == parted


def test_one_letter_alone_is_parted_in_itself() -> None:
    """Of a face with hairlines the foot of a G stands apart from it: without it both Gs of a board were read as Cs."""
    assert without_near_values(*board(2), [6, 6, 0, 1, 2], "light").board is None
    assert without_near_values(*board(2), [6, 0, 0, 1, 2], "light").board is not None
