"""Deque's checker for pages that shut somebody out."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from pathlib import Path
from shutil import which

import pytest

AXE = "axe-core@4.10.3"
"""Deque's own checker; a tool of this test only, fetched by npm and never shipped."""


@pytest.fixture(scope="session")
def axe() -> str:
    """The checker's script, kept between test runs."""
    script = Path(tempfile.gettempdir()) / "pi-referee-axe" / f"{AXE}.min.js"
    if not script.is_file():
        script.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=script.parent) as own:
            fetched(Path(own)).replace(script)  # whole, or not at all: other tests may want it in this moment
    return script.read_text(encoding="utf-8")


def fetched(folder: Path) -> Path:
    """The checker's script, fetched into a folder."""
    npm = which("npm")
    if npm is None:
        pytest.skip("npm is not installed, so axe-core cannot be fetched (apt install npm)")
    try:
        subprocess.run([npm, "pack", AXE], cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"axe-core cannot be fetched: {str(error.stderr)[-200:]}")
    with tarfile.open(next(folder.glob("*.tgz"))) as package:
        package.extractall(folder, filter="data")
    return folder / "package" / "axe.min.js"
