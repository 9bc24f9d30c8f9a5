"""The systemd units: well-formed, and with little to get hold of for anybody who breaks in."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.recovery_ladder import PACE
from pi_referee.process.supervisor import AGAIN

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = sorted(SYSTEMD.glob("*.service"))
ALL = sorted(path for path in SYSTEMD.iterdir() if path.suffix in {".service", ".timer", ".path"})
LASTING = [unit for unit in UNITS if "Type=notify" in unit.read_text(encoding="utf-8")]
INSTALLED = "/opt/pi-referee/.venv/bin/python"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
each_unit = pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)


def systemd_analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd's own checker."""
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


@needs_systemd
def test_systemd_finds_no_fault(tmp_path: Path) -> None:
    """The units are understood by systemd, every line of them."""
    for unit in ALL:
        text = unit.read_text(encoding="utf-8").replace(INSTALLED, sys.executable)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    checked = systemd_analyze("verify", "--man=no", *(str(tmp_path / unit.name) for unit in ALL))

    assert "pi-referee" not in checked.stderr


@needs_systemd
@each_unit
def test_a_unit_is_hard_to_misuse(unit: Path) -> None:
    """Each unit's exposure, as systemd counts it, is at most 2.0 of 10."""
    told = systemd_analyze("security", "--offline=true", str(unit)).stdout
    exposure = re.search(r"Overall exposure level .*: ([\d.]+)", told)

    assert exposure is not None, told
    assert float(exposure[1]) <= 2.0


@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if "pi_referee" in unit.read_text(encoding="utf-8")], ids=lambda unit: unit.stem
)
def test_a_unit_starts_a_command_there_is(unit: Path) -> None:
    """What a unit starts is a command of pi-referee with options it has."""
    started = re.search(r"-m pi_referee (\S+)(.*)", unit.read_text(encoding="utf-8"))
    assert started is not None
    told = subprocess.run(
        [sys.executable, "-m", "pi_referee", started[1], "--help"], capture_output=True, text=True, check=False
    )

    assert {option for option in re.findall(r"--[a-z-]+", started[2]) if option not in told.stdout} == set()


@pytest.mark.parametrize("unit", LASTING, ids=lambda unit: unit.stem)
def test_a_program_that_falls_is_started_again_within_limits(unit: Path) -> None:
    """Eye, page and safe mode give signs of life, are started again, not for ever, and may not eat the memory."""
    said = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE))

    assert (said["Restart"], int(said["WatchdogSec"])) == ("always", 30)
    assert {"MemoryMax", "TasksMax", "StartLimitBurst", "StartLimitIntervalSec"} <= said.keys()
    assert said["User"] == "pi-referee"


def test_a_list_in_the_making_may_step_back_behind_the_game() -> None:
    """The page's sandbox lets the process that makes a list make itself less important than the game."""
    page = (SYSTEMD / "pi-referee-serve.service").read_text(encoding="utf-8")
    filters = re.findall(r"^SystemCallFilter=(.*)$", page, re.MULTILINE)

    assert "@resources" in filters[-2]
    assert filters[-1] == "setpriority"


def test_a_version_that_is_put_back_gets_its_own_units_back() -> None:
    """The installer takes units and options from the version it points to, also when that is the one before."""
    script = (SYSTEMD / "install.sh").read_text(encoding="utf-8")
    pointed = re.findall(r'^ *point_to "\$(new|before)"$', script, re.MULTILINE)
    units = re.findall(r'^ *install_units "\$(new|before)"$', script, re.MULTILINE)

    assert sorted(pointed) == sorted(units) == ["before", "new"]
    assert 'mv -- "$conf.before" "$conf"' in script


def test_an_eye_that_falls_again_and_again_gives_way_to_safe_mode() -> None:
    """After too many falls the game is kept by hand: no camera, no button, and the eye is not started beside it."""
    eye, safe = (
        (SYSTEMD / f"pi-referee-{name}.service").read_text(encoding="utf-8").splitlines() for name in ("watch", "safe")
    )

    assert {"OnFailure=pi-referee-safe.service", "Conflicts=pi-referee-safe.service"} <= set(eye)
    assert "Conflicts=pi-referee-watch.service" in safe
    assert any(line.endswith("watch --camera none --button none") for line in safe)


def test_the_camera_may_ask_for_a_fresh_program_as_often_as_it_does() -> None:
    """The ladder's restarts alone never use up what systemd allows; the rest is for programs that fall."""
    eye = (SYSTEMD / "pi-referee-watch.service").read_text(encoding="utf-8")
    said = dict(re.findall(r"^(\w+)=(.*)$", eye, re.MULTILINE))

    assert f"RestartForceExitStatus={AGAIN}" in eye
    assert float(said["StartLimitIntervalSec"]) / PACE.again + PACE.restarts < float(said["StartLimitBurst"])


def install(*options: str, user: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the installer, as somebody who may not."""
    return subprocess.run(
        ["bash", str(SYSTEMD / "install.sh"), *options], capture_output=True, text=True, check=False, user=user
    )


def test_the_installer_understands_its_options() -> None:
    """An option there is not is answered with those there are, before anything is touched."""
    told = install("--uninstal")

    assert (told.returncode, "--uninstall" in told.stderr) == (1, True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can try it as somebody else")
def taken_over(theirs: Path, state: Path) -> str:
    """What the installer says of games in the home of who calls it; `state` is the appliance's folder."""
    script = (SYSTEMD / "install.sh").read_text(encoding="utf-8")
    (function,) = re.findall(r"^take_over\(\) \{\n.*?^\}\n", script, re.MULTILINE | re.DOTALL)
    around = f"""set -euo pipefail
    say() {{ echo "$*"; }}
    stop() {{ echo "$*"; exit 1; }}
    getent() {{ echo "anna:x:1000:1000::{theirs}:/bin/sh"; }}
    chown() {{ :; }}
    SUDO_USER=anna state={state} link=/opt/pi-referee
    """
    told = subprocess.run(
        ["bash", "-c", f"{around}\n{function}\ntake_over"], capture_output=True, text=True, check=False
    )
    return told.stdout + told.stderr


def test_games_of_an_earlier_run_are_taken_over(tmp_path: Path) -> None:
    """While the appliance has none the games come along; later they are named, and while somebody plays it waits."""
    home, state = tmp_path / "anna" / ".local" / "share" / "pi-referee", tmp_path / "state"
    state.mkdir()
    assert taken_over(tmp_path / "anna", state) == ""
    (home / "pictures").mkdir(parents=True)
    for name in ("games.sqlite", "pictures/1.jpg", "watch.lock"):
        (home / name).write_text("theirs", encoding="utf-8")
    with (home / "watch.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "End it with Ctrl-C" in taken_over(tmp_path / "anna", state)

    assert "taking over the games that anna played" in taken_over(tmp_path / "anna", state)
    assert {str(path.relative_to(state)) for path in state.rglob("*") if path.is_file()} == {
        "games.sqlite", "pictures/1.jpg",
    }  # fmt: skip
    (state / "games.sqlite").write_text("ours", encoding="utf-8")
    assert str(home) in taken_over(tmp_path / "anna", state)
    assert (state / "games.sqlite").read_text(encoding="utf-8") == "ours"


def test_the_installer_wants_an_administrator() -> None:
    """Who may not install is told how."""
    told = install(user="nobody")

    assert (told.returncode, "sudo" in told.stderr) == (1, True)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not here")
@pytest.mark.parametrize(
    "script", ["systemd/install.sh", "scripts/setup", "scripts/demo", "scripts/hall-demo", "scripts/test", ".ci/run"]
)
def test_shellcheck_finds_no_fault(script: str) -> None:
    """The shell scripts are clean."""
    checked = subprocess.run(
        ["shellcheck", "-x", str(SYSTEMD.parent / script)], capture_output=True, text=True, check=False
    )

    assert checked.stdout == ""
