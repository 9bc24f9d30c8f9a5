"""The programs the referee is made of: are they there, and is none of them known to be faulty here?"""

from __future__ import annotations

import importlib
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path

from pi_referee.checkup.finding import Finding, broken, lacking, well

LANGUAGES = {"swe": "Swedish", "fin": "Finnish", "pol": "Polish"}
"""Tesseract's languages that the games need, and what people call them."""

_SETUP = "Run scripts/setup."


def software(readers: Mapping[str, Path]) -> Iterator[Finding]:
    """Look at every program; readers are the files of the trained letter readers."""
    yield python(sys.version_info[:3])
    yield opencv()
    yield onnx_runtime()
    for name, path in readers.items():
        yield letters(name, path)
    yield from tesseract()
    yield gpiozero(platform.release())


def python(version: tuple[int, int, int]) -> Finding:
    """Is Python new enough?"""
    number = ".".join(map(str, version))
    if version >= (3, 11, 0):
        return well("Python", number)
    return broken("Python", number, "Version 3.11 or newer is needed: install it and run scripts/setup.")


def opencv() -> Finding:
    """Can OpenCV be loaded?"""
    try:
        cv2 = importlib.import_module("cv2")
    except ImportError as error:
        return broken("OpenCV", str(error), f"{_SETUP} It also fetches libgl1 and libglib2.0-0, which OpenCV needs.")
    return well("OpenCV", str(cv2.__version__))


def onnx_runtime() -> Finding:
    """Can ONNX Runtime be loaded, which reads the letters?"""
    try:
        runtime = importlib.import_module("onnxruntime")
    except ImportError as error:
        return broken("ONNX Runtime", str(error), _SETUP)
    return well("ONNX Runtime", str(runtime.__version__))


def letters(name: str, path: Path) -> Finding:
    """Is a letter reader's file there?"""
    if path.is_file() and path.stat().st_size > 0:
        return well(name, f"{path.name}, {path.stat().st_size // 1024} kB")
    return broken(name, f"{path} is missing", "Get the project's files again: git checkout -- vision")


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
