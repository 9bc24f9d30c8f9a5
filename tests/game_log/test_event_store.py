"""The log keeps what it was given, whatever happens to the disk, the program or its neighbours."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from pi_referee.errors import LedgerError, OutrunError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.log_connection import connect
from pi_referee.game_log.schema import Schema, shipped
from pi_referee.rules.course.happenings import Exchanged, GameBegan, Passed, Withdrawn
from tests.programs import PATIENCE, started

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan(game="alfapet-sv", players=("Anna", "Björn"), rack=7)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the log of a test lies."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """A log in which one game has begun."""
    with Ledger(path) as ledger:
        ledger.append(BEGAN, at=NOON, after=0)
        yield ledger


class TestReading:
    """What was written comes back, in order."""

    def test_a_new_log_is_empty(self, path: Path) -> None:
        """Before the first game there is no event and no game."""
        with Ledger(path) as ledger:
            assert (ledger.newest(), ledger.newest_game(), ledger.since(0)) == (0, 0, [])

    def test_an_event_comes_back_as_it_was_written(self, ledger: Ledger) -> None:
        """Time, picture and happening survive the way to the disk and back."""
        written = ledger.append(Exchanged(3), at=NOON, after=1, picture="turn-2.jpg")

        assert [written] == ledger.since(1)

    def test_a_reader_gets_only_what_is_new_to_it(self, ledger: Ledger) -> None:
        """A page that saw event 2 is told of 3 and 4."""
        for after in (1, 2, 3):
            ledger.append(Passed(), at=NOON, after=after)

        assert [event.id for event in ledger.since(2)] == [3, 4]

    def test_the_log_survives_being_closed(self, path: Path, ledger: Ledger) -> None:
        """A game goes on after a restart."""
        ledger.close()

        with Ledger(path) as again:
            assert [event.happening for event in again.since(0)] == [BEGAN]

    def test_two_processes_worth_of_logs_see_one_file(self, path: Path, ledger: Ledger) -> None:
        """What the table writes, the page reads at once."""
        with Ledger(path) as page:
            ledger.append(Passed(), at=NOON, after=1)

            assert page.newest() == 2

    def test_many_threads_may_read_while_one_writes(self, ledger: Ledger) -> None:
        """Forty-eight open pages see no half event."""
        with ThreadPoolExecutor(8) as pages:
            counts = [pages.submit(lambda: len(ledger.since(0))) for _ in range(40)]
            for after in range(1, 20):
                ledger.append(Passed(), at=NOON, after=after)

        assert all(1 <= count.result() <= 20 for count in counts)


class TestGames:
    """One file keeps many games."""

    def test_every_beginning_is_a_new_game(self, ledger: Ledger) -> None:
        """Games are numbered from one, in the order in which they began."""
        assert ledger.append(BEGAN, at=NOON, after=1).game == 2

    def test_an_event_belongs_to_the_newest_game(self, ledger: Ledger) -> None:
        """Whoever presses the button plays the game on the table."""
        ledger.append(BEGAN, at=NOON, after=1)

        assert ledger.append(Passed(), at=NOON, after=2).game == 2

    def test_an_older_game_can_still_be_added_to(self, ledger: Ledger) -> None:
        """A correction may come after the next game has begun."""
        ledger.append(BEGAN, at=NOON, after=1)
        ledger.append(Passed(), at=NOON, after=2, game=1)

        assert [event.id for event in ledger.since(0, game=1)] == [1, 3]

    @pytest.mark.parametrize("game", [0, 2, None])
    def test_nothing_happens_in_a_game_that_never_began(self, path: Path, game: int | None) -> None:
        """A turn needs a game; the message says so."""
        with Ledger(path) as ledger, pytest.raises(LedgerError, match="Begin a game first"):
            ledger.append(Passed(), at=NOON, after=0, game=game)


class TestWriting:
    """A writer must have seen the last line."""

    def test_a_writer_who_missed_an_event_is_told(self, ledger: Ledger) -> None:
        """Whoever decided without seeing the newest event decides again."""
        with pytest.raises(OutrunError, match="Event 1 is the newest now, not event 0"):
            ledger.append(Passed(), at=NOON, after=0)

    def test_a_writer_ahead_of_the_log_is_told_too(self, ledger: Ledger) -> None:
        """A log put back from a backup is shorter than a writer remembers."""
        with pytest.raises(OutrunError):
            ledger.append(Passed(), at=NOON, after=7)

    def test_of_two_writers_at_once_one_wins(self, path: Path, ledger: Ledger) -> None:
        """Two people who answer together give one answer, and the other one is told."""
        results: list[str] = []
        ready = threading.Barrier(2)

        def write() -> None:
            with Ledger(path) as mine:
                ready.wait(PATIENCE)
                try:
                    results.append(str(mine.append(Passed(), at=NOON, after=1).id))
                except OutrunError:
                    results.append("outrun")

        writers = [threading.Thread(target=write) for _ in range(2)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()

        assert sorted(results) == ["2", "outrun"]

    @pytest.mark.parametrize(
        "meddling",
        [
            "UPDATE event SET at = ''",
            "DELETE FROM event",
            "INSERT OR REPLACE INTO event VALUES (1, 1, '', 'passed', '{}', '')",
            "INSERT INTO event VALUES (3, 1, '', 'passed', '{}', '')",
            "INSERT INTO event VALUES (-1, 1, '', 'passed', '{}', '')",
            "INSERT INTO event VALUES (2, 1, '', 'passed', 'not json', '')",
            "INSERT INTO event VALUES (2, 1, '', 'passed', '{}', 5.5e0) , (4, 1, '', 'passed', '{}', '')",
        ],
    )
    def test_nobody_can_change_the_log(self, path: Path, ledger: Ledger, meddling: str) -> None:
        """Events are neither changed, removed, replaced, left out nor malformed, not even by another program."""
        before = ledger.since(0)
        other = sqlite3.connect(path)

        with pytest.raises(sqlite3.IntegrityError):
            other.execute(meddling)
        other.close()

        assert before == ledger.since(0)


class TestTrouble:
    """What cannot be written is not acknowledged, and the message says what to do."""

    def test_a_full_disk_stops_the_turn_and_loses_nothing(self, path: Path) -> None:
        """When there is no room the turn is refused, and everything acknowledged before is there."""
        with Ledger(path, connect=_cramped) as ledger:
            ledger.append(BEGAN, at=NOON, after=0)
            with pytest.raises(LedgerError, match="disk is full.*Free some space"):
                _fill(ledger)
            acknowledged = ledger.newest()

        with Ledger(path) as again:
            assert list(range(1, acknowledged + 1)) == [event.id for event in again.since(0)]

    def test_after_making_room_the_same_turn_can_be_written(self, path: Path) -> None:
        """A turn that was refused for want of room may simply be tried again."""
        with Ledger(path, connect=_cramped) as ledger:
            ledger.append(BEGAN, at=NOON, after=0)
            with pytest.raises(LedgerError):
                _fill(ledger)
            newest = ledger.newest()

        with Ledger(path) as roomy:
            assert roomy.append(Passed(), at=NOON, after=newest).id == newest + 1

    def test_a_real_disk_that_is_really_full(self, tmp_path: Path) -> None:
        """The same on a file system of 200 kB that has no byte left."""
        disk = tmp_path / "disk"
        disk.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=200k", "none", disk], capture_output=True, check=False
        )
        if mounted.returncode:
            pytest.skip("mounting a small disk needs the rights of root")
        try:
            with Ledger(disk / "games.sqlite") as ledger:
                ledger.append(BEGAN, at=NOON, after=0)
                with pytest.raises(LedgerError, match="disk is full"):
                    _fill(ledger)
                assert ledger.newest() == len(ledger.since(0))
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_a_log_that_may_not_be_written_to_says_so(self, path: Path, ledger: Ledger) -> None:
        """A read-only card is named as such, and reading still works."""
        with Ledger(path, connect=_read_only) as locked:
            with pytest.raises(LedgerError, match="may not be written to.*read-only"):
                locked.append(Passed(), at=NOON, after=1)

            assert ledger.since(0) == locked.since(0)

    def test_a_log_in_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        """No log is begun in a folder that nobody made."""
        with pytest.raises(LedgerError, match="cannot be opened"):
            Ledger(tmp_path / "nowhere" / "games.sqlite")

    def test_a_file_that_is_something_else(self, path: Path) -> None:
        """A text file is left alone and named."""
        path.write_text("Dear diary, " * 100)

        with pytest.raises(LedgerError, match=r"games\.sqlite: This file is not a log of games"):
            Ledger(path)

        assert path.read_text().startswith("Dear diary")

    def test_a_database_that_is_something_else(self, path: Path) -> None:
        """Another program's database gets no table of ours."""
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE recipe (name TEXT)")
        other.close()

        with pytest.raises(LedgerError, match="not a log of games"):
            Ledger(path)

    def test_a_damaged_log_is_noticed_when_it_is_opened(self, path: Path) -> None:
        """A log with a page of rubbish in its middle is not played on."""
        with Ledger(path) as ledger:
            ledger.append(BEGAN, at=NOON, after=0)
            for after in range(1, 200):
                ledger.append(Passed(), at=NOON, after=after)
        content = bytearray(path.read_bytes())
        content[8192:12288] = Random(1).randbytes(4096)
        path.write_bytes(content)

        with pytest.raises(LedgerError, match="damaged.*backup"):
            Ledger(path)

    def test_a_newer_log_is_refused(self, path: Path, ledger: Ledger) -> None:
        """A log of tomorrow's version is not written to by today's."""
        ledger.close()
        future = sqlite3.connect(path)
        future.execute("PRAGMA user_version = 99")
        future.close()

        with pytest.raises(LedgerError, match="newer pi-referee.*Update"):
            Ledger(path)

    def test_an_event_nobody_understands_is_named(self, path: Path, ledger: Ledger) -> None:
        """An event of an unknown kind stops the reader, with its number."""
        other = sqlite3.connect(path)
        other.execute("INSERT INTO event VALUES (2, 1, '', 'earthquake', '{}', '')")
        other.commit()
        other.close()

        with pytest.raises(LedgerError, match="event 2.*earthquake"):
            ledger.since(0)

    def test_a_log_that_is_taken_away_is_missed(self, path: Path, ledger: Ledger) -> None:
        """Nothing is acknowledged into a file that no longer has a name."""
        for part in path.parent.glob("games.sqlite*"):
            part.unlink()

        with pytest.raises(LedgerError, match="The log is gone"):
            ledger.append(Passed(), at=NOON, after=1)

    def test_a_log_that_is_put_back_is_read_again(self, path: Path, ledger: Ledger) -> None:
        """After a backup is put in its place the log goes on without a restart."""
        ledger.close()
        backup = path.read_bytes()
        with Ledger(path) as page:
            path.unlink()
            with pytest.raises(LedgerError):
                page.newest()
            path.write_bytes(backup)

            assert page.append(Passed(), at=NOON, after=1).id == 2


class TestKilled:
    """Whatever was acknowledged survives a killed program."""

    def test_a_killed_writer_loses_nothing_it_acknowledged(self, path: Path) -> None:
        """Twenty times a program is killed in the middle of writing; every acknowledged event is there, once."""
        chance = Random(20)
        for _ in range(20):
            acknowledged = _write_until_killed(path, after_lines=chance.randint(1, 12))
            with Ledger(path) as ledger:
                ids = [event.id for event in ledger.since(0)]

            assert acknowledged <= len(ids)
            assert list(range(1, len(ids) + 1)) == ids


_WRITER = f"""
import sys
from pathlib import Path
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.happenings import GameBegan, Passed
ledger = Ledger(Path(sys.argv[1]))
if not ledger.newest():
    ledger.append({BEGAN!r}, at={NOON!r}, after=0)
while True:
    print(ledger.append(Passed(), at={NOON!r}, after=ledger.newest()).id, flush=True)
"""


def _write_until_killed(path: Path, *, after_lines: int) -> int:
    """Kill a writing program without warning, once it has acknowledged so many; answers the last id it reported."""
    with started([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(after_lines)]
        os.kill(writer.pid, signal.SIGKILL)
        lines += writer.communicate()[0].splitlines(keepends=True)
    return int([line for line in lines if line.endswith("\n")][-1])


def _cramped(path: Path) -> sqlite3.Connection:
    """A log on a disk with room for some pages only."""
    connection = connect(path)
    connection.execute("PRAGMA max_page_count = 12")
    return connection


def _read_only(path: Path) -> sqlite3.Connection:
    """A log on a card that became read-only."""
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _fill(ledger: Ledger) -> None:
    """Write until it cannot be done any more."""
    for after in range(ledger.newest(), 10_000):
        ledger.append(Passed(), at=NOON, after=after, picture="x" * 900)


class TestTogether:
    """What belongs together is written together."""

    def test_a_play_that_takes_anothers_place_is_one_write(self, ledger: Ledger) -> None:
        """Both events get the next numbers, the same time and the same picture."""
        written = ledger.append_all([Withdrawn(), Passed()], at=NOON, after=1, picture="a.jpg")

        assert written == ledger.since(1)
        assert [(event.id, event.picture) for event in written] == [(2, "a.jpg"), (3, "a.jpg")]

    def test_half_of_it_is_never_written(self, path: Path) -> None:
        """If the disk is full after the first of two, neither is in the log."""
        with Ledger(path, connect=_cramped) as ledger:
            ledger.append(BEGAN, at=NOON, after=0)
            with pytest.raises(LedgerError, match="disk is full"):
                ledger.append_all([Exchanged(7), *[Passed()] * 2000], at=NOON, after=1)

            assert ledger.newest() == 1


class TestUpgrading:
    """A log of an older form is brought up to date; one of a newer form is left alone."""

    def test_an_older_log_is_brought_up_to_date(self, path: Path, ledger: Ledger) -> None:
        """A log of version 1 opened by a later pi-referee has the later form and every event."""
        before = ledger.since(0)
        ledger.close()
        with Ledger(path, schema=LATER) as upgraded:
            upgraded.append(Passed(), at=NOON, after=1)

            assert upgraded.since(0)[:1] == before
        with Ledger(path, schema=LATER) as again:
            assert again.newest() == 2

    def test_the_older_log_is_kept(self, path: Path, ledger: Ledger) -> None:
        """A copy in the older form stands beside it, for whoever goes back to the older pi-referee."""
        before = ledger.since(0)
        ledger.close()
        Ledger(path, schema=LATER).close()

        with pytest.raises(LedgerError, match="newer pi-referee"):
            Ledger(path)
        with Ledger(path.with_name("games.sqlite.version-1")) as older:
            assert older.since(0) == before

    def test_a_step_that_fails_changes_nothing(self, path: Path, ledger: Ledger) -> None:
        """If the second of two steps cannot be taken, the first is not taken either."""
        ledger.close()
        with pytest.raises(LedgerError):
            Ledger(path, schema=Schema((*LATER.steps, "INSERT INTO nowhere VALUES (1);")))

        with Ledger(path) as as_before:
            assert as_before.newest() == 1

    def test_two_programs_may_upgrade_at_once(self, path: Path, ledger: Ledger) -> None:
        """After an upgrade page and eye open the old log at the same moment; both find the new form."""
        ledger.close()
        with ThreadPoolExecutor(4) as pool:
            opened = list(pool.map(lambda _: Ledger(path, schema=LATER), range(4)))

        assert [other.newest() for other in opened] == [1] * 4
        for other in opened:
            other.close()


LATER = Schema(
    (
        *shipped().steps,
        "CREATE TABLE note (text TEXT);\nCREATE TRIGGER loud AFTER INSERT ON note\nBEGIN SELECT 1; END;\n",
    )
)
"""The form of a pi-referee to come."""
