"""A crowd at the page's door: half-open connections, requests that drip, uploads by nobody who was let in.

The real server in a process of its own; what is measured is how long /healthz takes meanwhile, which is also how the
watchdog sees whether the page is alive.
"""

from __future__ import annotations

import http.client
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

STARTS = (
    b"",
    b"GET",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    b"POST /pair HTTP/1.1\r\nContent-Length: 9000\r\n\r\nx",
)
"""What a half-open connection has sent: nothing, a word, half of a header, half of a form."""

LARGE = 32 * 1024**2
"""Bytes of an upload."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """What was seen while the door was crowded.

    worst, median: seconds until /healthz answered; unanswered: how often it did not. kept: bytes of requests
    that the server has put aside on the disk; memory: its bytes.
    """

    worst: float
    median: float
    unanswered: int
    kept: int
    memory: int


def crowded(folder: Path, *, half_open: int, uploads: int, asked: int = 60) -> Crowd:
    """Ask so often how the page is while so many connections are half open and so many uploads are coming."""
    with served(folder) as (page, port), ExitStack() as crowd:
        for number in range(half_open):
            crowd.enter_context(_began(port, STARTS[number % len(STARTS)]))
        coming = [crowd.enter_context(_began(port, _upload(number))) for number in range(uploads)]
        took: list[float] = []
        for _ in range(asked):
            for one in coming:
                _send_some(one)
            took.append(_asked(port))
        kept = sum(_spooled(page.pid))
        memory = page.memory_info().rss
    answered = sorted(one for one in took if one < _PATIENCE)
    unanswered = len(took) - len(answered)
    return Crowd(max(took), answered[len(answered) // 2] if answered else _PATIENCE, unanswered, kept, memory)


@contextmanager
def served(folder: Path) -> Iterator[tuple[psutil.Process, int]]:
    """The page in a process of its own, once it answers."""
    port = _free_port()
    command = [sys.executable, "-m", "pi_referee", "serve", "--home", str(folder), "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as page:  # noqa: S603  # this project's own program
        try:
            while _asked(port) >= _PATIENCE:
                time.sleep(0.05)
            yield psutil.Process(page.pid), port
        finally:
            page.terminate()


_PATIENCE = 5.0


def _asked(port: int) -> float:
    """Seconds until /healthz answered; _PATIENCE if it did not."""
    began = time.monotonic()
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    try:
        page.request("GET", "/healthz")
        is_well = page.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        is_well = False
    finally:
        page.close()
    return time.monotonic() - began if is_well else _PATIENCE


def _began(port: int, start: bytes) -> socket.socket:
    """A connection that has sent this and no more."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE)
    connection.sendall(start)
    connection.setblocking(False)
    return connection


def _send_some(connection: socket.socket) -> None:
    """Send a piece more of an upload, where the server still takes it."""
    with suppress(OSError):
        connection.send(b"word\n" * 50_000)


def _upload(number: int) -> bytes:
    """The header of an upload by a browser that was never let in; every other one does not say how large it will be."""
    size = b"Content-Length: %d" % LARGE if number % 2 else b"Transfer-Encoding: chunked"
    chunk = b"" if number % 2 else b"%x\r\n" % LARGE
    return b"POST /lists/file HTTP/1.1\r\nHost: localhost\r\n" + size + b"\r\n\r\n" + chunk


def _spooled(number: int) -> Iterator[int]:
    """Bytes of each file without a name that a process has open: what it has put aside of requests."""
    for descriptor in Path(f"/proc/{number}/fd").iterdir():
        with suppress(OSError):
            found = descriptor.stat()
            if stat.S_ISREG(found.st_mode) and not found.st_nlink:
                yield found.st_size


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def main() -> int:
    """Crowd the door as the arguments say: half-open connections, uploads, and the folder of the house."""
    half_open, uploads, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    seen = crowded(folder, half_open=half_open, uploads=uploads)
    print(
        f"{half_open} half-open and {uploads} uploads: /healthz median {1000 * seen.median:.0f} ms,"
        f" worst {1000 * seen.worst:.0f} ms, unanswered {seen.unanswered}, kept {seen.kept / 1e6:.1f} MB,"
        f" memory {seen.memory / 1e6:.0f} MB"
    )
    return 0 if seen.unanswered == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
