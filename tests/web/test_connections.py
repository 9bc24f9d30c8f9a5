"""A connection costs the page little: late, large and idle ones give way, and who plays is served."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import pytest
import waitress
from flask import Flask, request

from tests.programs import PATIENCE
from web.connections import LARGEST_BODY, Limits, channel_of

if TYPE_CHECKING:
    from waitress.server import BaseWSGIServer

SMALL, LARGE = 10_000, 1_000_000
PLAYER = "player=Anna"
Served = Callable[[Limits], int]


def largest(path: str, cookies: str) -> int:
    """Who plays may bring a list to one address; all else is small."""
    return LARGE if path == "/list" and cookies == PLAYER else SMALL


@pytest.fixture
def served() -> Iterator[Served]:
    """A small page behind such connections; answers the port."""
    app, servers = Flask(__name__), list["BaseWSGIServer"]()
    app.extensions[LARGEST_BODY] = largest

    @app.route("/", methods=["GET", "POST"], defaults={"path": ""})
    @app.route("/<path:path>", methods=["GET", "POST"])
    def count(path: str) -> str:
        """How many bytes came."""
        return str(len(request.get_data()))

    def serve(limits: Limits) -> int:
        server = waitress.create_server(app, host="127.0.0.1", port=0, threads=2, max_request_body_size=10 * LARGE)
        server.channel_class = channel_of(app.extensions[LARGEST_BODY], limits)
        threading.Thread(target=run, args=(server,), daemon=True).start()
        servers.append(server)
        return int(server.effective_port)

    def run(server: BaseWSGIServer) -> None:
        with suppress(OSError):  # it is closed under its thread when the test is over
            server.run()

    yield serve
    for server in servers:
        server.close()


def opened(port: int, start: bytes = b"") -> socket.socket:
    """A connection that has sent this."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    connection.sendall(start)
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side hangs up within the test's patience, whatever it says before."""
    with suppress(ConnectionResetError):
        while connection.recv(4096):
            pass
    return True


def answered(port: int, path: str = "/", *, size: int = 0, cookie: str = "") -> tuple[int, bytes]:
    """Status and text of the answer to a form of so many bytes."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as page:
        page.request("POST", path, b"x" * size, {"Cookie": cookie} if cookie else {})
        answer = page.getresponse()
        return answer.status, answer.read()


@pytest.mark.parametrize(
    "start",
    [
        b"POST /list HTTP/1.1\r\nContent-Length: 500000\r\n\r\n",
        b"POST /list HTTP/1.1\r\nCookie: player=Bo\r\nContent-Length: 500000\r\n\r\n",
        b"POST /other HTTP/1.1\r\nCookie: player=Anna\r\nContent-Length: 500000\r\n\r\n",
        b"POST /list HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /list HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4000\r\n" + b"x" * 0x4000,
    ],
)
def test_what_is_too_large_is_refused_before_it_is_kept(served: Served, start: bytes) -> None:
    """By its route and by who sends it, from what the header says, or as soon as more has come."""
    with closing(opened(served(Limits()), start)) as connection:
        assert connection.recv(4096).startswith(b"HTTP/1.1 413")


def test_who_plays_may_bring_a_list(served: Served) -> None:
    """Where a large file belongs, and to whom, it comes through whole."""
    port = served(Limits())

    assert answered(port, "/list", size=500_000, cookie=PLAYER) == (200, b"500000")
    assert answered(port, size=5_000) == (200, b"5000")


@pytest.mark.parametrize(
    ("start", "limits"),
    [
        (b"GET / HT", Limits(header=0.2)),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", Limits(header=0.2)),
        (b"POST / HTTP/1.1\r\nContent-Length: 500\r\n\r\nhalf", Limits(body=0.2)),
    ],
)
def test_a_request_that_never_comes_to_its_end_is_given_up(served: Served, start: bytes, limits: Limits) -> None:
    """A header or a form that drips holds no place for ever."""
    port = served(limits)
    with closing(opened(port, start)) as connection:
        assert is_closed(connection)

    assert answered(port)[0] == 200


@pytest.mark.parametrize("limits", [Limits(of_one=5), Limits(connections=5)])
def test_who_waits_for_nothing_makes_room(served: Served, limits: Limits) -> None:
    """The connection that has been idle for longest gives way; a new one is always answered."""
    port = served(limits)
    crowd = [opened(port, b"GET") for _ in range(8)]

    assert answered(port) == (200, b"0")
    assert all(is_closed(connection) for connection in crowd[:3])
    for connection in crowd:
        connection.close()
