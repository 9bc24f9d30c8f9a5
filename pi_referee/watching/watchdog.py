"""Keeps an eye on the program itself: that camera and log are alive, and that whoever started it hears so."""

from __future__ import annotations

import logging
import math

from hardware.button import Clock
from hardware.camera import Camera
from hardware.camera_monitor import Keeper
from hardware.recovery_ladder import UNTRIED, Standing
from pi_referee.errors import LedgerError
from pi_referee.process.systemd_notify import Herald
from pi_referee.watching.game_follower import Book
from pi_referee.watching.status_board import Noticeboard

LOOKED_AFTER = 25.0
"""Seconds without any news of the camera, good or bad, after which nobody can be said to look after it."""

GLANCE_AT_LOG = 5.0
"""Seconds between two glances at whether the log can be read."""

log = logging.getLogger(__name__)


class Minder:
    """Called several times a second by the one loop that does everything, so that its own standing still is noticed."""

    def __init__(
        self, camera: Camera, book: Book, *, board: Noticeboard | None = None, herald: Herald, clock: Clock
    ) -> None:
        """Look after this camera, if it is one that wants it, and this log."""
        self._keeper = camera if isinstance(camera, Keeper) else None
        self._book = book
        self._board = board
        self._herald = herald
        self._clock = clock
        self._log_is_alive = True
        self._log_due = -math.inf
        self._said_at = -math.inf

    def begin(self) -> None:
        """The program is ready."""
        self._herald.ready()
        self._said_at = -math.inf

    def glance(self) -> Standing:
        """Look after everything once; answers how matters stand with the camera."""
        standing = self._keeper.tick() if self._keeper else UNTRIED
        if self._keeper and self._board:
            self._board.camera(standing)
        if self._clock() >= self._log_due:
            self._log_due = self._clock() + GLANCE_AT_LOG
            self._try_log()
        if self._is_alive() and self._herald.every and self._clock() - self._said_at >= self._herald.every:
            self._said_at = self._clock()
            self._herald.alive()
        return standing

    def went_well(self) -> None:
        """A turn has been written: what was wrong before is over."""
        if self._board:
            self._board.went_well()

    def leave(self) -> None:
        """The program ends."""
        self._herald.leaving()

    def _is_alive(self) -> bool:
        """Whether camera and log are; that the loop is shows by our being called."""
        is_looked_after = self._keeper is None or self._keeper.silence < LOOKED_AFTER
        return is_looked_after and self._log_is_alive

    def _try_log(self) -> None:
        """Read the log's end; that also brings what was answered on the page."""
        before, self._log_is_alive = self._log_is_alive, True
        try:
            self._book.catch_up()
        except LedgerError as error:
            self._log_is_alive = False
            if before:
                log.error("%s", error)
