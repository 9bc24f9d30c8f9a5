"""On a full disk what stands beside the log is whole or not there at all, and the page says so."""

from __future__ import annotations

import errno
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from pi_referee.cli import main
from pi_referee.game_log.event_store import Ledger
from pi_referee.house_presets import read_preset, write_preset
from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.course.happenings import GameBegan

if TYPE_CHECKING:
    from tests.web.conftest import Writer

Kept = Callable[[Path], object]


def rules(folder: Path) -> object:
    """House rules."""
    write_preset(folder / "ours.toml", "Ours", Switches())
    return folder / "ours.toml"


def paper(folder: Path) -> object:
    """A game as a file."""
    with Ledger(folder.parent / "games.sqlite") as ledger:
        if not ledger.newest():
            ledger.append(GameBegan("alfapet-sv", ("Anna", "Bo"), 7), at="2026-11-20T12:00:00+00:00", after=0)
    path = folder / "game.json"
    status = main(["export", "1", str(path), "--to", "json", "--home", str(folder.parent)])
    if status:
        raise OSError(errno.ENOSPC, "refused")
    return path


def fill(ballast: Path) -> None:
    """Leave no byte free."""
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(512))


@pytest.mark.parametrize("keep", [rules, paper])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_file_is_whole_or_not_there(tmp_path: Path, keep: Kept, *, is_there: bool) -> None:
    """On a disk without a free byte no file of nothing is left, and an older one is as it was."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("mounting a small disk needs the rights of root")
    try:
        if is_there:
            keep(disk)
        before = {path.name: path.read_bytes() for path in disk.iterdir()}
        fill(disk / "ballast")
        with pytest.raises(OSError, match="space|refused"):
            keep(disk)
        (disk / "ballast").unlink()

        assert {path.name: path.read_bytes() for path in disk.iterdir()} == before
        keep(disk)
    finally:
        subprocess.run(["umount", disk], check=True)


def test_house_rules_come_back(tmp_path: Path) -> None:
    """What was written is read."""
    rules(tmp_path)

    assert read_preset(tmp_path / "ours.toml") == {}


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
def test_what_the_disk_refuses_is_a_sentence(app: Flask, writer: Writer, code: int) -> None:
    """Whatever was to be written, the page says that it was not, and what to do."""
    error = OSError(code, "the disk's own word")

    def refuse() -> str:
        raise error

    app.add_url_rule("/refuse", view_func=refuse)
    answer = app.test_client().get("/refuse")

    assert answer.status_code == 507
    assert "the disk&#39;s own word" in answer.text
    assert "Free some space" in answer.text
