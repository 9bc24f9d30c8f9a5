"""`pi-referee restore`: the games of a backup in the place of those that are here."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from pi_referee.commands._options import option_home
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.backups.log_backup import check as check_backup
from pi_referee.game_log.backups.log_restore import restore

_FILE = click.Path(path_type=Path)


@click.command("restore")
@click.argument("file", type=_FILE)
@click.option("--check", is_flag=True, help="Only look whether the backup is whole.")
@option_home
def command(file: Path, home: Path | None, *, check: bool) -> int:
    """Put the games of a backup in the place of those that are here, which are kept under another name.

    Refuses while the referee runs, and a backup that is damaged.
    """
    if check:
        click.echo(f"{file}: {check_backup(file)}, whole.")
        return 0
    place = Home(home or usual_home()).prepare()
    contents = restore(file, place, stamp=f"{datetime.now().astimezone():%Y%m%dT%H%M%S}")
    click.echo(f"{place.folder}: {contents} are back.")
    return 0
