"""Files of what was drawn ahead: each is drawn once, from its own number, and has its name when it is whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Columns = Mapping[str, NDArray[Any]]
"""What a file holds, by name."""


def drawn_once(folder: Path, number: int, draw: Callable[[], Columns]) -> None:
    """Draw the file of that number, on one core, unless it is there."""
    if not path_of(folder, number).exists():
        cv2.setNumThreads(1)
        keep(folder, number, draw())


def keep(folder: Path, number: int, columns: Columns) -> None:
    """Write the file of that number."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of(folder, number)
    np.savez(path.with_suffix(".part.npz"), **columns)  # type: ignore[arg-type] # numpy's hints know no names
    path.with_suffix(".part.npz").rename(path)


def path_of(folder: Path, number: int) -> Path:
    """Where the file of that number lies."""
    return folder / f"{number:04d}.npz"


def finished(folder: Path) -> list[Path]:
    """The files that are whole, in order."""
    return sorted(path for path in folder.glob("[0-9]*.npz") if ".part" not in path.name)


def joined(folder: Path, *names: str) -> list[NDArray[Any]]:
    """The arrays of these names of all a folder's files, put together."""
    files = [np.load(path) for path in finished(folder)]
    return [np.concatenate([file[name] for file in files]) for name in names]
