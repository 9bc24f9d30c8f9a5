"""Work that is begun on another core, while nothing waits for it yet."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_Result = TypeVar("_Result")

_OTHER_CORE = ThreadPoolExecutor(1, thread_name_prefix="eye")
"""One thread for all eyes of a program, kept until it ends."""


def begun(work: Callable[[], _Result]) -> Callable[[], _Result]:
    """Begin some work, which itself must wait for no other that is begun; what is returned waits for its result."""
    try:
        return _OTHER_CORE.submit(work).result
    except RuntimeError:
        # At the end of the program no more work is accepted: then it is done when it is asked for.
        return work
