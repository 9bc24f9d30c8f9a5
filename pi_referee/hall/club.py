"""Everything the hall knows just now: each table's state, and what is lacking of its log.

Whatever arrives is written into the hall's file first, and shown only then.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pi_referee.hall.hall_store import HallStore
from pi_referee.hall.intake import Arrival, EventArrived, PresenceArrived, StateArrived
from pi_referee.hall.received import NOTHING, Received
from pi_referee.hall.resend_pace import Asked
from pi_referee.relay.hall_messages import PlayState, ResendMessage, TableState

MOST_TABLES = 1_000
"""So many tables a hall shows; the largest that was measured has 200."""

MOST_PLAYS = 8
"""So many of the newest plays are remembered for the wall."""


@dataclass(frozen=True, slots=True)
class TableInHall:
    """A table as the hall knows it.

    version: another number whenever it is another. state: as the table told it last. is_here: whether its relay is.
    received: what is there of its log. odd: events that cannot be read, with their games. waiting: since when, by the
    hall's clock, somebody must answer a question; None if nobody must. begins: whether its relay has just come, or the
    hall has: then the next state is taken whatever it is, else an older one is not.
    """

    name: str
    state: TableState
    version: int = 0
    is_here: bool = True
    received: Received = NOTHING
    odd: Mapping[int, int] = field(default_factory=dict)
    waiting: float | None = None
    begins: bool = field(default=True, compare=False)
    asked: Asked = field(default=Asked(), compare=False)

    @property
    def unreadable(self) -> frozenset[int]:
        """Games of which an event cannot be read."""
        return frozenset(self.odd.values())


@dataclass(frozen=True, slots=True)
class PlayHeard:
    """A play that a table told of while the hall listened."""

    table: str
    title: str
    turn: int
    play: PlayState


class Club:
    """The tables of a hall. One thread lets things arrive, any may look; those who wait are woken by what is new."""

    def __init__(self, store: HallStore, now: float) -> None:
        """Know what the file has; raises LedgerError. now: seconds of the hall's clock."""
        self._store = store
        self._changed = threading.Condition()
        self._version = 1
        self._here: dict[str, bool] = {}
        self._tables: Mapping[str, TableInHall] = {
            name: TableInHall(name, state, 1, False, store.received(name, state.log), waiting=_waits(state, None, now))
            for name, state in store.states().items()
        }
        self.plays: tuple[PlayHeard, ...] = ()
        self.is_closed = False
        self.trouble = ""

    @property
    def tables(self) -> Mapping[str, TableInHall]:
        """All tables, by their names."""
        return self._tables

    @property
    def version(self) -> int:
        """Another number whenever any table is another."""
        return self._version

    def take(self, arrivals: Sequence[Arrival], now: float) -> None:
        """Let things arrive, in order; raises LedgerError if they cannot be written, and then none did."""
        tables = dict(self._tables)
        for one in arrivals:
            if isinstance(one, PresenceArrived):
                self._here[one.table] = one.is_here
                if one.table in tables:
                    known = tables[one.table]
                    tables[one.table] = replace(known, is_here=one.is_here, begins=known.begins or one.is_here)
            elif isinstance(one, StateArrived):
                self._take_state(tables, one, now)
        events = [one for one in arrivals if isinstance(one, EventArrived)]
        set_back = list(self._set_back(tables, events))
        kept = list(self._take_events(tables, events, now))
        states = [(name, table.state) for name, table in tables.items() if self._is_news(name, table)]
        if kept or states:
            self._store.keep(kept, states, set_back)
        self._show(tables)

    def lacking(self, now: float) -> list[tuple[str, ResendMessage]]:
        """What is to be asked for now, of which table; each is then held to have been asked."""
        tables, found = dict(self._tables), []
        for name, table in self._tables.items():
            gap = table.received.lacks(table.state.sequence)
            if gap is not None and table.is_here and table.asked.is_due(table.received.upto, now):
                message = ResendMessage(table.state.log, *gap)
                found.append((name, message))
                tables[name] = replace(table, asked=table.asked.again(message.until, table.received.upto, now))
        self._tables = tables
        return found

    def wait(self, *, beyond: int, seconds: float) -> int:
        """The version as soon as it is another than this, or after so many seconds whatever it is."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != beyond or self.is_closed, seconds)
            return self._version

    def rest(self, seconds: float) -> None:
        """Do nothing for so long, or until the hall closes."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_closed, seconds)

    def stir(self) -> None:
        """Have everybody who waits look once more."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Wake everybody for the last time."""
        self.is_closed = True
        self.stir()

    def tell(self, trouble: str) -> None:
        """Show what is wrong with the way to the broker; "" when nothing is any more."""
        if trouble != self.trouble:
            self.trouble = trouble
            self.stir()

    def _take_state(self, tables: dict[str, TableInHall], one: StateArrived, now: float) -> None:
        """How a table stands; an older state of the same log changes nothing."""
        known = tables.get(one.table)
        if known is None:
            if len(tables) < MOST_TABLES:
                received = self._store.received(one.table, one.state.log)
                is_here, waits = self._here.get(one.table, True), _waits(one.state, None, now)
                asked = Asked().went_on(now)
                tables[one.table] = TableInHall(one.table, one.state, 0, is_here, received, {}, waits, False, asked)
            return
        if known.state.log != one.state.log:
            received = self._store.received(one.table, one.state.log)
            known = replace(known, received=received, odd={}, asked=Asked().went_on(now))
        elif one.state.sequence < known.state.sequence and not known.begins:
            return
        self._note_play(known.state, one)
        waiting = _waits(one.state, known.waiting, now)
        tables[one.table] = replace(known, state=one.state, waiting=waiting, begins=False)

    def _note_play(self, before: TableState, one: StateArrived) -> None:
        """Remember the newest plays of all tables, the newest first; one whose score is another now comes anew."""
        state = one.state
        if state.newest is None or not state.newest.words or state.newest == before.newest:
            return
        heard = PlayHeard(one.table, state.title, state.turns, state.newest)
        others = [play for play in self.plays if (play.table, play.turn) != (heard.table, heard.turn)]
        self.plays = (heard, *others)[:MOST_PLAYS]

    def _set_back(
        self, tables: dict[str, TableInHall], events: Iterable[EventArrived]
    ) -> Iterable[tuple[str, str, int]]:
        """The logs that tell an event otherwise than before, and from which on: what followed there is no more.

        So does one that was set back without pi-referee, as by an old image of the card: its name is as it was.
        """
        for one in events:
            table = tables.get(one.table)
            if table is not None and one.is_readable and _is_known(table, one) and self._store.differs(one):
                first = one.message.sequence
                odd = {number: game for number, game in table.odd.items() if number < first}
                tables[one.table] = replace(table, received=table.received.before(first), odd=odd)
                yield one.table, one.message.log, first

    def _take_events(
        self, tables: dict[str, TableInHall], events: Iterable[EventArrived], now: float
    ) -> Iterable[EventArrived]:
        """Which events are new, of the log that its table has now; those are noted as received."""
        new: dict[str, dict[int, EventArrived]] = {}
        for one in events:
            table = tables.get(one.table)
            if table is not None and _is_wanted(table, one):
                new.setdefault(one.table, {}).setdefault(one.message.sequence, one)
        for name, found in new.items():
            tables[name] = _with_events(tables[name], found, now)
            yield from (one for one in found.values() if one.is_readable)

    def _is_news(self, name: str, table: TableInHall) -> bool:
        known = self._tables.get(name)
        return known is None or known.state is not table.state

    def _show(self, tables: dict[str, TableInHall]) -> None:
        """Show the tables as they are now, and wake those who wait, if any is another."""
        changed = [name for name, table in tables.items() if self._tables.get(name) != table]
        with self._changed:
            if changed:
                self._version += 1
                tables.update({name: replace(tables[name], version=self._version) for name in changed})
                self._changed.notify_all()
            self._tables = tables


def _is_claimed(table: TableInHall, one: EventArrived) -> bool:
    """Whether a table has told to have an event."""
    return table.state.log == one.message.log and one.message.sequence <= table.state.sequence


def _is_known(table: TableInHall, one: EventArrived) -> bool:
    """Whether an event has come before, under its number."""
    sequence = one.message.sequence
    return _is_claimed(table, one) and (sequence <= table.received.upto or sequence in table.received.ahead)


def _is_wanted(table: TableInHall, one: EventArrived) -> bool:
    """Whether an event is new, and one that its table has told to have; a readable one takes an odd one's place."""
    sequence = one.message.sequence
    is_new = table.received.takes(sequence) or (one.is_readable and sequence in table.odd)
    return _is_claimed(table, one) and is_new


def _with_events(table: TableInHall, found: Mapping[int, EventArrived], now: float) -> TableInHall:
    """A table of which these events have arrived, too."""
    received = table.received.after(found)
    odd = {number: game for number, game in table.odd.items() if number not in found}
    odd |= {number: one.message.game for number, one in found.items() if not one.is_readable}
    asked = table.asked.went_on(now) if received.upto > table.received.upto else table.asked
    return replace(table, received=received, odd=odd, asked=asked)


def _waits(state: TableState, since: float | None, now: float) -> float | None:
    """Since when somebody must answer."""
    if not state.questions:
        return None
    return now if since is None else since
