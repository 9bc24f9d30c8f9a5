"""Times as they stand in the log: for people, and never for the order of things."""

from __future__ import annotations

from datetime import UTC, datetime


def seconds_between(earlier: str, later: str) -> float:
    """Seconds between two ISO times; 0 where one of them is none, as in a log that was damaged or written elsewhere.

    >>> seconds_between("2026-11-20T12:00:00+00:00", "2026-11-20T12:00:30"), seconds_between("once", "2026-11-20")
    (30.0, 0.0)
    """
    try:
        return (_moment(later) - _moment(earlier)).total_seconds()
    except (ValueError, OverflowError):
        return 0.0


def _moment(at: str) -> datetime:
    """An ISO time; one that does not say where is that of Greenwich."""
    found = datetime.fromisoformat(at)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
