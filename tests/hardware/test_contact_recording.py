"""What a contact really does, written down and read back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from hardware.contact_recording import Change, Recorder, changes, read, written
from hardware.debounce import Look

gaps = st.lists(st.integers(1, 2_000_000), max_size=20).filter(lambda found: len(found) % 2 == 0)
"""Tenths of microseconds between edges, an even number of them."""


def change_of(down: bool, between: list[int]) -> Change:  # hypothesis gives it by place
    """A finger whose contact changes after these gaps."""
    moments = [0]
    for gap in between:
        moments.append(moments[-1] + gap)
    return Change(down, tuple(moment / 10_000_000 for moment in moments))


@given(st.builds(change_of, st.booleans(), gaps))
def test_what_was_written_is_read_back(change: Change) -> None:
    """A recording loses nothing of a tenth of a microsecond or more."""
    (back,) = read([written(change)])

    assert back.down == change.down
    assert list(back.edges) == pytest.approx(list(change.edges), abs=1e-9)


def test_edges_are_told_apart_by_the_calm_between_them() -> None:
    """A finger that comes, bounces, stays, and goes is two lines; a spike on the wire is none."""
    edges = [(1.0, True), (1.001, False), (1.002, True), (2.0, False), (3.0, True), (3.001, False)]
    found = list(changes(Look(at, pressed) for at, pressed in edges))

    assert [written(change) for change in found] == ["down: 0 1 2", "up: 0"]


@pytest.mark.parametrize("line", ["sideways: 0", "down: 0 1", "down: 2 1 0", "down: soon"])
def test_a_line_that_is_no_recording_is_named(line: str) -> None:
    """A damaged recording is not played as if it were one."""
    with pytest.raises(ValueError, match=r"\w"):
        read([line])


def test_a_button_is_recorded() -> None:
    """What the pin does is what is written, with the times at which it was heard."""
    pins = MockFactory()
    recorder = Recorder(17, pins, calm=0.01)
    for level in (0, 1, 0):
        pins.pin(17).drive_low() if level == 0 else pins.pin(17).drive_high()
    found = recorder.next(1.0)
    recorder.close()
    pins.close()

    assert found is not None
    assert (found.down, len(found.edges)) == (True, 3)


def test_nobody_presses() -> None:
    """Without a finger there is nothing to write."""
    pins = MockFactory()
    recorder = Recorder(17, pins)

    assert recorder.next(0.01) is None
    recorder.close()
    pins.close()


@pytest.mark.skipif(Path("/proc/device-tree/model").exists(), reason="this machine may have pins")
def test_a_machine_without_pins_is_told_so(tmp_path: Path) -> None:
    """Where there are no pins, nothing is recorded, and one sentence says why."""
    program = [sys.executable, "-m", "pi_referee", "bounces", str(tmp_path / "mine.txt")]
    told = subprocess.run(program, capture_output=True, text=True, check=False, env=dict(os.environ))

    assert (told.returncode, "There are no pins" in told.stderr, list(tmp_path.iterdir())) == (1, True, [])
