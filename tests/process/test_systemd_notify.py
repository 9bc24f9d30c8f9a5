"""What systemd hears of the programs, over a real NOTIFY_SOCKET."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_referee.game_log.event_store import Ledger
from pi_referee.process.systemd_notify import Herald
from tests.programs import PATIENCE, free_port, started


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    """Somebody who listens as systemd does; gives up after some seconds."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(str(tmp_path / "notify"))
        door.settimeout(PATIENCE)
        yield door


def heard(listener: socket.socket) -> str:
    """The next thing that is said."""
    return listener.recv(4096).decode()


def environment(listener: socket.socket, watchdog: float) -> dict[str, str]:
    """What systemd gives a program: where it listens, and how many seconds it waits for a sign of life."""
    return {**os.environ, "NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": str(int(watchdog * 1_000_000))}


def test_the_herald_speaks_systemds_language(listener: socket.socket) -> None:
    """Ready, alive, busy with one line, and leaving."""
    herald = Herald({"NOTIFY_SOCKET": listener.getsockname(), "WATCHDOG_USEC": "30000000"})
    herald.ready()
    herald.alive()
    herald.doing("playing\nsecretly")
    herald.leaving()

    assert [heard(listener) for _ in range(4)] == ["READY=1", "WATCHDOG=1", "STATUS=playing", "STOPPING=1"]
    assert herald.every == 15.0


def test_a_name_without_a_file_is_heard_too() -> None:
    """Systemd may listen under an abstract name, written with an @."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(f"\0pi-referee-test-{os.getpid()}")
        door.settimeout(PATIENCE)
        Herald({"NOTIFY_SOCKET": f"@pi-referee-test-{os.getpid()}"}).ready()

        assert heard(door) == "READY=1"


def test_nobody_need_listen(tmp_path: Path) -> None:
    """Without systemd, or when it has gone, nothing is said and nothing happens."""
    nobody, gone = Herald({}), Herald({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    nobody.ready()
    gone.alive()

    assert (nobody.is_heard, gone.is_heard) == (False, True)
    assert list(tmp_path.iterdir()) == []


def test_the_eye_says_when_it_is_ready_and_goes_on_saying_that_it_lives(
    listener: socket.socket, tmp_path: Path
) -> None:
    """The watching process itself: READY when it watches, WATCHDOG again and again, STOPPING at the end."""
    command = [sys.executable, "-m", "pi_referee", "watch", "--home", str(tmp_path), "--camera", "simulated"]
    with started(command, env=environment(listener, 0.5)) as eye:
        said = [heard(listener) for _ in range(3)]
        eye.send_signal(signal.SIGTERM)
        while said[-1] != "STOPPING=1":
            said.append(heard(listener))
        eye.wait(PATIENCE)

    assert (said[0], set(said[1:-1]), said[-1]) == ("READY=1", {"WATCHDOG=1"}, "STOPPING=1")


def test_an_eye_that_cannot_read_its_log_is_silent(listener: socket.socket, tmp_path: Path) -> None:
    """When the log is gone the watching process does not claim to be alive, so that it is started anew."""
    command = [sys.executable, "-m", "pi_referee", "watch", "--home", str(tmp_path), "--camera", "simulated"]
    with started(command, env=environment(listener, 0.5)) as eye:
        assert heard(listener) == "READY=1"
        for part in tmp_path.glob("games.sqlite*"):
            part.unlink()
        assert eye.stderr is not None
        assert any("The log is gone" in line for line in eye.stderr)
        listener.settimeout(1.5)
        # Whoever presses hears of it at once; the program itself looks after the log every five seconds.
        with pytest.raises(TimeoutError):
            [heard(listener) for _ in range(100)]
        assert eye.poll() is None


def test_the_page_says_when_it_answers(listener: socket.socket, tmp_path: Path) -> None:
    """The page's process: READY when a browser is answered, WATCHDOG as long as one is."""
    Ledger(tmp_path / "games.sqlite").close()
    port = str(free_port())
    where = ["--home", str(tmp_path), "--host", "127.0.0.1", "--port", port]
    with started([sys.executable, "-m", "pi_referee", "serve", *where], env=environment(listener, 0.5)) as page:
        said = [heard(listener) for _ in range(3)]
        page.send_signal(signal.SIGTERM)
        page.wait(PATIENCE)

    assert said == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
