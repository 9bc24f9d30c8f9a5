"""Whether a game is going on, for scripts that would disturb it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pi_referee.cli import main
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.course.happenings import Ended, GameBegan, Happening, Passed

BEGAN = GameBegan("alfapet-sv", ("Anna", "Björn"), 7)
NAMELESS = GameBegan("alfapet-sv", ("1", "2"), 7)


@pytest.mark.parametrize(
    ("happenings", "minutes", "is_played"),
    [
        ((), 0, False),
        ((BEGAN,), 0, False),
        ((NAMELESS,), 0, False),
        ((BEGAN, Passed()), 0, True),
        ((BEGAN, Passed()), 119, True),
        ((BEGAN, Passed()), 121, False),
        ((BEGAN, Passed(), Ended()), 0, False),
        ((BEGAN, Passed(), BEGAN), 0, False),
    ],
)
def test_a_game_is_going_on_once_something_has_happened_in_it(
    tmp_path: Path, happenings: tuple[Happening, ...], minutes: int, *, is_played: bool
) -> None:
    """A game that the program has begun by itself holds up nobody who sets the table up."""
    at = (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()
    with Ledger(Home(tmp_path).prepare().ledger) as ledger:
        for after, happening in enumerate(happenings):
            ledger.append(happening, at=at, after=after)
    (tmp_path / "last-written").unlink(missing_ok=True)  # as if the machine had been started anew

    assert main(["playing", "--home", str(tmp_path)]) == (0 if is_played else 1)


@pytest.mark.parametrize("days", [-400, -1, 1, 20_000])
def test_a_clock_that_jumps_ends_no_game(tmp_path: Path, days: int) -> None:
    """A game that was just played is being played, whatever the clock on the wall says since."""
    at = (datetime.now(UTC) + timedelta(days=days)).isoformat()
    with Ledger(Home(tmp_path).prepare().ledger) as ledger:
        ledger.append_all([BEGAN, Passed()], at=at, after=0)

    assert main(["playing", "--home", str(tmp_path)]) == 0


@pytest.mark.parametrize("note", ["", "2", "2 other-boot 5", "7 {boot} 5", "2 {boot} soon", "\0\0"])
def test_a_note_of_something_else_is_no_time(tmp_path: Path, note: str) -> None:
    """A note of another start of the machine or another event, or one cut off, leaves it to the clock on the wall."""
    with Ledger(Home(tmp_path).prepare().ledger) as ledger:
        ledger.append_all([BEGAN, Passed()], at="2020-01-01T00:00:00+00:00", after=0)
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    (tmp_path / "last-written").write_text(note.format(boot=boot), encoding="utf-8")

    assert main(["playing", "--home", str(tmp_path)]) == 1


@pytest.mark.parametrize("at", ["yesterday", "27.10.2024 00:30", ""])
def test_a_game_without_a_time_may_be_going_on(tmp_path: Path, at: str) -> None:
    """Who knows."""
    with Ledger(Home(tmp_path).prepare().ledger) as ledger:
        ledger.append_game([Event(1, 1, at, BEGAN), Event(2, 1, at, Passed())], after=0)

    assert main(["playing", "--home", str(tmp_path)]) == 0
