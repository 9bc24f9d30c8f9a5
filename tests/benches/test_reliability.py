"""Bouncing contacts, and a long evening in simulated time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benches.bouncing import Tally, bounce, lights, switches, taps
from benches.day import play_a_day


def test_no_press_of_ten_thousand_is_lost_or_doubled() -> None:
    """Ten thousand presses on ten kinds of switches and on ones by chance: as many turns as fingers."""
    assert bounce(10_000, seed=1) == Tally(10_000, lost=0, doubled=0)


@pytest.mark.parametrize("name", sorted(switches()))
def test_every_kind_of_switch_is_one_press(name: str) -> None:
    """Each kind of switch, good or worn, makes one press of one finger."""
    assert taps(switches()[name], Random(1)) == 1


def test_the_first_light_comes_within_a_tenth_of_a_second() -> None:
    """From the finger to the lamp, on mock pins in real time: half of the presses well within 100 ms."""
    took = sorted(lights(9))

    assert took[4] <= 100


def test_an_evening_leaves_nothing_behind(tmp_path: Path) -> None:
    """Two hours of play with a flapping camera and sleeping tablets: no file, no thread and no memory piles up."""
    first, *_, last = play_a_day(tmp_path / "evening", 2.0, samples=8)[1:]

    assert (last.files, last.threads) == (first.files, first.threads)
    assert last.memory - first.memory < 5
    assert last.events > 200
