"""The page of benchmarks is made of the files that benches write, and of nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from benches.reporting.results import PAGE, Result, filled, load, save

LOOKS = Result("looks", "python -m benches.some", "abc1234", ("set", "exact"), (("one", "7"), ("two", "9")), seed=5)


def test_a_result_comes_back(tmp_path: Path) -> None:
    """What was saved is what is loaded."""
    save(LOOKS, tmp_path)

    assert load(tmp_path) == {"looks": LOOKS}


def test_a_result_stands_in_its_place() -> None:
    """The old table goes, the new one stands with its command, commit and seed; what is around it stays."""
    page = "Before.\n<!-- result: looks -->\nold\n<!-- end -->\nBehind.\n"

    told = filled(page, {"looks": LOOKS})

    assert told == (
        "Before.\n<!-- result: looks -->\n`python -m benches.some` at abc1234, seed 5.\n\n"
        "| set | exact |\n| --- | --- |\n| one | 7 |\n| two | 9 |\n<!-- end -->\nBehind.\n"
    )
    assert filled(told, {"looks": LOOKS}) == told


def test_a_place_without_a_result() -> None:
    """A table that nothing was measured for is not left standing."""
    with pytest.raises(KeyError):
        filled("<!-- result: gone -->\n<!-- end -->", {"looks": LOOKS})


def test_the_page_is_up_to_date() -> None:
    """docs/benchmarks.md says what docs/measured holds, all of it."""
    page, results = PAGE.read_text(encoding="utf-8"), load()

    assert results
    assert filled(page, results) == page
    assert all(f"<!-- result: {name} -->" in page for name in results)
