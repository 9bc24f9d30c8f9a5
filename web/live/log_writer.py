"""Writing down what somebody did on the page: looked at anew if somebody else was faster, and never done twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from pi_referee.errors import OutrunError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.course.happenings import Happening
from web.live.log_follower import Lookout, Table

_Written = TypeVar("_Written")

TRIES = 5
"""How often something is tried anew when something else happened in the very same moment."""

Decide = Callable[[Table], Happening | None]
"""What to write down, seeing the table as it is now; None if there is nothing to do any more."""

DecideGame = Callable[[Table, Table], Sequence[Event]]
"""What to write down as a game of its own, seeing a game and the newest; nothing if there is nothing to do any more."""

DecideAll = Callable[[Table], Sequence[Happening]]
"""What to write down in one go, in order; nothing if there is nothing to do any more."""


@dataclass(frozen=True, slots=True)
class Scribe:
    """The page's hand: writes into the log what people tell by a tap; now tells the time, ISO."""

    ledger: Ledger
    lookout: Lookout
    now: Callable[[], str]

    def write(self, decide: Decide, *, game: int | None = None) -> Event | None:
        """Write down what is decided over a game's table, by default the newest game's; None if nothing was to do.

        Should somebody else write in the same moment, it is decided anew over what is there then.
        Raises OutrunError if that goes on and on, LedgerError if the log cannot be read or written.
        """
        events = self.write_all(lambda table: [told for told in [decide(table)] if told is not None], game=game)
        return events[0] if events else None

    def write_all(self, decide: DecideAll, *, game: int | None = None) -> list[Event]:
        """Write down several things as one, so that nobody ever sees the first without the rest.

        Decides anew and raises as write does; empty if nothing was to do.
        """

        def written() -> list[Event]:
            table = self.lookout.look() if game is None else self.lookout.table(game)
            happenings = decide(table)
            if not happenings:
                return []
            return self.ledger.append_all(happenings, at=self.now(), after=table.newest, game=table.number)

        return _anew(written)

    def write_game(self, decide: DecideGame, *, game: int) -> int:
        """Write what is decided over a game and the newest one as a game of its own; its number, or 0 for none.

        Decides anew and raises as write does.
        """

        def written() -> int:
            table = self.lookout.table(game)  # first: what is newer than it is noticed as the game is written
            events = decide(table, self.lookout.look())
            return self.ledger.append_game(events, after=table.newest) if events else 0

        return _anew(written)


def _anew(written: Callable[[], _Written]) -> _Written:
    """What is written once nobody else wrote in the very same moment; raises OutrunError if that goes on and on."""
    for _ in range(TRIES - 1):
        with suppress(OutrunError):
            return written()
    return written()
