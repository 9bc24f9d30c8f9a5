"""`pi-referee serve` as a program: how it starts, what it says when it cannot, and how it ends."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Writer

START = 20.0
"""Seconds the program may take to answer here, with other tests running beside it."""


def program(*arguments: str) -> list[str]:
    """The command as it is typed."""
    return [sys.executable, "-m", "pi_referee", "serve", *arguments]


def refused(*arguments: str) -> tuple[int, str]:
    """Exit status and message of a command that cannot do its work."""
    ended = subprocess.run(program(*arguments), capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stderr


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@contextmanager
def serving(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The program, once it answers."""
    with subprocess.Popen(program("--home", str(home), "--port", str(port)), stderr=subprocess.PIPE, text=True) as page:
        try:
            end = time.monotonic() + START
            while time.monotonic() < end and page.poll() is None and not answers(port):
                pass
            yield page
        finally:
            page.kill()


def answers(port: int) -> bool:
    """Whether somebody answers at this port."""
    try:
        return asked(port, "/healthz")[0] == 200
    except OSError:
        return False


def asked(port: int, path: str) -> tuple[int, str]:
    """The answer to a browser's question."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_the_page_is_served_lightly_and_ends_in_good_order(home: Path, port: int, writer: Writer) -> None:
    """The program shows the game in at most 80 MB without ever loading the eye, and ends at once when told to."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    with serving(home, port) as page:
        assert "LÅTA" in asked(port, "/")[1]
        assert json.loads(asked(port, "/healthz")[1])["log"] == "ok"
        used = psutil.Process(page.pid)
        assert used.memory_info().rss <= 80 * 2**20
        assert not [part.path for part in used.memory_maps() if "cv2" in part.path or "numpy" in part.path]
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as stream:
            stream.request("GET", "/events")
            stream.getresponse().readline()
            page.send_signal(signal.SIGTERM)
            began = time.monotonic()
            assert page.wait(10) == 0
            assert time.monotonic() - began < 4


def test_a_new_home_has_no_game_yet(home: Path, port: int) -> None:
    """The page may be there before the first game."""
    with serving(home, port):
        assert "No game yet" in asked(port, "/")[1]


def test_a_port_in_use_is_named_with_a_cure(home: Path) -> None:
    """When another program has the port, the message says which, and what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, message = refused("--home", str(home), "--host", "127.0.0.1", "--port", port)

    assert status == 1
    assert f"Port {port} is taken by another program. Perhaps the page is running already" in message


def test_an_address_of_another_machine_is_refused(home: Path) -> None:
    """The page cannot be offered where this machine is not."""
    assert "Name an address of this machine" in refused("--home", str(home), "--host", "192.0.2.1")[1]


def test_a_missing_home_is_named(tmp_path: Path) -> None:
    """A mistyped folder is no new, empty one."""
    status, message = refused("--home", str(tmp_path / "nowhere"))

    assert (1, True) == (status, "nowhere: There is no such folder." in message)


def test_a_damaged_log_is_named_and_left_alone(home: Path) -> None:
    """What is no log is neither served nor overwritten."""
    log = home / "games.sqlite"
    log.write_bytes(b"\0" * 5000)

    status, message = refused("--home", str(home))

    assert (1, True) == (status, "games.sqlite: This file is not a log of games." in message)
    assert log.read_bytes() == b"\0" * 5000


@pytest.mark.parametrize("wrong", [["--port", "no"], ["--port", "0"], ["--port", "70000"], ["--colour"], ["extra"]])
def test_wrong_usage_is_status_two(wrong: list[str]) -> None:
    """A command that is written wrongly is told apart from one that cannot do its work."""
    assert refused(*wrong)[0] == 2
