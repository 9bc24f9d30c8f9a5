"""All games in one file, and back again."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_referee.errors import LedgerError
from pi_referee.files.paths import Home
from pi_referee.game_log.backups.log_backup import Contents, back_up, check, remove_old
from pi_referee.game_log.backups.log_restore import restore
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, Passed

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan(game="alfapet-sv", players=("Åsa", "Björn"), rack=7)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A house with two games, three events and a picture."""
    made = Home(tmp_path / "house").prepare()
    with Ledger(made.ledger) as ledger:
        ledger.append(BEGAN, at=NOON, after=0)
        ledger.append(Passed(), at=NOON, after=1, picture="20261120T120000.jpg")
        ledger.append(BEGAN, at=NOON, after=2)
    (made.pictures / "20261120T120000.jpg").write_bytes(b"\xff\xd8 a picture")
    return made


def test_everything_comes_out_again(home: Home, tmp_path: Path) -> None:
    """What was backed up is back after a restore on another machine: every event and every picture."""
    contents = back_up(home, tmp_path / "games.zip")
    other = Home(tmp_path / "other house").prepare()
    restored = restore(tmp_path / "games.zip", other, stamp="now")

    with Ledger(home.ledger) as before, Ledger(other.ledger) as after:
        assert before.since(0) == after.since(0)
    assert contents == restored == Contents(games=2, events=3, pictures=1)
    assert (other.pictures / "20261120T120000.jpg").read_bytes() == b"\xff\xd8 a picture"


def test_tiles_and_corners_come_back(home: Home, tmp_path: Path) -> None:
    """What was learnt of tiles and cards and the shown corners are back; others that were there are kept beside."""
    home.tile_sets.mkdir()
    (home.tile_sets / "home.json").write_text("learnt")
    home.decks.mkdir()
    (home.decks / "kortalfapet.txt").write_text("corrected")
    home.corners.write_text("shown")
    back_up(home, tmp_path / "games.zip", pictures=False)
    other = Home(tmp_path / "other house").prepare()
    other.corners.write_text("others")
    restore(tmp_path / "games.zip", other, stamp="now")

    assert (other.tile_sets / "home.json").read_text() == "learnt"
    assert (other.decks / "kortalfapet.txt").read_text() == "corrected"
    assert other.corners.read_text() == "shown"
    assert (other.folder / "corners.json.before-now").read_text() == "others"


def test_an_old_backup_leaves_tiles_and_corners_alone(home: Home, tmp_path: Path) -> None:
    """A backup from before they were in it restores, and nothing that was learnt since is lost."""
    back_up(home, tmp_path / "games.zip")
    home.corners.write_text("shown")
    restore(tmp_path / "games.zip", home, stamp="now")

    assert home.corners.read_text() == "shown"


def test_nothing_else_is_put_back(home: Home, tmp_path: Path) -> None:
    """A file of another name or place in a backup is left alone."""
    back_up(home, tmp_path / "games.zip")
    with zipfile.ZipFile(tmp_path / "games.zip", "a") as archive:
        archive.writestr("tiles/../paired.json", "mine")
        archive.writestr("paired.json", "mine")
    restore(tmp_path / "games.zip", home, stamp="now")

    assert not (home.folder / "paired.json").exists()


def test_a_game_may_go_on_during_a_backup(home: Home, tmp_path: Path) -> None:
    """A backup is taken while the referee has the log open, and holds all that was acknowledged."""
    with Ledger(home.ledger) as ledger:
        ledger.append(Passed(), at=NOON, after=3)

        assert back_up(home, tmp_path / "games.zip", pictures=False) == Contents(2, 4, 0)


def test_what_is_gone_meanwhile_stops_no_backup(home: Home, tmp_path: Path) -> None:
    """A picture that a nearly full disk lets go, or a set of tiles that is forgotten, as all is packed: the rest is."""
    (home.pictures / "20261120T120001.jpg").symlink_to("gone")
    contents = back_up(home, tmp_path / "games.zip")

    assert contents == check(tmp_path / "games.zip") == Contents(games=2, events=3, pictures=1)


def test_a_restore_keeps_what_was_there(home: Home, tmp_path: Path) -> None:
    """The games that were there before a restore are kept beside, whole."""
    back_up(home, tmp_path / "games.zip")
    with Ledger(home.ledger) as ledger:
        ledger.append(Passed(), at=NOON, after=3)
    restore(tmp_path / "games.zip", home, stamp="20261120T130000")

    with Ledger(home.ledger) as now, Ledger(home.folder / "games.sqlite.before-20261120T130000") as before:
        assert (now.newest(), before.newest()) == (3, 4)


def test_nothing_is_restored_under_a_running_referee(home: Home, tmp_path: Path) -> None:
    """While a program has the log open it is not exchanged under it."""
    back_up(home, tmp_path / "games.zip")
    with Ledger(home.ledger) as ledger:
        with pytest.raises(LedgerError, match="open just now.*Stop the referee"):
            restore(tmp_path / "games.zip", home, stamp="now")

        assert ledger.append(Passed(), at=NOON, after=3).id == 4


def test_a_damaged_log_can_be_replaced(home: Home, tmp_path: Path) -> None:
    """A log that SQLite cannot read any more gives way to the backup, and is kept."""
    back_up(home, tmp_path / "games.zip")
    home.ledger.write_bytes(b"rubbish" * 1000)
    restore(tmp_path / "games.zip", home, stamp="now")

    with Ledger(home.ledger) as ledger:
        assert ledger.newest() == 3


@pytest.mark.parametrize("hurt", [0.1, 0.3, 0.5])
def test_a_damaged_backup_is_refused(home: Home, tmp_path: Path, hurt: float) -> None:
    """A backup with a damaged byte is named as such, and what is there stays."""
    backup = tmp_path / "games.zip"
    back_up(home, backup)
    content = bytearray(backup.read_bytes())
    content[int(len(content) * hurt)] ^= 0xFF
    backup.write_bytes(content)

    with pytest.raises(LedgerError, match=r"games\.zip"):
        check(backup)


@pytest.mark.parametrize("content", [b"", b"Dear diary"])
def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    """Any other file is refused in words."""
    (tmp_path / "games.zip").write_bytes(content)

    with pytest.raises(LedgerError, match="cannot be used"):
        check(tmp_path / "games.zip")


def test_a_picture_never_leaves_its_folder(home: Home, tmp_path: Path) -> None:
    """A backup made by somebody evil writes nothing outside the pictures' folder."""
    backup = tmp_path / "games.zip"
    back_up(home, backup)
    with zipfile.ZipFile(backup, "a") as archive:
        archive.writestr("pictures/../../evil.jpg", b"evil")
        archive.writestr("evil.jpg", b"evil")
    restore(backup, home, stamp="now")

    assert list(tmp_path.rglob("evil.jpg")) == []


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    """Of dated backups so many stay; what somebody named otherwise is never touched."""
    for name in ("games-2026-11-18.zip", "games-2026-11-19.zip", "games-2026-11-20.zip", "games-christmas.zip"):
        (tmp_path / name).touch()

    gone = remove_old(tmp_path / "games-2026-11-20.zip", keep=2)

    assert [path.name for path in gone] == ["games-2026-11-18.zip"]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    ("today", "gone"),
    [("2025-05-01", "2026-11-18"), ("2026-11-20", "2106-02-07"), ("2106-02-07", "2026-11-18")],
)
def test_the_backup_that_was_just_made_stays_whatever_the_clock_says(tmp_path: Path, today: str, gone: str) -> None:
    """A Pi that does not know the day keeps the night's backup; one of a day to come is of a clock that was wrong."""
    for day in ("2026-11-18", "2026-11-19", today, *(["2106-02-07"] if today == "2026-11-20" else [])):
        (tmp_path / f"games-{day}.zip").touch()

    kept = len(list(tmp_path.iterdir())) - 1
    assert [path.name for path in remove_old(tmp_path / f"games-{today}.zip", keep=kept)] == [f"games-{gone}.zip"]


def test_a_file_of_1970_is_no_reason_for_no_backup(home: Home, tmp_path: Path) -> None:
    """One that was written before the clock was right, or after it showed another century, comes along."""
    for name, second in (("a.jpg", 600), ("b.jpg", 2**32)):
        (home.pictures / name).write_bytes(b"seen")
        os.utime(home.pictures / name, (second, second))
    told = back_up(home, tmp_path / "games.zip")

    assert check(tmp_path / "games.zip") == told
    with zipfile.ZipFile(tmp_path / "games.zip") as archive:
        assert {"pictures/a.jpg", "pictures/b.jpg"} <= set(archive.namelist())


def test_a_folder_without_games_is_said(tmp_path: Path) -> None:
    """There is nothing to back up where nobody has played."""
    with pytest.raises(LedgerError, match="no games here"):
        back_up(Home(tmp_path), tmp_path / "games.zip")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda log: log[: len(log) // 2], "The log is damaged."),
        (lambda log: b"rubbish" * len(log), "This file is not a log of games."),
        (lambda log: log.replace(b"Bj\xc3\xb6rn", b"Bj\xc3\xb6rk"), "This event was damaged on the disk"),
    ],
)
def test_a_log_that_was_damaged_is_told_as_that(
    home: Home, tmp_path: Path, spoil: Callable[[bytes], bytes], told: str
) -> None:
    """A backup of a damaged log names the log and says that it is damaged: no room that is made would cure that."""
    with sqlite3.connect(home.ledger) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    home.ledger.write_bytes(spoil(home.ledger.read_bytes()))

    with pytest.raises(LedgerError, match=re.escape(told)) as error:
        back_up(home, tmp_path / "games.zip")

    assert error.value.where.startswith(str(home.ledger))
    assert "space" not in error.value.cure


def test_a_full_disk_leaves_the_older_backup(home: Home, tmp_path: Path) -> None:
    """If the new backup does not fit, the older one of the same name is still there, whole."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "none", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a small disk needs the rights of root")
    try:
        back_up(home, disk / "games.zip")
        (home.pictures / "20261120T120001.jpg").write_bytes(bytes(range(256)) * 1000)
        with pytest.raises(LedgerError, match="cannot be written|cannot be copied"):
            back_up(home, disk / "games.zip")

        assert (check(disk / "games.zip"), [path.name for path in disk.iterdir()]) == (Contents(2, 3, 1), ["games.zip"])
    finally:
        subprocess.run(["umount", disk], check=True)


def test_the_commands_say_what_they_did(home: Home, tmp_path: Path) -> None:
    """`backup` and `restore` name the file and what is in it."""
    file = tmp_path / "games.zip"
    told = [
        subprocess.run(
            [sys.executable, "-m", "pi_referee", *map(str, command)], capture_output=True, text=True, check=True
        ).stdout
        for command in (
            ["backup", "--home", home.folder, "--to", file],
            ["restore", "--check", file],
            ["restore", "--home", tmp_path / "other", file],
        )
    ]

    assert [line.partition("2 games, 3 events, 1 picture")[2] for line in told] == [
        ", checked.\n",
        ", whole.\n",
        " are back.\n",
    ]
