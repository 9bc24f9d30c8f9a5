"""A look at a library in a process of its own: one that dies on this processor takes nobody with it, and is named."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata

PATIENCE = 60.0
"""Seconds a library may take to be loaded; the slowest takes three on a slow Pi with a cold card."""

_BUILT_FOR_OTHERS = frozenset({signal.SIGILL, signal.SIGBUS})
"""What ends a program that was built for another processor."""


@dataclass(frozen=True, slots=True)
class Look:
    """What came of it. told: what the look printed. died: how it was ended, in words; "" if it ended by itself."""

    told: str = ""
    failed: str = ""
    died: str = ""
    is_built_for_others: bool = False

    @property
    def is_well(self) -> bool:
        """Whether the library did what was asked of it."""
        return not self.failed and not self.died


def look(program: str, *arguments: str, patience: float = PATIENCE) -> Look:
    """Run some lines of Python that load a library; what they print is what they tell. patience: in seconds."""
    try:
        # This project's own lines, in the Python that runs them.
        ended = subprocess.run(  # noqa: S603
            [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False, timeout=patience
        )
    except subprocess.TimeoutExpired:
        return Look(died=f"it does not answer within {patience:.0f} s")
    if ended.returncode < 0:
        number = -ended.returncode
        name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
        is_foreign = number in _BUILT_FOR_OTHERS
        return Look(died=f"it dies here: {signal.strsignal(number)} ({name})", is_built_for_others=is_foreign)
    lines = ended.stderr.strip().splitlines()
    if ended.returncode:
        return Look(failed=lines[-1] if lines else f"it ends with {ended.returncode}")
    return Look(told=ended.stdout.strip())


def cure_of(seen: Look, package: str, otherwise: str) -> str:
    """What to do about a library that does not work; package: its name among Python's."""
    if not seen.died:
        return otherwise
    try:
        version = metadata.version(package)
    except metadata.PackageNotFoundError:
        return otherwise
    why = "It was built for other processors" if seen.is_built_for_others else "Perhaps its files are damaged"
    return f"{why}: take another version, .venv/bin/python -m pip install '{package}!={version}'"
