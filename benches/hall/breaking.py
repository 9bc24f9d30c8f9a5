"""Kills hall, relays and broker at random while tables play, and compares the hall's file with the tables' logs.

The programs are the real ones, forked from one that has loaded them already; between tables and hall there is a proxy
that delays, doubles and loses messages. `python -m benches.hall.breaking --kills 500 --victims hall`
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import click

import pi_referee.commands.club.hall
import pi_referee.commands.club.relay  # noqa: F401  # loaded before any fork
from benches.appliance.killing import forked
from benches.hall.club_tables import ClubTable
from benches.hall.mosquitto import Mosquitto
from benches.hall.shuffler import RIGHTS, USER, shuffle
from benches.reporting.results import Result, commit, option_save, save
from pi_referee.cli import main as command_line

HALL = "hall"
PATIENCE = 180.0
"""Seconds within which all of it must have arrived once nothing is killed any more."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What the hall has at the end, against the tables' own logs.

    told: events in the logs; lost: of those not in the hall; twice: rows in the hall beyond one an event; changed: rows
    that are not as the log has them, or that no log has. settled: seconds until all of it was there.
    """

    told: int
    lost: int
    twice: int
    changed: int
    settled: float


@dataclass
class Club:
    """Tables, relays, two brokers, the proxy between them, and the hall; each is a process that may be killed."""

    folder: Path
    tables: list[ClubTable]
    ports: tuple[int, int, int]
    is_stormy: bool = True
    running: dict[str, int] = field(default_factory=dict)
    brokers: dict[str, Mosquitto] = field(default_factory=dict)

    def start(self) -> None:
        """Start all of it."""
        names = [HALL, USER, *(table.name for table in self.tables)]
        for place, port in zip(("near", "far") if self.is_stormy else ("near",), self.ports, strict=False):
            (self.folder / place).mkdir()
            users = {name: f"{name}!" for name in names}
            self.brokers[place] = Mosquitto(self.folder / place, users, port, more_rights=RIGHTS)
            self.brokers[place].start()
        for name in names:
            (self.folder / f"{name}.password").write_text(f"{name}!", encoding="utf-8")
            if name != USER or self.is_stormy:
                self.begin(name)

    def begin(self, name: str) -> None:
        """Start one program: the hall, the proxy, or a table's relay."""
        self.running[name] = forked(self._work(name))

    def kill(self, name: str) -> None:
        """Kill one without a word, and start it again."""
        if name in self.brokers:
            self.brokers[name].kill()
            self.brokers[name].start()
            return
        os.kill(self.running[name], signal.SIGKILL)
        os.waitpid(self.running[name], 0)
        self.begin(name)

    def revive(self) -> None:
        """Start the proxy again, which gives up when one of its brokers is gone."""
        if USER in self.running and os.waitpid(self.running[USER], os.WNOHANG)[0]:
            self.begin(USER)

    def close(self) -> None:
        """End all of it."""
        for number in self.running.values():
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
        for broker in self.brokers.values():
            broker.kill()

    def _work(self, name: str) -> Callable[[], None]:
        """What a program does."""
        near, far = self.ports[0], self.ports[1 if self.is_stormy else 0]
        if name == USER:
            brokers = self.brokers["near"].broker(USER), self.brokers["far"].broker(USER)
            return lambda: shuffle(*brokers, seed=os.getpid())
        port = far if name == HALL else near
        reached = ["--broker", "127.0.0.1", "--broker-port", str(port), "--user", name]
        secret = ["--password-file", str(self.folder / f"{name}.password")]
        if name == HALL:
            home = ["--home", str(self.folder), "--host", "127.0.0.1", "--port", str(self.ports[2])]
            return lambda: _quit(command_line([HALL, *home, *reached, *secret]))
        home = ["--home", str(self.folder / name)]
        return lambda: _quit(command_line(["relay", *home, *reached, *secret]))


def _quit(status: int) -> None:
    os._exit(status)


@contextmanager
def club(count: int, ports: tuple[int, int, int], *, is_stormy: bool = True) -> Iterator[Club]:
    """A club that has just begun, in a folder that vanishes with it."""
    folder = Path(tempfile.mkdtemp(prefix="pi-referee-club-"))
    folder.chmod(0o755)
    tables = [ClubTable(folder, number, Random(number)) for number in range(1, count + 1)]
    begun = Club(folder, tables, ports, is_stormy)
    try:
        begun.start()
        yield begun
    finally:
        begun.close()
        for table in tables:
            table.ledger.close()
        shutil.rmtree(folder)


def break_it(begun: Club, kills: int, victims: tuple[str, ...], chance: Random, pause: float = 0.5) -> Counter[str]:
    """Play, and kill so many times; how often whom."""
    killed: Counter[str] = Counter()
    for _ in range(kills):
        end = time.monotonic() + chance.uniform(0.2, 1.8) * pause
        while time.monotonic() < end:
            chance.choice(begun.tables).play()
            time.sleep(chance.uniform(0.0, 0.04))
        name = _victim(begun, victims, chance)
        begun.kill(name)
        begun.revive()
        killed[name.rstrip("-0123456789")] += 1
    return killed


def _victim(begun: Club, victims: tuple[str, ...], chance: Random) -> str:
    kind = chance.choice(victims)
    if kind == "relay":
        return chance.choice(begun.tables).name
    return chance.choice(sorted(begun.brokers)) if kind == "broker" else kind


def settled(begun: Club) -> Loss:
    """Wait until the hall has everything, or for as long as it may take; then compare."""
    start = time.monotonic()
    loss = compared(begun, 0.0)
    while loss.lost and time.monotonic() - start < PATIENCE:
        time.sleep(0.2)
        begun.revive()
        loss = compared(begun, time.monotonic() - start)
    return loss


def compared(begun: Club, seconds: float) -> Loss:
    """What the hall's file has, against the tables' logs, row by row."""
    with closing(sqlite3.connect(begun.folder / "hall.sqlite", timeout=10.0)) as hall:
        rows = hall.execute("SELECT desk, sequence, game, at, kind, body FROM event ORDER BY desk, sequence").fetchall()
    had: dict[tuple[str, int], tuple[object, ...]] = {row[:2]: row[2:] for row in rows}
    told = {(table.name, row[0]): row[1:] for table in begun.tables for row in _rows(table)}
    changed = sum(told.get(key) != row for key, row in had.items())
    return Loss(len(told), len(told.keys() - had.keys()), len(rows) - len(had), changed, seconds)


def _rows(table: ClubTable) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(table.home.ledger, timeout=10.0)) as log:
        return log.execute("SELECT id, game, at, kind, body FROM event ORDER BY id").fetchall()


@click.command()
@click.option("--kills", default=100, show_default=True, help="How often somebody is killed.")
@click.option("--victims", default="hall,relay,broker", show_default=True, help="Who may be.")
@click.option("--tables", default=6, show_default=True)
@click.option("--port", default=12_400, show_default=True, help="The first of three ports.")
@click.option("--name", default="hall-breaking", show_default=True, help="Of the result.")
@option_save
def main(kills: int, victims: str, tables: int, port: int, name: str, **where: Path | None) -> None:
    """Break a club, and count what is lost."""
    seed, folder = 35, where["save"]
    with club(tables, (port, port + 1, port + 2)) as begun:
        killed = break_it(begun, kills, tuple(victims.split(",")), Random(seed))
        loss = settled(begun)
    row = (
        ", ".join(f"{who} {times}" for who, times in sorted(killed.items())), str(tables), str(loss.told),
        str(loss.lost), str(loss.twice), str(loss.changed), f"{loss.settled:.1f}",
    )  # fmt: skip
    columns = ("killed", "tables", "events", "lost", "twice", "changed or strange", "s until all was there")
    command = f"python -m benches.hall.breaking --kills {kills} --victims {victims}"
    result = Result(name, command, commit(), columns, (row,), seed)
    print(row)
    if folder is not None:
        save(result, folder)


if __name__ == "__main__":
    main()
