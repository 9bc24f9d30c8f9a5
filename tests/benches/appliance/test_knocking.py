"""Strangers at the door come in by nobody's press and by no guess, and take no press away."""

from __future__ import annotations

from pathlib import Path

import pytest

from benches.appliance.knocking import guesses, strangers


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_hundred_strangers_stay_outside(tmp_path: Path, seed: int) -> None:
    """While players end turns and pass, each press does what it was made for."""
    seen = strangers(tmp_path, 200, seed)

    assert (seen.strangers, seen.admitted) == (200, 0)
    assert seen.presses == seen.heard > 300


@pytest.mark.parametrize("a_minute", [60.0, 24_000.0])
def test_guessing_leads_nowhere(tmp_path: Path, a_minute: float) -> None:
    """However fast, from however many addresses, a handful of guesses is heard."""
    admitted, heard, took = guesses(tmp_path, 20_000, a_minute=a_minute, seed=1)

    assert admitted == 0
    assert heard <= 12 + took / 3600
