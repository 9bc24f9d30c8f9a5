"""Two programs never watch one table: the second is told who does, and the first may end however it likes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pi_referee.errors import RefereeError
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.one_watcher import only_watcher
from tests.programs import PATIENCE, started, until

ROOT = Path(__file__).parents[2]


def watch(home: Path, *options: str) -> list[str]:
    """The watching program, with nothing on the table."""
    things = ("--camera", "none", "--button", "none", "--lamp", "none")
    return [sys.executable, "-m", "pi_referee", "watch", "--home", str(home), *things, *options]


def events(home: Path) -> int:
    """How many things happened in a log."""
    with Ledger(home / "games.sqlite") as ledger:
        return ledger.newest()


@pytest.mark.parametrize("second", [("--game", "literaki", "--new"), ("--camera", "simulated")])
def test_a_second_program_is_told_who_watches(tmp_path: Path, second: tuple[str, ...]) -> None:
    """It writes nothing, not even a new game, and names the process that holds the table."""
    with started(watch(tmp_path)) as first:
        until(lambda: (tmp_path / "games.sqlite").exists() and events(tmp_path) == 1, by=first)
        other = subprocess.run(
            watch(tmp_path, *second), cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert other.returncode == 1
        assert f"already (process {first.pid}, since 20" in other.stderr
        assert events(tmp_path) == 1


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_that_has_ended_holds_nothing(tmp_path: Path, ending: signal.Signals) -> None:
    """However it ended: the next one begins at once, with the same game."""
    with started(watch(tmp_path)) as first:
        until(lambda: (tmp_path / "games.sqlite").exists() and events(tmp_path) == 1, by=first)
        first.send_signal(ending)
        first.wait(PATIENCE)
        with started(watch(tmp_path)) as second:
            until(lambda: str(second.pid) in (tmp_path / "watch.lock").read_text(encoding="utf-8"), by=second)
            assert second.poll() is None
    assert events(tmp_path) == 1


def test_other_homes_are_other_tables(tmp_path: Path) -> None:
    """A lock is for one folder of games."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()

    with (
        only_watcher(tmp_path / "a" / "watch.lock", since="now"),
        only_watcher(tmp_path / "b" / "watch.lock", since="now"),
    ):
        assert str(os.getpid()) in (tmp_path / "a" / "watch.lock").read_text(encoding="utf-8")


def test_a_folder_that_takes_no_lock_is_a_sentence(tmp_path: Path) -> None:
    """A missing folder is told like any other place that cannot be written to."""
    with pytest.raises(RefereeError, match="cannot be written to"), only_watcher(tmp_path / "x" / "lock", since="now"):
        pass
