"""`pi-referee demo`: a whole game on a simulated table, read by the same eye, shown on the page."""

from __future__ import annotations

import socket
import tempfile
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from pi_referee.commands._options import option_game, option_home, option_port
from pi_referee.errors import RefereeError
from pi_referee.process.healthcheck import answers
from pi_referee.process.supervisor import Company, Program

HOST = "127.0.0.1"
PACE, FAST_PACE = 5.0, 1.0
"""Seconds between two turns: to look on at leisure, and for who wants to see the end."""

PATIENCE = 30.0
"""Seconds the page has to come up; it takes one, on a slow Pi with a cold card up to ten."""

_KNOCK = 0.1


@click.command("demo")
@option_port
@option_game
@click.option("--players", default="Anna,Björn", show_default=True, help="Who plays; KortAlfapet is shown for 2 or 4.")
@click.option("--fast", is_flag=True, help="Play a turn a second.")
@option_home
def command(port: int, game: str, players: str, home: Path | None, *, fast: bool) -> int:
    """Show a game being refereed: simulated table, camera and button, the page on this machine, until Ctrl-C.

    Nothing is kept afterwards, unless --home says where.
    """
    _check_port(port)
    with _folder(home) as folder:
        page = Program("the page", ("serve", "--home", str(folder), "--host", HOST, "--port", str(port)))
        pace = str(FAST_PACE if fast else PACE)
        table = ("--camera", "simulated", "--players", players, "--pace", pace)
        eye = Program("the eye", ("watch", "--home", str(folder), "--game", game, *table), ("--new",))
        with Company([page, eye]) as company:
            return _show(company, port)


def _show(company: Company, port: int) -> int:
    """Say where the page is as soon as it is there, and stay until the end; answers the exit status."""
    if _wait_for_page(company, port):
        click.echo(f"A game is being played on http://localhost:{port}/ - open it in a browser. Ctrl-C ends it.")
    fallen = company.stay()
    if fallen is None:
        return 0
    click.echo(f"pi-referee: {fallen[0].name} has stopped, so the demo ends.", err=True)
    return 1


def _folder(home: Path | None) -> AbstractContextManager[str]:
    """The folder of the games: the one that was named, or one that vanishes with the demo."""
    return tempfile.TemporaryDirectory(prefix="pi-referee-") if home is None else nullcontext(str(home))


def _check_port(port: int) -> None:
    """Say so at once if the port cannot be had; raises RefereeError."""
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((HOST, port))
        except OSError as error:
            raise RefereeError(
                f"Port {port} cannot be used ({error.strerror}).",
                cure=f"Perhaps a demo is running already; else choose another: --port {min(port + 1, 65535)}.",
            ) from error


def _wait_for_page(company: Company, port: int) -> bool:
    """Knock until the page answers; False if it never does, or the demo is ended before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not company.is_asked_to_stop and company.fallen() is None:
        if answers(HOST, port):
            return True
        company.rest(_KNOCK)
    return False
