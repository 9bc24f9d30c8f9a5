"""`pi-referee serve` as a program: how it starts, what it says when it cannot, and how it ends."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from pi_referee import __version__
from pi_referee.checkup.finding import Health
from pi_referee.checkup.machine import page_port
from tests.programs import PATIENCE, free_port, started, until

if TYPE_CHECKING:
    from tests.web.conftest import Writer


def program(*arguments: str) -> list[str]:
    """The command as it is typed."""
    return [sys.executable, "-m", "pi_referee", "serve", *arguments]


def refused(*arguments: str) -> tuple[int, str]:
    """Exit status and message of a command that cannot do its work."""
    ended = subprocess.run(program(*arguments), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stderr


@pytest.fixture
def port() -> int:
    """A port that is free."""
    return free_port()


@contextmanager
def serving(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The program, once it answers."""
    with running(port, *program("--home", str(home), "--port", str(port))) as page:
        yield page


@contextmanager
def running(port: int, *command: str) -> Iterator[subprocess.Popen[str]]:
    """A program, once it answers."""
    with started(command) as page:
        until(lambda: page.poll() is not None or answers(port))
        yield page


def answers(port: int) -> bool:
    """Whether somebody answers at this port."""
    try:
        return asked(port, "/healthz")[0] == 200
    except OSError:
        return False


def asked(port: int, path: str) -> tuple[int, str]:
    """The answer to a browser's question."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
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
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as stream:
            stream.request("GET", "/events")
            news = stream.getresponse()
            news.readline()
            page.send_signal(signal.SIGTERM)
            news.read()  # to its end: a stream that the server only cut off when nothing else helped would have none
            assert page.wait(PATIENCE) == 0


@pytest.mark.parametrize("way", [".", "../{name}", "{name}/../{name}"])
def test_a_home_that_is_named_from_where_one_stands(home: Path, port: int, writer: Writer, way: str) -> None:
    """However the folder is named, its photographs are shown."""
    writer.begin()
    home.joinpath("pictures").mkdir(exist_ok=True)
    home.joinpath("pictures", "1.jpg").write_bytes(b"jpeg")
    stands = home if way == "." or way.startswith("..") else home.parent
    named = way.format(name=home.name)
    with running(port, "env", "-C", str(stands), *program("--home", named, "--port", str(port))):
        assert asked(port, "/pictures/1.jpg") == (200, "jpeg")


TOLD_TWICE = """
import signal, sys, threading
from pathlib import Path
from flask import Flask
from pi_referee.game_log.event_store import Ledger
from web.live.log_follower import Lookout
from web.server import serve

app = Flask(__name__)
with Ledger(Path(sys.argv[1])) as ledger:
    lookout = Lookout(ledger)

    @app.get("/healthz")
    def well():
        return "well"

    @app.get("/slow")
    def slow():
        def tell():
            signal.pthread_kill(threading.main_thread().ident, signal.SIGTERM)
            threading.Event().wait(0.3)

        while not lookout.is_closed:  # a signal that comes just before the server listens again wakes it late
            tell()
        tell()
        return "answered"

    serve(app, lookout, host="127.0.0.1", port=int(sys.argv[2]))
"""
"""A page that is told to stop, and told again while it still answers somebody."""


def test_who_is_being_answered_is_answered_though_the_page_is_told_twice_to_stop(home: Path, port: int) -> None:
    """Ctrl-C comes from the terminal and again from whoever started the page: the second cuts nobody's answer off."""
    with running(port, sys.executable, "-c", TOLD_TWICE, str(home / "ledger.sqlite"), str(port)) as page:
        said = asked(port, "/slow")[1]
        _, complaints = page.communicate(timeout=PATIENCE)

    assert (said, page.returncode) == ("answered", 0)
    assert "Traceback" not in complaints


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_a_page_that_is_told_to_stop_again_and_again_ends_in_good_order(
    home: Path, port: int, told: signal.Signals
) -> None:
    """However soon a second Ctrl-C follows the first, and a third: the program ends with status 0 and says nothing."""
    with serving(home, port) as page:
        for _ in range(5000):  # some 20 ms of them; told without end, a program may come to nothing else
            page.send_signal(told)
        _, complaints = page.communicate(timeout=PATIENCE)

    assert page.returncode == 0
    assert "Traceback" not in complaints


def test_a_new_home_has_no_game_yet(home: Path, port: int) -> None:
    """The page may be there before the first game."""
    with serving(home, port):
        assert "No game yet" in asked(port, "/")[1]


def test_the_doctor_knows_the_page_by_its_answer(home: Path, port: int) -> None:
    """A port that the page itself holds is well; one where another program answers, in whatever words, is not."""
    with serving(home, port):
        at_home = page_port(port)
    with elsewhere() as other:
        abroad = page_port(other)

    assert (at_home.health, f"pi-referee {__version__} answers there" in at_home.seen) == (Health.WELL, True)
    assert (abroad.health, "no referee answers there" in abroad.seen) == (Health.LACKING, True)


@contextmanager
def elsewhere() -> Iterator[int]:
    """Another program's page, which says that it is well, too."""

    class Page(BaseHTTPRequestHandler):
        """Answers everything alike."""

        def do_GET(self) -> None:
            """Say that all is well."""
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "ok"}')

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


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

    assert (2, True) == (status, "nowhere: There is no such folder." in message)


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
