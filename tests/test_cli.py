"""The command line: what it says, and with which exit status, when something is wrong."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pi_referee import __version__

ROOT = Path(__file__).parents[1]


def pi_referee(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a person does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pi_referee", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_version_is_told() -> None:
    """`--version` names the program and its version."""
    assert pi_referee("--version").stdout == f"pi-referee {__version__}\n"


def test_without_a_command_the_help_is_shown() -> None:
    """Whoever types only the name sees what there is, and that is no fault."""
    ended = pi_referee()

    assert (ended.returncode, "doctor" in ended.stdout) == (0, True)


@pytest.mark.parametrize("arguments", [("frobnicate",), ("doctor", "--nonsense"), ("doctor", "--port", "many")])
def test_a_command_written_wrongly_is_status_2(arguments: tuple[str, ...]) -> None:
    """Wrong usage is said in a sentence with the way to the help, with status 2."""
    ended = pi_referee(*arguments)

    assert ended.returncode == 2
    assert "--help" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_with_json_a_fault_is_one_object() -> None:
    """Programs find the same under `error`, and nothing else on standard output."""
    ended = pi_referee("doctor", "--nonsense", "--json")

    assert json.loads(ended.stdout)["error"]["kind"] == "usage"


class TestDoctor:
    """`pi-referee doctor`."""

    def test_every_part_is_told_with_its_cure(self, tmp_path: Path) -> None:
        """Each part is well, missing or broken, and what is not well has a cure."""
        told = json.loads(pi_referee("doctor", "--json", "--home", str(tmp_path)).stdout)

        assert {part["health"] for part in told["parts"]} <= {"ok", "missing", "broken"}
        assert [part for part in told["parts"] if part["health"] != "ok" and not part["cure"]] == []

    def test_a_port_in_use_is_noticed(self, tmp_path: Path) -> None:
        """A taken port is missing, with the advice to choose another."""
        with socket.create_server(("127.0.0.1", 0)) as taken:
            ended = pi_referee("doctor", "--home", str(tmp_path), "--port", str(taken.getsockname()[1]))

        assert "is in use" in ended.stdout

    def test_a_home_that_cannot_be_written_to_is_broken(self, tmp_path: Path) -> None:
        """A games' folder that is a file, or lies below one, is named and the status is 1."""
        (tmp_path / "file").write_text("in the way", encoding="utf-8")
        ended = pi_referee("doctor", "--home", str(tmp_path / "file" / "games"))

        assert (ended.returncode, "cannot be written to" in ended.stdout) == (1, True)
