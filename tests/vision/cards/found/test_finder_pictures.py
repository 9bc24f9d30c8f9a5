"""The reduced pictures in which cards are sought."""

import cv2
import numpy as np

from vision.cards.found.finder_pictures import reduced

SIDES = (1024, 512, 256)


def test_a_picture_made_of_a_reduced_one_is_that_made_of_the_whole() -> None:
    """Each px is the mean of what it covers, to the grey level, whichever picture it was made of."""
    picture = np.random.default_rng(1).integers(0, 256, (1848, 2464, 3), np.uint8)

    made = reduced(picture, SIDES)

    assert [one.shape[:2] for one in made] == [(768, 1024), (384, 512), (192, 256)]
    for one in made:
        wanted = cv2.resize(picture, one.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert np.abs(one - wanted).max() <= 1
        assert (one != wanted).mean() < 0.001


def test_a_picture_not_much_larger_is_smoothed_and_sampled() -> None:
    """In a picture as a camera takes them, grain upon slopes and edges, that is hardly off from the means."""
    slopes = np.add.outer(np.arange(1232) % 300, np.arange(1640) % 400)[..., None] * [0.3, 0.2, 0.25]
    grain = np.random.default_rng(1).normal(0, 3, slopes.shape)
    picture = np.clip(slopes + grain, 0, 255).astype(np.uint8)

    for one in reduced(picture, SIDES):
        wanted = cv2.resize(picture, one.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert np.abs(one - wanted).mean() < 0.7


def test_a_small_picture_is_enlarged() -> None:
    """A picture with fewer px than the largest of them has all three, too."""
    made = reduced(np.full((480, 640, 3), 99, np.uint8), SIDES)

    assert [one.shape[:2] for one in made] == [(768, 1024), (384, 512), (192, 256)]
    assert all((one == 99).all() for one in made)
