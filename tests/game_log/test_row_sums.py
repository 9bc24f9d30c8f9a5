"""A bit that turned over on the disk is noticed: no event is ever read as another one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from pi_referee.errors import LedgerError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.course.happenings import Exchanged, GameBegan, Happening, Passed

NOON = "2026-11-20T12:00:00+00:00"
BEGAN = GameBegan(game="alfapet-sv", players=("Åsa", "Björn"), rack=7)
GAMES = 4
Told = tuple[list[Event], list[list[Event]], int]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of four games."""
    path = tmp_path / "games.sqlite"
    turns: list[Happening] = [Exchanged(3), Passed()] * 5
    with Ledger(path) as ledger:
        newest = 0
        for _ in range(GAMES):
            for happening in (BEGAN, *turns):
                newest = ledger.append(happening, at=NOON, after=newest, picture=f"{newest}.jpg").id
    return path


def told(path: Path) -> Told:
    """All that a log says: every event, those of each game, and how many games there are."""
    with Ledger(path) as ledger:
        return ledger.since(0), [ledger.since(0, game=n) for n in range(1, GAMES + 1)], ledger.newest_game()


def meddled(path: Path, *statements: str) -> None:
    """Change the log behind its back."""
    with closing(sqlite3.connect(path)) as other:
        triggers = other.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            other.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            other.execute(statement)
        other.commit()


def flipped(path: Path, folder: Path, seed: int, count: int) -> Iterator[Path]:
    """Copies of the log with a bit turned over in each."""
    content, chance = path.read_bytes(), Random(seed)
    for number in range(count):
        copy, bit = bytearray(content), chance.randrange(8 * len(content))
        copy[bit // 8] ^= 1 << bit % 8
        place = folder / f"flipped-{seed}-{number}.sqlite"
        place.write_bytes(copy)
        yield place


@pytest.mark.parametrize("seed", range(4))
def test_a_turned_bit_is_never_read_as_another_game(path: Path, tmp_path: Path, seed: int) -> None:
    """With any one bit turned over a log says what it always said, or that it is damaged."""
    true, refused = told(path), 0
    for copy in flipped(path, tmp_path, seed, 100):
        try:
            assert told(copy) == true
        except LedgerError:
            refused += 1

    assert refused > 10


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET body = '{\"count\":4}' WHERE id = 2",
        "UPDATE event SET at = '2026-11-20T12:00:01+00:00' WHERE id = 2",
        "UPDATE event SET game = 2 WHERE id = 2",
        "UPDATE event SET kind = 'timed_out' WHERE kind = 'passed'",
        "UPDATE event SET picture = 'other.jpg' WHERE id = 44",
        "UPDATE event_sum SET sum = sum + 1 WHERE id = 30",
        "DELETE FROM event WHERE id = 44",
        "DELETE FROM event WHERE id = 7",
        "DELETE FROM event_sum WHERE id = 7",
    ],
)
def test_whatever_was_changed_is_noticed(path: Path, change: str) -> None:
    """An event that says something else, or is missing, is damaged: also where the file itself is sound."""
    meddled(path, change)

    with pytest.raises(LedgerError, match="damaged"):
        told(path)


def test_a_damaged_event_touches_no_other_game(path: Path) -> None:
    """The other games are read as ever, and play goes on."""
    true = told(path)[1]
    meddled(path, "UPDATE event SET body = '{\"count\":4}' WHERE id = 2")

    with Ledger(path) as ledger:
        with pytest.raises(LedgerError, match=r"event 2: This event was damaged.*begin a new game"):
            ledger.since(0, game=1)
        assert [ledger.since(0, game=n) for n in (2, 3, 4)] == true[1:]
        assert ledger.append(BEGAN, at=NOON, after=44).game == GAMES + 1


def test_what_an_older_version_wrote_is_summed_up_once(path: Path) -> None:
    """A log without checksums is read as ever, and is safe from then on."""
    true = told(path)
    meddled(path, "DROP TABLE event_sum")
    assert told(path) == true
    meddled(path, "UPDATE event SET at = '' WHERE id = 2")

    with pytest.raises(LedgerError, match="event 2: This event was damaged"):
        told(path)


def test_an_older_version_may_go_on_writing(path: Path) -> None:
    """What it adds is read at once, though it has no checksum yet."""
    with Ledger(path) as reader:
        with closing(sqlite3.connect(path)) as older:
            older.execute("INSERT INTO event VALUES (45, 4, '2026-11-20', 'passed', '{}', '')")
            older.commit()

        assert [event.happening for event in reader.since(44)] == [Passed()]
    with Ledger(path) as again:
        assert again.newest() == 45
