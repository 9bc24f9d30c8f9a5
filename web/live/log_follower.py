"""The page's eye on the log: what the newest game looks like now, and word to those who wait for it to change."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from pi_referee.errors import DamagedGameError, RefereeError
from pi_referee.game_log.arrivals import Arrivals, Waited
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.course.asides import ClockPaused, ClockResumed, Mark, TimeGiven
from pi_referee.rules.course.game import Game, fold, follow
from web.live.clock_spans import Spans, spans_after
from web.live.turn_start import begins_turn

EVERY = 0.025
"""Seconds between two glances at the log: well under what a person notices, and some microseconds of work each."""


_QUIET = (Mark, ClockPaused, ClockResumed, TimeGiven)
"""What is no news of the game's course."""


@dataclass(frozen=True, slots=True)
class Table:
    """The newest game as the log tells it; game is None as long as none has begun.

    newest: id of the newest event seen. number: the game's number. events: everything that happened in it.
    spans: when whose time passed, where there is a chess clock; of the newest game only. turn_began: id of the event at
    which the turn began that is being played.
    """

    newest: int = 0
    number: int = 0
    game: Game | None = None
    events: tuple[Event, ...] = ()
    spans: Spans = ()
    turn_began: int = 0

    @property
    def latest(self) -> Event:
        """The newest thing that happened in the game's course; only where there is a game."""
        return next(event for event in reversed(self.events) if not isinstance(event.happening, _QUIET))

    def is_taken_up_after(self, before: Table) -> bool:
        """Whether a game stands here that was played before, and came into the log whole."""
        return self.number != before.number and self.game is not None and bool(self.game.turns)

    def after(self, events: Iterable[Event]) -> Table:
        """The table when these things have happened too; a game that begins clears it."""
        table = self
        for event in events:
            table = table._after(event)
        return table

    def _after(self, event: Event) -> Table:
        """The table when this has happened too; an older game's events leave it as it is."""
        if event.game < self.number:
            return replace(self, newest=event.id)
        if event.game > self.number or self.game is None:
            game = fold([event.happening])
            return Table(event.id, event.game, game, (event,), spans_after((), game, event), event.id)
        game, events = follow(self.game, event.happening), (*self.events, event)
        began = event.id if begins_turn(self.game, game, event.happening) else self.turn_began
        return Table(event.id, event.game, game, events, spans_after(self.spans, game, event), began)


@dataclass(frozen=True, slots=True)
class View:
    """What the lookout saw last: the table, and what keeps it from seeing more, if anything does.

    count: how many times the view has changed; those who wait name the one they know.
    """

    count: int = 1
    table: Table = Table()
    trouble: RefereeError | None = None


class Lookout:
    """Keeps the newest game folded, and wakes those who wait for it to change.

    One thread glances at the log for all open pages; it runs from the first wait until close.
    """

    def __init__(self, ledger: Ledger, *, every: float = EVERY, clock: Callable[[], float] = time.monotonic) -> None:
        """Watch over this log, with so many seconds between two glances; clock tells how long ago things happened."""
        self._ledger = ledger
        self._arrivals = Arrivals(clock)
        self._every = every
        self._view = View()
        self._changed = threading.Condition()
        self._looking = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_closed(self) -> bool:
        """Whether the page is being shut down."""
        return self._closed.is_set()

    @property
    def view(self) -> View:
        """What was seen last, without looking again."""
        return self._view

    def look(self) -> Table:
        """The table as it is at this moment; without a game if the newest was damaged, as the view says.

        Raises LedgerError if the log cannot be read.
        """
        with self._looking:
            try:
                table, damage = self._current()
            except RefereeError as trouble:
                self._show(self._view.table, trouble)
                raise
            if table.is_taken_up_after(self._view.table):
                self._arrivals.forget()
            self._arrivals.note(table.newest)
            self._show(table, damage)
            return table

    def since(self, event: int) -> Waited:
        """How long ago an event of the log happened."""
        return self._arrivals.since(event)

    def begin(self) -> None:
        """Watch from now on, also while nobody waits: so it is known how long ago things happened."""
        with suppress(RefereeError):  # trouble is a part of the view
            self.look()
        self._start()

    def table(self, number: int) -> Table:
        """The table of one game, however old; its game is None if there is none of that number. Raises LedgerError."""
        newest = self.look()
        if number == newest.number:
            return newest
        if not 1 <= number < newest.number:
            return Table(newest.newest, number)
        events = tuple(self._ledger.since(0, game=number))
        return Table(newest.newest, number, fold(event.happening for event in events), events)

    def wait(self, *, beyond: int, timeout: float, unless: Callable[[], bool] = lambda: False) -> View:
        """The view as soon as its count is not this one any more, or after so many seconds whatever it is.

        unless: a reason to stop waiting early; asked again whenever the lookout is stirred.
        """
        self._start()
        with self._changed:
            self._changed.wait_for(lambda: self._closed.is_set() or self._view.count != beyond or unless(), timeout)
            return self._view

    def missed(self, *, after: int, until: int) -> list[Event]:
        """What happened after one event and until another, whatever game it belongs to. Raises LedgerError."""
        return [event for event in self._ledger.since(after) if event.id <= until]

    def stir(self) -> None:
        """Have everybody who waits ask once more whether there is still reason to."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """Stop watching, and wake everybody."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _current(self) -> tuple[Table, DamagedGameError | None]:
        """The table after whatever the log has that we have not seen.

        Where the newest game was damaged there is none, and why: the page says so, and a new game can begin.
        """
        known, trouble, newest = self._view.table, self._view.trouble, self._ledger.newest()
        damage = trouble if isinstance(trouble, DamagedGameError) else None
        if newest == known.newest and trouble is damage:
            return known, damage
        try:
            if newest > known.newest and trouble is None and known.game is not None:
                return known.after(self._ledger.since(known.newest)), None
            table = Table(newest=newest).after(self._ledger.since(0, game=self._ledger.newest_game()))
            return replace(table, newest=max(table.newest, newest)), None
        except DamagedGameError as damaged:
            return Table(newest, self._ledger.newest_game()), damaged

    def _show(self, table: Table, trouble: RefereeError | None) -> None:
        """Put up a new view, if it is one, and wake those who wait."""
        with self._changed:
            if table is not self._view.table or str(trouble or "") != str(self._view.trouble or ""):
                self._view = View(self._view.count + 1, table, trouble)
                self._changed.notify_all()

    def _start(self) -> None:
        """Set the watch, if nobody has yet."""
        with self._changed:
            if self._thread is None and not self._closed.is_set():
                self._thread = threading.Thread(target=self._watch, name="lookout", daemon=True)
                self._thread.start()

    def _watch(self) -> None:
        """Glance at the log until told to stop; trouble is shown to whoever waits, and looked past when it is over."""
        while not self._closed.wait(self._every):
            try:
                self.look()
            except RefereeError:
                continue
