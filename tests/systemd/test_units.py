"""The systemd units: well-formed, and with little to get hold of for anybody who breaks in."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

UNITS = sorted((Path(__file__).parents[2] / "systemd").glob("*.service"))
INSTALLED = "/opt/pi-referee/.venv/bin/python"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
each_unit = pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)


def systemd_analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd's own checker."""
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


@needs_systemd
@each_unit
def test_systemd_finds_no_fault(unit: Path, tmp_path: Path) -> None:
    """Each unit is understood by systemd, every line of it."""
    here = tmp_path / unit.name
    here.write_text(unit.read_text(encoding="utf-8").replace(INSTALLED, sys.executable), encoding="utf-8")
    checked = systemd_analyze("verify", "--man=no", str(here))

    assert unit.name not in checked.stderr


@needs_systemd
@each_unit
def test_a_unit_is_hard_to_misuse(unit: Path) -> None:
    """Each unit's exposure, as systemd counts it, is at most 2.0 of 10."""
    told = systemd_analyze("security", "--offline=true", str(unit)).stdout
    exposure = re.search(r"Overall exposure level .*: ([\d.]+)", told)

    assert exposure is not None, told
    assert float(exposure[1]) <= 2.0


@each_unit
def test_a_unit_starts_a_command_there_is(unit: Path) -> None:
    """What a unit starts is a command of pi-referee with options it has."""
    started = re.search(r"-m pi_referee (\S+)(.*)", unit.read_text(encoding="utf-8"))
    assert started is not None
    told = subprocess.run(
        [sys.executable, "-m", "pi_referee", started[1], "--help"], capture_output=True, text=True, check=False
    )

    assert {option for option in re.findall(r"--[a-z]+", started[2]) if option not in told.stdout} == set()
