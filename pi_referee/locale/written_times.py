"""Days and hours as a language writes them, by the clock of this house; a damaged log may have no time there."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date, format_time, get_datetime_format

from pi_referee.iso_times import local_time

_UNKNOWN = "?"
_LOCALES = {"en": "en_GB"}
"""Whose way of writing a language follows, where several countries have their own: the day before the month."""


def written_day(at: str, language: str) -> str:
    """The day of an ISO time, or an ISO day.

    >>> written_day("2026-11-20T12:00:00+00:00", "en"), written_day("2026-11-20", "fi"), written_day("once", "sv")
    ('20 Nov 2026', '20.11.2026', '?')
    """
    day = _day(at)
    return _UNKNOWN if day is None else format_date(day, "medium", locale=_locale(language))


def written_moment(at: str, language: str) -> str:
    """The day, hour and minute of an ISO time."""
    then = local_time(at)
    if then is None:
        return _UNKNOWN
    hour = format_time(then, "short", then.tzinfo, locale=_locale(language))
    joined = str(get_datetime_format("medium", locale=_locale(language)))
    return joined.format(hour, written_day(at, language))


def _locale(language: str) -> str:
    """Whose way of writing is followed."""
    return _LOCALES.get(language, language)


def _day(at: str) -> date | None:
    """The day of an ISO time by this house's clock; a day without a time is the same day everywhere."""
    try:
        return date.fromisoformat(at)
    except ValueError:
        then = local_time(at)
    return then.date() if then else None
