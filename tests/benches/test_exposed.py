"""What the bench of exposure shows to the camera, and what is left of strong light once it was told."""

from __future__ import annotations

import numpy as np

from benches.exposed import told

SCENE = np.repeat(np.linspace(40, 230, 256).astype(np.uint8)[None, :, None], 64, axis=0).repeat(3, axis=2)
"""A table that falls off from pale to dark."""


def test_good_light_is_shown_as_it_is() -> None:
    """At the light it was photographed in a scene is the same before and after."""
    first, last = told(SCENE, 1.0)

    assert (first == SCENE).all()
    assert (last == SCENE).all()


def test_strong_light_is_cut_off_until_the_camera_was_told() -> None:
    """At 1.6 times the light a third of the scene is white at first, and nothing more of it six looks later."""
    first, last = told(SCENE, 1.6)

    assert np.mean(first == 255) > 0.3
    assert np.mean(last == 255) < 0.03
    assert last.mean() > 0.9 * SCENE.mean()
