"""A disk that refuses at every place where the log touches it: said, nothing lost, nothing twice, nothing by halves."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("apsw", reason="the disk that refuses needs apsw: scripts/setup test fetches it")

from benches.appliance.faulty_disk import KINDS, everywhere  # only where apsw is


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # what SQLite makes good by itself
@pytest.mark.parametrize("kind", KINDS)
def test_wherever_the_disk_refuses_nothing_is_lost_doubled_or_half(tmp_path: Path, kind: str) -> None:
    """Full, broken, or full in mid-write, at each touch in its turn: who tries again has every turn once."""
    outcomes = list(everywhere(tmp_path, 4, kind))

    assert {(outcome.lost, outcome.doubled, outcome.halves) for outcome in outcomes} == {(0, 0, 0)}
    assert {outcome.told for outcome in outcomes} <= {0, 1}
    assert sum(outcome.told for outcome in outcomes) > len(outcomes) / 2
