"""A pulled plug: what was promised is in the log, whatever became of the writes nobody had waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("apsw", reason="the disk whose plug is pulled needs apsw: scripts/setup test fetches it")

from benches.appliance.power_cut import Outcome, cuts  # only where apsw is


def test_a_power_cut_loses_nothing_that_was_promised(tmp_path: Path) -> None:
    """Ninety cuts at moments by chance, unsynced writes lost, torn or out of order: every promised event is there."""
    assert set(cuts(tmp_path, 90, seed=9)) == {Outcome(opened=True, lost=0, doubled=0)}


def test_the_bench_would_notice(tmp_path: Path) -> None:
    """The same cuts lose events when SQLite does not wait for the disk, so the zero above means something."""
    assert sum(outcome.lost for outcome in cuts(tmp_path, 30, seed=9, synchronous="NORMAL")) > 0
