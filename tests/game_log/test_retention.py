"""What may go goes, and no game does; a backup that does not go well is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pi_referee.cli import main
from pi_referee.files.paths import Home
from pi_referee.game_log.backups.backup_note import BackupNote, read_note, write_note
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.retention import Limits, sweep
from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.lexicon.open_list import lists_folder
from pi_referee.rules.course.happenings import GameBegan, Passed

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan(game="alfapet-sv", players=("Åsa", "Björn"), rack=7)
DAY = 86_400.0


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A house with six games of two pictures each, the fifth a game that was gone on with from the first."""
    made = Home(tmp_path / "house").prepare()
    with Ledger(made.ledger) as ledger:
        for number in (1, 2, 3, 4, 1, 6):
            ledger.append(BEGAN, at=NOON, after=ledger.newest())
            for turn in "ab":
                ledger.append(Passed(), at=NOON, after=ledger.newest(), picture=f"{number}{turn}.jpg")
                (made.pictures / f"{number}{turn}.jpg").write_bytes(bytes(100))
    return made


def there(home: Home) -> set[str]:
    """The games that have their pictures."""
    return {path.name[0] for path in home.pictures.iterdir()}


@pytest.mark.parametrize(("room", "left"), [(0, {"1", "6"}), (200, {"1", "4", "6"}), (1000, {"1", "2", "3", "4", "6"})])
def test_on_a_full_disk_pictures_of_old_games_go(home: Home, room: int, left: set[str]) -> None:
    """The oldest first, until there is room; those of the newest games stay, also where an old one had them first."""

    def free(_folder: Path) -> int:
        return room + 100 * (10 - len(list(home.pictures.iterdir())))

    sweep(home, 0.0, limits=Limits(kept_games=2, free=600), free=free)

    assert there(home) == left


def test_what_can_be_made_again_goes_before_any_picture(home: Home) -> None:
    """Films and papers are given up first."""
    for folder in (home.films, home.papers):
        folder.mkdir()
        (folder / "made.bin").write_bytes(bytes(100))

    def free(_folder: Path) -> int:
        return 2 - len([*home.films.iterdir(), *home.papers.iterdir()])

    assert {path.parent for path in sweep(home, 0.0, limits=Limits(free=2), free=free)} == {home.films, home.papers}
    assert there(home) == {"1", "2", "3", "4", "6"}


def test_what_is_gone_as_all_is_looked_through_stops_nothing(home: Home) -> None:
    """A paper that the page takes away in that moment, as it does with drafts, is no reason to end."""
    for folder in (home.films, home.papers):
        folder.mkdir()
        (folder / "gone.pdf").symlink_to("nowhere")
        (folder / "there.pdf").touch()
    gone = sweep(home, 0.0, limits=Limits(free=1), free=lambda _folder: 0)

    assert {home.films / "there.pdf", home.papers / "there.pdf"} <= set(gone)


def test_what_a_killed_program_left_goes_after_a_day(home: Home) -> None:
    """Half a restore, half a backup, drafts; what is true or new stays."""
    home.backups.mkdir()
    old = [".restore-x1", ".games-y", "backups/.games-2026-11-20.zip.123", ".paired.json.77", "paired.part"]
    for name in (*old, ".restore-new"):
        (home.folder / name).write_text("half")
        os.utime(home.folder / name, (DAY, DAY if name != ".restore-new" else 3 * DAY))
    kept = ["games.sqlite", "paired.json", "corners.json", "backups/games-2026-11-20.zip", "games.sqlite.before-x"]
    for name in kept[1:]:
        (home.folder / name).write_text("true")
        os.utime(home.folder / name, (DAY, DAY))
    gone = sweep(home, 2.5 * DAY, free=lambda _folder: 1 << 40)

    assert {str(path.relative_to(home.folder)) for path in gone} == set(old)
    assert all((home.folder / name).exists() for name in (*kept, ".restore-new"))
    assert there(home) == {"1", "2", "3", "4", "6"}


def test_editions_of_lists_that_no_game_names_go(home: Home) -> None:
    """An old game is judged by the list it was played with, a new one by the current one; all others may go."""
    folder = lists_folder(home.folder) / "sv"
    folder.mkdir(parents=True)
    for name in ("aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc", "new"):
        (folder / f"{name}.sqlite").touch()
    (folder / "current").write_text("cccccccccccccccc\n")
    agreed = {"words.list": "sv", "words.checksum": "b" * 64}
    with Ledger(home.ledger) as ledger:
        ledger.append(GameBegan("alfapet-sv", ("Åsa", "Bo"), 7, "light", agreed), at=NOON, after=ledger.newest())
    assert main(["backup", "--home", str(home.folder), "--tidy"]) == 0

    assert {path.stem[0] for path in folder.glob("*.sqlite")} == {"b", "c", "n"}


def test_a_list_that_is_just_put_there_stays(home: Home) -> None:
    """While a list is made its new edition lies there before it is the current one: nothing is tidied of lists then."""
    folder = lists_folder(home.folder) / "sv"
    folder.mkdir(parents=True)
    for name in ("cccccccccccccccc", "dddddddddddddddd"):
        (folder / f"{name}.sqlite").touch()
    (folder / "current").write_text("cccccccccccccccc\n")
    with Workshop(home.folder).alone():
        assert main(["backup", "--home", str(home.folder), "--tidy"]) == 0

    assert {path.stem[0] for path in folder.glob("*.sqlite")} == {"c", "d"}


def test_lists_that_may_not_be_written_to_stop_no_backup(home: Home) -> None:
    """Where somebody else's lock lies, or the disk is read-only, a backup that is made is told as made."""
    (lists_folder(home.folder) / ".work.lock").mkdir(parents=True)

    assert main(["backup", "--home", str(home.folder), "--tidy"]) == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_what_an_administrator_tidies_stays_the_house_s(home: Home) -> None:
    """Else `sudo pi-referee backup --tidy` would leave a lock that the page may not open, and no list be made."""
    os.chown(home.folder, 54321, 54321)
    assert main(["backup", "--home", str(home.folder), "--tidy"]) == 0

    lists = lists_folder(home.folder)
    assert {path.stat().st_uid for path in (lists, *lists.iterdir())} == {54321}


def test_a_backup_that_does_not_go_well_is_noted(home: Home, tmp_path: Path) -> None:
    """Until one goes well."""
    (tmp_path / "file").touch()
    assert main(["backup", "--home", str(home.folder), "--to", str(tmp_path / "file" / "games.zip")]) != 0
    noted = read_note(home.backup_note)
    assert noted is not None
    assert "The backup cannot be written" in (noted.trouble(NOON) or ("", ""))[0]
    assert main(["backup", "--home", str(home.folder), "--to", str(tmp_path / "games.zip"), "--tidy"]) == 0

    assert read_note(home.backup_note) is None


def test_a_backup_that_was_killed_is_noted(home: Home) -> None:
    """It could say nothing itself; one that is going on is no trouble. One of a time to come was not begun just now."""
    write_note(home.backup_note, BackupNote(NOON))
    note = read_note(home.backup_note)
    assert note is not None

    assert note.trouble("2026-11-20T12:09:00+00:00") is None
    for now in ("2026-11-20T14:00:00+00:00", "2026-05-01T09:00:00+00:00"):
        assert "came to no end" in (note.trouble(now) or ("", ""))[0]
