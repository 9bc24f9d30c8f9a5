"""A set of which many letters cannot be read is asked about as a whole."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from vision.geometry.rectify import Squared
from vision.letter_checks.unknown_set import unknown
from vision.sighting import Doubt, Reading, Why
from vision.squares.evidence import Evidence
from vision.squares.findings import Findings


def findings(sure: int, unread: int, strange: int = 0) -> Findings:
    """So many letters that are sure, that cannot be read, and bare squares that look strange; and a blank."""
    squares = [Square(row, column) for row in range(15) for column in range(15)]
    board = {square: Reading("A", 0.99) for square in squares[:sure]} | {squares[-1]: Reading("", 0.99)}
    doubts = [Doubt(square, (("B", 0.6), ("D", 0.4)), Why.LETTER) for square in squares[50 : 50 + unread]]
    doubts += [Doubt(square, ((".", 0.5), ("", 0.5)), Why.NOT_AS_BARE) for square in squares[100 : 100 + strange]]
    return Findings(board, frozenset(), tuple(doubts))


def looked(side: float, *, blurred: bool = False) -> Evidence:
    """The evidence of a picture with squares of so many px, in focus or not."""
    squared = Squared(np.zeros((17 * 32, 17 * 32, 3), np.uint8), 15, side=side)
    return cast("Evidence", SimpleNamespace(blurred=blurred, bleached=False, read_from=squared))


@pytest.mark.parametrize(("sure", "unread"), [(20, 9), (8, 8), (0, 9)])
def test_all_letters_are_asked(sure: int, unread: int) -> None:
    """Where three in ten are not read no letter is believed; a blank needs no alphabet."""
    told = unknown(findings(sure, unread), looked(40))

    assert [reading.letter for reading in told.board.values()] == [""]
    assert sum(doubt.why is Why.UNKNOWN_SET for doubt in told.doubts) == sure


@pytest.mark.parametrize(
    ("found", "evidence"),
    [
        (findings(20, 4), looked(40)),
        (findings(40, 12), looked(40)),
        (findings(20, 10), looked(20)),
        (findings(20, 10), looked(40, blurred=True)),
        (findings(20, 10, strange=11), looked(40)),
    ],
)
def test_a_bad_picture_is_no_unknown_set(found: Findings, evidence: Any) -> None:  # noqa: ANN401 - as drawn above
    """Few unread letters, small or soft ones, and grids that lie beside the board say nothing of the set."""
    assert unknown(found, evidence) == found
