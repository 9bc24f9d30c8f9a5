"""The bench that replays a game from disturbed pictures: it counts each play, and tells what went wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benches.pictures.truth import sets_in
from benches.played import COUNTED, main, measure


@pytest.mark.parametrize(("name", "counts"), [("noise 15", (1, 0, 0, 1)), ("a hand", (0, 0, 2, 0))])
def test_every_play_is_counted(sets: Path, name: str, counts: tuple[int, ...]) -> None:
    """In grain the first play is exact and the second not what it should be; under a hand nothing is told."""
    ((place, described),) = sets_in(sets)

    tally = measure(place, described, name)

    assert tuple(tally.counts[kind] for kind in COUNTED) == counts


def test_it_prints_a_table(sets: Path) -> None:
    """One row for each disturbance that was asked for, and a line for each fault."""
    told = CliRunner().invoke(main, [str(sets), "--only", "small", "--row", "as it is"])

    assert told.exit_code == 0, told.output
    assert "| as it is | 1 | 0 | 0 | 1 |" in told.stdout
    assert "small as it is: silent wrong: 02.jpg" in told.stderr
