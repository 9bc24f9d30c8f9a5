"""Games in which something goes wrong: each kind is broken, explained and played on."""

from __future__ import annotations

from benches.happened.broken_evenings import MISHAPS, kinds
from benches.happened.trials import COLUMNS, tried_often


def test_every_kind_is_broken_and_comes_right() -> None:
    """Of some games of each kind none is ever refused later, none is silently wrong, and a tap makes it true."""
    rows, _ = tried_often(kinds(5), 20)
    counts = {column: [int(row[COLUMNS.index(column)]) for row in rows] for column in COLUMNS[1:]}

    assert [row[0] for row in rows] == list(MISHAPS)
    assert sum(counts["games"]) == 20
    assert sum(counts["refused later"] + counts["silent wrong"]) == 0
    assert sum(counts["true"]) >= 19
