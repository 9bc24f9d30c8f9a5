"""The bench of stages: what a look loses or gains without a stage is counted on the right side."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benches.ablate import COLUMNS, Outcome, Removal, main, removals, rows
from benches.golden import every_look
from vision.stages import STAGES

EXACT, ASKED, WRONG, REFUSED = (
    Outcome("exact", 0, 0),
    Outcome("asked", 3, 0),
    Outcome("wrong", 1, 2),
    Outcome("refused", 0, 0),
)


def row(*found: Removal) -> dict[str, str]:
    """The table's row of the stage "box count"."""
    fields = next(fields for fields in rows(found) if fields[0] == "box count")
    return dict(zip(COLUMNS, fields, strict=True))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (EXACT, ASKED, {"outcome changed": "1", "exact lost": "1", "doubts more": "3"}),
        (ASKED, EXACT, {"outcome changed": "1", "exact gained": "1", "doubts fewer": "3"}),
        (ASKED, WRONG, {"outcome changed": "1", "doubts fewer": "2", "wrong for sure more": "2"}),
        (WRONG, REFUSED, {"outcome changed": "1"}),
        (ASKED, ASKED, {}),
    ],
)
def test_what_a_removal_changes(before: Outcome, after: Outcome, told: dict[str, str]) -> None:
    """Each change stands in its column, and nothing in the others; a refused look has neither doubts nor faults."""
    expected = dict.fromkeys(COLUMNS[2:], "0") | {"acted in": "1"} | told

    assert {
        name: value for name, value in row(Removal("box count", before, after)).items() if name in expected
    } == expected


def test_every_stage_has_a_row() -> None:
    """Also one that never acted, but for the first verdict."""
    assert len(list(rows([]))) == len(STAGES) - 1


def test_only_stages_that_acted_are_left_out(sets: Path) -> None:
    """A look is made again for each stage of its trace, and for no other."""
    look = next(look for look in every_look([sets]) if look.mixture == 1)
    names = [removal.stage for removal in removals(look)]

    assert len(names) == len(set(names))
    assert STAGES[0].name not in names


def test_the_command(sets: Path) -> None:
    """It prints the table, and how many looks were made."""
    told = CliRunner().invoke(main, [str(sets), "--part", "500", "--processes", "1"])

    assert told.exit_code == 0, told.output
    assert "| tile edges | raises, settles, covers |" in told.output
