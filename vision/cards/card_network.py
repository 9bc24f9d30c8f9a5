"""Runs the networks of the eye for cards by ONNX Runtime: one finds cards, one sets them right, one reads print."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as runtime

from pi_referee.errors import RefereeError

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

_FAULTS = tuple(kind for kind in vars(runtime).values() if isinstance(kind, type) and issubclass(kind, Exception))
"""ONNX Runtime's errors, which share no ancestor."""

_MOST_THREADS = 4
_FATAL_ONLY = 4
_CURE = "Install pi-referee again, or make the networks anew with scripts/train-cards."

Answers = NDArray[np.float32]


class CardNetwork:
    """A network with one input and one output."""

    def __init__(self, path: Path) -> None:
        """Load it; RefereeError if its file is missing or damaged."""
        if not path.is_file():
            raise RefereeError("A network of the eye for cards is missing.", where=str(path), cure=_CURE)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = _FATAL_ONLY
        options.intra_op_num_threads = min(_MOST_THREADS, os.cpu_count() or 1)
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except _FAULTS as error:
            raise RefereeError("A network of the eye for cards is damaged.", where=str(path), cure=_CURE) from error
        self._input = self._session.get_inputs()[0].name

    def run(self, pixels: NDArray[np.float32]) -> Answers:
        """Its answers for (n, 3, height, width) float32."""
        (answers,) = self._session.run(None, {self._input: pixels})
        return np.asarray(answers, np.float32)
