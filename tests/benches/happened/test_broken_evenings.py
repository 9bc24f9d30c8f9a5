"""Games in which something goes wrong: each kind is broken, explained and played on."""

from __future__ import annotations

from benches.happened.broken_evenings import MISHAPS, measure


def test_every_kind_is_broken_and_comes_right() -> None:
    """Of some games of each kind none is ever refused later, none is silently wrong, and a tap makes it true."""
    counts, times = measure(20, seed=5)

    assert set(counts) == set(MISHAPS)
    assert len(times) == 20
    assert sum(count["refused later"] + count["silent wrong"] for count in counts.values()) == 0
    assert sum(count["true"] for count in counts.values()) >= 19
