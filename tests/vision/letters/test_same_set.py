"""Doubtful tiles compared with the sure ones of the same picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Grey
from vision.letters.same_set import compared

PLACES = {"I": 40, "L": 100, "unclear": 160, "O": 220}


def drawn(letter: str) -> Grey:
    """A board of four tiles, the unclear one showing this letter."""
    board = np.full((80, 260), 200, np.uint8)
    for name, x in PLACES.items():
        sign = letter if name == "unclear" else name
        cv2.putText(board, sign, (x - 8, 50), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30,), 2, cv2.LINE_AA)
    return board


MIDDLES: Floats = np.array([[float(x), 40.0] for x in PLACES.values()])
SHARES: Floats = np.array([[0.99, 0.0, 0.0], [0.0, 0.99, 0.0], [0.45, 0.45, 0.02], [0.0, 0.0, 0.98]])
"""Of I, L and O, for each of the four tiles in turn: the third is I or L, nobody knows."""


@pytest.mark.parametrize(("letter", "column"), [("I", 0), ("L", 1)])
def test_the_likest_sure_tile_decides(letter: str, column: int) -> None:
    """Between two letters that both lie there for sure, the one that looks the same is much the likelier."""
    letters, _ = compared(SHARES, MIDDLES, drawn(letter))

    assert letters[2].argmax() == column
    assert letters[2, column] > 0.9


def test_sure_tiles_stay_as_they_were_read() -> None:
    """Nothing is made of what was clear."""
    letters, rest = compared(SHARES, MIDDLES, drawn("L"))

    assert letters[[0, 1, 3]] == pytest.approx(SHARES[[0, 1, 3]])
    assert rest[[0, 1, 3]] == pytest.approx(1.0)


def test_a_letter_without_a_sure_tile_is_not_spoken_against() -> None:
    """That another letter lies there and looks a little like it makes an unseen letter no less likely against it."""
    only_l = SHARES.copy()
    only_l[0] = [0.5, 0.2, 0.0]

    letters, _ = compared(only_l, MIDDLES, drawn("I"))

    assert letters[2, 0] >= letters[2, 1] * 0.99


def test_without_any_sure_tile_nothing_is_compared() -> None:
    """On a board of doubts all doubts stay."""
    doubts = SHARES * 0.5 + 0.05

    assert compared(doubts, MIDDLES, drawn("I"))[0] == pytest.approx(doubts)
