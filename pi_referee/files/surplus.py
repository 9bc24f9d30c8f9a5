"""Which of many files of a kind go again, so that a folder does not grow for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

Stamp = TypeVar("Stamp", str, float)
"""By what files are ordered: a day in a name, or a time."""


def surplus(files: Iterable[Path], made: Path, stamp: Callable[[Path], Stamp], *, kept: int) -> list[Path]:
    """The oldest by their stamps, so that so many stay; never the one that was just made.

    The clock on the wall may have been set: a stamp later than that of what was just made is of a clock that was wrong,
    and older than all others.
    """
    newest = stamp(made)
    ordered = sorted(files, key=lambda path: (stamp(path) <= newest, stamp(path), path == made))
    return ordered[:-kept]
