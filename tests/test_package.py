"""The package that is installed: everything that is read at run time is in it, and nothing else comes along."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("pi_referee", "vision", "hardware", "web")
NOT_SHIPPED = {".pyc", ".pot", ".md"}
"""Endings of files that nobody reads at run time."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built package, made from a copy so that no build folder is left behind."""
    copy, built = tmp_path_factory.mktemp("source") / "project", tmp_path_factory.mktemp("wheel")
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(built)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=copy, capture_output=True, check=True)
    return next(built.glob("*.whl"))


def shipped(wheel: Path) -> set[str]:
    """The files of the package, its description left out."""
    return {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}


def test_everything_read_at_run_time_is_in_the_package(wheel: Path) -> None:
    """Boards, games, the reader's network, typefaces, templates, catalogues: nothing is forgotten."""
    here = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in NOT_SHIPPED
    }

    assert here - shipped(wheel) == set()


def test_the_package_has_four_names_and_no_more(wheel: Path) -> None:
    """Only the four packages are installed; tests, scripts and training stay at home."""
    assert {name.split("/")[0] for name in shipped(wheel)} == set(PACKAGES)
