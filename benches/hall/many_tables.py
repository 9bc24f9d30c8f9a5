"""How long a play takes to the hall's page with ever more tables, and in what memory; real broker, hall and relays.

Each table has a log and a relay of its own; a hundred of them share a process (a real table has its own machine).
A play counts as seen when the wall's live stream has brought it to a browser. `python -m benches.hall.many_tables`
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import click
import psutil

from benches.confidence.line_plot import Line, plot
from benches.hall.club_tables import ClubTable, RunningRelays
from benches.hall.mosquitto import Mosquitto
from benches.reporting.results import Result, commit, option_save, save
from pi_referee.process.healthcheck import answers
from pi_referee.relay.broker_link import Broker

IN_ONE = 100
"""Tables of one process."""

PICTURE = Path("docs/pictures/hall-growth.svg")
_EVENT = re.compile(r'data-event="(\d+)"')


@dataclass(frozen=True, slots=True)
class Measured:
    """Milliseconds from the log's disk to the page's stream; megabytes of hall and broker."""

    tables: int
    plays: int
    unseen: int
    median: float
    p95: float
    worst: float
    hall: float
    broker: float


def play(names: range, folder: Path, brokers: Mapping[str, Broker], pace: float, told: Connection) -> None:
    """Some tables of a process of their own: they play until the pipe is closed, and tell what happened when."""
    tables = [ClubTable(folder, number, Random(number)) for number in names]
    relays, chance = RunningRelays(tables, dict(brokers)), Random(names.start)
    due = {table: time.monotonic() + chance.uniform(0, pace) for table in tables}
    is_over = False
    while not is_over:
        table = min(due, key=lambda one: due[one])
        is_over = told.poll(max(due[table] - time.monotonic(), 0.0))
        if not is_over:
            event = table.play()
            told.send((table.name, event.id, time.monotonic()))
            due[table] = time.monotonic() + pace * chance.uniform(0.5, 1.5)
    relays.close()


def seen(port: int, until: float) -> dict[tuple[str, int], float]:
    """When the stream brought each table's events, by table and number; a later event stands for those before it."""
    found: dict[tuple[str, int], float] = {}
    newest: dict[str, int] = {}
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    page.request("GET", "/events")
    stream = page.getresponse()
    while time.monotonic() < until:
        line = stream.readline()
        at = time.monotonic()
        if not line.startswith(b"data: {"):
            continue
        for region, html in json.loads(line[6:])["regions"].items():
            shown = _EVENT.search(html)
            if region.startswith("table-") and shown:
                name, last = region.removeprefix("table-"), int(shown[1])
                found.update({(name, number): at for number in range(newest.get(name, 0) + 1, last + 1)})
                newest[name] = max(last, newest.get(name, 0))
    page.close()
    return found


@contextmanager
def running_hall(folder: Path, mosquitto: Mosquitto, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The hall, as a program of its own."""
    (folder / "hall.password").write_text("hall!", encoding="utf-8")
    where = ["--home", str(folder), "--host", "127.0.0.1", "--port", str(port)]
    broker = ["--broker", "127.0.0.1", "--broker-port", str(mosquitto.port)]
    command = [sys.executable, "-m", "pi_referee", "hall", *where, *broker]
    with subprocess.Popen(  # noqa: S603  # this project's own program
        [*command, "--password-file", str(folder / "hall.password")], stderr=subprocess.DEVNULL
    ) as hall:
        while not answers("127.0.0.1", port):
            time.sleep(0.1)
        yield hall
        hall.send_signal(signal.SIGTERM)


def measure(count: int, seconds: float, pace: float, port: int) -> Measured:
    """Let so many tables play for so long, a play in so many seconds each."""
    folder = Path(tempfile.mkdtemp(prefix="pi-referee-many-"))
    folder.chmod(0o755)
    (folder / "broker").mkdir()
    users = {name: f"{name}!" for name in ("hall", *(f"table-{number}" for number in range(1, count + 1)))}
    with Mosquitto(folder / "broker", users, port) as mosquitto, running_hall(folder, mosquitto, port + 1) as hall:
        pipes = [
            _begun(range(first, min(first + IN_ONE, count + 1)), folder, mosquitto, pace)
            for first in range(1, count + 1, IN_ONE)
        ]
        at_page = seen(port + 1, time.monotonic() + seconds)
        sizes = [psutil.Process(number).memory_info().rss / 2**20 for number in (hall.pid, mosquitto.number)]
        told = [event for pipe in pipes for event in _told(pipe)]
        for pipe in pipes:
            pipe.send("over")
    shutil.rmtree(folder)
    return _measured(count, told, at_page, sizes)


def _begun(names: range, folder: Path, mosquitto: Mosquitto, pace: float) -> Connection:
    """Start a process with some tables; the pipe by which it tells what happened."""
    ours, theirs = multiprocessing.Pipe()
    brokers = {f"table-{number}": mosquitto.broker(f"table-{number}") for number in names}
    multiprocessing.Process(target=play, args=(names, folder, brokers, pace, theirs), daemon=True).start()
    return ours


def _told(pipe: Connection) -> Iterator[tuple[str, int, float]]:
    """What a process has told so far."""
    while pipe.poll(0.2):
        yield pipe.recv()


def _measured(
    count: int, told: list[tuple[str, int, float]], at_page: dict[tuple[str, int], float], sizes: list[float]
) -> Measured:
    """Delays of all that was told while the page looked on, but for the last seconds: that may be on its way."""
    first, last = min(at_page.values()), max(at_page.values())
    counted = [(name, number, at) for name, number, at in told if first < at < last - 3.0]
    delays = sorted(1000 * (at_page[name, number] - at) for name, number, at in counted if (name, number) in at_page)
    p95 = delays[int(0.95 * (len(delays) - 1))]
    unseen = len(counted) - len(delays)
    return Measured(count, len(delays), unseen, statistics.median(delays), p95, delays[-1], sizes[0], sizes[1])


@click.command()
@click.option("--tables", default="25,50,100,200", show_default=True, help="How many, one after the other.")
@click.option("--seconds", default=120.0, show_default=True, help="For which each number of tables plays.")
@click.option("--pace", default=20.0, show_default=True, help="Seconds between two things that happen at a table.")
@click.option("--port", default=12_600, show_default=True, help="The first of two ports.")
@option_save
def main(tables: str, seconds: float, pace: float, port: int, **where: Path | None) -> None:
    """Measure, print the rows and, where they are saved, draw the plot."""
    found = []
    for place, count in enumerate(map(int, tables.split(","))):
        found.append(measure(count, seconds, pace, port + 2 * place))
        print(found[-1], flush=True)
    columns = ("tables", "plays", "unseen", "ms median", "ms p95", "ms worst", "hall MB", "broker MB")
    rows = tuple(
        (
            str(one.tables), str(one.plays), str(one.unseen), f"{one.median:.0f}", f"{one.p95:.0f}", f"{one.worst:.0f}",
            f"{one.hall:.0f}", f"{one.broker:.1f}",
        )
        for one in found
    )  # fmt: skip
    command = f"python -m benches.hall.many_tables --seconds {seconds:g} --pace {pace:g}"
    folder = where["save"]
    if folder is not None:
        note = f"Tables, broker, hall and reader share {os.cpu_count()} cores."
        save(Result("hall-many-tables", command, commit(), columns, rows, note=note), folder)
        PICTURE.write_text(_drawn(found), encoding="utf-8")


def _drawn(found: list[Measured]) -> str:
    """How delay and memory grow with the tables."""
    delays = (
        Line("p95", tuple((float(one.tables), one.p95) for one in found)),
        Line("median", tuple((float(one.tables), one.median) for one in found)),
    )
    memory = (Line("MB of the hall", tuple((float(one.tables), one.hall) for one in found)),)
    return plot({"tables: ms from play to page": delays, "tables: MB of the hall (same scale)": memory})


if __name__ == "__main__":
    main()
