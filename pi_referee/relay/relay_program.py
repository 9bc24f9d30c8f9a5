"""The relay's life: connected, lost, connected again, for as long as the program runs."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pi_referee.errors import LedgerError
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.shutdown import Stop
from pi_referee.relay.broker_link import Broker, BrokerError, Link
from pi_referee.relay.outbox import Outbox
from pi_referee.relay.relay_session import Desk, Session

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before the broker is tried again, doubled each time it was in vain."""

SETTLED = 3.0
"""Seconds that a link must last before it is a good one: a broker may let us in and refuse the first thing we say."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Relay:
    """Tells a broker what stands in a log, until it is told to stop.

    alive: called a few times a second while it lives, also while the broker is away. clock: seconds.
    """

    log: Path
    broker: Broker
    desk: Desk
    stop: Stop = field(default_factory=Stop)
    alive: Callable[[], None] = field(default=lambda: None)
    clock: Callable[[], float] = time.monotonic
    _pause: float = field(default=FIRST_PAUSE, init=False)
    _told: str = field(default="", init=False)

    def run(self) -> None:
        """Do so until it is told to stop; trouble with broker or log is told, and looked past when it is over."""
        while not self.stop.is_told:
            try:
                self._session()
            except (BrokerError, LedgerError) as trouble:
                self._tell(str(trouble))
                self._rest()

    def _session(self) -> None:
        """One link's life; raises BrokerError when it is lost, and LedgerError."""
        # First the link: a log is looked through whenever it is opened, and need not be while the broker is away.
        link = Link(self.broker, f"{self.desk.topics.table}-{secrets.token_hex(4)}", self.desk.will)
        try:
            with Ledger(self.log) as ledger:
                self._tell_all(Session(self.desk, ledger, Outbox(self.log), link))
        finally:
            link.close()

    def _tell_all(self, session: Session) -> None:
        """Tell all there is until it is told to stop, or the log is another file; raises BrokerError, LedgerError."""
        file, begun, is_good = self._file(), self.clock(), False
        while not self.stop.is_told and self._file() == file:
            session.turn()
            if not is_good and self.clock() - begun >= SETTLED:
                is_good = self._settle()
            self.alive()
        session.leave()

    def _file(self) -> int:
        """Which file the log is, whatever its name; 0 if it is gone."""
        try:
            return self.log.stat().st_ino
        except OSError:
            return 0

    def _settle(self) -> bool:
        """All is well: what goes wrong from now on is told anew, and the broker soon tried again."""
        _log.info("The broker at %s is told of this table.", self.broker)
        self._pause, self._told = FIRST_PAUSE, ""
        return True

    def _tell(self, trouble: str) -> None:
        """Say what is wrong, once as long as it is the same: a broker may be away for days."""
        if trouble != self._told:
            _log.warning("%s", trouble)
        self._told = trouble

    def _rest(self) -> None:
        """Wait before the next try, longer each time."""
        waited = 0.0
        while waited < self._pause and not self.stop.wait(0.2):
            self.alive()
            waited += 0.2
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
