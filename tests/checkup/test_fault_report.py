"""What a fault report holds, and what it leaves out."""

from __future__ import annotations

import json
import os
import socket
import zipfile
from pathlib import Path

import pytest

from pi_referee.checkup.fault_report import collect
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, Passed

NOON = "2026-11-20T12:00:00+00:00"


def house(folder: Path) -> Home:
    """A house in which Åsa and Björn have played."""
    made = Home(folder / "house").prepare()
    with Ledger(made.ledger) as ledger:
        ledger.append(GameBegan("alfapet-sv", ("Åsa", "Björn"), 7), at=NOON, after=0)
        ledger.append(Passed(), at=NOON, after=1)
    made.journal.mkdir()
    (made.journal / "watch.log").write_text('{"what": "turn 1, Åsa: passed, 0"}\n', encoding="utf-8")
    (made.pictures / "20261120T120000.jpg").write_bytes(b"\xff\xd8")
    return made


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Everything in a report from that house, by name; without pictures."""
    folder = tmp_path_factory.mktemp("reported")
    named = collect(house(folder), 8000, folder / "report.zip")
    told = read(folder / "report.zip")
    assert set(named) == set(told)
    return told


def read(report: Path) -> dict[str, str]:
    """Everything in a report, by name."""
    with zipfile.ZipFile(report) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_a_report_holds_what_is_needed(told: dict[str, str]) -> None:
    """What the doctor finds, versions, the journal, and the newest game, event by event."""
    assert {finding["part"] for finding in json.loads(told["doctor.json"])} >= {"Python", "camera", "log", "disk"}
    assert [json.loads(line)["kind"] for line in told["newest-game.jsonl"].splitlines()] == ["game_began", "passed"]
    assert "opencv-python" in told["versions.txt"]


def test_a_report_names_nobody(told: dict[str, str]) -> None:
    """Neither the players nor the machine nor the user's folder is named anywhere."""
    text = "\n".join(told.values())

    assert "Player 1: passed" in text
    assert not [name for name in ("Åsa", "Björn", socket.gethostname()) if name in text]


def test_pictures_come_along_only_if_asked_for(told: dict[str, str], tmp_path: Path) -> None:
    """A photograph of the board may show more than the board, so people are asked."""
    with_them = collect(house(tmp_path), 8000, tmp_path / "report.zip", pictures=3)

    assert set(with_them) - set(told) == {"pictures/20261120T120000.jpg"}


def test_a_clock_that_knows_no_year_is_no_reason_for_no_report(tmp_path: Path) -> None:
    """Its parts bear no time of their own, and the newest photographs are those that the log named last."""
    home = house(tmp_path)
    (home.pictures / "19700101T000900.jpg").write_bytes(b"newest")
    os.utime(home.pictures / "19700101T000900.jpg", (540, 540))
    with Ledger(home.ledger) as ledger:
        ledger.append(Passed(), at="1970-01-01T00:09:00+00:00", after=2, picture="19700101T000900.jpg")
    named = collect(home, 8000, tmp_path / "report.zip", pictures=1)

    assert named[-1] == "pictures/19700101T000900.jpg"
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        assert {part.date_time[0] for part in archive.infolist()} == {1980}


def test_a_damaged_log_can_be_reported(tmp_path: Path) -> None:
    """Just when the log is damaged a report is wanted; it then tells that the log is."""
    home = house(tmp_path)
    home.ledger.write_bytes(b"rubbish" * 1000)
    collect(home, 8000, tmp_path / "report.zip")

    assert "not a log of games" in read(tmp_path / "report.zip")["doctor.json"]
