"""A card that dies turns read-only: the games are read from it as long as it can be read, and the doctor says so."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from pi_referee.checkup.dying_disk import forgets
from pi_referee.errors import LedgerError
from pi_referee.files.paths import Home
from pi_referee.game_log.backups.log_backup import check
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, Passed
from tests.programs import PATIENCE, free_port, started, until

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan(game="alfapet-sv", players=("Åsa", "Björn"), rack=7)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", place], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("mounting a disk needs the rights of root")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@contextmanager
def interrupted(folder: Path) -> Iterator[Home]:
    """A house whose last turns stand in the log's companion, as after a card that failed in mid-game."""
    home = Home(folder / "house").prepare()
    away = folder / "away"
    away.mkdir()
    with Ledger(home.ledger) as ledger:
        ledger.append(BEGAN, at=NOON, after=0)
        ledger.append(Passed(), at=NOON, after=1)
        for path in home.folder.glob("games.sqlite*"):
            shutil.copy(path, away / path.name)
    for path in away.iterdir():
        shutil.copy(path, home.folder / path.name)
    shutil.rmtree(away)
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    yield home


def told(*arguments: object) -> subprocess.CompletedProcess[str]:
    """What a command says."""
    command = [sys.executable, "-m", "pi_referee", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


def test_the_games_are_taken_off_a_dying_card(disk: Path, tmp_path: Path) -> None:
    """Backup, export and the look whether somebody plays work, with the last turn; nothing can be added."""
    with interrupted(disk) as home:
        told_backup = told("backup", "--home", home.folder, "--to", tmp_path / "games.zip")
        told_export = told("export", "1", "-", "--to", "json", "--home", home.folder)
        told_playing = told("playing", "--home", home.folder)
        with Ledger(home.ledger, to_read=True) as ledger, pytest.raises(LedgerError, match="may not be written to"):
            ledger.append(Passed(), at=NOON, after=2)

    assert told_backup.returncode == 0, told_backup.stderr
    assert check(tmp_path / "games.zip").events == 2
    assert len(json.loads(told_export.stdout)["events"]) == 2
    assert "Game 1 is not over" in told_playing.stdout


def test_the_page_shows_what_is_on_a_dying_card(disk: Path) -> None:
    """It starts, and shows the game."""
    port = free_port()
    with interrupted(disk) as home:
        command = [sys.executable, "-m", "pi_referee", "serve", "--home", str(home.folder), "--port", str(port)]
        with started(command) as page:
            until(lambda: page.poll() is not None or "Åsa" in shown(port))
            assert page.poll() is None


def shown(port: int) -> str:
    """The page, as far as it is there."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def test_the_doctor_says_that_the_card_is_dying(disk: Path) -> None:
    """It counts the games and says how to take them off; it does not send anybody to change owners."""
    with interrupted(disk) as home:
        said = told("doctor", "--home", home.folder, "--json")
    parts = {part["part"]: part for part in json.loads(said.stdout)["parts"]}

    assert parts["log"]["seen"] == "1 games, 2 events, which nobody can add to"
    assert "the card is dying" in parts["games' folder"]["seen"]
    assert "backup --to" in parts["log"]["cure"]
    assert "chown" not in said.stdout


@pytest.mark.parametrize(
    ("command_line", "mounts", "is_forgotten"),
    [
        ("console=tty1 boot=overlay root=/dev/mmcblk0p2", "overlay / overlay rw 0 0", True),
        ("overlayroot=tmpfs:recurse=0", "overlayroot / overlay rw 0 0", True),
        ("boot=overlay", "overlay / overlay rw 0 0\n/dev/mmcblk0p3 /srv ext4 rw 0 0", False),
        ("boot=overlay", "overlay / overlay rw 0 0\n/dev/mmcblk0p3 /srv/other ext4 rw 0 0", True),
        ("overlayroot=disabled", "overlay / overlay rw 0 0", False),
        ("console=tty1", "overlay / overlay rw 0 0", False),
        ("", "", False),
    ],
)
def test_a_root_that_forgets_is_told(tmp_path: Path, command_line: str, mounts: str, *, is_forgotten: bool) -> None:
    """Behind an overlay everything is lost with the power, unless the games lie on a partition of their own."""
    (tmp_path / "cmdline").write_text(command_line)
    (tmp_path / "mounts").write_text(mounts)

    assert forgets(Path("/srv/games"), tmp_path / "cmdline", tmp_path / "mounts") is is_forgotten
