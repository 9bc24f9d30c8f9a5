"""Times as they stand in the log: for people, and never for the order of things."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time to a thousandth of a second, for people who read the log."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def seconds_between(earlier: str, later: str) -> float:
    """Seconds between two ISO times; 0 where one of them is none, as in a log that was damaged or written elsewhere.

    >>> seconds_between("2026-11-20T12:00:00+00:00", "2026-11-20T12:00:30"), seconds_between("once", "2026-11-20")
    (30.0, 0.0)
    """
    try:
        return (_moment(later) - _moment(earlier)).total_seconds()
    except (ValueError, OverflowError):
        return 0.0


def local_time(at: str) -> datetime | None:
    """An ISO time by the clock of this house; None where it is none.

    >>> local_time("yesterday")
    """
    try:
        return _moment(at).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def local_day(at: str) -> str:
    """The day of an ISO time by the clock of this house, ISO 8601; "" where it is none.

    >>> local_day("2026-11-20T12:00:00+00:00"), local_day("yesterday")
    ('2026-11-20', '')
    """
    then = local_time(at)
    return then.date().isoformat() if then else ""


def _moment(at: str) -> datetime:
    """An ISO time; one that does not say where is that of Greenwich."""
    found = datetime.fromisoformat(at)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
