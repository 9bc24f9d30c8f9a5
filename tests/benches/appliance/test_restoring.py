"""A restore that is cut short leaves the old games or the new ones, never none."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("apsw", reason="the house of the bench is that of the power cut, which needs apsw")

from benches.appliance.restoring import NEITHER, NEW, OLD, at_each_page, at_each_touch, killed_by_chance  # only with it


@pytest.mark.parametrize("kill", [True, False])
def test_wherever_it_is_cut_short_the_games_are_there(tmp_path: Path, *, kill: bool) -> None:
    """Killed, or refused by the disk, each time it is about to change the folder."""
    seen = at_each_touch(tmp_path, kill=kill)

    assert seen.total() > 20
    assert (seen[NEITHER], seen[OLD] > 0, seen[NEW] > 0) == (0, True, True)


def test_killed_at_any_moment_the_games_are_there(tmp_path: Path) -> None:
    """The same at moments by chance."""
    assert killed_by_chance(tmp_path, 10, seed=1)[NEITHER] == 0


def test_on_a_disk_that_is_full_after_any_page_the_games_are_there(tmp_path: Path) -> None:
    """With room for one page more each time, until it fits."""
    seen = at_each_page(tmp_path)
    if not seen:
        pytest.skip("mounting a small disk needs the rights of root")

    assert (seen[NEITHER], seen[OLD] > 5, seen[NEW]) == (0, True, 1)
