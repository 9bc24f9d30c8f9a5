"""Programs that tests start."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]


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
    """A port of this machine that nobody uses just now."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])
