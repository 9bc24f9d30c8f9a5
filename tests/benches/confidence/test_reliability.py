"""Bouncing contacts, and a long evening in simulated time."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from benches.appliance.bouncing import (
    HOPELESS,
    Tally,
    bounce,
    bounce_on,
    bounce_recorded,
    joined,
    lights,
    measured,
    recorded,
    switches,
    taps,
)
from benches.appliance.day import play_a_day
from hardware.debounce import Gesture


def test_no_press_of_ten_thousand_is_lost_or_doubled() -> None:
    """Ten thousand presses on recorded, measured and drawn switches and on ones by chance: as many turns as fingers."""
    assert bounce(10_000, seed=1) == Tally(10_000, lost=0, doubled=0)


def test_no_recorded_press_is_lost_or_doubled() -> None:
    """Each recorded touch with each recorded letting go, thousands of times: as many turns as fingers."""
    assert bounce_recorded(2_000, seed=2) == Tally(2_000, lost=0, doubled=0)


@pytest.mark.parametrize(("stays", "means"), [(0.1, Gesture.TAP), (1.5, Gesture.HOLD), (6.0, Gesture.LONG)])
def test_a_recorded_press_means_what_the_finger_meant(stays: float, means: Gesture) -> None:
    """A hold on the worst switch that was recorded passes, and a long one switches off; neither ends a turn instead."""
    downs, ups = recorded()
    meant = {tuple(taps(joined(down, stays, up), Random(3))) for down in downs for up in ups}

    assert meant == {(means,)}


@pytest.mark.parametrize("name", sorted(name for name, longest in measured().items() if longest <= HOPELESS))
def test_a_switch_that_was_measured_is_one_press(name: str) -> None:
    """However the rebounds lie within the longest bouncing that was seen on a switch, a finger is one press."""
    assert bounce_on(measured()[name], 500, seed=4) == Tally(500, lost=0, doubled=0)


@pytest.mark.parametrize("name", sorted(switches()))
def test_every_kind_of_switch_is_one_press(name: str) -> None:
    """Each kind of switch, good or worn, makes one press of one finger."""
    assert len(taps(switches()[name], Random(1))) == 1


def test_the_first_light_comes_within_a_tenth_of_a_second() -> None:
    """From the finger to the lamp, on mock pins in real time: half of the presses well within 100 ms."""
    took = sorted(lights(9))

    assert took[4] <= 100


def test_an_evening_leaves_nothing_behind(tmp_path: Path) -> None:
    """Two hours of play with a flapping camera and sleeping tablets: no file, no thread and no memory piles up."""
    # In a program of its own: what other tests have left behind may go at any time.
    with ProcessPoolExecutor(1, get_context("spawn")) as program:
        first, *_, last = program.submit(play_a_day, tmp_path / "evening", 2.0, samples=8).result()[1:]

    assert (last.files, last.threads) == (first.files, first.threads)
    assert last.memory - first.memory < 5
    assert last.events > 200
