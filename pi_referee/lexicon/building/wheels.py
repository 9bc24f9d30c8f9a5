"""Fetching words that only PyPI has: read as text, never run, and done without where they cannot be had."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.building.packages import Package, Run, checksum, run_program
from pi_referee.lexicon.building.progress import Progress, silent

_PIP = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:")
_BRIEFLY = ("--disable-pip-version-check", "--no-cache-dir", "--retries", "1", "--timeout", "20")


def fetch_wheel(name: str, folder: Path, *, progress: Progress = silent, run: Run = run_program) -> Package | None:
    """Fetch a package of PyPI and unpack it into a folder of its own; what is there already is not fetched again.

    None where it cannot be had: without a network or pip, or where it came damaged.
    """
    if _wheel(folder, name) is None:
        progress(say("fetching"), name)
        run((*_PIP, *_BRIEFLY, "-d", str(folder), name), folder)
    wheel = _wheel(folder, name)
    if wheel is None:
        return None
    try:
        with zipfile.ZipFile(wheel) as content:
            content.extractall(folder / name)
    except (OSError, zipfile.BadZipFile):
        wheel.unlink(missing_ok=True)
        return None
    return Package(name, wheel.name.split("-")[1], checksum(wheel), folder / name)


def _wheel(folder: Path, name: str) -> Path | None:
    """A package's file, if there is one: the newest."""
    return max(folder.glob(f"{name}-*.whl"), key=lambda path: path.stat().st_mtime, default=None)
