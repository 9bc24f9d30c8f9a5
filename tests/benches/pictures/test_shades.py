"""The harder shades and coverings are what their formulas say."""

from __future__ import annotations

import numpy as np
import pytest

from benches.pictures.shades import HARDER, Edge, covered, shaded

CORNERS = np.array([[20.0, 20.0], [120.0, 20.0], [120.0, 120.0], [20.0, 120.0]])
GREY = np.full((140, 140, 3), 200, np.uint8)
CHANCE = np.random.default_rng(1)


def test_a_shade_begins_at_its_edge() -> None:
    """Half the light is left beyond the middle, all of it before, and half the shade lies on the edge."""
    seen = shaded(Edge(0.0, 0.1), 0.5)(GREY, CORNERS, CHANCE)

    assert seen[70, [10, 130]].tolist() == [[200] * 3, [100] * 3]
    assert seen[70, 80].tolist() == pytest.approx([150] * 3, abs=2)


def test_a_bent_shade() -> None:
    """An edge that bends is reached sooner above and below the middle."""
    share = Edge(0.0, 0.2, bend=0.5).beyond(GREY, CORNERS)

    assert share[70, 85] < 0.1
    assert share[5, 85] > 0.9


def test_a_shade_with_a_colour() -> None:
    """What light is left may be cold."""
    seen = shaded(Edge(0.0, 0.0), 0.6, 0.5, 0.4)(GREY, CORNERS, CHANCE)

    assert seen[70, 130].tolist() == [120, 100, 80]


def test_a_band_hides_all_below() -> None:
    """A sleeve has its own colour from one side to the other, and beside it all is as it was."""
    seen = covered(0.0, 0.0, 0.3, (60, 50, 45))(GREY, CORNERS, CHANCE)

    assert seen[:, 60:80].mean(axis=(0, 1)) == pytest.approx([60, 50, 45], abs=1)
    assert (seen[:, :50] == 200).all()


@pytest.mark.parametrize("name", HARDER)
def test_each_changes_the_picture(name: str) -> None:
    """None of them leaves a picture as it is, or changes its size."""
    seen = HARDER[name](GREY, CORNERS, np.random.default_rng(1))

    assert seen.shape == GREY.shape
    assert (seen != GREY).any()
