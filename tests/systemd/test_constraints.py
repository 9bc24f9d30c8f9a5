"""What the installers fetch is what was tested, and never what is known to die."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LINES = [line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
TESTED = {canonicalize_name(name): version for name, version in (line.split("==") for line in LINES)}
NEEDED = [
    Requirement(text) for text in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
]


@pytest.mark.parametrize("needed", NEEDED, ids=str)
def test_every_part_has_a_tested_version(needed: Requirement) -> None:
    """It is written down, and is one that the project takes."""
    assert TESTED[canonicalize_name(needed.name)] in needed.specifier


@pytest.mark.parametrize("version", ["1.21.0"])
def test_a_version_that_dies_on_a_pi_is_never_taken(version: str) -> None:
    """Of an illegal instruction on a Cortex-A72 or A53."""
    (runtime,) = (needed for needed in NEEDED if needed.name == "onnxruntime")

    assert version not in runtime.specifier


@pytest.mark.parametrize("script", ["systemd/install.sh", "scripts/setup"])
def test_the_installers_keep_to_them(script: str) -> None:
    """Both give them to pip; where the system has an older numpy, without those that need a newer one."""
    text = (ROOT / script).read_text(encoding="utf-8")
    dropped = re.findall(r"grep -Ev '\^\(([\w|-]+)\)==' \"\$root/constraints.txt\"", text)

    assert subprocess.run(["bash", "-n", ROOT / script], check=False).returncode == 0
    assert [set(names.split("|")) for names in dropped] == [{"numpy", "opencv-python", "onnxruntime"}]
    assert "--constraint" in text
