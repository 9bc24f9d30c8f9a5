"""Pictures laid over one another: the grain goes, the table stays."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.photo.denoise import average, grain_of, without_grain


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


def grainy(picture: NDArray[np.uint8], deviation: float) -> NDArray[np.uint8]:
    """A picture in poor light."""
    noise = np.random.default_rng(2).normal(0, deviation, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("deviation", [1.0, 4.0, 9.0])
def test_grain_is_measured(deviation: float) -> None:
    """Its deviation is told to a tenth, and edges are none."""
    striped = np.where(np.arange(200) // 25 % 2, 60, 190).astype(np.uint8)

    assert grain_of(grainy(np.tile(striped, (200, 1)), deviation)) == pytest.approx(deviation, rel=0.15)


def test_strong_grain_is_taken_out_and_edges_stay() -> None:
    """Half of it and more go; a step between tile and ink stays as steep as it was, and so does a dot."""
    board = np.full((120, 120, 3), 190, np.uint8)
    board[:, 60:] = 60
    board[30:33, 30:33] = 60

    smooth = without_grain(grainy(board, 8.0))

    assert smooth[60:110, 10:50].std() < 8 / 2
    assert smooth[:, :59].mean() - smooth[:, 61:].mean() > 125
    assert smooth[31, 31].mean() < 80


def test_a_clear_picture_stays_as_it_is() -> None:
    """Nothing is smoothed that has only the grain of good light."""
    board = grainy(np.full((120, 120, 3), 150, np.uint8), 1.0)

    assert without_grain(board) is board
