"""A day of play in simulated time: a flapping camera, tablets that sleep and wake, a turn every half minute.

The real ledger, book, board for the page, camera's keeper and page's lookout; only the eye is left out, which is
measured by itself. Memory and open files are noted as the day goes on.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import psutil

from hardware.camera_monitor import Keeper
from hardware.recovery_ladder import Fault, Rung, restarted
from hardware.simulation.flaky_camera import FlakyHand, Hours, Spell
from pi_referee.errors import CameraError
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.systemd_notify import Herald
from pi_referee.rules.course.happenings import GameBegan, LookRefused, Passed
from pi_referee.rules.course.refusal import Refusal
from pi_referee.watching.game_follower import Book
from pi_referee.watching.status_board import Noticeboard
from pi_referee.watching.watchdog import Minder
from web.live.log_follower import Lookout

GREY = np.full((120, 160, 3), 120, dtype=np.uint8)
GLANCE, TURN = 0.5, 30.0
TURNS_A_GAME = 40
BEGAN = GameBegan("alfapet-sv", ("Anna", "Björn"), 7)


@dataclass(frozen=True, slots=True)
class Sample:
    """How the program stood at an hour: memory in MB, open files, threads, events in the log."""

    hour: float
    memory: float
    files: int
    threads: int
    events: int


class Day:
    """A table, a log, a board and a page, in a time of their own."""

    def __init__(self, folder: Path, hours: float, seed: int) -> None:
        """Set everything up; folder must not exist."""
        folder.mkdir()
        self.clock, chance = Hours(), Random(seed)
        starts = sorted(chance.uniform(0, hours * 3600) for _ in range(int(8 * hours)))
        spells = [Spell(at, at + chance.expovariate(1 / 40), chance.choice(list(Fault))) for at in starts]
        self.hand = FlakyHand(self.clock, spells, GREY)
        self.ledger, self.reading = Ledger(folder / "games.sqlite"), Ledger(folder / "games.sqlite")
        self.book = Book(self.ledger, self.now)
        self.book.write(BEGAN)
        self.board = Noticeboard(folder / "table.json", self.now)
        self.lookout = Lookout(self.reading)
        self.tablets = [0, 0, 0, 0]
        self._look_after(Keeper(lambda: self.hand, clock=self.clock, pause=self.clock.pass_by))

    def now(self) -> str:
        """The time of day."""
        return f"2026-11-20T{int(self.clock.now) // 3600 % 24:02}:00:00+00:00"

    def _look_after(self, keeper: Keeper) -> None:
        """Begin, or begin anew after a restart."""
        self.keeper = keeper
        self.minder = Minder(keeper, self.book, board=self.board, herald=Herald({}), clock=self.clock)

    def go_on(self, seconds: float) -> None:
        """Let the loop glance, and start the camera's keeper anew when it asks for that."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            if self.minder.glance().rung is Rung.RESTART:
                before = restarted(self.keeper.standing)
                again = Keeper(lambda: self.hand, clock=self.clock, standing=before, pause=self.clock.pass_by)
                self._look_after(again)
            self.clock.pass_by(GLANCE)

    def turn(self) -> None:
        """Somebody presses; every other tablet sleeps, and catches up when it wakes."""
        try:
            self.keeper.capture()
        except CameraError as error:
            self.book.write(LookRefused(error.what, cure=error.cure, code=Refusal.NO_PICTURE))
        else:
            self.book.write(Passed())
        if self.book.game is not None and (self.book.game.ended or len(self.book.game.turns) >= TURNS_A_GAME):
            self.book.write(BEGAN)
        newest = self.lookout.look().newest
        for number, seen in enumerate(self.tablets):
            if newest % (number * number + 1) == 0:
                self.lookout.missed(after=seen, until=newest)
                self.tablets[number] = newest

    def close(self) -> None:
        """Put everything away."""
        self.lookout.close()
        self.reading.close()
        self.ledger.close()


def play_a_day(folder: Path, hours: float, *, seed: int = 24, samples: int = 24) -> list[Sample]:
    """Play for so many hours of simulated time, and note how the program stands now and then."""
    program, day = psutil.Process(), Day(folder, hours, seed)
    noted: list[Sample] = []
    logging.getLogger("hardware.camera_monitor").setLevel(logging.ERROR)
    while day.clock.now < hours * 3600:
        day.go_on(TURN)
        day.turn()
        if day.clock.now >= hours * 3600 * len(noted) / samples:
            noted.append(
                Sample(
                    day.clock.now / 3600,
                    program.memory_info().rss / 2**20,
                    program.num_fds(),
                    program.num_threads(),
                    day.ledger.newest(),
                )
            )
    day.close()
    return noted


def plot(samples: list[Sample]) -> str:
    """The day as a drawing of bars, an hour a line."""
    most = max(sample.memory for sample in samples)
    lines = [
        f"{s.hour:5.1f} h  {s.memory:6.1f} MB {'#' * round(40 * s.memory / most):40}  {s.files:3} files "
        f"{s.threads:2} threads {s.events:6} events"
        for s in samples
    ]
    return "\n".join(lines)
