"""Work that is begun on another core, while nothing waits for it yet."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_Result = TypeVar("_Result")

_THREADS = [ThreadPoolExecutor(1, thread_name_prefix="eye")]
"""One thread for all eyes of a program, kept until it ends; a forked process gets its own."""


def _renew() -> None:
    _THREADS[0] = ThreadPoolExecutor(1, thread_name_prefix="eye")


os.register_at_fork(after_in_child=_renew)


def begun(work: Callable[[], _Result]) -> Callable[[], _Result]:
    """Begin some work, which itself must wait for no other that is begun; what is returned waits for its result."""
    try:
        return _THREADS[0].submit(work).result
    except RuntimeError:
        # At the end of the program no more work is accepted: then it is done when it is asked for.
        return work
