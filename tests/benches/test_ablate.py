"""The bench of stages: what a look loses or gains without a stage is counted on the right side."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benches.ablate import COLUMNS, Outcome, Removal, left, main, rows, sample
from vision.stages import STAGES

EXACT, ASKED, WRONG, REFUSED = (
    Outcome("exact", 0, 0),
    Outcome("asked", 3, 0),
    Outcome("wrong", 1, 2),
    Outcome("refused", 0, 0),
)


def row(*found: Removal) -> dict[str, str]:
    """The table's row of the stage "second reader"."""
    fields = next(fields for fields in rows(found) if fields[0] == "second reader")
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
        name: value for name, value in row(Removal("second reader", before, after)).items() if name in expected
    } == expected


def test_every_stage_has_a_row() -> None:
    """Also one that never acted, but for the first verdict."""
    assert len(list(rows([]))) == len(STAGES) - 1


def test_only_stages_that_acted_are_left_out(sets: Path) -> None:
    """A look is made again for each stage of its trace, and for no other."""
    look = next(look for look in sample([sets], 10) if look.file and not look.mixture and not look.worse)
    found = left(look)

    assert found is not None
    names = [removal.stage for removal in found.without]
    assert len(names) == len(set(names))
    assert STAGES[0].name not in names


def test_every_kind_of_look_is_in_the_sample(sets: Path) -> None:
    """Photographs as they are, worse and in mixtures, drawn boards, of the seed that is asked for; no look twice."""
    looks = sample([sets], 20, 9)
    kinds = {(look.file is not None, bool(look.worse), bool(look.mixture)) for look in looks}

    assert len(kinds) == 5
    assert {look.seed for look in looks} == {9}
    assert len({look.name for look in looks}) == len(looks)


def test_the_command(sets: Path) -> None:
    """It prints the table, and how many looks were made."""
    told = CliRunner().invoke(main, [str(sets), "--looks", "5", "--processes", "1"])

    assert told.exit_code == 0, told.output
    assert "| even light | raises, settles |" in told.output
    assert "5 looks, of which" in told.output
