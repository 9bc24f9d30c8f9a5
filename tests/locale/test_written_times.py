"""Times are those of this house's clock, written as each language does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pi_referee.locale.written_times import written_day, written_moment

LATE = "2026-11-20T23:30:00+00:00"


@pytest.mark.parametrize(
    ("language", "day", "hour"),
    [
        ("en", "20 Nov 2026", "12:00"),
        ("sv", "20 nov. 2026", "12:00"),
        ("fi", "20.11.2026", "12.00"),
        ("pl", "20 lis 2026", "12:00"),
    ],
)
def test_each_language_writes_its_own_way(language: str, day: str, hour: str) -> None:
    """Day, month and year stand as readers know them, also of a day without an hour."""
    noon = written_moment("2026-11-20T12:00:00", language)

    assert (written_day("2026-11-20", language), noon.startswith(day)) == (day, True)
    assert hour[2:] in noon


@pytest.mark.parametrize("damaged", ["", "yesterday", "2026-13-01", "0001-01-01T00:00:00+14:00", "2" * 5000])
def test_a_damaged_log_has_no_time(damaged: str) -> None:
    """What is no time is a question mark, and stops no page."""
    assert (written_day(damaged, "en"), written_moment(damaged, "en")) == ("?", "?")


def test_the_day_is_that_of_the_table() -> None:
    """Late in the evening of Greenwich it is the next day in Finland."""
    asked = f"from pi_referee.locale import written_times; print(written_times.written_moment({LATE!r}, 'fi'))"
    command = [sys.executable, "-c", asked]
    there = {**os.environ, "TZ": "Europe/Helsinki"}
    told = subprocess.run(command, env=there, capture_output=True, text=True, check=True)

    assert told.stdout == "21.11.2026 1.30\n"
