"""What the doctor makes of what it sees."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pi_referee.checkup import machine, software
from pi_referee.checkup.camera_view import of_glimpse, through
from pi_referee.checkup.checks import NETWORKS
from pi_referee.checkup.finding import Health
from pi_referee.checkup.kept_files import address, backups, decks, house, log, table
from pi_referee.decks.deck_file import write_deck
from pi_referee.decks.house_deck import Card, Source, assumed_cards
from pi_referee.files.paths import Home
from pi_referee.rules.definition.library import ruleset
from pi_referee.table_link.status import Condition
from pi_referee.table_link.table_messages import Glimpse

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_an_old_python_is_broken() -> None:
    """Python 3.10 is too old, 3.11 is not."""
    assert [software.python((3, minor, 0)).health for minor in (10, 11)] == [Health.BROKEN, Health.WELL]


def test_a_missing_network_is_broken(tmp_path: Path) -> None:
    """Without a trained network nothing can be read, and the file that is missing is named."""
    there = NETWORKS["letter reader"][0]

    finding = software.trained("letter reader", (there, tmp_path / "letters.onnx"))

    assert (finding.health, "letters.onnx is missing" in finding.seen) == (Health.BROKEN, True)
    assert str(there) not in finding.seen


def test_a_damaged_network_is_broken(tmp_path: Path) -> None:
    """A file that was cut off is found before a game, with what to do about it."""
    damaged = tmp_path / "grid.onnx"
    damaged.write_bytes(NETWORKS["letter reader"][0].read_bytes()[:1000])

    finding = software.trained("eye for boards", (damaged,))

    assert (finding.health, "git checkout" in (finding.cure or "")) == (Health.BROKEN, True)


def test_every_trained_network_is_looked_at() -> None:
    """No network that the eye needs is missing from the doctor's list, and all of them run here."""
    listed = sorted(path for paths in NETWORKS.values() for path in paths)
    vision = Path(__file__).parents[2] / "vision"

    assert listed == sorted(vision.rglob("*.onnx"))
    assert {software.trained(name, paths).health for name, paths in NETWORKS.items()} == {Health.WELL}


@pytest.mark.parametrize(
    ("seen", "health"),
    [((), Health.LACKING), (("video0", "video10"), Health.WELL)],
)
def test_a_camera_is_any_video_device(tmp_path: Path, seen: tuple[str, ...], health: Health) -> None:
    """A camera shows as a video device; a machine without one can still be used with a folder."""
    for name in seen:
        (tmp_path / name).touch()

    assert machine.camera(tmp_path).health is health


@pytest.mark.parametrize(
    ("glimpse", "health", "seen"),
    [
        (Glimpse(outline=((0, 0), (1, 0), (1, 1), (0, 1))), Health.WELL, "the board is found"),
        (Glimpse(says="It is too dark.", cure="Light a lamp."), Health.LACKING, "too dark"),
    ],
)
def test_the_watching_program_is_asked_what_it_sees(glimpse: Glimpse, health: Health, seen: str) -> None:
    """Where a program holds the camera its own look is told, with what to do."""
    finding = of_glimpse(glimpse)

    assert (finding.health, seen in finding.seen, finding.cure) == (health, True, glimpse.cure)


def test_a_camera_that_gives_nothing_is_told(tmp_path: Path) -> None:
    """A look through a camera that is none has a reason and a cure."""
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
    finding = through(f"folder:{tmp_path}", "alfapet-sv")

    assert (finding.health, "No picture" in finding.seen, bool(finding.cure)) == (Health.LACKING, True, True)


def test_a_clock_in_the_past_is_noticed() -> None:
    """A Pi without network begins in the past; it is told how to set the clock."""
    assert "date -s" in machine.clock(datetime(1970, 1, 1, tzinfo=UTC)).cure


def test_versions_are_compared_by_their_numbers() -> None:
    """A post-release is newer than the release itself, and kernels have long tails."""
    assert software.numbers("2.0.1") < software.numbers("2.0.1.post3") < software.numbers("2.1")


def test_a_disk_that_keeps_what_it_is_told_is_well(tmp_path: Path) -> None:
    """A page is really written and read back from the disk's own promise; nothing is left behind."""
    assert machine.written(tmp_path / "not yet").health is Health.WELL
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("told", "health"), [("45300\n", [Health.WELL]), ("84000\n", [Health.LACKING]), ("", [])])
def test_heat_is_told_in_degrees(tmp_path: Path, told: str, health: list[Health]) -> None:
    """A processor at 84 degrees is too hot, one at 45 is not; without a sensor nothing is said."""
    (tmp_path / "temp").write_text(told)

    assert [finding.health for finding in machine.heat(tmp_path / "temp")] == health


def test_a_house_without_games_is_well(tmp_path: Path) -> None:
    """Before the first game there is no log; backup and word lists are missing and can be done without."""
    told = {finding.part: finding.health for finding in house(Home(tmp_path), 8000, NOON)}

    assert told["log"] is Health.WELL
    assert {told["backup"], told["word lists"]} == {Health.LACKING}


def test_a_damaged_log_is_broken(tmp_path: Path) -> None:
    """A log that is no log is told, with what to do."""
    (tmp_path / "games.sqlite").write_text("Dear diary, " * 100)
    finding = log(tmp_path / "games.sqlite")

    assert (finding.health, "Move it away" in finding.cure) == (Health.BROKEN, True)


@pytest.mark.parametrize(("days", "health"), [(1, Health.WELL), (10, Health.LACKING)])
def test_an_old_backup_is_noticed(tmp_path: Path, days: int, health: Health) -> None:
    """A backup is made every night; one of last week means that it was not, and one of a time to come tells nothing."""
    home = Home(tmp_path)
    home.backups.mkdir()
    (home.backups / "games-2026-11-20.zip").touch()
    (home.backups / "games-2106-02-07.zip").touch()
    os.utime(home.backups / "games-2106-02-07.zip", (2**32, 2**32))

    assert backups(home, datetime.now(UTC) + timedelta(days=days)).health is health


def test_what_the_table_says_is_told(tmp_path: Path) -> None:
    """A camera that is gone shows in the doctor's list, with what to do about it."""
    gone = table(Condition("manual", "The camera is gone.", "Plug it in."))

    assert (gone.health, gone.cure) == (Health.LACKING, "Plug it in.")
    assert table(None).health is table(Condition()).health is Health.WELL


def test_the_pages_address_is_told() -> None:
    """Tablets find the page by its number, and by its name where that works; without a network there is none."""
    assert "http://192.0.2.7:8000/" in address("192.0.2.7", 8000).seen
    assert address("", 8000).health is Health.LACKING


@pytest.mark.parametrize(("text", "seen"), [("A one\n", "'one' is no value"), (None, "a folder, or a link")])
def test_a_damaged_deck_is_broken(tmp_path: Path, text: str | None, seen: str) -> None:
    """With it no card is read: it is named with what to do. A home without a deck of its own needs none."""
    assert not list(decks(tmp_path))
    path = tmp_path / "kortalfapet.txt"
    path.mkdir() if text is None else path.write_text(text, encoding="utf-8")
    (finding,) = decks(tmp_path)

    assert (finding.health, seen in finding.seen, bool(finding.cure)) == (Health.BROKEN, True, True)


def test_a_deck_that_can_be_read_is_well(tmp_path: Path) -> None:
    """It says how many letters are known, not only assumed."""
    game = ruleset("kortalfapet")
    known = assumed_cards(game).having({"L": Card(2, None, Source.HAND)})
    write_deck(tmp_path / "kortalfapet.txt", known, game.title)
    (finding,) = decks(tmp_path)

    assert (finding.health, finding.seen) == (Health.WELL, f"1 of {len(game.alphabet)} letters are known")
