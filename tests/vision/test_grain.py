"""Pictures laid over one another: the grain goes, the table stays."""

from __future__ import annotations

import numpy as np
import pytest

from vision.grain import average


@pytest.mark.parametrize("count", [1, 3, 9])
def test_grain_goes_with_the_root(count: int) -> None:
    """Of n pictures there is the n-th root less grain, and the brightness is what it was."""
    chance = np.random.default_rng(5)
    pictures = [chance.normal(120, 18, (90, 120, 3)).clip(0, 255).astype(np.uint8) for _ in range(count)]
    mean = average(pictures)

    assert mean.std() == pytest.approx(18 / np.sqrt(count), rel=0.05)
    assert mean.mean() == pytest.approx(120, abs=0.6)


def test_one_picture_is_itself() -> None:
    """Alone it is not changed."""
    picture = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)

    assert (average([picture]) == picture).all()


def test_a_picture_of_another_size_is_left_out() -> None:
    """A camera that was opened anew may give other pictures: they cannot be laid over one another."""
    small, large = np.full((4, 4, 3), 10, np.uint8), np.full((8, 8, 3), 30, np.uint8)

    assert (average([small, large, large]) == large).all()
