"""What the doctor makes of what it sees."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pi_referee.checkup import machine, software
from pi_referee.checkup.finding import Health


def test_an_old_python_is_broken() -> None:
    """Python 3.10 is too old, 3.11 is not."""
    assert [software.python((3, minor, 0)).health for minor in (10, 11)] == [Health.BROKEN, Health.WELL]


def test_a_missing_reader_is_broken(tmp_path: Path) -> None:
    """Without the trained reader no letter can be read."""
    assert software.letters(tmp_path / "letters.onnx").health is Health.BROKEN


@pytest.mark.parametrize(
    ("seen", "health"),
    [((), Health.LACKING), (("video0", "video10"), Health.WELL)],
)
def test_a_camera_is_any_video_device(tmp_path: Path, seen: tuple[str, ...], health: Health) -> None:
    """A camera shows as a video device; a machine without one can still be used with a folder."""
    for name in seen:
        (tmp_path / name).touch()

    assert machine.camera(tmp_path).health is health


def test_a_clock_in_the_past_is_noticed() -> None:
    """A Pi without network begins in the past; it is told how to set the clock."""
    assert "date -s" in machine.clock(datetime(1970, 1, 1, tzinfo=UTC)).cure


def test_versions_are_compared_by_their_numbers() -> None:
    """A post-release is newer than the release itself, and kernels have long tails."""
    assert software.numbers("2.0.1") < software.numbers("2.0.1.post3") < software.numbers("2.1")
