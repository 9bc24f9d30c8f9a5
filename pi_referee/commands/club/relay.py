"""`pi-referee relay`: tells a broker what happens at this table, for the club's hall and for the house."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.commands.club._broker import broker_of, options_of_the_broker
from pi_referee.files.paths import Home, usual_home, usual_live
from pi_referee.locale import LANGUAGES, translations
from pi_referee.player_names import tidy
from pi_referee.process.systemd_notify import Herald
from pi_referee.relay.hall_messages import LONGEST_TITLE
from pi_referee.relay.home_assistant import PREFIX, House
from pi_referee.relay.mqtt_topics import topics_of
from pi_referee.relay.relay_program import Relay
from pi_referee.relay.relay_session import Desk
from pi_referee.relay.sign_of_life import SignOfLife
from pi_referee.table_link.socket_client import TableLine


@click.command("relay")
@option_home
@options_of_the_broker(None)
@click.option("--title", help="What people call this table; else its user's name at the broker.")
@click.option("--home-assistant", is_flag=True, help="Tell Home Assistant what there is to show.")
@click.option("--prefix", default=PREFIX, show_default=True, help="Where Home Assistant listens.")
@click.option("--end-turn", is_flag=True, help="Give Home Assistant a button that ends the turn as the table's does.")
@click.option("--language", type=click.Choice(list(LANGUAGES)), default="en", help="Of the names in Home Assistant.")
def command(
    home: Path | None,
    broker: str,
    broker_port: int | None,
    user: str,
    password_file: Path | None,
    authority: Path | None,
    title: str | None,
    prefix: str,
    language: str,
    *,
    home_assistant: bool,
    end_turn: bool,
) -> int:
    """Tell a broker (MQTT) what happens at this table, until Ctrl-C.

    Each event of the log goes out in order, at least once, also what happened while the broker was away. The table's
    name there is its user's, and nobody else may write under it.
    """
    place = Home(home or usual_home(), usual_live()).prepare()
    house = House(prefix, may_end_turn=end_turn, translate=translations(language).gettext) if home_assistant else None
    line = TableLine(place.socket)
    called = tidy(title or "", longest=LONGEST_TITLE) or user
    desk = Desk(topics_of(user), called, place.condition, house, line.end_turn)
    reached = broker_of(broker, broker_port, user, password_file, authority)
    relay = Relay(place.ledger, reached, desk, alive=SignOfLife(Herald()).give)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, relay.stop.tell)
    relay.run()
    return 0
