"""Which free cells beside the words are looked at again."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Colour, Floats
from vision.cards.again.cells_before import CellsBefore
from vision.cards.card_frames import Frames


def two_cells(*, apart: float = 100.0) -> Frames:
    """Cells of 60 x 80 px, side by side, so many px from middle to middle."""
    middles = np.array([[80.0, 80.0], [80.0 + apart, 80.0]])
    return Frames(middles, np.tile([30.0, 0.0], (2, 1)), np.tile([0.0, 40.0], (2, 1)), np.zeros(2), np.zeros(2, bool))


def table(seed: int, *, ink: int = 90, light: int = 0) -> Colour:
    """A table with a camera's grain; ink: grey level of a stroke in the first cell, 90 as the table for none."""
    picture = np.full((160, 260, 3), 90 + light, float)
    picture[65:95, 78:84] += ink - 90
    return np.clip(picture + np.random.default_rng(seed).normal(0, 5, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("now", "places", "again"),
    [
        (table(2), two_cells(), 0),
        (table(2, ink=40), two_cells(), 1),
        (table(2, light=30), two_cells(), 2),
        (table(2), two_cells(apart=104.0), 1),
    ],
    ids=["the same", "a letter's stroke", "other light", "another cell"],
)
def test_a_cell_is_looked_at_again_where_the_picture_has_changed(now: Colour, places: Frames, again: int) -> None:
    """Other grain is no change; what is not looked at again is told as before."""
    asked: list[int] = []

    def read(cells: Frames) -> Floats:
        asked.append(len(cells))
        return np.arange(1, len(cells) + 1, dtype=np.float64) / 4

    before = CellsBefore()
    first = before.told(table(1), two_cells(), read)
    before.next_look(is_fresh=False)
    told = before.told(now, places, read)

    assert sum(asked) == 2 + again
    assert first.tolist() == [0.25, 0.5]
    assert again > 0 or told.tolist() == first.tolist()


def test_a_fresh_look_forgets_all_cells() -> None:
    """Nothing is taken over from before."""
    asked: list[int] = []

    def read(cells: Frames) -> Floats:
        asked.append(len(cells))
        return np.zeros(len(cells))

    before = CellsBefore()
    before.told(table(1), two_cells(), read)
    before.next_look(is_fresh=True)
    before.told(table(1), two_cells(), read)

    assert asked == [2, 2]
