"""The bench of the list of games measures the page that people open."""

from __future__ import annotations

from pathlib import Path

from benches.appliance.many_games import PAGES, fill, measure
from pi_referee.game_log.event_store import Ledger


def test_every_page_is_measured(tmp_path: Path) -> None:
    """Each page has a first time and a usual one, and games are those that were written."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        fill(ledger, 3, 1)
        rows = list(measure(ledger, tmp_path))

        assert ledger.newest_game() == 3
        assert [row[0] for row in rows][1:-1] == list(PAGES)
        assert all(float(first) > 0 for _, first, _ in rows)
