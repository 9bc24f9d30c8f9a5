"""Runs the networks of the eye for cards by ONNX Runtime: one finds cards, one sets them right, one reads print."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.networks import network_in

FINDER, STRAIGHTENER, PRINT_READER, MARK_READER, WAY_UP, CELL_READER, THING_FINDER = (
    Path(__file__).with_name(name)
    for name in (
        "finder.onnx",
        "straightener.onnx",
        "small_print.onnx",
        "marks.onnx",
        "card_way_up.onnx",
        "cells.onnx",
        "things.onnx",
    )
)
"""The networks that come with the program; training/cards makes them."""

Answers = NDArray[np.float32]


class CardNetwork:
    """A network with one input and one output."""

    def __init__(self, path: Path) -> None:
        """Load it; RefereeError if its file is missing or damaged."""
        self._session = network_in(path)
        self._input = self._session.get_inputs()[0].name

    def run(self, pixels: NDArray[np.float32]) -> Answers:
        """Its answers for (n, 3, height, width) float32."""
        (answers,) = self._session.run(None, {self._input: pixels})
        return np.asarray(answers, np.float32)
