"""Pictures that were drawn once, kept in build/ for all processes and runs of the tests.

A picture's name is made of all that it is drawn from: the bytes of the sources, the libraries' versions and what is
asked for. So a kept one is never out of date, and build/ may be deleted at any time.
"""

from __future__ import annotations

import platform
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from zipfile import BadZipFile

import cv2
import numpy as np
import PIL
from PIL import features

from vision.arrays import Colour

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "drawn-for-tests"
SOURCES = (
    "pi_referee/__init__.py",
    "pi_referee/composing.py",
    "pi_referee/errors.py",
    "pi_referee/rules",
    "vision/__init__.py",
    "vision/sighting.py",
    "vision/render",
    "tests/vision/conftest.py",
    "tests/vision/kept_pictures.py",
)
"""Files and folders that a drawn scene depends on, as a test sees to."""
DAY = 86_400


def kept_or_drawn(asked_for: str, draw: Callable[[], Colour], folder: Path = KEPT) -> Colour:
    """The picture that was kept under all that it is drawn from, or a new one, which is kept."""
    path = folder / drawn_from() / f"{digest(asked_for.encode())}.npz"
    picture = read(path)
    if picture is None:
        picture = draw()
        write(path, picture)
    return picture


def read(path: Path) -> Colour | None:
    """A kept picture; None if it is not there, or damaged (npz has a checksum)."""
    with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile), path.open("rb") as file:
        return np.asarray(np.load(file)["picture"], np.uint8)
    return None


def write(path: Path, picture: Colour) -> None:
    """Keep a picture: it is there as a whole or not at all; a disk that takes none does not matter."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as new:
            np.savez(new, picture=picture)
        Path(new.name).replace(path)


def clear_old(folder: Path = KEPT) -> None:
    """Delete what was drawn from other sources and not used for a day."""
    for other in folder.glob("*"):
        with suppress(OSError):
            if other.name != drawn_from() and other.stat().st_mtime < time.time() - DAY:
                shutil.rmtree(other, ignore_errors=True)


@cache
def drawn_from() -> str:
    """One name for the sources and for all else on this machine that may change a drawn picture."""
    libraries = (cv2.__version__, cv2.getCPUFeaturesLine(), np.__version__, PIL.__version__, *features.get_supported())
    machine = (platform.machine(), platform.python_version(), str(features.version("freetype2")))
    return digest(repr((libraries, machine)).encode(), *(part for path in source_files() for part in named(path)))


def source_files() -> Iterator[Path]:
    """All files of SOURCES in one order."""
    for source in SOURCES:
        found = sorted((ROOT / source).rglob("*")) if (ROOT / source).is_dir() else [ROOT / source]
        yield from (path for path in found if path.is_file() and path.suffix != ".pyc")


def named(path: Path) -> tuple[bytes, bytes]:
    """A file's name and what is in it."""
    return str(path.relative_to(ROOT)).encode(), path.read_bytes()


def digest(*parts: bytes) -> str:
    """A short name for some bytes; where one part ends counts, too."""
    whole = sha256()
    for part in parts:
        whole.update(sha256(part).digest())
    return whole.hexdigest()[:32]
