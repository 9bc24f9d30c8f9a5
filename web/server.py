"""The page's server: waitress with enough threads for every stream, stopped without losing anybody's request."""

from __future__ import annotations

import errno
import logging
import resource
import signal
import socket
import sys
from types import FrameType
from typing import Protocol

import waitress
from flask import Flask

from pi_referee.errors import RefereeError
from web.connections import LARGEST_BODY, LIMITS, channel_of
from web.listening import listening, page_addresses
from web.words.list_builds import LARGEST_LIST

_log = logging.getLogger(__name__)

THREADS = 48
"""Each open stream holds one; 32 streams leave 16 for everything else. An idle one costs some 20 kB."""

CONNECTIONS = 2 * LIMITS.connections
"""So many the server itself takes: never reached, since those that wait for nothing make room before."""

IDLE = 60
"""Seconds for which a browser's spare connection is kept open."""

_FILES = 4096
"""Files and sockets that may be open at once, where the system allows it."""

_LONGEST_HEADER = 32 * 1024
"""Bytes; browsers send one or two thousand."""

_USUAL_BODY = 128 * 1024
"""Bytes of a form, where the page does not say otherwise."""

_ENDINGS = (signal.SIGTERM, signal.SIGINT)
"""What tells the program to stop."""


class Closes(Protocol):
    """What streams wait for: closing it ends them."""

    def close(self) -> None:
        """Wake everybody who waits, for the last time."""
        ...


def serve(app: Flask, lookout: Closes, *, host: str, port: int, address: str = "") -> None:
    """Answer browsers until the program is told to stop (SIGTERM or Ctrl-C); who is being answered then, still is.

    address: this machine's on the home network, to be told besides its name. Raises RefereeError if the port is taken
    or may not be used.
    """
    _allow_many_files()
    server = _server(app, host, port)
    _keep_to_limits(server, app)
    _log.info("The page is at %s", ", ".join(page_addresses(host, port, address, socket.gethostname())))

    is_told = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        """End the streams first, so that their threads are free when the server shuts down; hear it once only.

        A Ctrl-C reaches us from the terminal and again from whoever started us: the second would cut off the shutdown,
        or what the program does after it, so it means nothing until the program has ended.
        """
        nonlocal is_told
        if is_told:
            return
        is_told = True  # before anything else: the next one may come in the middle of what follows
        # This takes locks, which the main thread, interrupted here, never holds: it does nothing but answer browsers.
        lookout.close()
        raise SystemExit(0)

    for number in _ENDINGS:
        signal.signal(number, stop)
    try:
        server.run()
    finally:
        lookout.close()
        server.close()
        # Not before: who is being answered still is. Another thread may have caught one that finds itself ignored.
        sys.unraisablehook = _complain
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
        for number in _ENDINGS:
            signal.signal(number, signal.SIG_IGN)


def _complain(told: sys.UnraisableHookArgs) -> None:
    """Say what went wrong where nobody can catch it; not that a signal came while signals were being ignored."""
    if not (isinstance(told.exc_value, OSError) and "ignored due to race condition" in str(told.exc_value)):
        sys.__unraisablehook__(told)


def _server(app: Flask, host: str, port: int) -> waitress.server.BaseWSGIServer:
    """A server that holds its port; it answers nobody yet."""
    try:
        return waitress.create_server(
            app,
            sockets=listening(host, port),
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE,
            cleanup_interval=10,
            # Waiting for many sockets at once is beyond what select can.
            asyncore_use_poll=True,
            max_request_header_size=_LONGEST_HEADER,
            max_request_body_size=2 * LARGEST_LIST,
            ident="pi-referee",
        )
    except (OSError, UnicodeError) as error:
        raise explained(error, host, port) from error


def _keep_to_limits(server: waitress.server.BaseWSGIServer, app: Flask) -> None:
    """Have each connection keep to what it may cost, at every address that is listened on."""
    channel = channel_of(app.extensions.get(LARGEST_BODY, lambda _path, _cookies: _USUAL_BODY))
    for door in getattr(server, "map", {0: server}).values():
        if isinstance(door, waitress.server.BaseWSGIServer):
            door.channel_class = channel


def _allow_many_files() -> None:
    """Let this process have as many sockets open as it may need; the usual limit is for a person's programs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def explained(error: OSError | UnicodeError, host: str, port: int) -> RefereeError:
    """Why a port cannot be had, in words."""
    where = f"{host}:{port}"
    if isinstance(error, (socket.gaierror, UnicodeError)):
        cure = "Name one of its addresses with --host, or leave it out."
        return RefereeError(f"{host!r} is no address of this machine.", where=where, cure=cure)
    if error.errno == errno.EADDRINUSE:
        return RefereeError(
            f"Port {port} is taken by another program.",
            where=where,
            cure="Perhaps the page is running already; else choose another port with --port.",
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return RefereeError(
            f"This user may not use port {port}.", where=where, cure="Choose a port above 1023 with --port."
        )
    return RefereeError(
        f"The page cannot be offered at this address ({error.strerror or error}).",
        where=where,
        cure="Name an address of this machine with --host, or leave it out.",
    )
