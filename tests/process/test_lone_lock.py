"""Where a page is served twice one of the programs keeps the time: what it saw pass is not taken up by the other."""

from __future__ import annotations

from pathlib import Path

from pi_referee.process.lone_lock import LoneLock


def test_one_at_a_time_has_it(tmp_path: Path) -> None:
    """Who has it keeps it; another gets it once it is let go of, and may ask as often as it likes."""
    with LoneLock(tmp_path / "time.lock") as first, LoneLock(tmp_path / "time.lock") as second:
        assert [first.is_mine(), second.is_mine(), first.is_mine(), second.is_mine()] == [True, False, True, False]
        first.__exit__(None, None, None)
        assert [second.is_mine(), first.is_mine()] == [True, False]


def test_where_no_file_can_be_written_nobody_has_it(tmp_path: Path) -> None:
    """Then no time can be written down either."""
    assert not LoneLock(tmp_path / "missing" / "time.lock").is_mine()
