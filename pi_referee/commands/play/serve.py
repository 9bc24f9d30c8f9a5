"""`pi-referee serve`: the page of the game, for the tablets and phones of the house."""

from __future__ import annotations

from pathlib import Path

import click

from pi_referee.commands._options import option_home, option_port
from pi_referee.errors import RefereeError
from pi_referee.files.paths import Home, usual_home, usual_live
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.healthcheck import Pulse, answers
from pi_referee.process.systemd_notify import Herald
from pi_referee.table_link.socket_client import TableLine
from web import House, create_app
from web.live.log_follower import Lookout
from web.server import EVERYWHERE, own_names, serve
from web.setup.invite import home_address, nobody_else
from web.words.list_builds import start_work


@click.command("serve")
@option_home
@option_port
@click.option("--host", default="0.0.0.0", show_default=True, help="The address the page listens on.")  # noqa: S104  # the tablets of the house look at it
@click.option("--name", "names", multiple=True, help="Another name this machine is reached by; may be repeated.")
@click.option("--closed", is_flag=True, help="Show the game to paired browsers only, not to the whole house.")
def command(home: Path | None, port: int, host: str, names: tuple[str, ...], *, closed: bool) -> int:
    """Show the newest game to every browser in the house, until Ctrl-C.

    Looks at the log and never at the camera, so it goes on when the eye has a fault.
    """
    place = _home(home)
    with Ledger(place.ledger, to_read=True) as ledger:
        lookout = Lookout(ledger)
        # Ready and alive is what a browser of this machine sees: the whole server answers.
        pulse = Pulse(Herald(), lambda: answers(_door(host), port))
        reach = home_address if host in EVERYWHERE else nobody_else
        line = TableLine(place.socket)
        house = House(
            home=place.folder,
            names=own_names() | {host, *names},
            address=reach,
            condition=place.condition,
            doorbell=line,
            line=line,
            is_open=not closed,
        )
        # A list that was being made when the machine went off is made to its end.
        house.lists.workshop.take_up(start_work, at=house.now())
        with pulse:
            serve(create_app(ledger, house, lookout=lookout), lookout, host=host, port=port)
    return 0


def _door(host: str) -> str:
    """Where this machine itself knocks at the page."""
    return "127.0.0.1" if host in {"0.0.0.0", "::", "*"} else host  # noqa: S104  # names for all its addresses


def _home(named: Path | None) -> Home:
    """The folder of the games; the usual one is made where it is missing, one that was named must be there."""
    if named is not None and not named.is_dir():
        raise RefereeError(
            "There is no such folder.",
            where=str(named),
            cure="Name the folder of the games with --home, or begin a game there with pi-referee watch.",
        )
    return Home(named or usual_home(), usual_live()).prepare()
