"""Loads the networks of the eye, which ONNX Runtime runs."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as runtime

from pi_referee.errors import RefereeError

FAULTS = tuple(kind for kind in vars(runtime).values() if isinstance(kind, type) and issubclass(kind, Exception))
"""ONNX Runtime's errors, which share no ancestor."""

CURE = "Install pi-referee again, or make its networks anew with scripts/train and scripts/train-cards."

_MOST_THREADS = 4
_FATAL_ONLY = 4
"""Log level of ONNX Runtime, which raises its errors besides; this program reports them in its own words."""


@cache
def shared_network(path: Path) -> onnxruntime.InferenceSession:
    """The network, loaded once: all eyes of a program may share it; RefereeError if it is missing or damaged."""
    return network_in(path)


def network_in(path: Path) -> onnxruntime.InferenceSession:
    """The network, ready to run; its threads sleep between looks, since page and camera need the processor, too."""
    if not path.is_file():
        raise RefereeError("A network of the eye is missing.", where=str(path), cure=CURE)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _FATAL_ONLY
    # Given a number it pins no thread to a processor that something else may be using.
    options.intra_op_num_threads = min(_MOST_THREADS, os.cpu_count() or 1)
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except FAULTS as error:
        raise RefereeError("A network of the eye is damaged.", where=str(path), cure=CURE) from error
