"""The watcher's place in the log: the newest game as it stands, and writing what comes next."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from math import inf

from pi_referee.errors import DamagedGameError, LedgerError, OutrunError
from pi_referee.game_log.arrivals import Arrivals, Waited
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.game_log.steady_note import seconds_since_written
from pi_referee.iso_times import seconds_between
from pi_referee.judge.hints import LAID_AGAIN
from pi_referee.rules.course.asides import Clock
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, Happening
from pi_referee.rules.course.terms import seat_of

_log = logging.getLogger(__name__)

Now = Callable[[], str]
"""Tells the time, ISO, for people who read the log."""

Moment = tuple[int, int, int]
"""Which game and which turn of it is being played, and at which seat: what a press is about."""


class Book:
    """The newest game of a log, followed as others write in it too (the page, when somebody answers a question)."""

    def __init__(self, ledger: Ledger, now: Now, clock: Callable[[], float] = time.monotonic) -> None:
        """Open the log at its newest game; raises LedgerError if it cannot be read.

        clock: seconds, by which is told how long ago things happened.
        """
        self._ledger = ledger
        self._arrivals = Arrivals(clock)
        self._now = now
        self._newest = 0
        self._latest: Event | None = None
        self._told: Event | None = None
        self._age = 0.0
        self._number = 0
        self._game: Game | None = None
        self._begin_reading()

    @property
    def game(self) -> Game | None:
        """The newest game as it stands; None as long as none has begun."""
        return self._game

    @property
    def playing(self) -> Game:
        """The newest game; raises LedgerError if none has begun."""
        if self._game is None:
            raise LedgerError("No game has begun.", cure="Begin one: pi-referee watch --new --game alfapet-sv")
        return self._game

    @property
    def number(self) -> int:
        """The newest game's number; 0 as long as none has begun."""
        return self._number

    @property
    def moment(self) -> Moment:
        """The turn that is being played; raises LedgerError if no game has begun."""
        return self._number, len(self.playing.turns), seat_of(self.playing, self.playing.on_turn)

    def events(self) -> Sequence[Event]:
        """Everything that happened in the newest game; raises LedgerError if the log cannot be read."""
        return tuple(self._ledger.since(0, game=self._number))

    @property
    def latest(self) -> Happening | None:
        """The newest thing that happened in the newest game, refused looks too; None as long as none has begun."""
        return self._latest.happening if self._latest else None

    def pause(self) -> float:
        """Seconds since anything happened in the newest game, 0 before anything has; what its clock does is nothing.

        By the clock on the wall, which may be set, even back, only for what happened before the machine started. A game
        that comes with turns already is gone on with: it was left, and nobody has pressed in it since.
        """
        return 0.0 if self._told is None else self._age + self.since(self._told.id).seconds

    def since(self, event: int) -> Waited:
        """How long ago an event of the log happened."""
        return self._arrivals.since(event)

    def catch_up(self) -> None:
        """Read what others have written since; raises LedgerError if the log cannot be read."""
        number = self._number
        for event in self._ledger.since(self._newest):
            self._follow(event)
        if self._number != number and self._game is not None and self._game.turns:
            self._arrivals.forget()
            self._age = inf
        self._arrivals.note(self._newest)

    def _begin_reading(self) -> None:
        """Read the newest game; one that was damaged is told and gone past, as if none had begun."""
        newest, self._number = self._ledger.newest(), self._ledger.newest_game()
        try:
            for event in self._ledger.since(0, game=self._number):
                self._follow(event)
        except DamagedGameError as error:
            _log.error("%s", error)
            self._game = self._latest = self._told = None
        self._newest = max(newest, self._newest)
        self._arrivals.note(self._newest)
        self._age = self._age_of(self._told) if self._told else 0.0

    def _age_of(self, event: Event) -> float:
        """Seconds since an event was written: since the machine started by a clock that nobody sets, if one knows."""
        known = seconds_since_written(self._ledger.path, event.id)
        return abs(seconds_between(event.at, self._now())) if known is None else known

    def begin(self, wanted: GameBegan, *, new: bool) -> None:
        """Begin a game, unless one is being played, perhaps just begun on the page, and nobody wants a new one."""
        while new or self._game is None or self._game.ended:
            try:
                self.write(wanted)
            except OutrunError:
                self.catch_up()
            else:
                return

    def write(self, happening: Happening, *, picture: str = "") -> None:
        """Write down what happened; when this returns, it is safely on the disk.

        picture: name of the squared photograph. Raises OutrunError if somebody else wrote first (then catch up and
        decide again) and LedgerError if it cannot be written; in both cases nothing was.
        """
        self.write_all((happening,), picture=picture)

    def write_all(self, happenings: Sequence[Happening], *, picture: str = "") -> None:
        """Write down everything a turn came to, in one go; raises as write does, and then nothing was written."""
        try:
            written = self._ledger.append_all(happenings, at=self._now(), after=self._newest, picture=picture)
        except OutrunError:
            if self._ledger.newest() < self._newest:
                self._read_anew()
            raise
        for event in written:
            self._follow(event)
        self._arrivals.note(self._newest)

    def _read_anew(self) -> None:
        """Read the log from its beginning: one with less in it than was read is another, which somebody put there."""
        self._arrivals.forget()
        self._newest, self._game, self._latest, self._told = 0, None, None, None
        self._begin_reading()

    def _follow(self, event: Event) -> None:
        """Let the game go on by one event; a game that begins takes the place of the one before."""
        happening = event.happening
        if isinstance(happening, GameBegan):
            self._game, self._number, self._age = begin(happening), event.game, 0.0
        elif event.game == self._number and self._game is not None:
            before, self._game = self._game, follow(self._game, happening)
            # A name put right, or a look that was refused, tells not that anybody plays on.
            if len(self._game.turns) != len(before.turns) or happening == LAID_AGAIN:
                self._age = 0.0
        if event.game == self._number:
            self._latest = event
            self._told = self._told if isinstance(happening, Clock) else event
        self._newest = event.id
