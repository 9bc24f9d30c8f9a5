"""`pi-referee hall`: the page of a club with many tables."""

from __future__ import annotations

import time
from pathlib import Path

import click

from pi_referee.commands._options import option_home, options_of_the_page, proxies_named
from pi_referee.commands.club._broker import broker_of, options_of_the_broker
from pi_referee.files.paths import Home, usual_home
from pi_referee.hall.club import Club
from pi_referee.hall.hall_store import HallStore
from pi_referee.hall.hall_subscriber import Subscriber
from pi_referee.process.healthcheck import Pulse, answers
from pi_referee.process.systemd_notify import Herald
from web.hall.hall_app import HallHouse, create_hall
from web.host_names import own_names
from web.listening import door, tidy_host
from web.proxy import BehindProxy
from web.server import serve

PORT = 8010
"""The hall's usual port: a table's page may be on the same machine."""


@click.command("hall")
@option_home
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The page's port.")
@options_of_the_page
@options_of_the_broker("hall")
@click.option("--closed", is_flag=True, help="Show the hall to paired browsers only, not to the whole house.")
def command(
    home: Path | None,
    port: int,
    host: str,
    names: tuple[str, ...],
    behind_proxy: tuple[str, ...],
    broker: str,
    broker_port: int | None,
    user: str,
    password_file: Path | None,
    authority: Path | None,
    *,
    closed: bool,
) -> int:
    """Show all tables of a club, their results and standings, to every browser in the house, until Ctrl-C.

    Hears what tables tell a broker (pi-referee relay), and asks them for what it lacks; it may begin late or be away.
    """
    place, host = Home(home or usual_home()).prepare(), tidy_host(host)
    proxies, reached = proxies_named(behind_proxy), broker_of(broker, broker_port, user, password_file, authority)
    with HallStore(place.hall) as store:
        club = Club(store, time.monotonic())
        house = HallHouse(place.folder, own_names() | {host, *names}, is_open=not closed)
        app = create_hall(store, club, house)
        if proxies:
            app.wsgi_app = BehindProxy(app.wsgi_app, proxies)  # type: ignore[method-assign]  # as Flask says to
        subscriber = Subscriber(reached, club)
        subscriber.start()
        try:
            with Pulse(Herald(), lambda: subscriber.is_alive and answers(door(host), port)):
                serve(app, club, host=host, port=port)
        finally:
            subscriber.close()
    return 0
