"""What the page is told of the things on the table: the camera's standing, and the newest trouble in a sentence."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from pathlib import Path

import msgspec

from hardware.recovery_ladder import UNTRIED, Fault, Rung, Standing, restarted
from pi_referee.errors import RefereeError
from pi_referee.table_link.corners import Fit
from pi_referee.table_link.status import Condition, keep, read
from pi_referee.watching.game_follower import Now


class Noticeboard:
    """A small file that the page reads; written only when something has changed, and never a reason to stop."""

    def __init__(self, path: Path, now: Now) -> None:
        """Put up a board at this path; what an earlier program wrote there about restarts is kept."""
        self._path = path
        self._now = now
        self._lock = threading.Lock()
        self._condition = Condition(since=now(), restarts=(read(path) or Condition()).restarts)
        self._put_up()

    @property
    def condition(self) -> Condition:
        """What the board says."""
        return self._condition

    def standing_before(self, clock: float) -> Standing:
        """How the camera stood when the program was restarted for it; as new if it was not, or the machine was off."""
        restarts = tuple(at for at in self._condition.restarts if at <= clock)
        return restarted(Standing(fault=Fault.HANGS, since=clock, restarts=restarts)) if restarts else UNTRIED

    def camera(self, standing: Standing) -> None:
        """Say how the camera is."""
        fault, rung = standing.fault, standing.rung
        is_known = (rung.value, standing.restarts) == (self._condition.camera, self._condition.restarts)
        if is_known and (fault.what if fault else "") == self._condition.fault:
            return
        self._change(
            camera=rung.value,
            fault=fault.what if fault else "",
            cure=fault.cure if fault else "",
            doing=rung.doing,
            since=self._now(),
            restarts=standing.restarts,
        )

    def switched_off(self, why: str, cure: str) -> None:
        """Say that nobody looks at the table."""
        self._change(camera="off", fault=why, cure=cure, doing="", since=self._now())

    def corners(self, fit: Fit) -> None:
        """Say how the corners stand that somebody has shown."""
        if fit != self._condition.corners:
            self._change(corners=fit)

    def trouble(self, sentence: str, cure: str = "") -> None:
        """Say what went wrong last, and what to do."""
        self._change(problem=sentence, problem_cure=cure, problem_at=self._now())

    def went_well(self) -> None:
        """Say that it is over: a turn has been written."""
        if self._condition.problem:
            self._change(problem="", problem_cure="", problem_at="")

    def _change(self, **what: object) -> None:
        """Change what the board says."""
        with self._lock:
            self._condition = msgspec.structs.replace(self._condition, **what)
            self._put_up()

    def _put_up(self) -> None:
        """Write it down; a disk that is full cannot even be told so, but the lamp and the journal do."""
        with suppress(OSError):
            keep(self._condition, self._path)


class Troubles(logging.Handler):
    """Puts every warning on the board as it is written in the journal."""

    def __init__(self, board: Noticeboard) -> None:
        """Listen for warnings and worse."""
        super().__init__(logging.WARNING)
        self._board = board

    def emit(self, record: logging.LogRecord) -> None:
        """Put the newest up; what the camera's own standing says better is left to it."""
        if record.name == "hardware.camera_monitor":
            return
        error = record.args[0] if isinstance(record.args, tuple) and record.args else None
        if isinstance(error, RefereeError):
            self._board.trouble(error.what, error.cure)
        else:
            self._board.trouble(record.getMessage())


def is_well(standing: Standing) -> bool:
    """Whether a press would be answered with a picture."""
    return standing.rung in {Rung.WELL, Rung.RETRY}
