"""Programs that tests start."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from threading import Event as Moment

ROOT = Path(__file__).parents[1]

PATIENCE = 60.0
"""Seconds a program may take here for what takes it one or two, with other tests and programs running beside it."""

BROWSER = next(filter(None, map(which, ("chromium", "chromium-browser"))), None)
"""Chromium as people have it; None if there is none here."""

ENGINE = which("chromium-headless-shell") or BROWSER
"""Chromium's engine without the browser's own windows, where it is here: a page costs it a third of the work."""

MOSQUITTO = which("mosquitto") or which("mosquitto", path="/usr/sbin")
"""The broker; None if there is none here."""

QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What either is told, so that it asks nobody for anything."""

_PORTS = itertools.count(os.getpid() * 101)
"""Where this process looks for ports: each begins at another place."""


@contextmanager
def started(
    command: Sequence[str], *, stdin: int | None = None, stdout: int | None = None, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A program and what it starts itself, whose complaints are read from stderr; all are gone afterwards.

    Killed if need be: else a test that finds a fault while the program runs would wait for its end for ever.
    """
    with subprocess.Popen(
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=env,
        text=True,
        start_new_session=True,
    ) as program:
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)


def free_port() -> int:
    """A port of this machine that nobody uses just now.

    It is one of those that the system gives to nobody by itself: else another program could have it before ours does.
    """
    while True:
        port = 10_000 + next(_PORTS) % 20_000
        with suppress(OSError), socket.socket() as door:
            door.bind(("127.0.0.1", port))
            return port


def until(happens: Callable[[], bool], by: subprocess.Popen[str] | None = None) -> None:
    """Wait until something happens; it is a fault if it never does, or if the program that is to do it has ended."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert by is None or by.poll() is None, f"The program has ended: {by.stderr.read() if by.stderr else ''}"
        assert time.monotonic() < end, "It did not happen in time."
        Moment().wait(0.02)
