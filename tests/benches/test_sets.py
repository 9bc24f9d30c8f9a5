"""The bench on a small set of its own: it looks at every picture, plays the game, and writes the table."""

from __future__ import annotations

import math
import subprocess
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from benches.pictures.outcome_counts import Tally
from benches.pictures.truth import sets_in
from benches.sets import COLUMNS, main, measure, row_of

ROOT = Path(__file__).parents[2]


def test_sets_are_found_by_their_description(sets: Path) -> None:
    """Each folder with a set.json is a set; others are passed over."""
    [(place, described)] = sets_in(sets)

    assert (place.name, described.name, described.edition, len(described.frames)) == ("small", "small", "light", 4)
    assert [frame.is_play for frame in described.frames] == [True, True, False, False]


def test_damaged_truth_is_an_error(sets: Path) -> None:
    """Truth that cannot be read would make the numbers worthless."""
    (sets / "small" / "set.json").write_text('{"name": "small"}')

    with pytest.raises(msgspec.ValidationError):
        sets_in(sets)


def test_a_set_is_measured(sets: Path) -> None:
    """Pictures are looked at alone, those not skipped as a game; a play that disagrees with the truth is counted."""
    [(place, described)] = sets_in(sets)

    tally = measure(place, described)

    assert (tally.counts["pictures"], tally.counts["found"], tally.counts["plays"]) == (4, 4, 2)
    assert tally.counts["exact"] + tally.counts["asked"] == 2 - tally.counts["silent wrong"]
    assert tally.counts["exact"] <= 1
    assert tally.counts["wrong turn"] == 0
    assert len(tally.milliseconds) == 4


def test_the_table_is_printed_and_written(sets: Path, tmp_path: Path) -> None:
    """The table stands on standard output and in the file, with a row a set, the peak memory, and every fault."""
    ended = CliRunner().invoke(main, [str(sets), "--out", str(tmp_path / "new" / "table.md")])

    written = (tmp_path / "new" / "table.md").read_text(encoding="utf-8")
    assert (ended.exit_code, written.strip() in ended.output) == (0, True)
    assert "| small | 4 | 4 |" in written
    assert "Peak memory" in written
    assert "small: wrong for sure: 04.jpg" in written


def test_only_some_sets(sets: Path, tmp_path: Path) -> None:
    """With --only the other sets are left out."""
    ended = CliRunner().invoke(main, [str(sets), "--only", "other", "--out", str(tmp_path / "table.md")])

    assert (ended.exit_code, "| small |" in ended.output) == (0, False)


def test_rows_and_columns_fit() -> None:
    """A row has a cell for each column, also for a set in which nothing was found."""
    row = row_of("none", Tally())

    assert len(row) == len(COLUMNS)
    assert math.isnan(float(row[3]))


def test_the_script_says_what_it_wants(tmp_path: Path) -> None:
    """scripts/bench with a folder that holds no set says so, with status 3."""
    ended = subprocess.run(
        [str(ROOT / "scripts" / "bench"), str(tmp_path)], capture_output=True, text=True, check=False, timeout=60
    )

    assert (ended.returncode, "set.json" in ended.stderr, ended.stdout) == (3, True, "")
