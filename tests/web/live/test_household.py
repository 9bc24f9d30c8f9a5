"""Those who play are told what is wrong in the house."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_referee.game_log.backups.backup_note import BackupNote, write_note
from web.live.household import Household

if TYPE_CHECKING:
    from tests.web.conftest import Writer

NOON = "2026-11-20T12:00:00+00:00"


def test_a_failed_backup_is_told_to_who_plays(client: FlaskClient, app: Flask, home: Path, writer: Writer) -> None:
    """On every screen that plays, with what to do; who looks on is not troubled."""
    writer.begin()
    before = client.get("/state").json
    write_note(home / "backup.json", BackupNote(NOON, "The backup cannot be written (no space).", "Free some space."))
    page, told = client.get("/").text, client.get("/state").json

    assert "The backup cannot be written (no space)." in page
    assert "Free some space." in page
    assert "The backup cannot be written" not in app.test_client().get("/").text
    assert before is not None
    assert told is not None
    assert before["beside"] != told["beside"]


@pytest.mark.parametrize(
    ("megabytes", "said"),
    [
        (10_000, ()),
        (301, ()),
        (299, ("room for 99 more games",)),
        (4, ("room for one more game",)),
        (0, ("room for 0",)),
    ],
)
def test_a_disk_in_its_last_days_is_told(app: Flask, tmp_path: Path, megabytes: int, said: tuple[str, ...]) -> None:
    """By how many games there is room for."""
    household = Household(tmp_path, tmp_path / "note", lambda: NOON, lambda _folder: megabytes * 1024**2)
    with app.test_request_context(headers={"Accept-Language": "en"}):
        told = household.troubles()

    assert len(told) == len(said)
    assert all(words in what for words, (what, _) in zip(said, told, strict=True))
