"""The programs the referee is made of: are they there, and is none of them known to be faulty here?"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from pi_referee.checkup.apart import cure_of, look
from pi_referee.checkup.finding import Finding, broken, lacking, well

LANGUAGES = {"swe": "Swedish", "fin": "Finnish", "pol": "Polish"}
"""Tesseract's languages that the games need, and what people call them."""

_SETUP = "Run scripts/setup."
_FILES = "Get the project's files again: git checkout -- vision"

_LIBRARIES = {
    "NumPy": ("numpy", "import numpy; numpy.ones((9, 9)) @ numpy.ones(9); print(numpy.__version__)", _SETUP),
    "OpenCV": (
        "opencv-python",
        "import cv2, numpy; cv2.GaussianBlur(numpy.ones((99, 99, 3), 'uint8'), (3, 3), 1); print(cv2.__version__)",
        f"{_SETUP} It also fetches libgl1 and libglib2.0-0, which OpenCV needs.",
    ),
    "ONNX Runtime": ("onnxruntime", "import onnxruntime; print(onnxruntime.__version__)", _SETUP),
    "Pillow": ("pillow", "import PIL.Image; PIL.Image.new('RGB', (9, 9)); print(PIL.__version__)", _SETUP),
    "pictures of iPhones": ("pi-heif", "import pi_heif; print('pi-heif', pi_heif.__version__)", _SETUP),
}
"""What people call a library: its package, some lines of Python that have it work, and what to do if it does not."""

_READ = """
import sys, numpy, onnxruntime
for path in sys.argv[1:]:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    shapes = {place.name: place.shape for place in session.get_inputs()}
    sizes = {name: [side if isinstance(side, int) else 96 for side in shape[1:]] for name, shape in shapes.items()}
    session.run(None, {name: numpy.zeros([1, *size], numpy.float32) for name, size in sizes.items()})
"""
"""Shows each network one picture with nothing on it."""


def software(networks: Mapping[str, Sequence[Path]]) -> Iterator[Finding]:
    """Look at every program; networks are the files of the trained ones, by what needs them."""
    yield python(sys.version_info[:3])
    yield from libraries()
    for name, paths in networks.items():
        yield trained(name, paths)
    yield from tesseract()
    yield gpiozero(platform.release())


def python(version: tuple[int, int, int]) -> Finding:
    """Is Python new enough?"""
    number = ".".join(map(str, version))
    if version >= (3, 11, 0):
        return well("Python", number)
    return broken("Python", number, "Version 3.11 or newer is needed: install it and run scripts/setup.")


def libraries() -> Iterator[Finding]:
    """Does each library that is not Python alone do its work on this processor?"""
    for part, (package, program, cure) in _LIBRARIES.items():
        yield library(part, package, program, cure)


def library(part: str, package: str, program: str, cure: str) -> Finding:
    """Does a library do what some lines of Python ask of it? They run in a process of their own."""
    seen = look(program)
    if seen.is_well:
        return well(part, seen.told)
    return broken(part, seen.died or seen.failed, cure_of(seen, package, cure))


def trained(name: str, paths: Sequence[Path]) -> Finding:
    """Are the files of some trained networks there, and do they run on this processor?"""
    missing = [str(path) for path in paths if not path.is_file() or path.stat().st_size == 0]
    if missing:
        told = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        return broken(name, told, _FILES)
    seen = look(_READ, *map(str, paths))
    if not seen.is_well:
        return broken(name, seen.died or seen.failed, cure_of(seen, "onnxruntime", f"{_FILES}. {_SETUP}"))
    return well(name, f"{', '.join(path.name for path in paths)}, {_kilobytes(paths)} kB")


def _kilobytes(paths: Sequence[Path]) -> int:
    return sum(path.stat().st_size for path in paths) // 1024


def tesseract() -> Iterator[Finding]:
    """Is Tesseract there, with its languages?"""
    program = shutil.which("tesseract")
    if program is None:
        yield lacking("Tesseract", "not installed", f"{_SETUP} Without it more letters are asked about.")
        return
    # The program is what the search path names, its argument is fixed.
    told = subprocess.run([program, "--list-langs"], capture_output=True, text=True, check=False, timeout=20)  # noqa: S603
    known = set(told.stdout.split())
    for code, name in LANGUAGES.items():
        part = f"Tesseract, {name}"
        yield well(part, code) if code in known else lacking(part, "not installed", f"Install tesseract-ocr-{code}.")


def gpiozero(kernel: str) -> Finding:
    """Is gpiozero a version that finds the pins with this kernel?

    Versions before 2.0.1.post3 look for the Pi 5's pins where kernels from 6.6.45 on no longer have them.
    """
    version = metadata.version("gpiozero")
    if numbers(version) >= (2, 0, 1, 3) or numbers(kernel)[:3] < (6, 6, 45):
        return well("gpiozero", version)
    return lacking(
        "gpiozero", f"{version} does not find a Pi 5's pins with kernel {kernel}", "pip install -U gpiozero in .venv."
    )


def numbers(version: str) -> tuple[int, ...]:
    """The numbers in a version, for comparing.

    >>> numbers("2.0.1.post3"), numbers("6.12.75+rpt-rpi-v8")[:3]
    ((2, 0, 1, 3), (6, 12, 75))
    """
    return tuple(int(part) for part in re.findall(r"\d+", version))
