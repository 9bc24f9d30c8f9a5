"""Two programs that belong together, the eye and the page: started together, ended together."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from pi_referee.process.shutdown import Stop

GRACE = 5.0
"""Seconds a program has to end by itself when it is told to."""

GLANCE = 0.2
"""Seconds between two looks at whether both still run."""


PARENT = "PI_REFEREE_PARENT"
"""The variable that tells a program whose it is: it leaves when that one is gone, even if it was killed."""

AGAIN = 75
"""The exit status (EX_TEMPFAIL) of a program that wants to be started anew, to be rid of a camera that hangs."""

_PR_SET_PDEATHSIG = 1


def leave_with(parent: int) -> None:
    """Have this process end as soon as its parent, of this number, is gone, however that came about; Linux only."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it was gone before we asked
        os.kill(os.getpid(), signal.SIGTERM)


def leave_with_whoever_started_us() -> None:
    """End with the company's process, if this is one of its programs."""
    if PARENT in os.environ:
        leave_with(int(os.environ[PARENT]))


@dataclass(frozen=True, slots=True)
class Program:
    """One of the programs: what people call it, and the arguments of `pi-referee` that start it.

    at_first: those that it is given once, and not when it is started anew.
    """

    name: str
    arguments: tuple[str, ...]
    at_first: tuple[str, ...] = ()


class Company:
    """Programs that run side by side, each in a process of its own, until one of them or somebody else ends it."""

    def __init__(self, programs: Sequence[Program]) -> None:
        """Keep what is to be started; starting is for __enter__."""
        self._programs = tuple(programs)
        self._running: list[subprocess.Popen[bytes]] = []
        self._stop = Stop()

    def __enter__(self) -> Self:
        """Start them all, and let SIGTERM, Ctrl-C and a closed terminal end them in good order."""
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, self._stop.tell)
        self._running = [self._started(program, *program.at_first) for program in self._programs]
        return self

    def __exit__(self, *_: object) -> None:
        """End those that still run: first by asking, then by force."""
        for running in self._running:
            running.terminate()
        for running in self._running:
            try:
                running.wait(GRACE)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()

    @property
    def is_asked_to_stop(self) -> bool:
        """Whether somebody pressed Ctrl-C or sent SIGTERM."""
        return self._stop.is_told

    def rest(self, seconds: float) -> None:
        """Do nothing for so long, or until somebody asks for the end."""
        self._stop.wait(seconds)

    def fallen(self) -> tuple[Program, int] | None:
        """A program that has ended by itself, and its exit status; None while all run.

        One that asked to be started anew is.
        """
        for place, (program, running) in enumerate(zip(self._programs, self._running, strict=True)):
            status = running.poll()
            if status == AGAIN:
                self._running[place] = self._started(program)
            elif status is not None:
                return program, status
        return None

    def stay(self, meanwhile: Callable[[], None] = lambda: None) -> tuple[Program, int] | None:
        """Wait until somebody asks for the end (None) or a program ends by itself (that one, and its exit status).

        meanwhile: what is done a few times a second.
        """
        while not self._stop.wait(GLANCE):
            meanwhile()
            fallen = self.fallen()
            if fallen is not None:
                return None if self._stop.is_told else fallen
        return None

    def _started(self, program: Program, *more: str) -> subprocess.Popen[bytes]:
        """Start a program, which will not outlive this one."""
        mine = {**os.environ, PARENT: str(os.getpid())}
        command = [sys.executable, "-m", "pi_referee", *program.arguments, *more]
        return subprocess.Popen(command, env=mine)  # noqa: S603  # the arguments are this project's own
