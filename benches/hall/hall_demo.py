"""A club's evening on one machine: a real Mosquitto, simulated tables with their relays, and the hall's page."""

from __future__ import annotations

import secrets
import tempfile
import time
from pathlib import Path
from random import Random

import click

from benches.hall.club_tables import ClubTable, RunningRelays
from benches.hall.mosquitto import Mosquitto
from pi_referee.process.supervisor import Company, Program

HALL = "hall"


@click.command()
@click.option("--tables", default=10, show_default=True, help="How many tables.")
@click.option("--port", default=8010, show_default=True, help="The hall's page.")
@click.option("--broker-port", default=11883, show_default=True, help="Mosquitto's.")
@click.option("--pace", default=8.0, show_default=True, help="Seconds between two plays at a table, about.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address that the page listens on; *: all.")
def main(tables: int, port: int, broker_port: int, pace: float, host: str) -> None:
    """Show a club's evening, until Ctrl-C; nothing is kept."""
    with tempfile.TemporaryDirectory(prefix="pi-referee-hall-") as folder:
        evening(Path(folder), tables, port, broker_port, pace, host)


def evening(folder: Path, count: int, port: int, broker_port: int, pace: float, host: str) -> None:
    """The evening itself."""
    tables = [ClubTable(folder, number, Random(number)) for number in range(1, count + 1)]
    users = {name: secrets.token_urlsafe(12) for name in (HALL, *(table.name for table in tables))}
    for name in ("broker", HALL):
        (folder / name).mkdir()
    password = folder / "hall.password"
    password.write_text(users[HALL], encoding="utf-8")
    with Mosquitto(folder / "broker", users, broker_port) as mosquitto:
        relays = RunningRelays(tables, {table.name: mosquitto.broker(table.name) for table in tables})
        reached = ("--broker", "127.0.0.1", "--broker-port", str(broker_port), "--password-file", str(password))
        hall = Program("the hall", (HALL, "--home", str(folder / HALL), "--port", str(port), "--host", host, *reached))
        with Company([hall]) as company:
            click.echo(f"{count} tables play; the hall is at http://localhost:{port}/. Ctrl-C ends it.")
            company.stay(_Players(tables, pace).play)
        relays.close()


class _Players:
    """The people at all tables, who play at about the same pace."""

    def __init__(self, tables: list[ClubTable], pace: float) -> None:
        self._chance, self._pace = Random(1), pace
        start = time.monotonic()
        self._due = {table.name: (start + self._chance.uniform(0, pace), table) for table in tables}

    def play(self) -> None:
        """Let happen what is due."""
        for name, (due, table) in self._due.items():
            if due <= time.monotonic():
                table.play()
                self._due[name] = (time.monotonic() + self._pace * self._chance.uniform(0.5, 1.5), table)


if __name__ == "__main__":
    main()
