"""The reduced pictures in which cards are sought."""

import cv2
import numpy as np

from vision.cards.found.finder_pictures import reduced

SIDES = (1024, 512, 256)


def test_a_picture_made_of_a_reduced_one_is_that_made_of_the_whole() -> None:
    """Each px is the mean of what it covers, to the grey level, whichever picture it was made of."""
    picture = np.random.default_rng(1).integers(0, 256, (1232, 1640, 3), np.uint8)

    made = reduced(picture, SIDES)

    assert [one.shape[:2] for one in made] == [(768, 1024), (384, 512), (192, 256)]
    for one in made:
        wanted = cv2.resize(picture, one.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert np.abs(one - wanted).max() <= 1
        assert (one != wanted).mean() < 0.001


def test_a_small_picture_is_enlarged() -> None:
    """A picture with fewer px than the largest of them has all three, too."""
    made = reduced(np.full((480, 640, 3), 99, np.uint8), SIDES)

    assert [one.shape[:2] for one in made] == [(768, 1024), (384, 512), (192, 256)]
    assert all((one == 99).all() for one in made)
