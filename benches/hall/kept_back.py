"""The broker is away while thousands of events happen; how long it takes until the hall has them all when it is back.

`python -m benches.hall.kept_back --events 10000`
"""

from __future__ import annotations

import time
from pathlib import Path

import click

from benches.hall.breaking import club, compared
from benches.reporting.results import Result, commit, option_save, save

PATIENCE = 300.0
"""Seconds within which all of it must have arrived."""


@click.command()
@click.option("--events", default=10_000, show_default=True, help="That happen meanwhile, at all tables together.")
@click.option("--tables", default=5, show_default=True)
@click.option("--port", default=12_900, show_default=True, help="The first of three ports.")
@option_save
def main(events: int, tables: int, port: int, **where: Path | None) -> None:
    """Keep so many events back, and count what is lost."""
    with club(tables, (port, port + 1, port + 2), is_stormy=False) as begun:
        begun.brokers["near"].kill()
        for number in range(events):
            begun.tables[number % tables].play()
        begun.brokers["near"].start()
        start = time.monotonic()
        while (loss := compared(begun, time.monotonic() - start)).lost and time.monotonic() - start < PATIENCE:
            time.sleep(0.5)
    columns = ("events kept back", "tables", "lost", "twice", "changed or strange", "s until all was there")
    row = (str(loss.told), str(tables), str(loss.lost), str(loss.twice), str(loss.changed), f"{loss.settled:.1f}")
    print(row)
    command, folder = f"python -m benches.hall.kept_back --events {events}", where["save"]
    if folder is not None:
        save(Result("hall-kept-back", command, commit(), columns, (row,)), folder)


if __name__ == "__main__":
    main()
