"""The faults of other cameras change a picture, and leave the board where it lies."""

from __future__ import annotations

import numpy as np
import pytest

from benches.pictures.disturbances import Picture
from benches.strangers.camera_faults import FAULTS


def checked() -> Picture:
    """A board of two colours, 20 px a square, on a dark table."""
    picture = np.full((240, 320, 3), (40, 50, 60), np.uint8)
    rows, columns = np.indices((160, 240)) // 20
    picture[40:200, 40:280] = np.where(((rows + columns) % 2 == 0)[..., None], (250, 240, 235), (70, 110, 90))
    return picture


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_changes_the_picture_and_not_the_table(name: str) -> None:
    """Every fault makes another picture of the same size, the same for the same numbers, with board and table in it."""
    before = checked()

    seen, again = (FAULTS[name](before, 20.0, np.random.default_rng(5)) for _ in range(2))

    assert (seen.shape, seen.dtype) == (before.shape, before.dtype)
    assert np.array_equal(seen, again)
    assert not np.array_equal(seen, before)
    assert seen[80:160, 80:240].mean() > seen[:20].mean() + 10
