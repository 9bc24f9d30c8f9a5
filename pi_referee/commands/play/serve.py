"""`pi-referee serve`: the page of the game, for the tablets and phones of the house."""

from __future__ import annotations

from pathlib import Path

import click

from pi_referee.commands._options import option_home, option_port, options_of_the_page, proxies_named
from pi_referee.errors import WrongNameError
from pi_referee.files.paths import Home, usual_home, usual_live
from pi_referee.game_log.event_store import Ledger
from pi_referee.process.healthcheck import Pulse, answers
from pi_referee.process.lone_lock import LoneLock
from pi_referee.process.own_address import home_address
from pi_referee.process.systemd_notify import Herald
from pi_referee.table_link.socket_client import TableLine
from web import House, create_app
from web.game.chess_clock import TIMEKEEPER
from web.host_names import own_names
from web.listening import door, is_everywhere, tidy_host
from web.live.log_follower import Lookout
from web.proxy import BehindProxy
from web.server import serve
from web.setup.invite import nobody_else
from web.words.list_builds import start_work


@click.command("serve")
@option_home
@option_port
@options_of_the_page
@click.option("--closed", is_flag=True, help="Show the game to paired browsers only, not to the whole house.")
def command(
    home: Path | None, port: int, host: str, names: tuple[str, ...], behind_proxy: tuple[str, ...], *, closed: bool
) -> int:
    """Show the newest game to every browser in the house, until Ctrl-C.

    Looks at the log and never at the camera, so it goes on when the eye has a fault.
    """
    place, host, proxies = _home(home), tidy_host(host), proxies_named(behind_proxy)
    with Ledger(place.ledger, to_read=True) as ledger, LoneLock(place.timekeeper) as only_one:
        lookout = Lookout(ledger)
        # Ready and alive is what a browser of this machine sees: the whole server answers.
        pulse = Pulse(Herald(), lambda: answers(door(host), port))
        reach = home_address if is_everywhere(host) else nobody_else
        line = TableLine(place.socket)
        house = House(
            home=place.folder,
            names=own_names() | {host, *names},
            address=reach,
            condition=place.condition,
            doorbell=line,
            line=line,
            is_open=not closed,
            keeps_time=only_one.is_mine,
        )
        # A list that was being made when the machine went off is made to its end.
        house.lists.workshop.take_up(start_work, at=house.now())
        lookout.begin()
        app = create_app(ledger, house, lookout=lookout)
        with pulse, app.extensions[TIMEKEEPER]:
            if proxies:
                app.wsgi_app = BehindProxy(app.wsgi_app, proxies)  # type: ignore[method-assign]  # as Flask says to
            serve(app, lookout, host=host, port=port, address=reach())
    return 0


def _home(named: Path | None) -> Home:
    """The folder of the games; the usual one is made where it is missing, one that was named must be there."""
    if named is not None and not named.is_dir():
        raise WrongNameError(
            "There is no such folder.",
            where=str(named),
            cure="Name the folder of the games with --home, or begin a game there with pi-referee watch.",
        )
    return Home(named or usual_home(), usual_live()).prepare()
