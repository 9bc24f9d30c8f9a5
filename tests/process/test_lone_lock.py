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


def test_where_no_lock_is_to_be_had_time_is_kept_without(tmp_path: Path) -> None:
    """What somebody else left there, or a folder that cannot be written to, takes the clock from nobody."""
    (tmp_path / "time.lock").mkdir()

    assert LoneLock(tmp_path / "time.lock").is_mine()
    assert LoneLock(tmp_path / "missing" / "time.lock").is_mine()
