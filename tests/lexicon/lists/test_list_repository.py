"""The folder of the word lists, which the page and a terminal may change at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from pi_referee.lexicon.lists.list_repository import Shelf

ROUNDS = 40
"""How often all lay a list over one in the same moment."""


def test_lists_that_are_laid_over_one_at_once_all_lie_there(tmp_path: Path) -> None:
    """Nobody undoes what another has laid there, or is told that something is missing."""
    shelf = Shelf(tmp_path)
    for number in range(ROUNDS):
        ready, name = Barrier(3), f"list{number}"

        def lay(over: str, ready: Barrier = ready, name: str = name) -> None:
            ready.wait()
            shelf.lay_over(name, over, "adds")

        with ThreadPoolExecutor(3) as pool:
            assert list(pool.map(lay, "abc")) == [None] * 3
        assert sorted(shelf.over(name)) == [("a", "adds"), ("b", "adds"), ("c", "adds")]
