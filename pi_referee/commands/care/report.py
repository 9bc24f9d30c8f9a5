"""`pi-referee report`: everything that whoever looks for a fault wants to know, in one file, without names."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from pi_referee.checkup.fault_report import collect
from pi_referee.commands._options import option_home, option_port
from pi_referee.files.paths import Home, usual_home, usual_live

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("report")
@click.option("--to", type=_FILE, help="The file to write; else pi-referee-report-TIME.zip where you are.")
@click.option("--pictures", type=click.IntRange(0, 20), default=0, show_default=True, help="How many newest pictures.")
@option_home
@option_port
def command(to: Path | None, pictures: int, home: Path | None, port: int) -> int:
    """Collect what a fault report needs: what works here, versions, the notes of the last days, the newest game.

    The players' names, this machine's name and the user's folder are left out; pictures only come along if asked for.
    """
    file = to or Path(f"pi-referee-report-{datetime.now().astimezone():%Y%m%dT%H%M%S}.zip")
    for name in collect(Home(home or usual_home(), usual_live()), port, file, pictures=pictures):
        click.echo(f"  {name}")
    click.echo(f"{file}: look through it, then attach it to your report.")
    return 0
