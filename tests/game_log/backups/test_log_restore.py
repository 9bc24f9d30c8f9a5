"""A backup that cannot be put back takes nothing away, and costs neither the disk nor the evening."""

from __future__ import annotations

import os
import sqlite3
import struct
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import ClassVar

import pytest

from pi_referee.errors import LedgerError
from pi_referee.files.paths import Home
from pi_referee.game_log.backups.backup_file import LIMITS, Limits, opened
from pi_referee.game_log.backups.log_backup import back_up, check
from pi_referee.game_log.backups.log_restore import restore
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.course.happenings import GameBegan, Passed

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan(game="alfapet-sv", players=("Åsa", "Björn"), rack=7)
OWNER = 12345
Write = Callable[[zipfile.ZipFile], None]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A house with a game of two turns, a picture and shown corners."""
    made = Home(tmp_path / "house").prepare()
    played(made, 3)
    (made.pictures / "20261120T120000.jpg").write_bytes(b"\xff\xd8 a picture")
    made.corners.write_text("shown")
    return made


@pytest.fixture
def backup(home: Home, tmp_path: Path) -> Path:
    """Its backup."""
    back_up(home, tmp_path / "games.zip")
    return tmp_path / "games.zip"


@pytest.fixture
def other(tmp_path: Path) -> Home:
    """Another house, with a longer game."""
    made = Home(tmp_path / "other").prepare()
    played(made, 9)
    return made


def played(home: Home, events: int) -> None:
    """Play a game of so many events."""
    with Ledger(home.ledger) as ledger:
        ledger.append(BEGAN, at=NOON, after=0)
        for after in range(1, events):
            ledger.append(Passed(), at=NOON, after=after)


def games(home: Home) -> list[Event]:
    """What a house's log holds."""
    with Ledger(home.ledger) as ledger:
        return ledger.since(0)


def refused(backup: Path, home: Home, match: str) -> None:
    """A backup is refused with this sentence, by the look and by the restore, and the games are as they were.

    The sentence names the backup, and no place that it was unpacked to.
    """
    before, files = games(home), sorted(home.folder.iterdir())
    with pytest.raises(LedgerError, match=match) as checked:
        check(backup)
    with pytest.raises(LedgerError, match=match) as restored:
        restore(backup, home, stamp="now")
    for told in (checked.value.where, restored.value.where):
        assert told.startswith(str(backup))
        assert "/." not in told

    assert (games(home), sorted(home.folder.iterdir())) == (before, files)


@pytest.mark.parametrize("name", ["pictures/20261120T120000.jpg", "corners.json", "games.sqlite"])
def test_a_flipped_bit_takes_no_games_away(backup: Path, other: Home, name: str) -> None:
    """Whatever in a backup is damaged, a picture or the log: the games that are there stay."""
    content = bytearray(backup.read_bytes())
    with zipfile.ZipFile(backup) as archive:
        place = archive.getinfo(name).header_offset
    extra = struct.unpack_from("<HH", content, place + 26)
    content[place + 30 + sum(extra) + 2] ^= 0x10
    backup.write_bytes(content)

    refused(backup, other, "cannot be used")


def test_an_empty_log_is_not_begun_beside_the_games(home: Home) -> None:
    """Where an older version's restore was cut short, a start says so instead of beginning anew."""
    home.ledger.rename(home.folder / "games.sqlite.before-20261120T130000")

    for content in (None, b""):
        if content is not None:
            home.ledger.write_bytes(content)
        with pytest.raises(LedgerError, match="before-20261120T130000: The log of the games is gone"):
            Ledger(home.ledger)


def test_a_house_without_its_log_takes_a_backup(home: Home, backup: Path) -> None:
    """What such a start asks for works."""
    true = games(home)
    home.ledger.rename(home.folder / "games.sqlite.before-20261120T130000")
    restore(backup, home, stamp="now")

    assert games(home) == true


class Meanwhile(Home):
    """A house in which another program does something while pictures are put in their places."""

    __slots__ = ()
    others: ClassVar[list[Callable[[], object]]] = []

    @property
    def pictures(self) -> Path:
        """Where they are."""
        while self.others:
            self.others.pop()()
        return super().pictures


def at_once(path: Path) -> sqlite3.Connection:
    """A log that is opened by somebody who waits for nobody."""
    return sqlite3.connect(path, timeout=0, isolation_level=None)


def test_no_game_is_begun_in_a_log_that_is_put_aside(backup: Path, home: Home, tmp_path: Path) -> None:
    """In a house without games, too, nobody begins one while a backup's are put in their place: it would be gone."""
    true, refusals = games(home), []
    empty = Meanwhile(tmp_path / "empty")
    empty.folder.mkdir()

    def begin() -> None:
        with pytest.raises(LedgerError, match="Another program holds") as refusal:
            Ledger(empty.ledger, connect=at_once)
        refusals.append(refusal)

    Meanwhile.others.append(begin)
    restore(backup, empty, stamp="now")

    assert (len(refusals), games(empty)) == (1, true)
    assert not list(empty.folder.glob("*.before-*"))


def test_two_restores_in_one_second_keep_what_was_there(home: Home, other: Home, backup: Path, tmp_path: Path) -> None:
    """The second puts aside what the first has put back, and not over the games that were there before both."""
    true = games(other)
    back_up(other, tmp_path / "other.zip")
    restore(backup, other, stamp="now")
    restore(tmp_path / "other.zip", other, stamp="now")

    aside = {path.name: path for path in other.folder.glob("games.sqlite.before-*")}
    assert sorted(aside) == ["games.sqlite.before-now", "games.sqlite.before-now-2"]
    with Ledger(aside["games.sqlite.before-now"]) as before:
        assert before.since(0) == true
    with Ledger(aside["games.sqlite.before-now-2"]) as between:
        assert between.since(0) == games(home)


@pytest.mark.parametrize("damage", [b"rubbish" * 1000, b"", None])
def test_a_damaged_logs_last_lines_are_not_added_to_the_new_one(
    home: Home, other: Home, backup: Path, damage: bytes | None
) -> None:
    """What SQLite kept beside a log that is damaged or gone goes away with it, and comes into no other."""
    true = games(home)
    with Ledger(other.ledger) as ledger:
        ledger.append(Passed(), at=NOON, after=9)
        lines = (other.folder / "games.sqlite-wal").read_bytes()
    home.ledger.unlink()
    if damage is not None:
        home.ledger.write_bytes(damage)
    (home.folder / "games.sqlite-wal").write_bytes(lines)
    restore(backup, home, stamp="now")

    assert games(home) == true


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_under_sudo_the_files_belong_to_the_service(home: Home, backup: Path, tmp_path: Path) -> None:
    """Whatever an administrator restores or backs up belongs to whom the house belongs."""
    other = Home(tmp_path / "service").prepare()
    for folder in (other.folder, other.pictures):
        os.chown(folder, OWNER, OWNER)
    restore(backup, other, stamp="now")
    back_up(other, other.backups / "games-2026-11-20.zip")

    owners = {path.name: path.stat().st_uid for path in other.folder.rglob("*")}
    assert {"games.sqlite", "corners.json", "20261120T120000.jpg", "games-2026-11-20.zip"} < owners.keys()
    assert set(owners.values()) == {OWNER}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_what_a_refused_restore_leaves_belongs_to_the_service(backup: Path, tmp_path: Path) -> None:
    """In a house without games the disk refuses the rest: the empty log that was held does not keep the referee out."""
    empty = Home(tmp_path / "empty")
    (empty.folder / "corners.json").mkdir(parents=True)
    os.chown(empty.folder, OWNER, OWNER)
    with pytest.raises(LedgerError, match="cannot be put back"):
        restore(backup, empty, stamp="now")

    assert {path.stat().st_uid for path in empty.folder.glob("games.sqlite*")} == {OWNER}


def twice(archive: zipfile.ZipFile) -> None:
    """A file that is in it twice."""
    archive.writestr("pictures/a.jpg", b"one")
    archive.writestr("pictures/a.jpg", b"two")


def growing(archive: zipfile.ZipFile) -> None:
    """A picture that grows a thousandfold."""
    archive.writestr("pictures/a.jpg", bytes(20 << 20), zipfile.ZIP_DEFLATED)


def large(archive: zipfile.ZipFile) -> None:
    """A set of tiles that is larger than any."""
    archive.writestr("tiles/home.json", os.urandom(1 << 20) * 65, zipfile.ZIP_DEFLATED)


def otherwise_packed(archive: zipfile.ZipFile) -> None:
    """A picture that is packed as ours never are."""
    archive.writestr("pictures/a.jpg", bytes(1000), zipfile.ZIP_LZMA)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("evil", "match"),
    [
        (twice, "more than once"),
        (growing, "grow beyond measure"),
        (large, "larger than it can be"),
        (otherwise_packed, "packed in another way"),
    ],
)
def test_what_would_fill_the_disk_is_refused_before_it_is_unpacked(
    backup: Path, other: Home, evil: Write, match: str
) -> None:
    """Size, ratio and count are looked at by what the archive says of itself."""
    with zipfile.ZipFile(backup, "a") as archive:
        evil(archive)

    refused(backup, other, match)


def test_what_is_not_ours_is_not_even_read(backup: Path, other: Home, tmp_path: Path) -> None:
    """A backup that holds itself, a thousand times, takes no longer than one that does not."""
    content = backup.read_bytes()
    with zipfile.ZipFile(backup, "a") as archive:
        for number in range(300):
            archive.writestr(f"games-{number}.zip", content)
        archive.writestr("bomb", bytes(500 << 20), zipfile.ZIP_DEFLATED)
    check(backup)
    restore(backup, other, stamp="now")

    assert sorted(path.name for path in other.pictures.iterdir()) == ["20261120T120000.jpg"]


@pytest.mark.parametrize("limits", [Limits(listing=100), Limits(entries=2), Limits(log=1000)])
def test_a_listing_without_end_is_refused(backup: Path, limits: Limits) -> None:
    """However long the archive's own list is, it is not taken into memory first."""
    with pytest.raises(LedgerError, match="cannot be used"), opened(backup, limits):
        pass

    assert LIMITS.listing < 1 << 27


def test_a_backup_with_a_password_is_refused(backup: Path, other: Home) -> None:
    """It says so, and asks for no password."""
    content = bytearray(backup.read_bytes())
    for mark, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        start = content.find(mark)
        while start >= 0:
            content[start + place] |= 1
            start = content.find(mark, start + 4)
    backup.write_bytes(content)

    refused(backup, other, "locked with a password")


def packed(log: bytes, backup: Path) -> None:
    """Make a backup of a log alone."""
    with zipfile.ZipFile(backup, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.sqlite", log)


def crafted(home: Home, *statements: str) -> bytes:
    """A log that somebody has changed by hand."""
    with closing(sqlite3.connect(home.ledger)) as log:
        log.execute("PRAGMA journal_mode = DELETE")
        log.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            log.execute(statement)
        log.commit()
    return home.ledger.read_bytes()


GUARDS = ("event_comes_last", "event_is_never_changed", "event_is_never_removed")
NO_GUARDS = tuple(f"DROP TRIGGER {name}" for name in GUARDS)
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, 1, '', '', '', '' FROM n"


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE mine (a)",),
        ("CREATE TRIGGER again AFTER INSERT ON event BEGIN DELETE FROM event_sum; END",),
        ("CREATE VIEW more AS SELECT * FROM event",),
        ("CREATE INDEX slow ON event (length(body))",),
        NO_GUARDS,
        ("DROP TABLE event_sum", *NO_GUARDS, "DROP TABLE event", f"CREATE VIEW event AS {ENDLESS}"),
        ("UPDATE sqlite_schema SET sql = replace(sql, 'game > 0', 'game > -9') WHERE name = 'event'",),
    ],
)
def test_a_log_of_another_form_is_refused_before_anything_in_it_is_run(
    home: Home, other: Home, tmp_path: Path, statements: tuple[str, ...]
) -> None:
    """Tables, views, triggers, indexes or conditions that are not ours: the file comes from somewhere else."""
    packed(crafted(home, *statements), tmp_path / "evil.zip")

    refused(tmp_path / "evil.zip", other, "changed its form|damaged|SQLite says")


@pytest.mark.parametrize(
    ("game", "kind", "body"),
    [
        (10**15, "game_began", '{"game":"alfapet-sv","players":["A","B"],"rack":7}'),
        (1, "surprised", '{"number":' * 900 + "1" + "}" * 900),
        (1, "renamed", '{"player":"A","name":"' + "x" * (2 << 20) + '"}'),
        (1, "earthquake", "{}"),
        (1, "passed", '{"why":' + "[" * 900 + "]" * 900 + "}"),
    ],
)
def test_events_that_nobody_wrote_are_refused_in_a_moment(
    home: Home, other: Home, tmp_path: Path, game: int, kind: str, body: str
) -> None:
    """Numbers nobody counted to, texts without end, nesting without end, and what cannot happen."""
    insert = f"INSERT INTO event VALUES (4, {game}, '', '{kind}', '{body}', '')"  # noqa: S608  # a crafted file
    packed(crafted(home, insert), tmp_path / "evil.zip")
    if kind == "passed":
        assert check(tmp_path / "evil.zip").events == 4  # what is not known of an event is passed over, however deep
        return

    refused(tmp_path / "evil.zip", other, "cannot be used|cannot be read|nothing that can happen")


@pytest.mark.parametrize("content", [b"", b"Dear diary", bytes(8192)])
def test_what_is_no_log_is_not_restored(other: Home, tmp_path: Path, content: bytes) -> None:
    """An empty file in a backup is not taken for a whole log."""
    packed(content, tmp_path / "empty.zip")

    refused(tmp_path / "empty.zip", other, "cannot be used")


def test_a_log_without_a_game_takes_no_games_away(other: Home, tmp_path: Path) -> None:
    """There is nothing to put back."""
    empty = Home(tmp_path / "empty").prepare()
    Ledger(empty.ledger).close()
    packed(empty.ledger.read_bytes(), tmp_path / "empty.zip")
    before = games(other)

    with pytest.raises(LedgerError, match="no game in it"):
        restore(tmp_path / "empty.zip", other, stamp="now")
    assert games(other) == before


def test_a_page_that_points_at_itself_is_refused(home: Home, other: Home, tmp_path: Path) -> None:
    """A tree without end is no tree."""
    with Ledger(home.ledger) as ledger:
        for after in range(3, 300):
            ledger.append(Passed(), at=NOON, after=after, picture="x" * 300)
    content = bytearray(crafted(home))
    root = 4096  # the events' own page: its last child is made itself
    content[root + 8 : root + 12] = (2).to_bytes(4, "big")
    packed(bytes(content), tmp_path / "evil.zip")

    refused(tmp_path / "evil.zip", other, "cannot be used")
