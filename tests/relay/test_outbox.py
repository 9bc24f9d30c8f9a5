"""The cursor in the log's own file: it moves only forward, survives everything, and does not go into a backup."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_referee.errors import LedgerError
from pi_referee.files.paths import Home
from pi_referee.game_log.backups.log_backup import back_up
from pi_referee.game_log.backups.log_restore import restore
from pi_referee.game_log.event_store import Ledger
from pi_referee.relay.outbox import Cursor, Outbox
from pi_referee.relay.send_window import SendWindow
from pi_referee.rules.course.happenings import GameBegan, Passed

NOON = "2026-11-20T12:00:00+00:00"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A house with a log of two events."""
    home = Home(tmp_path / "home").prepare()
    with Ledger(home.ledger) as ledger:
        ledger.append(GameBegan("alfapet-sv", ("Anna", "Bo"), 7), at=NOON, after=0)
        ledger.append(Passed(), at=NOON, after=1)
    return home


def test_a_cursor_is_where_it_was_left(home: Home) -> None:
    """A log gets its name once, and the cursor stays where it was moved to, whoever opens it."""
    first = Outbox(home.ledger).cursor()
    Outbox(home.ledger).move(Cursor(first.log, 2))

    assert (first.sent, Outbox(home.ledger).cursor()) == (0, Cursor(first.log, 2))


def test_a_log_that_was_put_back_is_another_log(home: Home, tmp_path: Path) -> None:
    """A backup holds the events and no cursor: what comes after it is not taken for what came after it before."""
    before = Outbox(home.ledger).cursor()
    back_up(home, tmp_path / "games.zip")
    restore(tmp_path / "games.zip", home, stamp="now")
    after = Outbox(home.ledger).cursor()

    assert after.sent == 0
    assert after.log != before.log
    with pytest.raises(LedgerError, match="exchanged"):
        Outbox(home.ledger).move(Cursor(before.log, 2))


def test_a_log_that_is_not_there_is_not_begun(tmp_path: Path) -> None:
    """The cursor makes no log of its own."""
    with pytest.raises(LedgerError, match="cannot be noted"):
        Outbox(tmp_path / "games.sqlite").cursor()

    assert list(tmp_path.iterdir()) == []


def test_what_is_sent_again_moves_nothing() -> None:
    """An older event that the hall asked for is acknowledged, and the newest one stays the newest."""
    window = SendWindow(8, most=3)
    window.sent(1, 9)
    window.sent(2, 4)
    window.acknowledged(2)

    assert (window.reached, window.last, window.free) == (8, 9, 2)
