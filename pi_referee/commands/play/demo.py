"""`pi-referee demo`: a whole game on a simulated table, read by the same eye, shown on the page."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path

import click
import segno

from hardware.simulation.simulated_people import laid, said
from hardware.simulation.simulated_table import played_game
from pi_referee.commands._options import option_game, option_home, option_port
from pi_referee.commands.play._agreed import agreed
from pi_referee.errors import OutrunError
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.healthcheck import answers
from pi_referee.process.own_address import home_address
from pi_referee.process.supervisor import Company, Program
from pi_referee.rules.course.game import Game
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.watching.game_follower import Book
from web.listening import door, is_everywhere, listening
from web.server import explained

HOME_ALONE = "127.0.0.1"
PACE, FAST_PACE = 5.0, 1.0
"""Seconds between two turns: to look on at leisure, and for who wants to see the end."""

ANSWERED = 0.4
"""The share of the time between two turns after which a question is answered: before the next one is laid."""

PATIENCE = 30.0
"""Seconds the page has to come up; it takes one, on a slow Pi with a cold card up to ten."""

_KNOCK = 0.1


@click.command("demo")
@option_port
@option_game
@click.option("--players", default="Anna,Björn", show_default=True, help="Who plays; KortAlfapet is shown for 2 or 4.")
@click.option("--host", default=HOME_ALONE, show_default=True, help="The address the page listens on; *: all.")
@click.option("--fast", is_flag=True, help="Play a turn a second.")
@option_home
def command(port: int, game: str, players: str, host: str, home: Path | None, *, fast: bool) -> int:
    """Show a whole game being refereed, to its end: simulated table, camera and button, and the page, until Ctrl-C.

    What the referee asks is answered after a while by the people at the simulated table. Nothing is kept afterwards,
    unless --home says where.
    """
    agreed(game, None, players, None)
    _check_port(host, port)
    with _folder(home) as folder:
        page = Program("the page", ("serve", "--home", folder, "--host", host, "--port", str(port)))
        pace = FAST_PACE if fast else PACE
        table = ("--camera", "simulated", "--players", players, "--pace", str(pace))
        eye = Program("the eye", ("watch", "--home", folder, "--game", game, *table), ("--new",))
        people = _People(Home(Path(folder)), _laid(game, players), ANSWERED * pace)
        with Company([page, eye]) as company:
            return _show(company, people, host, port)


def _laid(game: str, players: str) -> Sequence[Play | None]:
    """What the simulated table lays at each press."""
    count = len(players.split(","))
    return laid(ruleset(game), count, played_game(game, players=count))


class _People:
    """The people at the simulated table: they answer when a question has stood for a while, and end the game."""

    def __init__(self, home: Home, plays: Sequence[Play | None], patience: float) -> None:
        """They know what was laid, and answer after so many seconds."""
        self._home, self._plays, self._patience = home, plays, patience
        self._book: Book | None = None
        self._is_told = False
        self._next = time.monotonic() + patience

    def speak(self) -> None:
        """Say what there is to say, at most once in so many seconds, and the result when the game is over."""
        if time.monotonic() < self._next or not self._home.ledger.exists():
            return
        self._next = time.monotonic() + self._patience
        self._book = self._book or Book(Ledger(self._home.ledger), lambda: datetime.now(UTC).isoformat())
        self._book.catch_up()
        game = self._book.game
        happenings = said(game, self._plays) if game else ()
        if happenings:
            with suppress(OutrunError):  # then they speak again when they see what came between
                self._book.write_all(happenings)
        elif game and game.ended and not self._is_told:
            self._is_told = True
            click.echo(_result(game))


def _result(game: Game) -> str:
    """How a game came out, in a sentence."""
    points = ", ".join(f"{player} {total}" for player, total in game.totals.items())
    return f"The game is over: {points}. The page stays until Ctrl-C."


def _show(company: Company, people: _People, host: str, port: int) -> int:
    """Say where the page is as soon as it is there, and stay until the end; answers the exit status."""
    if _wait_for_page(company, host, port):
        click.echo(f"A game is being played on http://localhost:{port}/ - open it in a browser. Ctrl-C ends it.")
        if is_everywhere(host) and (address := home_address()):
            where = f"http://{address}:{port}/"
            click.echo(f"Other screens of the house find it at {where}")
            segno.make(where, error="m").terminal(compact=True)
    fallen = company.stay(people.speak)
    if fallen is None:
        return 0
    click.echo(f"pi-referee: {fallen[0].name} has stopped, so the demo ends.", err=True)
    return 1


def _folder(home: Path | None) -> AbstractContextManager[str]:
    """The folder of the games: the one that was named, or one that vanishes with the demo."""
    if home is None:
        return tempfile.TemporaryDirectory(prefix="pi-referee-")
    return nullcontext(str(Home(home).prepare().folder))


def _check_port(host: str, port: int) -> None:
    """Say so at once if the port cannot be had; raises RefereeError."""
    try:
        for held in listening(host, port):
            held.close()
    except (OSError, UnicodeError) as error:
        raise explained(error, host, port) from error


def _wait_for_page(company: Company, host: str, port: int) -> bool:
    """Knock until the page answers; False if it never does, or the demo is ended before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not company.is_asked_to_stop and company.fallen() is None:
        if answers(door(host), port):
            return True
        company.rest(_KNOCK)
    return False
