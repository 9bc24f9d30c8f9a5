"""How the evening's games came out: each the fold of its events, counted anew only where more has happened in it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from pi_referee.errors import RefereeError
from pi_referee.game_log.events import Event
from pi_referee.gettext_mark import say
from pi_referee.hall.club import Club, TableInHall
from pi_referee.hall.hall_store import Begun, HallStore
from pi_referee.protocol.checked_events import playable
from pi_referee.protocol.ground_words import ground_words


@dataclass(frozen=True, slots=True)
class Result:
    """A game of the evening as it stands. at: when it began, by the table's clock. ended: how, "" while it goes on.

    winners: nobody while it goes on, a score waits for an answer, or what was left is not told; then it is not counted.
    began: the players as they were called when it began. asked: what the table is asked for before it counts.
    """

    table: str
    game: int
    at: str
    players: tuple[str, ...]
    totals: Mapping[str, int]
    winners: tuple[str, ...] = ()
    ended: str = ""
    began: tuple[str, ...] = ()
    asked: str = ""

    @property
    def key(self) -> frozenset[str]:
        """By whom it is known, capitals or not."""
        return frozenset(name.casefold() for name in self.players)

    @property
    def is_over(self) -> bool:
        """Whether it counts: nothing about it is open any more."""
        return bool(self.winners)


class Results:
    """The results of a hall; safe to share between threads."""

    def __init__(self, store: HallStore, club: Club) -> None:
        """Nothing was counted yet."""
        self._store, self._club = store, club
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str, int], tuple[tuple[int, int], Result | None]] = {}

    def of_evening(self) -> tuple[Result, ...]:
        """Every game that began this evening and can be counted, in the order in which they began.

        One that is told twice, as after a backup was put back, or where an older game was gone on with there or at
        another table, is told once, as it was told last: both began alike, whatever happened later. Raises LedgerError.
        """
        with self._lock:
            found: dict[tuple[str, tuple[str, ...]], Result] = {}
            for begun in self._store.begun():
                result = self._of(begun)
                if result is not None:
                    found[result.at, result.began] = result
            return tuple(found.values())

    def _of(self, begun: Begun) -> Result | None:
        """A game's result; None if it cannot be counted."""
        table = self._club.tables.get(begun.table)
        if table is None or (table.state.log == begun.log and begun.game in table.unreadable):
            return None
        key, upto = (begun.table, begun.log, begun.game), self._upto(table, begun)
        count = self._store.rewritten, self._store.count(*key, upto=upto)
        known = self._known.get(key)
        if known is None or known[0] != count:
            known = self._known[key] = count, result_of(begun.table, self._store.game(*key, upto=upto))
        return known[1]

    def _upto(self, table: TableInHall, begun: Begun) -> int:
        """Up to which event of its log a game is known without a gap."""
        is_current = table.state.log == begun.log
        return table.received.upto if is_current else self._store.received(begun.table, begun.log).upto


def result_of(table: str, events: tuple[Event, ...]) -> Result | None:
    """What a game's events come to; None if they come to none."""
    try:
        game = playable(events)
    except RefereeError:
        return None
    first, began = events[0], game.began.players
    asked = say("a question is open") if game.is_counted else ground_words(game.ruleset).what_is_left
    totals = dict(game.totals)
    return Result(table, first.game, first.at, game.players, totals, game.won_by, game.ended, began, asked)
