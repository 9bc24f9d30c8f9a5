"""A varied photograph says where its board's corners lie."""

from __future__ import annotations

import numpy as np
import pytest

from benches.pictures.disturbances import Corners, Picture
from benches.strangers.variations import throw_variation, varied

CORNERS = np.array([[130.0, 90.0], [520.0, 110.0], [500.0, 400.0], [110.0, 380.0]])


def dotted() -> Picture:
    """A grey picture with a white disc at each corner."""
    picture = np.full((480, 640, 3), 90, np.uint8)
    across, down = np.meshgrid(np.arange(640), np.arange(480))
    for x, y in CORNERS:
        picture[np.hypot(across - x, down - y) < 14] = 255
    return picture


def brightest_near(picture: Picture, place: Corners) -> Corners:
    """The middle of what is bright within 20 px of a place."""
    height, width = picture.shape[:2]
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    light = picture.mean(axis=2)
    bright = (np.hypot(across - place[0], down - place[1]) < 20) & (light > (light.max() + light.min()) / 2)
    return np.array([across[bright].mean(), down[bright].mean()])


@pytest.mark.parametrize("seed", range(8))
def test_the_corners_go_along(seed: int) -> None:
    """However a photograph is turned, tilted, cropped or worsened, its corners are where they were on the board."""
    chance = np.random.default_rng(seed)
    seen, moved = varied(dotted(), CORNERS, 15, throw_variation(chance), chance)

    found = np.array([brightest_near(seen, place) for place in moved])

    assert np.abs(found - moved).max() < 2.5


def test_without_corners_all_of_the_picture_is_kept() -> None:
    """Where nobody has shown corners nothing is cropped, and none are told."""
    chance = np.random.default_rng(3)

    seen, moved = varied(dotted(), np.zeros((0, 2)), 15, throw_variation(chance), chance)

    assert (moved.shape, seen.shape[2]) == ((0, 2), 3)
