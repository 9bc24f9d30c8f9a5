"""Parts of a large picture in which a small board may lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.definition.library import ruleset
from vision.geometry.busy_regions import busy_regions
from vision.render import View, quad, render

GAME = ruleset("scrabble-en")
VIEW = View(width=2400, height=1800, zoom=0.3, turn=10.0)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.3, -0.3), (-0.3, 0.25)])
def test_a_small_board_is_a_region(shift: tuple[float, float]) -> None:
    """One of the first regions holds all of the board, and not much more than twice its width."""
    view = replace(VIEW, shift=shift)
    corners = np.array(quad(view, GAME.layout).corners)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)

    boxes = busy_regions(render(EMPTY, GAME, view))

    holding = [box for box in boxes if box[0] <= left and box[1] <= top and box[2] >= right and box[3] >= bottom]
    assert holding
    assert min(box[2] - box[0] for box in holding) < 2.5 * (right - left)


def test_nothing_is_no_region() -> None:
    """A bare sheet has none."""
    assert busy_regions(np.full((1200, 1600, 3), 128, np.uint8)) == []
