"""The page's eye on the log sees what is there, wakes who waits, and survives trouble."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest

from pi_referee.errors import LedgerError
from pi_referee.rules.course.happenings import Passed
from tests.programs import PATIENCE
from web.live.log_follower import Lookout, Table

if TYPE_CHECKING:
    from tests.web.conftest import Writer


@dataclass(frozen=True)
class Page:
    """A page that tells when it begins to wait: it is asked then whether it has gone away."""

    waits: Event = field(default_factory=Event)

    def is_away(self) -> bool:
        """It never goes."""
        self.waits.set()
        return False


def test_an_empty_log_is_an_empty_table(lookout: Lookout, writer: Writer) -> None:
    """Before the first game there is nothing to see."""
    assert Table() == lookout.look()


def test_the_table_is_the_fold_of_the_log(lookout: Lookout, writer: Writer) -> None:
    """Following event by event gives the same game as reading the log from its start."""
    writer.begin()
    lookout.look()
    for text in ("I9 > LÅTA", "J9 v .L", "K9 v .Å"):
        writer.lay(text)
        assert writer.game == lookout.look().game


def test_a_new_game_clears_the_table(lookout: Lookout, writer: Writer) -> None:
    """What happened in the game before is no part of the new one."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    lookout.look()
    writer.begin("Cia")

    seen = lookout.look()

    assert (2, 1, ("Cia",)) == (seen.number, len(seen.events), writer.game.players)


def test_a_late_word_on_an_older_game_leaves_the_table(lookout: Lookout, writer: Writer) -> None:
    """A correction of yesterday's game changes nothing on today's table but the newest event."""
    writer.begin()
    writer.begin()
    before = lookout.look()
    writer.ledger.append(Passed(), at="", after=2, game=1)

    seen = lookout.look()

    assert (before.game, 3) == (seen.game, seen.newest)
    assert lookout.look() is seen


def test_who_waits_is_woken_by_news(lookout: Lookout, writer: Writer) -> None:
    """A waiting page hears of an event without looking itself."""
    writer.begin()
    lookout.wait(beyond=0, timeout=PATIENCE)
    lookout.look()
    known, page = lookout.view.count, Page()
    with ThreadPoolExecutor(1) as table:  # over when the writer is: the log is closed after it
        table.submit(lambda: page.waits.wait(PATIENCE) and writer.tell(Passed()))

        assert lookout.wait(beyond=known, timeout=PATIENCE, unless=page.is_away).table.newest == 2


def test_waiting_ends_without_news_too(lookout: Lookout, writer: Writer) -> None:
    """After so many seconds the view is the one already known."""
    writer.begin()
    lookout.look()
    known = lookout.view.count

    assert lookout.wait(beyond=known, timeout=0.05).count == known


def test_closing_wakes_everybody(lookout: Lookout) -> None:
    """Nobody waits for a server that has stopped."""
    lookout.look()
    page = Page()
    with ThreadPoolExecutor(1) as pages:
        seen = pages.submit(lookout.wait, beyond=lookout.view.count, timeout=2 * PATIENCE, unless=page.is_away)
        page.waits.wait(PATIENCE)
        lookout.close()

        assert seen.result(PATIENCE) == lookout.view


def test_trouble_is_seen_and_looked_past(lookout: Lookout, writer: Writer, home: Path) -> None:
    """While the log is away the old table stays with the trouble beside it; when it is back all is well."""
    writer.begin()
    lookout.look()
    (home / "games.sqlite").rename(home / "away")
    with pytest.raises(LedgerError):
        lookout.look()
    troubled = lookout.view

    (home / "away").rename(home / "games.sqlite")
    lookout.look()

    assert (1, "The log is gone.") == (troubled.table.newest, troubled.trouble and troubled.trouble.what)
    assert lookout.view.trouble is None
