"""Making a picture smaller: its size, where its px come to, and that fine print becomes an even tint."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import carry
from vision.geometry.downscale import reduced, reducing


def spot(x: int, y: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A white spot of 40 px on black, its middle at x, y."""
    picture = np.zeros((601, 803, 3), np.uint8)
    picture[y - 20 : y + 20, x - 20 : x + 20] = 255
    return picture


@pytest.mark.parametrize("scale", [1.0, 0.83, 0.5, 0.31, 0.25, 0.13])
def test_a_spot_comes_to_its_place(scale: float) -> None:
    """Whatever the scale, a place in the picture lies at scale times its coordinates, to half a px."""
    smaller = reduced(spot(600, 340), scale)

    rows, columns = (smaller[:, :, 0].sum(axis=axis, dtype=float) for axis in (1, 0))
    middles = [(weights @ (np.arange(len(weights)) + 0.5)) / weights.sum() for weights in (columns, rows)]
    assert middles == pytest.approx([600 * scale, 340 * scale], abs=0.5)


@pytest.mark.parametrize("scale", [1.0, 0.83, 0.5, 0.31, 0.13])
def test_a_px_is_known_by_its_middle(scale: float) -> None:
    """The spot's middle, counted from the first px's middle, comes where the homography says, to a tenth of a px."""
    smaller = reduced(spot(600, 340), scale)

    rows, columns = (smaller[:, :, 0].sum(axis=axis, dtype=float) for axis in (1, 0))
    middles = [(weights @ np.arange(len(weights))) / weights.sum() for weights in (columns, rows)]
    assert middles == pytest.approx(carry(reducing(scale), np.array([[599.5, 339.5]]))[0].tolist(), abs=0.1)


@pytest.mark.parametrize("scale", [0.9, 0.5, 0.4, 0.2])
def test_the_size_is_as_wished(scale: float) -> None:
    """Width and height shrink by the scale, to a px or two at the rim."""
    smaller = reduced(spot(400, 300), scale)

    assert smaller.shape[:2] == pytest.approx((601 * scale, 803 * scale), abs=2)


def test_nothing_is_made_larger() -> None:
    """At its own size a picture stays as it is."""
    picture = spot(400, 300)

    assert reduced(picture, 1.0) is picture


@pytest.mark.parametrize("scale", [0.5, 0.45, 0.3])
def test_fine_print_becomes_an_even_tint(scale: float) -> None:
    """A screen of single px is averaged, not sampled here and there."""
    screen = (np.indices((400, 400)).sum(axis=0) % 2 * 200).astype(np.uint8)[..., None].repeat(3, 2)

    assert np.ptp(reduced(screen, scale).astype(int)) < 20
