"""Looks at strangers' tables: how far a grid is off the corners that somebody has shown."""

from __future__ import annotations

import numpy as np
import pytest

from benches.strangers.__main__ import corners_off
from vision.arrays import scaling
from vision.sighting import Quad

CORNERS = ((0.0, 0.0), (150.0, 0.0), (150.0, 150.0), (0.0, 150.0))


@pytest.mark.parametrize("turn", range(4))
def test_the_corner_that_is_furthest_off_counts(turn: int) -> None:
    """Two px of ten a square are a fifth of one, whichever corner was shown as the first."""
    first, *others = CORNERS
    shown = np.roll([(first[0] + 2, first[1]), *others], turn, axis=0)
    a, b, c, d = ((float(across), float(down)) for across, down in shown)

    assert corners_off(Quad((a, b, c, d)), scaling(0.1, 0.1), 15) == pytest.approx(0.2)
